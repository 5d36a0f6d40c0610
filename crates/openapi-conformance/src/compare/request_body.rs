//! Request bodies, judged as what is accepted.

use super::context::{Context, SchemaRules};
use super::media_types;
use crate::document::Node;
use crate::rule::Rule;

const RULES: SchemaRules = SchemaRules {
    narrower: Rule::RequestBodyNarrower,
    wider: Rule::RequestBodyWider,
    different: Rule::RequestBodyDifferent,
};

const PART: &str = "request body";

pub(super) fn compare<'d>(context: &mut Context<'d>, contract: &'d Node, emitted: &'d Node) {
    let body = |operation: &'d Node| operation.get("requestBody");
    let (left, right) = match (body(contract), body(emitted)) {
        (None, None) => return,
        (Some(left), None) => {
            let message = "the emitted document has no request body";
            return context.report(Rule::RequestBodyMissing, PART, message, left, emitted);
        }
        (None, Some(right)) => {
            let message = "the contract has no request body";
            return context.report(
                Rule::RequestBodyUndocumented,
                PART,
                message,
                contract,
                right,
            );
        }
        (Some(left), Some(right)) => (
            context.contract.resolve(left),
            context.emitted.resolve(right),
        ),
    };
    let (contract_says, emitted_says) = (left.get("required"), right.get("required"));
    let is_true = |flag: Option<&Node>| flag.and_then(Node::boolean) == Some(true);
    let message = match (is_true(contract_says), is_true(emitted_says)) {
        (true, false) => Some("required in the contract, optional in the emitted document"),
        (false, true) => Some("optional in the contract, required in the emitted document"),
        _ => None,
    };
    if let Some(message) = message {
        let places = (contract_says.unwrap_or(left), emitted_says.unwrap_or(right));
        let rule = Rule::RequestBodyRequiredDifferent;
        context.report(rule, PART, message, places.0, places.1);
    }
    media_types::compare(context, RULES, PART, left, right);
}
