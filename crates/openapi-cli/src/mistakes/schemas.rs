//! Keywords of schemas that are probably misspelled: formats, and names under `required`.

use openapi_document::{Diagnostic, Diagnostics, Document, did_you_mean};
use openapi_source::role::{Role, traverse};
use openapi_source::{Node, Pointer};
use std::collections::HashSet;

/// Formats of JSON Schema (Validation §7.3), of OpenAPI's registry
/// (<https://spec.openapis.org/registry/format/>), and others in use that are similar to one
/// of them.
const FORMATS: &str = "
    base64 base64url binary bigint byte char color commonmark cron cuid currency date
    date-time date-time-local decimal decimal128 double double-int duration email file
    float hostname html http-date idn-email idn-hostname int8 int16 int32 int64 int128
    integer ip ipv4 ipv6 iri iri-reference json json-pointer long media-range mime number
    password phone regex relative-json-pointer semver sf-binary sf-boolean sf-integer
    sf-string sf-token string time time-local timestamp uint8 uint16 uint32 uint64 ulid
    uri uri-reference uuid";

/// Keywords with which the members of an object may be declared elsewhere.
const ELSEWHERE: [&str; 14] = [
    "$dynamicRef",
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "dependentSchemas",
    "discriminator",
    "else",
    "if",
    "oneOf",
    "patternProperties",
    "propertyNames",
    "then",
    "unevaluatedProperties",
];

/// Keywords whose schemas apply to the same value as the schema that has them.
const APPLIED: [&str; 8] =
    ["allOf", "anyOf", "dependentSchemas", "else", "if", "not", "oneOf", "then"];

/// Adds a warning for each format that is nearly one that is known, and each required name
/// that no property has.
pub(super) fn unlikely(document: &Document, found: &mut Diagnostics) {
    let applied = applied(document.root());
    traverse(document.root(), Role::Document, &mut |node, role| {
        if role != Role::Schema {
            return;
        }
        format(node, found);
        bounds(node, found);
        let pointer = &node.location.pointer;
        if !is_branch(pointer) && !applied.contains(pointer) {
            required(node, found);
        }
    });
}

fn format(schema: &Node, found: &mut Diagnostics) {
    let Some(node) = schema.get("format") else {
        return;
    };
    let known = || FORMATS.split_whitespace();
    let Some(name) = node.string().filter(|name| known().all(|one| one != *name)) else {
        return;
    };
    if let Some(help) = did_you_mean(name, known()) {
        let message = format!("the format `{name}` is not known, and nothing checks it");
        found.push(Diagnostic::warning(&node.location, message).help(help));
    }
}

/// Adds a warning for a minimum above its maximum.
fn bounds(schema: &Node, found: &mut Diagnostics) {
    for of in ["imum", "Length", "Items", "Properties"] {
        let [low, high] = ["min", "max"].map(|end| format!("{end}{of}"));
        let Some((node, other)) = schema.get(&low).zip(schema.get(&high)) else { continue };
        if let Some((least, most)) = node.number().zip(other.number()).filter(|(a, b)| a > b) {
            let message = format!("`{low}: {least}` is above `{high}: {most}`");
            found.push(Diagnostic::warning(&node.location, message));
        }
    }
}

fn required(schema: &Node, found: &mut Diagnostics) {
    let (Some(properties), Some(required)) = (schema.get("properties"), schema.get("required"))
    else {
        return;
    };
    let is_open = |keyword: &&str| {
        let closes = *keyword == "additionalProperties"
            && schema.get(keyword).and_then(Node::boolean) == Some(false);
        schema.get(keyword).is_some() && !closes
    };
    if ELSEWHERE.iter().any(is_open) {
        return;
    }
    for node in required.items() {
        let Some(name) = node.string().filter(|name| properties.get(name).is_none()) else {
            continue;
        };
        let message = format!("`{name}` is required, and no property has this name");
        let names = properties.members().map(|(name, _)| name);
        let help = did_you_mean(name, names);
        let help = help.unwrap_or_else(|| "declare it in `properties`".to_owned());
        found.push(Diagnostic::warning(&node.location, message).help(help));
    }
}

/// Returns the schemas that apply together with another one by a reference.
fn applied(root: &Node) -> HashSet<Pointer> {
    let mut applied = HashSet::new();
    traverse(root, Role::Document, &mut |node, role| {
        let reference = node.get("$ref").and_then(Node::string);
        let target = reference.and_then(Pointer::from_reference);
        let has_more = || node.members().count() > 1;
        if role == Role::Schema && (is_branch(&node.location.pointer) || has_more()) {
            applied.extend(target);
        }
    });
    applied
}

/// Returns whether a schema stands below a keyword whose schemas apply to the same value.
fn is_branch(pointer: &Pointer) -> bool {
    let tokens: Vec<_> = pointer.tokens().collect();
    tokens.iter().rev().take(2).any(|token| APPLIED.contains(&token.as_str()))
}
