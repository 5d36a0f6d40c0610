//! Compares the media types of a body and the schema of each. Schemas are compared
//! only if the media types are equal or one is a range that contains the other.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::serialization::are_same;
use super::{Conventions, encoding};
use crate::Document;
use crate::inclusion::Schema;
use crate::rule::Rule;
use openapi_schema::http::MediaType;
use openapi_source::Node;

/// Compares the `content` of two request bodies or responses.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    rules: SchemaRules,
    part: &OperationPart,
    contract: &'d Node,
    emitted: &'d Node,
) {
    let content = |body: &'d Node| body.get("content").into_iter().flat_map(Node::members);
    let location = |body: &'d Node| body.get("content").unwrap_or(body);
    // dropshot emits no media type ranges, and `encoding` only from the overlay.
    let is_literal = context.conventions == Conventions::None;
    let is_response = matches!(part, OperationPart::Response { .. });
    for (name, left) in content(contract) {
        let part = part.of_type(name);
        let select = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<(&'d str, &'d Node)> {
            content(emitted).filter(|(other, _)| is_wanted(other)).collect()
        };
        let mut counterparts = select(&|other| are_same(name, other));
        if counterparts.is_empty() && is_literal {
            let is_in_range =
                |other: &str| covers(other, name) || (is_response && covers(name, other));
            counterparts = select(&is_in_range);
        }
        if counterparts.is_empty() {
            let message = format!("{} doesn't have {name} here", context.terms.candidate);
            let rule = Rule::MediaTypeMissing;
            context.report(rule, &part, message, (left, location(emitted)));
        }
        for (_, right) in counterparts {
            if !is_response && (is_literal || right.get("encoding").is_some()) {
                encoding::compare(context, &part, left, right);
            }
            let left = schema(context.base, name, left);
            let right = schema(context.candidate, name, right);
            context.compare_schemas(rules, &part, &left, &right);
        }
    }
    for (name, right) in content(emitted) {
        let is_known = |known| are_same(known, name) || (is_literal && covers(known, name));
        if content(contract).any(|(known, _)| is_known(known)) {
            continue;
        }
        let message = format!("{} doesn't have {name} here", context.terms.base);
        let part = part.of_type(name);
        let rule = Rule::MediaTypeUndocumented;
        context.report(rule, &part, message, (location(contract), right));
    }
}

/// Returns whether `range` (`text/*`, `application/*+json`, `*/*`; OpenAPI 3.1.1 §4.8.13)
/// strictly contains `name`.
fn covers(range: &str, name: &str) -> bool {
    let parsed = MediaType::parse(range).zip(MediaType::parse(name));
    parsed.is_some_and(|(range, name)| range.covers(&name) && !name.covers(&range))
}

/// Returns the schema of a body. A body of raw octets has no schema in 3.1 and
/// `type: string, format: binary` in 3.0 (OpenAPI 3.1.1 §4.8.14.2); both mean any
/// octets. Annotations don't matter.
fn schema<'d>(document: &'d Document, media_type: &str, node: &'d Node) -> Schema<'d> {
    let Some(schema) = node.get("schema") else {
        return Schema::any(node);
    };
    let target = document.resolve(schema);
    let mut keywords = target.members().map(|(keyword, _)| keyword);
    let is_octets = target.member_text("type") == Some("string")
        && target.member_text("format") == Some("binary")
        && keywords.all(|keyword| {
            ["type", "format"].contains(&keyword) || crate::inclusion::is_ignored(keyword)
        });
    if is_octets && are_same(media_type, "application/octet-stream") {
        return Schema::any(schema);
    }
    Schema::new(document, schema)
}
