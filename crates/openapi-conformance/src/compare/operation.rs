//! Compares one operation: its own fields, then each of its parts.

use super::context::Context;
use super::operation_part::OperationPart;
use super::{callbacks, parameters, request_body, responses, security, servers, texts};
use crate::rule::Rule;
use openapi_source::Node;

/// Compares two operations, each given with its path item. `renamed` pairs the
/// names of path parameters, contract first.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    contract: (&'d Node, &'d Node),
    emitted: (&'d Node, &'d Node),
    renamed: &[(&str, &str)],
) {
    texts::compare_operation(context, contract.1, emitted.1);
    compare_id(context, contract.1, emitted.1);
    compare_deprecation(context, contract.1, emitted.1);
    // For callbacks the receiver chooses server and credentials, so neither is
    // compared.
    if !context.is_outgoing() {
        servers::compare(context, contract, emitted);
        security::compare(context, contract.1, emitted);
    }
    parameters::compare(context, contract, emitted, renamed);
    request_body::compare(context, contract.1, emitted.1);
    responses::compare(context, contract.1, emitted.1);
    callbacks::compare_callbacks(context, contract.1, emitted.1);
}

/// Compares the `operationId`s. A contract without one leaves the choice to the
/// server; dropshot always emits one.
fn compare_id(context: &mut Context, contract: &Node, emitted: &Node) {
    let Some(id) = contract.get("operationId") else {
        return;
    };
    let other = emitted.get("operationId");
    if other.is_none_or(|other| other.value != id.value) {
        let other_text = other.and_then(Node::string).unwrap_or("none");
        let message = context.differs("operationId", id.string().unwrap_or_default(), other_text);
        let rule = Rule::OperationIdDifferent;
        context.report(
            rule,
            &OperationPart::Operation,
            message,
            id,
            other.unwrap_or(emitted),
        );
    }
}

fn compare_deprecation(context: &mut Context, contract: &Node, emitted: &Node) {
    let message = match (contract.flag("deprecated"), emitted.flag("deprecated")) {
        (true, false) => format!("deprecated in {} only", context.terms.contract),
        (false, true) => format!("deprecated in {} only", context.terms.emitted),
        _ => return,
    };
    context.report(
        Rule::OperationDeprecationDifferent,
        &OperationPart::Operation,
        message,
        contract.get("deprecated").unwrap_or(contract),
        emitted.get("deprecated").unwrap_or(emitted),
    );
}
