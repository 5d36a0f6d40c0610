//! One operation: its own fields, then each of its parts.

use super::context::Context;
use super::part::Part;
use super::{callbacks, parameters, request_body, responses, security, servers, texts};
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
    texts::compare_operation(context, contract.1, emitted.1);
    compare_id(context, contract.1, emitted.1);
    compare_deprecation(context, contract.1, emitted.1);
    // Who is called by the service says where, and what that takes.
    if !context.is_turned_round() {
        servers::compare(context, contract, emitted);
        security::compare(context, contract.1, emitted);
    }
    parameters::compare(context, contract, emitted, renamed);
    request_body::compare(context, contract.1, emitted.1);
    responses::compare(context, contract.1, emitted.1);
    callbacks::compare_callbacks(context, contract.1, emitted.1);
}

/// A contract without an `operationId` leaves the name to the server; dropshot
/// always has one.
fn compare_id(context: &mut Context, contract: &Node, emitted: &Node) {
    let Some(id) = contract.get("operationId") else {
        return;
    };
    let other = emitted.get("operationId");
    if other.is_none_or(|other| other.content != id.content) {
        let other_text = other.and_then(Node::text).unwrap_or("none");
        let message = context.differs("operationId", id.text().unwrap_or_default(), other_text);
        let rule = Rule::OperationIdDifferent;
        context.report(
            rule,
            &Part::Operation,
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
        &Part::Operation,
        message,
        contract.get("deprecated").unwrap_or(contract),
        emitted.get("deprecated").unwrap_or(emitted),
    );
}
