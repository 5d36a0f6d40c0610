//! Responses, judged as what is sent. Which of the emitted ones stands for a
//! status of the contract is decided in `statuses`.

use super::context::{Context, SchemaRules};
use super::{media_types, statuses};
use crate::document::Node;
use crate::rule::Rule;

const RULES: SchemaRules = SchemaRules {
    narrower: Rule::ResponseBodyNarrower,
    wider: Rule::ResponseBodyWider,
    different: Rule::ResponseBodyDifferent,
};

pub(super) fn compare<'d>(context: &mut Context<'d>, contract: &'d Node, emitted: &'d Node) {
    let left = statuses::declared(contract);
    let right = statuses::declared(emitted);
    let contract_at = contract.get("responses").unwrap_or(contract);
    let emitted_at = emitted.get("responses").unwrap_or(emitted);

    for (status, response) in &left {
        let part = format!("response {status}");
        let counterparts = statuses::counterparts(*status, &left, &right);
        if counterparts.is_empty() {
            let message = format!("the emitted document doesn't answer {status}");
            context.report(Rule::StatusMissing, &part, message, response, emitted_at);
        }
        for other in counterparts {
            let response = context.contract.resolve(response);
            let other = context.emitted.resolve(other);
            media_types::compare(context, RULES, &part, response, other);
        }
    }
    for (status, at) in statuses::undocumented(&left, &right) {
        let part = format!("response {status}");
        let message = format!("the contract doesn't answer {status}");
        context.report(Rule::StatusUndocumented, &part, message, contract_at, at);
    }
}
