//! Compares how values are serialized in a parameter or a header (OpenAPI 3.1.1
//! §4.8.12.2): by `style` and `explode`, or as a media type. Differences that don't
//! affect any value allowed by both sides are ignored.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::wire;
use crate::Document;
use crate::inclusion::{Schema, ValueType};
use crate::rule::Rule;
use openapi_source::Node;
use std::collections::BTreeSet;

/// Compares the serialization, reported by `rule`, and the schemas, reported by
/// `rules`. `location` is the parameter's `in`; a header is treated like a
/// parameter in `header`.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    (rule, rules): (Rule, SchemaRules),
    part: &OperationPart,
    location: &str,
    (base, candidate): (&'d Node, &'d Node),
) {
    let (left, left_media) = schema(context.base, base);
    let (right, right_media) = schema(context.candidate, candidate);
    let have_same_content = match (left_media, right_media) {
        (Some(one), Some(other)) => are_same(one, other),
        (one, other) => one == other,
    };
    if !have_same_content {
        let (one, other) = (left_media.unwrap_or("none"), right_media.unwrap_or("none"));
        let message = context.contrast("content", one, other);
        let at = |one: &'d Node| one.get("content").unwrap_or(one);
        context.report(rule, part, message, (at(base), at(candidate)));
    } else if left_media.is_none() {
        let mut allow = |kind| {
            let schemas = [&left, &right];
            schemas.iter().any(|one| context.schemas.allows(one, kind))
        };
        let kinds = (allow(ValueType::Array), allow(ValueType::Object));
        let describe = |one| {
            let style = style(location, one);
            if explodes(style, one) && is_affected_by_explode(style, kinds) {
                format!("{style}, exploded")
            } else {
                style.to_owned()
            }
        };
        let (one, other) = (describe(base), describe(candidate));
        if one != other {
            let message = context.contrast("style", &one, &other);
            let at = |one: &'d Node| one.get("style").or(one.get("explode")).unwrap_or(one);
            context.report(rule, part, message, (at(base), at(candidate)));
        }
    }
    let is_text = left_media.is_none() && right_media.is_none();
    if is_text && wire::compare(context, rules, part, (&left, &right)).is_some() {
        context.compare_annotations(rules, part, &left, &right);
    } else {
        context.compare_schemas(rules, part, &left, &right);
    }
}

/// Returns `style` or its default.
fn style<'d>(location: &str, node: &'d Node) -> &'d str {
    let default = match location {
        "query" | "cookie" => "form",
        _ => "simple",
    };
    node.member_text("style").unwrap_or(default)
}

/// Returns `explode` or its default, which depends on the style.
fn explodes(style: &str, node: &Node) -> bool {
    node.get("explode").and_then(Node::boolean).unwrap_or(style == "form")
}

/// Returns whether `explode` changes the serialization, given whether arrays and
/// objects are allowed: scalars are never affected, nor are arrays in `simple`.
/// `deepObject` has only one form.
fn is_affected_by_explode(style: &str, (arrays, objects): (bool, bool)) -> bool {
    match style {
        "simple" => objects,
        "deepObject" => false,
        _ => arrays || objects,
    }
}

/// Returns the schema of a parameter or header and, if it has `content` instead of
/// `schema`, its media type.
fn schema<'d>(document: &'d Document, node: &'d Node) -> (Schema<'d>, Option<&'d str>) {
    let content = node.get("content").and_then(|content| content.members().next());
    let (owner, media_type) = match content {
        Some((media_type, owner)) => (owner, Some(media_type)),
        None => (node, None),
    };
    let schema = match owner.get("schema") {
        Some(node) => Schema::new(document, node),
        None => Schema::any(owner),
    };
    (schema, media_type)
}

/// Returns whether two media types are equivalent. A parameter of a media type can change what a
/// service does with the body, so only those without a meaning are left out.
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
    value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value)
}
