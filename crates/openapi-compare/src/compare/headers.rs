//! Compares response headers; their values flow from service to caller. The names
//! of header fields are case-insensitive (RFC 9110 §5.1), and `Content-Type`
//! belongs to the media types (OpenAPI 3.1.1 §4.8.17), others to the connection. If the emitted
//! document declares no header at all, that says nothing about whether the server sends one.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::{Conventions, serialization, texts};
use crate::rule::Rule;
use openapi_document::{Header, Status};
use openapi_source::Node;
use openapi_source::findings::Level;

const RULES: SchemaRules = SchemaRules {
    narrower: Rule::ResponseHeaderNarrower,
    wider: Rule::ResponseHeaderWider,
    different: Rule::ResponseHeaderDifferent,
};

pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    status: Status,
    base: &'d Node,
    candidate: &'d Node,
) {
    let part =
        |name: &str| OperationPart::Header { status: status.to_string(), name: name.to_owned() };
    let lefts = headers(base);
    let mut unpaired = headers(candidate);
    for (name, left) in lefts {
        let counterpart = unpaired.iter().position(|(other, _)| other.eq_ignore_ascii_case(name));
        match counterpart.map(|index| unpaired.remove(index)) {
            Some((_, right)) => compare_one(context, &part(name), left, right),
            None => missing(context, &part(name), context.base.resolve(left), candidate),
        }
    }
    for (name, right) in unpaired {
        let message = format!("{} doesn't have this header", context.terms.base);
        let right = context.candidate.resolve(right);
        let at = base.get("headers").unwrap_or(base);
        let rule = Rule::ResponseHeaderUndocumented;
        let level = context.level_of_element(rule, right.flag("required"));
        context.report_at(level, rule, &part(name), message, (at, right));
    }
}

fn compare_one<'d>(
    context: &mut Context<'d>,
    part: &OperationPart,
    left: &'d Node,
    right: &'d Node,
) {
    texts::compare(context, part, left, right, &["description", texts::SUNSET]);
    let (left, right) = (context.base.resolve(left), context.candidate.resolve(right));
    context.compare_requirement(Rule::ResponseHeaderRequiredDifferent, part, [left, right]);
    let rules = (Rule::ResponseHeaderStyleDifferent, RULES);
    serialization::compare(context, rules, part, "header", (left, right));
}

fn missing(context: &mut Context, part: &OperationPart, header: &Node, candidate: &Node) {
    let at = candidate.get("headers").unwrap_or(candidate);
    if context.conventions == Conventions::Dropshot && !context.declares_headers {
        let message = format!("{} shows no header of any response", context.terms.candidate);
        let rule = Rule::ResponseHeaderNotShown;
        return context.report(rule, part, message, (header, at));
    }
    let message = format!("{} doesn't have this header", context.terms.candidate);
    let level = if header.flag("required") { Level::Breaking } else { Level::Contract };
    let rule = Rule::ResponseHeaderMissing;
    context.report_at(level, rule, part, message, (header, at));
}

fn headers(response: &Node) -> Vec<(&str, &Node)> {
    let headers = response.get("headers").into_iter().flat_map(Node::members);
    headers
        .filter(|(name, _)| !name.eq_ignore_ascii_case("content-type"))
        .filter(|(name, _)| !Header::is_of_connection(name))
        .collect()
}
