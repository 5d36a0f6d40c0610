//! Compares one operation: its own fields, then each of its parts.

use super::context::Context;
use super::operation_part::OperationPart;
use super::{callbacks, parameters, request_body, responses, security, servers, texts};
use crate::rule::Rule;
use openapi_source::Node;

/// Compares two operations, each given with its path item. `renamed` pairs the
/// names of path parameters, base first.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    base: (&'d Node, &'d Node),
    candidate: (&'d Node, &'d Node),
    renamed: &[(&str, &str)],
) {
    texts::compare_operation(context, base, candidate);
    compare_id(context, base.1, candidate.1);
    compare_deprecation(context, base.1, candidate.1);
    // The URL of a webhook or a callback is given by its receiver, with the credentials that it
    // wants.
    if !context.is_callback() {
        servers::compare(context, base, candidate);
        security::compare(context, base.1, candidate);
    }
    parameters::compare(context, base, candidate, renamed);
    request_body::compare(context, base.1, candidate.1);
    responses::compare(context, base.1, candidate.1);
    callbacks::compare_callbacks(context, base.1, candidate.1);
}

/// Compares the `operationId`s. An id that only `candidate` has is no difference: dropshot emits
/// one for each operation, and between two versions no name changes that callers could know.
fn compare_id(context: &mut Context, base: &Node, candidate: &Node) {
    let Some(id) = base.get("operationId") else {
        return;
    };
    let other = candidate.get("operationId");
    if other.is_none_or(|other| other.value != id.value) {
        let other_text = other.and_then(Node::string).unwrap_or("none");
        let message = context.contrast("operationId", id.string().unwrap_or_default(), other_text);
        let rule = Rule::OperationIdDifferent;
        context.report(rule, &OperationPart::Operation, message, (id, other.unwrap_or(candidate)));
    }
}

fn compare_deprecation(context: &mut Context, base: &Node, candidate: &Node) {
    let (was, is) = (base.flag("deprecated"), candidate.flag("deprecated"));
    if was == is {
        return;
    }
    let only = if was { context.terms.base } else { context.terms.candidate };
    let [base, candidate] = [base, candidate].map(|node| node.get("deprecated").unwrap_or(node));
    let message = format!("deprecated in {only} only");
    let rule = Rule::OperationDeprecationDifferent;
    context.report(rule, &OperationPart::Operation, message, (base, candidate));
}
