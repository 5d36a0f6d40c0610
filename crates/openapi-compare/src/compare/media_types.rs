//! Compares the media types of a body and the schema of each. Schemas are compared
//! only if the media types are equal or one is a range that contains the other.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::{Conventions, encoding};
use crate::Document;
use crate::inclusion::Schema;
use crate::rule::Rule;
use openapi_schema::http::MediaType;
use openapi_source::Node;
use std::collections::BTreeSet;

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
            let wanted = content(emitted).filter(|(other, _)| is_wanted(other));
            wanted.collect()
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
            context.report(rule, &part, message, left, location(emitted));
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
        context.report(rule, &part, message, location(contract), right);
    }
}

/// Returns whether `range` (`text/*`, `application/*+json`, `*/*`; OpenAPI 3.1.1 §4.8.13)
/// strictly contains `name`.
fn covers(range: &str, name: &str) -> bool {
    let parsed = MediaType::parse(range).zip(MediaType::parse(name));
    parsed.is_some_and(|(range, name)| range.covers(&name) && !name.covers(&range))
}

/// Returns whether two media types are equivalent.
pub(super) fn are_same(one: &str, other: &str) -> bool {
    canonical(one) == canonical(other)
}

/// Returns the normalized type and the set of its parameters. Types, the names of
/// parameters and the value of `charset` are case-insensitive, white space around
/// `;` has no meaning, and a quoted value equals the unquoted one (RFC 9110 §8.3.1,
/// §8.3.2). For `application/json`, `charset` has no meaning (RFC 8259 §11).
fn canonical(media_type: &str) -> (String, BTreeSet<(String, String)>) {
    let (name, parameters) = media_type.split_once(';').unwrap_or((media_type, ""));
    let name = name.trim().to_ascii_lowercase();
    let parameters = parameters
        .split(';')
        .filter(|parameter| !parameter.trim().is_empty())
        .map(|parameter| {
            let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            (key.trim().to_ascii_lowercase(), unquoted(value.trim()))
        })
        .map(|(key, value)| match key.as_str() {
            "charset" => (key, value.to_ascii_lowercase()),
            _ => (key, value.to_owned()),
        })
        .filter(|(key, _)| !(name == "application/json" && key == "charset"))
        .collect();
    (name, parameters)
}

fn unquoted(value: &str) -> &str {
    let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(value)
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
