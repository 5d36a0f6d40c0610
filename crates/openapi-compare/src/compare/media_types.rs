//! Compares the media types of a body and the schema of each. A body is of the most exact media
//! type or range that its document declares (OpenAPI 3.1.1 §4.8.13.1), so schemas are compared for
//! each media type and range of either document, with what it is in the other one.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::serialization::are_same;
use super::{Conventions, encoding};
use crate::Document;
use crate::inclusion::Schema;
use crate::inclusion::is_ignored;
use crate::rule::Rule;
use openapi_schema::http::{MediaType, Syntax};
use openapi_source::Node;
use std::collections::HashSet;

/// Compares the `content` of two request bodies or responses.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    rules: SchemaRules,
    part: &OperationPart,
    base: &'d Node,
    candidate: &'d Node,
) {
    let content = |body: &'d Node| body.get("content").into_iter().flat_map(Node::members);
    let location = |body: &'d Node| body.get("content").unwrap_or(body);
    // dropshot emits no media type ranges, and no `encoding`: `openapi_dropshot::annotations` adds it.
    let is_literal = context.conventions == Conventions::None;
    let contains = |range, name| is_literal && covers(range, name);
    let is_request = matches!(part, OperationPart::RequestBody { .. });
    let select = |body, name| {
        let declared = content(body);
        let declared = declared.filter(|(known, _)| are_same(known, name) || contains(known, name));
        declared.reduce(|one, other| if covers(one.0, other.0) { other } else { one })
    };
    let of_base = content(base).map(|left| (left.0, Some(left), select(candidate, left.0)));
    let of_candidate =
        content(candidate).map(|right| (right.0, select(base, right.0), Some(right)));
    let mut compared = HashSet::new();
    for (name, left, right) in of_base.chain(of_candidate) {
        let part = part.of_type(name);
        match (left, right) {
            (Some((one, left)), Some((other, right))) if compared.insert((one, other)) => {
                if is_request && (is_literal || right.get("encoding").is_some()) {
                    encoding::compare(context, &part, left, right);
                }
                let left = schema(context.base, name, left);
                let right = schema(context.candidate, name, right);
                context.compare_schemas(rules, &part, &left, &right);
            }
            (Some(_), Some(_)) => {}
            (Some(_), None)
                if !context.reads(&part)
                    && content(candidate).any(|(one, _)| contains(name, one)) => {}
            (Some((_, left)), None) => {
                let message = format!("{} doesn't have {name} here", context.terms.candidate);
                let locations = (left, location(candidate));
                context.report(Rule::MediaTypeMissing, &part, message, locations);
            }
            (None, right) => {
                let message = format!("{} doesn't have {name} here", context.terms.base);
                let locations = (location(base), right.map_or(candidate, |(_, right)| right));
                context.report(Rule::MediaTypeUndocumented, &part, message, locations);
            }
        }
    }
}

/// Returns whether `range` (`text/*`, `application/*+json`, `*/*`; OpenAPI 3.1.1 §4.8.13)
/// strictly contains `name`.
fn covers(range: &str, name: &str) -> bool {
    let parsed = MediaType::parse(range).zip(MediaType::parse(name));
    parsed.is_some_and(|(range, name)| range.covers(&name) && !name.covers(&range))
}

/// Returns the schema of a body. A body of raw octets has no schema in 3.1 and
/// `type: string, format: binary` in 3.0 (OpenAPI 3.1.1 §4.8.14.3); both mean any
/// octets, as does a string without a format, except for a range, whose bodies can be JSON.
/// Annotations don't matter.
fn schema<'d>(document: &'d Document, media_type: &str, node: &'d Node) -> Schema<'d> {
    let Some(schema) = node.get("schema") else {
        return Schema::any(node);
    };
    let target = document.resolve(schema);
    let mut keywords = target.members().map(|(keyword, _)| keyword);
    let mut beside = schema.members().map(|(keyword, _)| keyword);
    let without_format = (!media_type.contains('*')).then_some("binary");
    // Another encoding, such as base64, makes a text of them.
    let encoding = target.member_text("contentEncoding");
    let is_octets = Syntax::of(media_type) == Syntax::Bytes
        && encoding.is_none_or(|encoding| encoding.eq_ignore_ascii_case("binary"))
        && target.member_text("type") == Some("string")
        && target.member_text("format").or(without_format) == Some("binary")
        && keywords.all(|keyword| {
            ["type", "format", "contentMediaType", "contentEncoding"].contains(&keyword)
                || is_ignored(keyword)
        })
        && (schema.get("$ref").is_none()
            || beside.all(|keyword| keyword == "$ref" || is_ignored(keyword)));
    if is_octets { Schema::any(schema) } else { Schema::new(document, schema) }
}
