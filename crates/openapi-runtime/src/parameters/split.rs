//! Splits text at delimiters into the texts of an array or object.

use std::collections::BTreeSet;

use openapi_validation::Texts;

use super::sent::Sent;
use super::style::{Malformed, ValueType};

/// Returns the items of an array.
pub(super) fn items<'t>(
    parts: impl Iterator<Item = &'t str>,
    sent: &Sent<'_>,
) -> Result<Texts, Malformed> {
    let items = parts.map(|part| sent.decode(part).map(Texts::One));
    items.collect::<Result<_, _>>().map(Texts::Items)
}

/// Returns the members of an object whose names and values alternate: `R,100,G,200`.
pub(super) fn alternating<'t>(
    mut parts: impl Iterator<Item = &'t str>,
    sent: &Sent<'_>,
) -> Result<Texts, Malformed> {
    let mut pairs = Vec::new();
    while let Some(name) = parts.next() {
        match parts.next() {
            Some(text) => pairs.push((name, text)),
            None if name.is_empty() && pairs.is_empty() => {}
            None => return Err(Malformed::NoValue),
        }
    }
    members(pairs.into_iter(), sent)
}

/// Returns the members of an object whose values follow `=`: `R=100,G=200`.
pub(super) fn assignments<'t>(
    parts: impl Iterator<Item = &'t str>,
    sent: &Sent<'_>,
) -> Result<Texts, Malformed> {
    let parts = parts.filter(|part| !part.is_empty());
    members(
        parts.map(|part| part.split_once('=').unwrap_or((part, ""))),
        sent,
    )
}

fn members<'t>(
    pairs: impl Iterator<Item = (&'t str, &'t str)>,
    sent: &Sent<'_>,
) -> Result<Texts, Malformed> {
    let mut names = BTreeSet::new();
    let mut members = Vec::new();
    for (name, text) in pairs {
        let name = sent.decode(name)?;
        if !names.insert(name.clone()) {
            return Err(Malformed::MemberRepeated);
        }
        members.push((name, Texts::One(sent.decode(text)?)));
    }
    Ok(Texts::Members(members))
}

/// Returns the items of an array, or the members of an object.
pub(super) fn compound<'t>(
    value_type: &ValueType,
    explode: bool,
    parts: impl Iterator<Item = &'t str>,
    sent: &Sent<'_>,
) -> Result<Option<Texts>, Malformed> {
    let decoded = match value_type {
        ValueType::Object { .. } if explode => assignments(parts, sent),
        ValueType::Object { .. } => alternating(parts, sent),
        ValueType::Scalar | ValueType::Array => items(parts, sent),
    };
    decoded.map(Some)
}

/// Returns the text of a scalar.
pub(super) fn scalar(text: &str, sent: &Sent<'_>) -> Result<Texts, Malformed> {
    sent.decode(text).map(Texts::One)
}
