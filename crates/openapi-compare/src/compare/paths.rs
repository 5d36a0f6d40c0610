//! Compares paths and methods: which operations exist on both sides. Paths that are
//! equal except for the names of their parameters are paired, and the different
//! names are reported.

use super::context::{Context, PathItem};
use super::operation_part::OperationPart;
use super::{Conventions, operation, servers};
use crate::Document;
use crate::rule::Rule;
use openapi_source::{Method, Node, operations, work_at};

pub(super) fn compare<'d>(context: &mut Context<'d>) {
    let (base, candidate) = (context.base, context.candidate);
    let contract_paths = paths(base.root(), |node| base.resolve(node));
    let mut emitted_paths = paths(candidate.root(), |node| candidate.resolve(node));
    if context.conventions == Conventions::Dropshot {
        let prefix = servers::written_in_paths(base, candidate);
        for path in &mut emitted_paths {
            path.template.drain(..prefix.len());
        }
        context.prefix_in_paths = prefix;
    }
    let root = |document: &'d Document| document.root().get("paths").unwrap_or(document.root());
    let locations = (root(base), root(candidate));
    context.compare_paths(contract_paths, emitted_paths, locations);
}

impl<'d> Context<'d> {
    /// Compares the operations of these path items; a missing operation is located at
    /// `locations`.
    pub(super) fn compare_paths(
        &mut self,
        base: Vec<PathItem<'d>>,
        mut emitted_only: Vec<PathItem<'d>>,
        locations: (&'d Node, &'d Node),
    ) {
        for path in base {
            let same = |other: &PathItem| other.template == path.template;
            let same_form = |other: &PathItem| form(&other.template) == form(&path.template);
            let counterpart = emitted_only
                .iter()
                .position(same)
                .or_else(|| emitted_only.iter().position(same_form))
                .map(|index| emitted_only.remove(index));
            match counterpart {
                Some(other) => compare_items(self, &path, &other),
                None => {
                    for (method, operation) in operations(path.item) {
                        missing(self, &method, &path.template, operation, locations.1);
                    }
                }
            }
        }
        for path in emitted_only {
            for (method, operation) in operations(path.item) {
                undocumented(self, &method, &path.template, locations.0, operation);
            }
        }
    }
}

fn compare_items<'d>(context: &mut Context<'d>, base: &PathItem<'d>, candidate: &PathItem<'d>) {
    let renamed: Vec<(&str, &str)> =
        parameters(&base.template).zip(parameters(&candidate.template)).collect();
    for (method, left) in operations(base.item) {
        context.enter(method.as_str(), &base.template);
        match openapi_source::operation(candidate.item, &method) {
            Some(right) => {
                work_at(&left.location);
                if renamed.iter().any(|(one, other)| one != other) {
                    let message = context.differs("path", &base.template, &candidate.template);
                    let rule = Rule::PathParameterNameDifferent;
                    context.report(rule, &OperationPart::Operation, message, base.at, candidate.at);
                }
                operation::compare(context, (base.item, left), (candidate.item, right), &renamed);
            }
            None => missing(context, &method, &base.template, left, candidate.at),
        }
    }
    for (method, right) in operations(candidate.item) {
        if openapi_source::operation(base.item, &method).is_none() {
            undocumented(context, &method, &candidate.template, base.at, right);
        }
    }
}

fn missing(context: &mut Context, method: &Method, path: &str, base: &Node, candidate: &Node) {
    context.enter(method.as_str(), path);
    let message = format!("{} doesn't have this operation", context.terms.candidate);
    context.report(Rule::OperationMissing, &OperationPart::Operation, message, base, candidate);
}

fn undocumented(context: &mut Context, method: &Method, path: &str, base: &Node, candidate: &Node) {
    context.enter(method.as_str(), path);
    let message = format!("{} doesn't have this operation", context.terms.base);
    context.report(
        Rule::OperationUndocumented,
        &OperationPart::Operation,
        message,
        base,
        candidate,
    );
}

fn paths<'d>(root: &'d Node, resolve: impl Fn(&'d Node) -> &'d Node) -> Vec<PathItem<'d>> {
    let members = root.get("paths").into_iter().flat_map(Node::members);
    members
        .filter(|(template, _)| template.starts_with('/'))
        .map(|(template, at)| PathItem { template: template.to_owned(), at, item: resolve(at) })
        .collect()
}

/// Returns the template without parameter names; two paths of equal form are the
/// same path (OpenAPI 3.1.1 §4.8.8). The expression of a callback is its own form.
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

/// Returns the path with only those octets percent-encoded that need to be, in
/// capital letters (RFC 3986 §6.2.2).
fn normalized(path: &str) -> Vec<u8> {
    let mut parts = path.split('%');
    let mut whole: Vec<u8> = parts.next().unwrap_or_default().into();
    for part in parts {
        let digits = part.get(..2).filter(|digits| !digits.starts_with('+'));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let rest = match byte {
            Some(byte)
                if byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"-._~".contains(&byte) =>
            {
                whole.push(byte);
                &part[2..]
            }
            Some(byte) => {
                whole.extend(format!("%{byte:02X}").bytes());
                &part[2..]
            }
            None => {
                whole.push(b'%');
                part
            }
        };
        whole.extend(rest.bytes());
    }
    whole
}

fn parameters(template: &str) -> impl Iterator<Item = &str> {
    template.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0))
}
