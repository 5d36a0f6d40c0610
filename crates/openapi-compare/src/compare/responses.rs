//! Compares responses; their values flow from service to caller. `statuses` selects
//! the emitted responses that correspond to a status of the contract.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::{Conventions, headers, media_types, statuses, texts};
use crate::rule::Rule;
use openapi_document::Status;
use openapi_source::Node;

const RULES: SchemaRules = SchemaRules {
    narrower: Rule::ResponseBodyNarrower,
    wider: Rule::ResponseBodyWider,
    different: Rule::ResponseBodyDifferent,
};

pub(super) fn compare<'d>(context: &mut Context<'d>, base: &'d Node, candidate: &'d Node) {
    let left = statuses::responses(base);
    let right = statuses::responses(candidate);
    let contract_at = base.get("responses").unwrap_or(base);
    let emitted_at = candidate.get("responses").unwrap_or(candidate);

    for (status, response) in &left {
        let part = part_of(*status);
        let counterparts = match context.conventions {
            Conventions::Dropshot => statuses::counterparts(*status, &left, &right),
            Conventions::None => statuses::exact(*status, &left, &right),
        };
        let is_literal = context.conventions == Conventions::None;
        if counterparts.is_empty() || is_literal && !statuses::has(*status, &right) {
            let answers =
                if counterparts.is_empty() { "doesn't answer" } else { "answers only some of" };
            let message = format!("{} {answers} {status}", context.terms.candidate);
            context.report(Rule::StatusMissing, &part, message, (response, emitted_at));
        }
        for other in counterparts {
            texts::compare(context, &part, response, other, &["description"]);
            let response = context.base.resolve(response);
            let other = context.candidate.resolve(other);
            texts::compare_elements(context, &part, (response, other), "links", "");
            headers::compare(context, *status, response, other);
            media_types::compare(context, RULES, &part, response, other);
        }
    }
    let undocumented = match context.conventions {
        Conventions::Dropshot => statuses::undocumented(&left, &right),
        Conventions::None => statuses::not_covered(&left, &right),
    };
    for (status, at) in undocumented {
        let part = part_of(status);
        let message = format!("{} doesn't answer {status}", context.terms.base);
        context.report(Rule::StatusUndocumented, &part, message, (contract_at, at));
    }
}

fn part_of(status: Status) -> OperationPart {
    OperationPart::Response { status: status.to_string(), media_type: None }
}
