//! Compares request bodies; their values flow from caller to service.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::{media_types, texts};
use crate::rule::Rule;
use openapi_source::Node;
use openapi_source::findings::Level;

const RULES: SchemaRules = SchemaRules {
    narrower: Rule::RequestBodyNarrower,
    wider: Rule::RequestBodyWider,
    different: Rule::RequestBodyDifferent,
};

const PART: OperationPart = OperationPart::RequestBody { media_type: None };

pub(super) fn compare<'d>(context: &mut Context<'d>, base: &'d Node, candidate: &'d Node) {
    let body = |operation: &'d Node| operation.get("requestBody");
    let (left, right) = match (body(base), body(candidate)) {
        (None, None) => return,
        (Some(left), None) => {
            let message = format!("{} has no request body", context.terms.candidate);
            let rule = Rule::RequestBodyMissing;
            let is_required = context.base.resolve(left).flag("required");
            let level = context.level_of_element(rule, is_required);
            return context.report_at(level, rule, &PART, message, (left, candidate));
        }
        (None, Some(right)) => {
            let message = format!("{} has no request body", context.terms.base);
            let is_required = context.candidate.resolve(right).flag("required");
            let level = if is_required { Level::Breaking } else { Level::Contract };
            let rule = Rule::RequestBodyUndocumented;
            return context.report_at(level, rule, &PART, message, (base, right));
        }
        (Some(left), Some(right)) => (left, right),
    };
    texts::compare(context, &PART, left, right, &["description"]);
    let (left, right) = (context.base.resolve(left), context.candidate.resolve(right));
    context.compare_requirement(Rule::RequestBodyRequiredDifferent, &PART, [left, right]);
    media_types::compare(context, RULES, &PART, left, right);
}
