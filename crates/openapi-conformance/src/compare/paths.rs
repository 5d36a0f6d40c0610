//! Paths and methods: which operations there are on both sides. It must never
//! take two paths for one because their parameters have other names, without
//! saying so.

use super::context::Context;
use super::part::Part;
use super::{Conventions, operation, servers};
use crate::document::{METHODS, Node};
use crate::rule::Rule;

/// A path of one document.
#[derive(Clone, Copy)]
struct PathItem<'d> {
    template: &'d str,
    /// Where the template stands.
    at: &'d Node,
    /// What is behind a `$ref`.
    item: &'d Node,
}

pub(super) fn compare<'d>(context: &mut Context<'d>) {
    let (contract, emitted) = (context.contract, context.emitted);
    let contract_paths = paths(contract.root(), |node| contract.resolve(node));
    let mut emitted_only = paths(emitted.root(), |node| emitted.resolve(node));
    if context.conventions == Conventions::Dropshot {
        let prefix = servers::written_in_paths(contract, emitted);
        for path in &mut emitted_only {
            path.template = path.template.strip_prefix(&prefix).unwrap_or(path.template);
        }
        context.prefix_in_paths = prefix;
    }
    let contract_root = contract.root().get("paths").unwrap_or(contract.root());
    let emitted_root = emitted.root().get("paths").unwrap_or(emitted.root());

    for path in contract_paths {
        let same = |other: &PathItem| other.template == path.template;
        let same_form = |other: &PathItem| form(other.template) == form(path.template);
        let counterpart = emitted_only
            .iter()
            .position(same)
            .or_else(|| emitted_only.iter().position(same_form))
            .map(|index| emitted_only.remove(index));
        match counterpart {
            Some(other) => compare_items(context, path, other),
            None => {
                for (method, operation) in operations(path.item) {
                    missing(context, method, path.template, operation, emitted_root);
                }
            }
        }
    }
    for path in emitted_only {
        for (method, operation) in operations(path.item) {
            undocumented(context, method, path.template, contract_root, operation);
        }
    }
}

fn compare_items<'d>(context: &mut Context<'d>, contract: PathItem<'d>, emitted: PathItem<'d>) {
    let renamed: Vec<(&str, &str)> = parameters(contract.template)
        .zip(parameters(emitted.template))
        .collect();
    for method in METHODS {
        context.enter(method, contract.template);
        match (contract.item.get(method), emitted.item.get(method)) {
            (Some(left), Some(right)) => {
                if contract.template != emitted.template {
                    let message = context.differs("path", contract.template, emitted.template);
                    let rule = Rule::PathParameterNameDifferent;
                    context.report(rule, &Part::Operation, message, contract.at, emitted.at);
                }
                operation::compare(
                    context,
                    (contract.item, left),
                    (emitted.item, right),
                    &renamed,
                );
            }
            (Some(left), None) => missing(context, method, contract.template, left, emitted.at),
            (None, Some(right)) => {
                undocumented(context, method, emitted.template, contract.at, right);
            }
            (None, None) => {}
        }
    }
}

fn missing(context: &mut Context, method: &str, path: &str, contract: &Node, emitted: &Node) {
    context.enter(method, path);
    let message = format!("{} doesn't have this operation", context.terms.emitted);
    context.report(
        Rule::OperationMissing,
        &Part::Operation,
        message,
        contract,
        emitted,
    );
}

fn undocumented(context: &mut Context, method: &str, path: &str, contract: &Node, emitted: &Node) {
    context.enter(method, path);
    let message = format!("{} doesn't have this operation", context.terms.contract);
    context.report(
        Rule::OperationUndocumented,
        &Part::Operation,
        message,
        contract,
        emitted,
    );
}

fn paths<'d>(root: &'d Node, resolve: impl Fn(&'d Node) -> &'d Node) -> Vec<PathItem<'d>> {
    let members = root.get("paths").into_iter().flat_map(Node::members);
    members
        .filter(|(template, _)| template.starts_with('/'))
        .map(|(template, at)| PathItem {
            template,
            at,
            item: resolve(at),
        })
        .collect()
}

fn operations(item: &Node) -> impl Iterator<Item = (&'static str, &Node)> {
    METHODS
        .into_iter()
        .filter_map(|method| Some((method, item.get(method)?)))
}

/// The template without the names of its parameters; two paths of one form
/// are the same path (OpenAPI 3.1.1 §4.8.8).
fn form(template: &str) -> String {
    let mut form = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        form.push_str(before);
        form.push_str("{}");
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    form + rest
}

fn parameters(template: &str) -> impl Iterator<Item = &str> {
    template
        .split('{')
        .skip(1)
        .filter_map(|part| Some(part.split_once('}')?.0))
}
