//! Values of another type, and arrays and objects with additional or missing parts.

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use serde_json::Value;

use super::{Change, Changed, at_limits, keyword_location, limit, malformed};
use crate::instance::InstanceLocation;
use crate::json::{DEEPEST, Json};
use crate::merged::Merged;
use crate::sample::Sampler;
use crate::schema::Schema;

/// Larger arrays and objects are too large to be worth testing.
const MAX_LENGTH: usize = 2000;

/// The name of a member that no document declares.
const UNKNOWN: &str = "x-unknown";

/// Adds the changes of an array.
pub(super) fn items<'d>(
    sampler: &mut Sampler<'_, 'd>,
    location: &InstanceLocation<'d>,
    items: &[Json],
    changes: &mut Vec<Changed>,
) {
    let (merged, depth) = (&location.merged, location.path.len());
    for part in &merged.parts {
        for limit in at_limits(part, ["minItems", "maxItems"], MAX_LENGTH) {
            let more = (items.len()..limit.count)
                .map(|index| sampler.value(&merged.item(index), depth + 1))
                .collect();
            let what = if limit.is_beyond {
                format!("{} items, beyond `{}`", limit.count, limit.named)
            } else {
                format!("as many items as `{}` says", limit.named)
            };
            changes.push(Changed::new(what, limit.pointer, Change::Items(limit.count, more)));
        }
        if part.keyword("uniqueItems") == Some(&Value::Bool(true)) && !items.is_empty() {
            let pointer = format!("{}/uniqueItems", part.pointer);
            changes.push(Changed::new("an item twice", pointer, Change::Repeat).must_be_rejected());
        }
        if let Some(contained) = part.below("contains") {
            let change = Change::Items(0, Vec::new());
            let what = "no item that `contains` asks for";
            changes.push(Changed::new(what, contained.pointer, change).must_be_rejected());
        }
    }
    changes.push(Changed::new(
        "no items",
        keyword_location(location, "items"),
        Change::Items(0, Vec::new()),
    ));
}

/// Adds the changes of an object.
pub(super) fn members<'d>(
    sampler: &mut Sampler<'_, 'd>,
    location: &InstanceLocation<'d>,
    members: &[(String, Json)],
    changes: &mut Vec<Changed>,
) {
    for (name, _) in members {
        let required = location.merged.parts.iter().find(|part| {
            let names = part.keyword("required").and_then(Value::as_array);
            names.is_some_and(|names| names.iter().any(|known| known == name))
        });
        let pointer = match required {
            Some(part) => format!("{}/required", part.pointer),
            None => keyword_location(location, "properties"),
        };
        let what = format!("without `{name}`");
        changes.push(Changed::new(what, pointer, Change::Remove(name.clone())));
    }
    // An undeclared member can have a schema, too.
    let schemas = location.merged.member(UNKNOWN);
    let value = if schemas.iter().any(Schema::is_false) {
        Json::Bool(true)
    } else {
        sampler.value(&schemas, location.path.len() + 1)
    };
    let unknown = |count: usize| -> Vec<(String, Json)> {
        let names = (0..count).map(|index| match index {
            0 => UNKNOWN.to_owned(),
            _ => format!("{UNKNOWN}-{index}"),
        });
        names.map(|name| (name, value.clone())).collect()
    };
    let closed = ["additionalProperties", "unevaluatedProperties"];
    let closed =
        closed.into_iter().find(|keyword| location.merged.keyword(keyword).next().is_some());
    let pointer = keyword_location(location, closed.unwrap_or("type"));
    let what = "with a member that isn't named";
    changes.push(Changed::new(what, pointer, Change::Add(unknown(1))));
    for part in &location.merged.parts {
        let pointer = |keyword| format!("{}/{keyword}", part.pointer);
        if let Some(most) = limit(part, "maxProperties", MAX_LENGTH) {
            for count in [most, most + 1] {
                let more = count.saturating_sub(members.len());
                let what = format!("{count} members with `maxProperties: {most}`");
                let change = Change::Add(unknown(more));
                changes.push(Changed::new(what, pointer("maxProperties"), change));
            }
        }
        if let Some(least) = limit(part, "minProperties", MAX_LENGTH).filter(|least| *least > 0) {
            for count in [least - 1, least].into_iter().filter(|count| *count < members.len()) {
                let what = format!("{count} members with `minProperties: {least}`");
                let change = Change::Replace(Json::Object(members[..count].to_vec()));
                changes.push(Changed::new(what, pointer("minProperties"), change));
            }
        }
    }
}

/// Returns another value, mostly of another type: null, one that a lenient reader might convert to
/// this value, this value in an array or an object, or any value.
pub(super) fn of_another_type(sampler: &mut Sampler<'_, '_>, value: &Json, depth: usize) -> Json {
    match (sampler.random.random_range(0..6), value) {
        (0 | 1, _) => Json::Null,
        (2, Json::Number(literal)) => Json::String(literal.clone()),
        (2, Json::Bool(value)) => Json::String(value.to_string()),
        (2, Json::String(text)) => match text.parse::<i64>() {
            Ok(number) => Json::Number(number.to_string()),
            Err(_) => Json::Array(vec![value.clone()]),
        },
        // In the order of the fields, from which serde's derived code decodes a
        // struct.
        (2, Json::Object(members)) => {
            Json::Array(members.iter().map(|(_, value)| value.clone()).collect())
        }
        (2, Json::Array(items)) => {
            let named = items.iter().enumerate();
            Json::Object(named.map(|(index, item)| (index.to_string(), item.clone())).collect())
        }
        (3, _) => Json::Array(vec![value.clone()]),
        (4, _) => Json::Object(vec![("value".to_owned(), value.clone())]),
        _ => sampler.anything(depth),
    }
}

/// Returns the array with an item added, removed, duplicated, or reordered.
pub(super) fn other_items<'d>(
    sampler: &mut Sampler<'_, 'd>,
    merged: &Merged<'d>,
    items: &[Json],
    depth: usize,
) -> Json {
    let mut items = items.to_vec();
    let chosen = (!items.is_empty()).then(|| sampler.random.random_range(0..items.len()));
    match (sampler.random.random_range(0..5), chosen) {
        (0, Some(index)) => drop(items.remove(index)),
        (1, Some(index)) => items.push(items[index].clone()),
        (2, Some(_)) => items.shuffle(&mut sampler.random),
        (3, _) => {
            let schemas = merged.item(items.len());
            items.push(sampler.value(&schemas, depth + 1));
        }
        _ => items.push(sampler.anything(depth + 1)),
    }
    Json::Array(items)
}

/// Returns the object with a member added, removed, duplicated, or renamed.
pub(super) fn other_members<'d>(
    sampler: &mut Sampler<'_, 'd>,
    merged: &Merged<'d>,
    members: &[(String, Json)],
    depth: usize,
) -> Json {
    let mut members = members.to_vec();
    let chosen = (!members.is_empty()).then(|| sampler.random.random_range(0..members.len()));
    let unknown = UNKNOWN.to_owned();
    match (sampler.random.random_range(0..11), chosen) {
        (0 | 1, Some(index)) => drop(members.remove(index)),
        (2, Some(index)) => {
            // With the same value, or with another value, which overrides the first
            // in some parsers.
            let (name, value) = members[index].clone();
            let value = if sampler.random.random() { value } else { Json::Null };
            members.push((name, value));
        }
        (3, Some(index)) => {
            let name = &mut members[index].0;
            *name = match sampler.random.random_range(0..3) {
                0 => name.to_uppercase(),
                1 => format!("{name} "),
                _ => sampler.name(merged),
            };
        }
        (4, Some(index)) => members[index].1 = Json::Null,
        (5, _) => members.push((unknown, sampler.anything(depth + 1))),
        (6, _) => {
            // An undeclared member may have any value, but its nesting is bounded.
            let levels =
                (DEEPEST - depth - 1).saturating_sub(sampler.random.random_range(0..3)) + 1;
            let deep =
                (1..levels).fold(Json::Array(Vec::new()), |inner, _| Json::Array(vec![inner]));
            members.push((unknown, deep));
        }
        (7, _) => members.push((unknown, malformed::malformed(&mut sampler.random, &Json::Null))),
        (8 | 9, _) => {
            let names = merged.properties();
            let known = names.choose(&mut sampler.random).filter(|_| sampler.random.random());
            let name = known.map_or_else(|| sampler.name(merged), |known| (*known).to_owned());
            let schemas = merged.member(&name);
            let value = if sampler.random.random_bool(0.3) {
                Json::Null
            } else {
                sampler.value(&schemas, depth + 1)
            };
            members.retain(|(known, _)| *known != name);
            members.push((name, value));
        }
        _ => members.clear(),
    }
    Json::Object(members)
}
