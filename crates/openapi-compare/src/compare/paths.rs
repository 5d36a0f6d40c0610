//! Compares paths and methods: which operations exist on both sides. Paths that are
//! equal except for the names of their parameters are paired, and the different
//! names are reported.

use super::context::{Context, PathItem};
use super::operation_part::OperationPart;
use super::{Conventions, operation, servers};
use crate::Document;
use crate::rule::Rule;
use openapi_source::{Method, Node, operation as operation_of, operations, work_at};
use std::collections::HashMap;

pub(super) fn compare<'d>(context: &mut Context<'d>) {
    let (base, candidate) = (context.base, context.candidate);
    let base_paths = paths(base.root(), |node| base.resolve(node));
    let mut candidate_paths = paths(candidate.root(), |node| candidate.resolve(node));
    if context.conventions == Conventions::Dropshot {
        let prefix = servers::written_in_paths(base, candidate);
        for path in &mut candidate_paths {
            path.template.drain(..prefix.len());
        }
        context.prefix_in_paths = prefix;
    }
    let root = |document: &'d Document| document.root().get("paths").unwrap_or(document.root());
    context.compare_paths(&base_paths, &candidate_paths, (root(base), root(candidate)));
}

impl<'d> Context<'d> {
    /// Compares the operations of these path items. `locations` are where each document would have
    /// a path that only the other one has.
    pub(super) fn compare_paths(
        &mut self,
        base: &[PathItem<'d>],
        candidate: &[PathItem<'d>],
        locations: (&'d Node, &'d Node),
    ) {
        let (base_forms, candidate_forms) = (by_form(base), by_form(candidate));
        for path in base {
            let others = candidate_forms.get(&form(&path.template)).map_or(&[][..], Vec::as_slice);
            for (method, left) in operations(path.item) {
                match counterpart(path, &method, others) {
                    Some((other, right)) => {
                        self.compare_operations(&method, (path, left), (other, right));
                    }
                    None => {
                        let at = others.first().map_or(locations.1, |other| other.at);
                        let without = self.terms.candidate;
                        self.enter(method.as_str(), &path.template);
                        self.report_absence(Rule::OperationMissing, without, (left, at));
                    }
                }
            }
        }
        // An operation is named as the contract would declare it, without the prefix in the emitted
        // paths, because allow files have the names of the contract.
        for path in candidate {
            let others = base_forms.get(&form(&path.template)).map_or(&[][..], Vec::as_slice);
            let at = others.first().map_or(locations.0, |other| other.at);
            for (method, right) in operations(path.item) {
                if counterpart(path, &method, others).is_none() {
                    let without = self.terms.base;
                    self.enter(method.as_str(), &path.template);
                    self.report_absence(Rule::OperationUndocumented, without, (at, right));
                }
            }
        }
    }

    /// Reports that `document` doesn't have the current operation.
    fn report_absence(&mut self, rule: Rule, document: &str, locations: (&Node, &Node)) {
        let message = format!("{document} doesn't have this operation");
        self.report(rule, &OperationPart::Operation, message, locations);
    }

    fn compare_operations(
        &mut self,
        method: &Method,
        (base, left): (&PathItem<'d>, &'d Node),
        (candidate, right): (&PathItem<'d>, &'d Node),
    ) {
        let renamed: Vec<(&str, &str)> =
            parameters(&base.template).zip(parameters(&candidate.template)).collect();
        self.enter(method.as_str(), &base.template);
        // Named if the comparison exceeds the limits of memory and time.
        work_at(&left.location);
        if renamed.iter().any(|(one, other)| one != other) {
            let other = format!("{}{}", self.prefix_in_paths, candidate.template);
            let message = self.contrast("path", &base.template, &other);
            let rule = Rule::PathParameterNameDifferent;
            self.report(rule, &OperationPart::Operation, message, (base.at, candidate.at));
        }
        operation::compare(self, (base.item, left), (candidate.item, right), &renamed);
    }
}

/// Returns the paths by their form. Each path of a form can have some of the methods.
fn by_form<'p, 'd>(paths: &'p [PathItem<'d>]) -> HashMap<Vec<u8>, Vec<&'p PathItem<'d>>> {
    let mut forms: HashMap<_, Vec<_>> = HashMap::new();
    for path in paths {
        forms.entry(form(&path.template)).or_default().push(path);
    }
    forms
}

fn counterpart<'p, 'd>(
    path: &PathItem<'d>,
    method: &Method,
    others: &[&'p PathItem<'d>],
) -> Option<(&'p PathItem<'d>, &'d Node)> {
    let with_method = |other: &&'p PathItem<'d>| Some((*other, operation_of(other.item, method)?));
    let equal = others.iter().find(|other| other.template == path.template);
    equal.and_then(with_method).or_else(|| others.iter().find_map(with_method))
}

fn paths<'d>(root: &'d Node, resolve: impl Fn(&'d Node) -> &'d Node) -> Vec<PathItem<'d>> {
    let members = root.get("paths").into_iter().flat_map(Node::members);
    members
        .filter(|(template, _)| template.starts_with('/'))
        .map(|(template, at)| PathItem { template: template.to_owned(), at, item: resolve(at) })
        .collect()
}

/// Returns the [`normalized`] template without parameter names; two paths of equal form are the
/// same path (OpenAPI 3.1.1 §4.8.8). A text that does not begin with `/` names a webhook or a
/// callback, and is its own form.
fn form(template: &str) -> Vec<u8> {
    let mut form = String::new();
    let mut rest = template;
    if !template.starts_with('/') {
        return template.into();
    }
    while let Some((before, after)) = rest.split_once('{') {
        form.push_str(before);
        form.push_str("{}");
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    normalized(&(form + rest))
}

/// Returns the path with all bytes decoded except for those whose meaning depends on that, which
/// are encoded in capital letters (RFC 3986 §6.2.2). Documents write a space and `é` as they are
/// or as `%20` and `%C3%A9`. Decoded bytes need not be UTF-8.
fn normalized(path: &str) -> Vec<u8> {
    let mut parts = path.split('%');
    let mut whole: Vec<u8> = parts.next().unwrap_or_default().into();
    for part in parts {
        let digits = part.get(..2).filter(|digits| !digits.starts_with('+'));
        let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) else {
            whole.push(b'%');
            whole.extend(part.bytes());
            continue;
        };
        if b":/?#[]@!$&'()*+,;={}%".contains(&byte) {
            whole.extend(format!("%{byte:02X}").bytes());
        } else {
            whole.push(byte);
        }
        whole.extend(part[2..].bytes());
    }
    whole
}

fn parameters(template: &str) -> impl Iterator<Item = &str> {
    template.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0))
}
