//! Media types of a body and the schema of each. It must never compare the
//! schemas of two different media types, unless one is a range with the other.

use super::context::{Context, SchemaRules};
use super::part::Part;
use super::{Conventions, encoding};
use crate::document::{Document, Node};
use crate::rule::Rule;
use crate::schema::Schema;
use std::collections::BTreeSet;

/// Compares the `content` of two request bodies or responses.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    rules: SchemaRules,
    part: &Part,
    contract: &'d Node,
    emitted: &'d Node,
) {
    let content = |body: &'d Node| body.get("content").into_iter().flat_map(Node::members);
    let place = |body: &'d Node| body.get("content").unwrap_or(body);
    // dropshot knows no ranges, and shows no encoding by itself.
    let is_by_the_letter = context.conventions == Conventions::None;
    let is_sent = matches!(part, Part::Response { .. });
    for (name, left) in content(contract) {
        let part = part.of_type(name);
        let select = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<(&'d str, &'d Node)> {
            let wanted = content(emitted).filter(|(other, _)| is_wanted(other));
            wanted.collect()
        };
        let mut counterparts = select(&|other| are_same(name, other));
        if counterparts.is_empty() && is_by_the_letter {
            let holds = |other: &str| covers(other, name) || (is_sent && covers(name, other));
            counterparts = select(&holds);
        }
        if counterparts.is_empty() {
            let message = format!("{} doesn't have {name} here", context.terms.emitted);
            let rule = Rule::MediaTypeMissing;
            context.report(rule, &part, message, left, place(emitted));
        }
        for (_, right) in counterparts {
            if !is_sent && (is_by_the_letter || right.get("encoding").is_some()) {
                encoding::compare(context, &part, left, right);
            }
            let left = schema(context.contract, name, left);
            let right = schema(context.emitted, name, right);
            context.compare_schemas(rules, &part, &left, &right);
        }
    }
    for (name, right) in content(emitted) {
        let is_known = |known| are_same(known, name) || (is_by_the_letter && covers(known, name));
        if content(contract).any(|(known, _)| is_known(known)) {
            continue;
        }
        let message = format!("{} doesn't have {name} here", context.terms.contract);
        let part = part.of_type(name);
        let rule = Rule::MediaTypeUndocumented;
        context.report(rule, &part, message, place(contract), right);
    }
}

/// Whether `range` (`text/*`, `*/*`; OpenAPI 3.1.1 §4.8.13) holds `name` and more.
fn covers(range: &str, name: &str) -> bool {
    let essence = |text: &str| canonical(text).0;
    let (range, name) = (essence(range), essence(name));
    let begins = range.strip_suffix('*').filter(|kind| kind.ends_with('/'));
    range != name && (range == "*/*" || begins.is_some_and(|kind| name.starts_with(kind)))
}

/// Whether two media types mean the same.
pub(super) fn are_same(one: &str, other: &str) -> bool {
    canonical(one) == canonical(other)
}

/// The type, and the parameters in an order of their own. Types, the names of
/// parameters and the value of `charset` have no case, white space around `;`
/// says nothing, and a quoted value is the same unquoted (RFC 9110 §8.3.1,
/// §8.3.2). To `application/json`, `charset` says nothing (RFC 8259 §11).
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
    let inner = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(value)
}

/// The schema of a body. One of raw octets has none in 3.1 and `type: string,
/// format: binary` in 3.0 (OpenAPI 3.1.1 §4.8.14.2); both mean any octets.
fn schema<'d>(document: &'d Document, media_type: &str, node: &'d Node) -> Schema<'d> {
    let Some(schema) = node.get("schema") else {
        return Schema::any(node);
    };
    let is_octets = schema.members().count() == 2
        && schema.member_text("type") == Some("string")
        && schema.member_text("format") == Some("binary");
    if is_octets && are_same(media_type, "application/octet-stream") {
        return Schema::any(schema);
    }
    Schema::new(document, schema)
}
