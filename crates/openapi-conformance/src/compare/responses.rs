//! Responses, judged as what is sent. Which of the emitted ones stands for a
//! status of the contract is decided in `statuses`.

use super::context::{Context, SchemaRules};
use super::statuses::{self, Counterparts};
use super::{dropshot, media_types};
use crate::document::Node;
use crate::rule::Rule;

const RULES: SchemaRules = SchemaRules {
    narrower: Rule::ResponseBodyNarrower,
    wider: Rule::ResponseBodyWider,
    different: Rule::ResponseBodyDifferent,
};

pub(super) fn compare<'d>(context: &mut Context<'d>, contract: &'d Node, emitted: &'d Node) {
    let extension = dropshot::extension(emitted);
    let left = statuses::declared(contract);
    let right = statuses::declared(emitted);
    let contract_at = contract.get("responses").unwrap_or(contract);
    let emitted_at = match &extension {
        Some(extension) => extension.at,
        None => emitted.get("responses").unwrap_or(emitted),
    };
    let named = extension
        .as_ref()
        .map(|extension| extension.statuses.as_slice());

    for (status, response) in &left {
        let part = format!("response {status}");
        match statuses::counterparts(*status, &left, &right, named) {
            Counterparts::Missing => {
                let message = format!("the emitted document doesn't answer {status}");
                context.report(Rule::StatusMissing, &part, message, response, emitted_at);
            }
            Counterparts::At(responses) => {
                for other in responses {
                    let response = context.contract.resolve(response);
                    let other = context.emitted.resolve(other);
                    media_types::compare(context, RULES, &part, response, other);
                }
            }
        }
    }
    for (status, at) in statuses::undocumented(&left, &right, extension.as_ref()) {
        let part = format!("response {status}");
        let message = format!("the contract doesn't answer {status}");
        context.report(Rule::StatusUndocumented, &part, message, contract_at, at);
    }
}
