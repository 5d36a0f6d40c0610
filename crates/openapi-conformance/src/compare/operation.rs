//! One operation: its own fields, then each of its parts.

use super::context::Context;
use super::{parameters, request_body, responses, security};
use crate::document::Node;
use crate::rule::Rule;

/// Compares two operations, each given with its path item. `renamed` pairs the
/// path parameters' names, contract first.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    contract: (&'d Node, &'d Node),
    emitted: (&'d Node, &'d Node),
    renamed: &[(&str, &str)],
) {
    compare_id(context, contract.1, emitted.1);
    compare_deprecation(context, contract.1, emitted.1);
    security::compare(context, contract.1, emitted);
    parameters::compare(context, contract, emitted, renamed);
    request_body::compare(context, contract.1, emitted.1);
    responses::compare(context, contract.1, emitted.1);
}

/// A contract without an `operationId` leaves the name to the server, and
/// dropshot always has one.
fn compare_id(context: &mut Context, contract: &Node, emitted: &Node) {
    let Some(id) = contract.get("operationId") else {
        return;
    };
    let other = emitted.get("operationId");
    if other.is_none_or(|other| other.content != id.content) {
        let message = format!(
            "operationId: {} in the contract, {} in the emitted document",
            id.text().unwrap_or_default(),
            other.and_then(Node::text).unwrap_or("none")
        );
        let rule = Rule::OperationIdDifferent;
        context.report(rule, "", message, id, other.unwrap_or(emitted));
    }
}

fn compare_deprecation(context: &mut Context, contract: &Node, emitted: &Node) {
    let message = match (contract.flag("deprecated"), emitted.flag("deprecated")) {
        (true, false) => "deprecated in the contract only",
        (false, true) => "deprecated in the emitted document only",
        _ => return,
    };
    context.report(
        Rule::OperationDeprecationDifferent,
        "",
        message,
        contract.get("deprecated").unwrap_or(contract),
        emitted.get("deprecated").unwrap_or(emitted),
    );
}
