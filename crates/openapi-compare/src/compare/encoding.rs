//! Compares how the members of a form are serialized in a body (`encoding`, OpenAPI
//! 3.1.1 §4.8.15). A default that is written out equals an absent field, except that one of
//! `style`, `explode` and `allowReserved` disables `contentType`. The `headers` of parts aren't
//! compared, because generated servers ignore them.

use super::context::Context;
use super::operation_part::OperationPart;
use super::parts::Parts;
use super::serialization::are_same;
use crate::Document;
use crate::inclusion::{Schema, ValueType};
use crate::rule::Rule;
use openapi_source::Node;
use std::collections::BTreeSet;

/// Compares the encoding of two media types.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    part: &OperationPart,
    base: &'d Node,
    candidate: &'d Node,
) {
    let encodings = [base, candidate].into_iter().filter_map(|one| one.get("encoding"));
    let names: BTreeSet<&str> = encodings.flat_map(Node::members).map(|(name, _)| name).collect();
    for name in names {
        let one = Encoding::of(context, context.base, base, name);
        let other = Encoding::of(context, context.candidate, candidate, name);
        if !one.is_equivalent(&other) {
            let what = format!("encoding of `{name}`");
            let message = context.contrast(&what, &one.describe(), &other.describe());
            let rule = Rule::EncodingDifferent;
            context.report(rule, part, message, (one.at, other.at));
        }
    }
}

/// The serialization of one member.
struct Encoding<'d> {
    serialization: Serialization<'d>,
    /// The Encoding Object, or `encoding`, or the media type: the innermost that is there.
    at: &'d Node,
}

#[derive(PartialEq)]
enum Serialization<'d> {
    /// In the style of a query parameter; `contentType` is ignored then (§4.8.15).
    Style { style: &'d str, explodes: bool, is_reserved_allowed: bool },
    /// With one of these media types.
    ContentType(Vec<&'d str>),
}

impl<'d> Encoding<'d> {
    fn of(
        context: &mut Context<'d>,
        document: &'d Document,
        media_type: &'d Node,
        name: &'d str,
    ) -> Encoding<'d> {
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
                let mut form = Parts::of(document, &[media_type.get("schema")?]);
                let declarations = form.members.remove(&("properties", name, 0))?;
                Some(default_of(context, document, &declarations))
            };
            let types = text("contentType").or_else(default).unwrap_or(OCTETS);
            Serialization::ContentType(types.split(',').map(str::trim).collect())
        };
        Encoding { serialization, at: at.or(media_type.get("encoding")).unwrap_or(media_type) }
    }

    fn is_equivalent(&self, other: &Encoding) -> bool {
        match (&self.serialization, &other.serialization) {
            (Serialization::ContentType(left), Serialization::ContentType(right)) => {
                let has_all = |types: &[&str], wanted: &[&str]| {
                    wanted.iter().all(|wanted| types.iter().any(|known| are_same(known, wanted)))
                };
                has_all(left, right) && has_all(right, left)
            }
            (left, right) => left == right,
        }
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

const OCTETS: &str = "application/octet-stream";

/// Returns the content type of a member whose encoding declares none (§4.8.15.1.1), by the values
/// that all its declarations allow. That of an array is the one of its items. A form can't contain
/// null.
fn default_of<'d>(
    context: &mut Context<'d>,
    document: &'d Document,
    declarations: &[&'d Node],
) -> &'d str {
    let mut parts = Parts::of(document, declarations);
    let mut allowed = kinds(context, document, declarations);
    // Only once, because an array can contain itself.
    if allowed == [false, true, false]
        && let Some(items) = parts.members.remove(&("items", "", 0))
    {
        allowed = kinds(context, document, &items);
        parts = Parts::of(document, &items);
    }
    let text = |field| parts.nearest(field).member_text(field);
    let is_binary = text("contentEncoding").is_some() || text("format") == Some("binary");
    match allowed {
        [false, false, true] => "application/json",
        [true, false, false] => match text("contentMediaType") {
            Some(media_type) => media_type,
            None if is_binary => OCTETS,
            None => "text/plain",
        },
        _ => OCTETS,
    }
}

/// Returns whether all schemas allow scalars, arrays and objects.
fn kinds<'d>(context: &mut Context<'d>, document: &'d Document, schemas: &[&'d Node]) -> [bool; 3] {
    let scalars = [ValueType::String, ValueType::Number, ValueType::Boolean];
    let kinds = [&scalars[..], &[ValueType::Array], &[ValueType::Object]];
    let mut allows = |schema, kind| context.schemas.allows(&Schema::new(document, schema), kind);
    kinds.map(|kinds| kinds.iter().any(|kind| schemas.iter().all(|schema| allows(schema, *kind))))
}
