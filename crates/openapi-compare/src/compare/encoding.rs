//! Compares how the members of a form are serialized in a body (`encoding`, OpenAPI
//! 3.1.1 §4.8.15). An explicit default equals an absent field.

use super::context::Context;
use super::operation_part::OperationPart;
use super::parts::Annotations;
use super::serialization::are_same;
use crate::Document;
use crate::rule::Rule;
use openapi_source::Node;

/// Compares the encoding of two media types.
pub(super) fn compare(context: &mut Context, part: &OperationPart, base: &Node, candidate: &Node) {
    let listed = |media_type: &'_ Node| -> Vec<String> {
        let members = media_type.get("encoding").into_iter().flat_map(Node::members);
        members.map(|(name, _)| name.to_owned()).collect()
    };
    let mut names = listed(base);
    names.extend(listed(candidate));
    names.sort_unstable();
    names.dedup();
    for name in &names {
        let one = Encoding::of(context.base, base, name);
        let other = Encoding::of(context.candidate, candidate, name);
        if !one.is_equivalent(&other) {
            let what = format!("encoding of `{name}`");
            let message = context.differs(&what, &one.describe(), &other.describe());
            let rule = Rule::EncodingDifferent;
            context.report(rule, part, message, one.at, other.at);
        }
    }
}

/// The serialization of one member.
struct Encoding<'d> {
    serialization: Serialization<'d>,
    /// The location of the declaration, or the nearest enclosing one.
    at: &'d Node,
}

#[derive(PartialEq)]
enum Serialization<'d> {
    /// Like a query parameter; `contentType` is ignored then.
    Style { style: &'d str, explodes: bool, is_reserved_allowed: bool },
    /// With one of these media types.
    ContentType(Vec<&'d str>),
}

impl<'d> Encoding<'d> {
    fn of(document: &'d Document, media_type: &'d Node, name: &str) -> Encoding<'d> {
        let at = media_type.get("encoding").and_then(|all| all.get(name));
        let has = |field| at.is_some_and(|one| one.get(field).is_some());
        let text = |field| at.and_then(|one| one.member_text(field));
        let serialization = if has("style") || has("explode") || has("allowReserved") {
            let style = text("style").unwrap_or("form");
            let explode = at.and_then(|one| one.get("explode")?.boolean());
            Serialization::Style {
                style,
                explodes: explode.unwrap_or(style == "form"),
                is_reserved_allowed: at.is_some_and(|one| one.flag("allowReserved")),
            }
        } else {
            let default = || {
                let mut members = Annotations::of(document, media_type.get("schema")?).members;
                members.retain(|(key, _)| *key == ("properties", name));
                Some(default_of(document, members.first()?.1))
            };
            let types = text("contentType")
                .or_else(default)
                .unwrap_or("application/octet-stream")
                .split(',');
            Serialization::ContentType(types.map(str::trim).collect())
        };
        Encoding { serialization, at: at.or(media_type.get("encoding")).unwrap_or(media_type) }
    }

    fn is_equivalent(&self, other: &Encoding) -> bool {
        let (Serialization::ContentType(one), Serialization::ContentType(other)) =
            (&self.serialization, &other.serialization)
        else {
            return self.serialization == other.serialization;
        };
        let has_all = |one: &[&str], other: &[&str]| {
            let mut other = other.iter();
            other.all(|other| one.iter().any(|one| are_same(one, other)))
        };
        has_all(one, other) && has_all(other, one)
    }

    fn describe(&self) -> String {
        match &self.serialization {
            Serialization::ContentType(types) => types.join(", "),
            Serialization::Style { style, explodes, is_reserved_allowed } => {
                let exploded = if *explodes { ", exploded" } else { "" };
                let reserved = if *is_reserved_allowed { ", reserved characters" } else { "" };
                format!("{style}{exploded}{reserved}")
            }
        }
    }
}

/// Returns the default content type of a member (§4.8.15.1.1).
fn default_of(document: &Document, schema: &Node) -> &'static str {
    const OCTETS: &str = "application/octet-stream";
    let mut schema = document.resolve(schema);
    if schema.member_text("type") == Some("array")
        && let Some(items) = schema.get("items")
    {
        schema = document.resolve(items);
    }
    let is_binary =
        schema.get("contentEncoding").is_some() || schema.member_text("format") == Some("binary");
    match schema.member_text("type") {
        Some("object") => "application/json",
        Some("string") if is_binary => OCTETS,
        Some("string" | "number" | "integer" | "boolean") => "text/plain",
        _ => OCTETS,
    }
}
