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
    texts::compare_operation(context, base.1, candidate.1);
    compare_id(context, base.1, candidate.1);
    compare_deprecation(context, base.1, candidate.1);
    // For callbacks the receiver chooses server and credentials, so neither is
    // compared.
    if !context.is_outgoing() {
        servers::compare(context, base, candidate);
        security::compare(context, base.1, candidate);
    }
    parameters::compare(context, base, candidate, renamed);
    request_body::compare(context, base.1, candidate.1);
    responses::compare(context, base.1, candidate.1);
    callbacks::compare_callbacks(context, base.1, candidate.1);
}

/// Compares the `operationId`s. A contract without one leaves the choice to the
/// server; dropshot always emits one.
fn compare_id(context: &mut Context, base: &Node, candidate: &Node) {
    let Some(id) = base.get("operationId") else {
        return;
    };
    let other = candidate.get("operationId");
    if other.is_none_or(|other| other.value != id.value) {
        let other_text = other.and_then(Node::string).unwrap_or("none");
        let message = context.differs("operationId", id.string().unwrap_or_default(), other_text);
        let rule = Rule::OperationIdDifferent;
        context.report(rule, &OperationPart::Operation, message, id, other.unwrap_or(candidate));
    }
}

fn compare_deprecation(context: &mut Context, base: &Node, candidate: &Node) {
    let message = match (base.flag("deprecated"), candidate.flag("deprecated")) {
        (true, false) => format!("deprecated in {} only", context.terms.base),
        (false, true) => format!("deprecated in {} only", context.terms.candidate),
        _ => return,
    };
    context.report(
        Rule::OperationDeprecationDifferent,
        &OperationPart::Operation,
        message,
        base.get("deprecated").unwrap_or(base),
        candidate.get("deprecated").unwrap_or(candidate),
    );
}
