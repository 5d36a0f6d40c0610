//! Values of another type, and arrays and objects with additional or missing parts.

use rand::RngExt;
use rand::seq::SliceRandom;

use crate::json::{DEEPEST, Json};
use crate::sample::Sampler;
use crate::schema::{Merged, Schema};

/// Returns a value of another type that a lenient reader might convert to this
/// value.
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
            Json::Object(
                named
                    .map(|(index, item)| (index.to_string(), item.clone()))
                    .collect(),
            )
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
) -> Option<Json> {
    let mut items = items.to_vec();
    let chosen = (!items.is_empty()).then(|| sampler.random.random_range(0..items.len()));
    match (sampler.random.random_range(0..7), chosen) {
        (0, Some(index)) => drop(items.remove(index)),
        (1, Some(index)) => items.push(items[index].clone()),
        (2, Some(_)) => items.shuffle(&mut sampler.random),
        (3, _) => {
            let schemas = merged.item(items.len());
            items.push(sampler.value(&schemas, depth + 1));
        }
        (4, _) => {
            let most = merged.least("maxItems").unwrap_or(items.len()).min(2000);
            let schemas = merged.item(items.len());
            while items.len() <= most {
                items.push(sampler.value(&schemas, depth + 1));
            }
        }
        (5, _) => items.truncate(merged.most("minItems").unwrap_or(1).saturating_sub(1)),
        _ => items.push(sampler.anything(depth + 1)),
    }
    Some(Json::Array(items))
}

/// Returns the object with a member added, removed, duplicated, or renamed.
pub(super) fn other_members<'d>(
    sampler: &mut Sampler<'_, 'd>,
    merged: &Merged<'d>,
    members: &[(String, Json)],
    depth: usize,
) -> Option<Json> {
    let mut members = members.to_vec();
    let chosen = (!members.is_empty()).then(|| sampler.random.random_range(0..members.len()));
    let unknown = "unknown".to_owned();
    match (sampler.random.random_range(0..11), chosen) {
        (0 | 1, Some(index)) => drop(members.remove(index)),
        (2, Some(index)) => {
            // With the same value, or with another value, which overrides the first
            // in some parsers.
            let (name, value) = members[index].clone();
            let value = if sampler.random.random() {
                value
            } else {
                Json::Null
            };
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
        (7, _) => members.push((unknown, super::literal::malformed(sampler, &Json::Null))),
        (8 | 9, _) => {
            let name = match (sampler.random.random(), merged.properties().as_slice()) {
                (true, names @ [_, ..]) => {
                    names[sampler.random.random_range(0..names.len())].to_owned()
                }
                _ => sampler.name(merged),
            };
            let schemas: Vec<Schema<'d>> = merged.member(&name);
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
    Some(Json::Object(members))
}
