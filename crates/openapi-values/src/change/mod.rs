//! Changes of a valid value, which may make it invalid.
//!
//! [`changes`] returns one change for each assertion of the schema about a part: the
//! value at each bound and just beyond it, each enumerated value and a value outside
//! of the enumeration, each member removed and each set to null. [`change_at_random`]
//! makes one of these changes, or another: invalid JSON, a number in another notation,
//! a text that is almost of the format, a duplicate member.
//!
//! This module doesn't decide which changes make the value invalid; the changed
//! value is validated.

mod malformed;
mod number;
mod random;
mod shape;
mod text;

pub use malformed::dictionary_words;
pub use number::rewritten;
pub use random::change_at_random;

use rand::RngExt;
use serde_json::Value;

use crate::Random;
use crate::instance::InstanceLocation;
use crate::json::Json;
use crate::sample::Sampler;
use crate::schema::Schema;

/// The maximum number of enumerated values to try.
const MAX_ENUMERATED: usize = 20;

/// A change of a part of a value.
#[derive(Clone, Debug)]
pub enum Change {
    /// Replaces the part.
    Replace(Json),
    /// Removes a member of an object.
    Remove(String),
    /// Adds members to an object.
    Add(Vec<(String, Json)>),
    /// Truncates an array to a number of items and appends items.
    Items(usize, Vec<Json>),
    /// Appends a copy of the first item to an array.
    Repeat,
    /// Replaces the part with a random integer of this range, written with a
    /// fraction of zero.
    Whole(i128, i128),
    /// Replaces the part with a random text of this number of characters, the last
    /// of which takes more than one UTF-16 code unit.
    Sized(usize),
}

/// A change with its purpose.
#[derive(Clone, Debug)]
pub struct Changed {
    /// A description of the changed part.
    pub what: String,
    /// The location in the document of the keyword that the change tests.
    pub keyword: String,
    /// The change.
    pub change: Change,
    /// The validation result that the changed value must have; otherwise it is not
    /// sent.
    pub only: Option<bool>,
}

impl Changed {
    fn new(what: impl Into<String>, keyword: String, change: Change) -> Self {
        let what = what.into();
        Self { what, keyword, change, only: None }
    }

    /// Returns the change of a part that is valid to itself.
    pub(crate) fn nothing(location: &InstanceLocation<'_>, part: &Json) -> Self {
        let keyword = location.schemas.first().map(|schema| schema.pointer.clone());
        let change = Change::Replace(part.clone());
        Self::new("a valid value", keyword.unwrap_or_default(), change)
    }

    fn must_be_rejected(self) -> Self {
        Self { only: Some(false), ..self }
    }
}

impl Change {
    /// Returns the changed part.
    pub fn of(&self, part: &Json, random: &mut Random) -> Json {
        match (self, part) {
            (Self::Whole(least, most), _) => {
                Json::Number(format!("{}.0", random.random_range(*least..=*most)))
            }
            (Self::Sized(length), _) => {
                let letter = |_| char::from(b'a' + random.random_range(0..26u8));
                let letters: String = (1..*length).map(letter).collect();
                Json::String(letters + if *length > 0 { text::WIDE } else { "" })
            }
            (Self::Replace(value), _) => value.clone(),
            (Self::Remove(name), Json::Object(members)) => {
                let others = members.iter().filter(|(known, _)| known != name);
                Json::Object(others.cloned().collect())
            }
            (Self::Add(more), Json::Object(members)) => {
                Json::Object(members.iter().chain(more).cloned().collect())
            }
            (Self::Items(count, more), Json::Array(items)) => {
                Json::Array(items.iter().take(*count).chain(more).cloned().collect())
            }
            (Self::Repeat, Json::Array(items)) => {
                Json::Array(items.iter().chain(items.first()).cloned().collect())
            }
            _ => part.clone(),
        }
    }
}

/// Returns all changes of a part.
pub fn changes<'d>(
    sampler: &mut Sampler<'_, 'd>,
    location: &InstanceLocation<'d>,
    part: &Json,
) -> Vec<Changed> {
    let mut changes = Vec::new();
    enumerated(location, &mut changes);
    match part {
        Json::Number(_) => number::at_bounds(location, &mut changes),
        Json::String(_) => text::at_bounds(location, &mut changes),
        Json::Array(items) => shape::items(sampler, location, items, &mut changes),
        Json::Object(members) => shape::members(sampler, location, members, &mut changes),
        _ => {}
    }
    let (schema, depth) = (keyword_location(location, "type"), location.path.len());
    if !matches!(part, Json::Null) {
        changes.push(Changed::new("null", schema.clone(), Change::Replace(Json::Null)));
    }
    for other in others(part) {
        let what = format!("{} in place of {}", kind(&other), kind(part));
        changes.push(Changed::new(what, schema.clone(), Change::Replace(other)).must_be_rejected());
    }
    for part in &location.merged.parts {
        if let Some(excluded) = part.below("not") {
            let value = sampler.attempt(std::slice::from_ref(&excluded), depth);
            let what = "what `not` excludes";
            changes.push(
                Changed::new(what, excluded.pointer, Change::Replace(value)).must_be_rejected(),
            );
        }
    }
    changes
}

/// Adds each value of `enum` and `const`, and a value outside of them.
fn enumerated(location: &InstanceLocation<'_>, changes: &mut Vec<Changed>) {
    for part in &location.merged.parts {
        for keyword in ["enum", "const"] {
            let Some(value) = part.keyword(keyword) else {
                continue;
            };
            let pointer = format!("{}/{keyword}", part.pointer);
            let values = match value {
                Value::Array(values) if keyword == "enum" => values.as_slice(),
                single => std::slice::from_ref(single),
            };
            for value in values.iter().take(MAX_ENUMERATED) {
                let what = format!("{value}, which `{keyword}` lists");
                let change = Change::Replace(value.into());
                changes.push(Changed::new(what, pointer.clone(), change));
            }
            let other = match values.first() {
                Some(Value::String(text)) => Json::String(format!("{text}~")),
                Some(Value::Number(_)) => Json::Number("7919".to_owned()),
                _ => continue,
            };
            let what = format!("a value that `{keyword}` doesn't list");
            changes.push(Changed::new(what, pointer, Change::Replace(other)).must_be_rejected());
        }
    }
}

/// Returns values of other types that a lenient reader might convert to this value.
fn others(value: &Json) -> Vec<Json> {
    match value {
        Json::Null => Vec::new(),
        Json::Bool(value) => vec![Json::String(value.to_string()), Json::Number("1".to_owned())],
        Json::Number(literal) => vec![Json::String(literal.clone()), Json::Bool(true)],
        Json::String(_) => vec![Json::Number("7".to_owned()), Json::Array(Vec::new())],
        Json::Array(_) => vec![Json::Object(Vec::new()), Json::String(String::new())],
        Json::Object(members) => {
            let values = members.iter().map(|(_, member)| member.clone());
            vec![Json::Array(values.collect()), Json::String(String::new())]
        }
        Json::Malformed(_) => Vec::new(),
    }
}

/// Returns the type of a value in words.
pub(crate) fn kind(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a text",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
        Json::Malformed(_) => "no JSON",
    }
}

/// A number of items, members or characters at a limit or just beyond it.
struct AtLimit {
    count: usize,
    is_beyond: bool,
    /// The keyword with its value.
    named: String,
    /// The location of the keyword.
    pointer: String,
}

/// Returns the numbers at and beyond the keyword of a minimum and that of a maximum.
/// Limits from `most` on are left out: such values are too large to be worth testing.
fn at_limits(schema: &Schema<'_>, keywords: [&str; 2], most: usize) -> Vec<AtLimit> {
    let limits = keywords.into_iter().zip([-1, 1]).flat_map(|(keyword, beyond)| {
        let limit = limit(schema, keyword, most);
        let counts = limit.map(|limit| (limit, [Some(limit), limit.checked_add_signed(beyond)]));
        counts.into_iter().flat_map(move |(limit, counts)| {
            counts.into_iter().flatten().map(move |count| (keyword, limit, count))
        })
    });
    let limits = limits.map(|(keyword, limit, count)| AtLimit {
        count,
        is_beyond: count != limit,
        named: format!("{keyword}: {limit}"),
        pointer: format!("{}/{keyword}", schema.pointer),
    });
    limits.collect()
}

fn limit(schema: &Schema<'_>, keyword: &str, most: usize) -> Option<usize> {
    let limit = schema.keyword(keyword).and_then(Value::as_u64)?;
    usize::try_from(limit).ok().filter(|limit| *limit < most)
}

/// Returns the location of a keyword among the schemas of a location, or the location
/// of the first schema if none has the keyword.
fn keyword_location(location: &InstanceLocation<'_>, keyword: &str) -> String {
    let mut parts = location.merged.parts.iter();
    match parts.find(|part| part.keyword(keyword).is_some()) {
        Some(part) => format!("{}/{keyword}", part.pointer),
        None => location
            .schemas
            .first()
            .map(|schema: &Schema<'_>| schema.pointer.clone())
            .unwrap_or_default(),
    }
}
