//! Candidate arrays: on both sides of every limit on the length, with items that
//! either side allows or rejects.

use super::search::{Search, lengths_near};
use crate::effort::spend_copy;
use crate::schema::Schema;
use crate::schema::array::Arrays;
use crate::schema::normal_form::{Alternative, Values};
use openapi_source::{Node, plain};
use serde_json::{Value, json};

/// The maximum length of a candidate. Greater limits are ignored.
const MAXIMUM_LENGTH: u64 = 1 << 16;

/// The number of values that are tried for one item.
const MAXIMUM_ITEMS: usize = 5;

/// Returns arrays near the limits of `arrays` and of `others`.
pub(super) fn near<'d>(
    search: &mut Search<'_, 'd>,
    at: &'d Node,
    arrays: &Arrays<'d>,
    others: &[&Alternative<'d>],
) -> Vec<Value> {
    let others: Vec<&Arrays<'d>> = others
        .iter()
        .filter_map(|other| match &other.values {
            Values::Array(arrays) => Some(arrays),
            _ => None,
        })
        .collect();
    let mut values: Vec<Value> = Vec::new();
    for enumerated in std::iter::once(&arrays)
        .chain(&others)
        .flat_map(|set| &set.enumerated)
    {
        values.extend(enumerated.iter().map(|node| plain(node)));
    }
    let prefix = others.iter().map(|other| other.prefix_length()).max();
    let prefix = arrays.prefix_length().max(prefix.unwrap_or(0));
    for length in lengths(arrays, &others, prefix as u64) {
        for variant in 0..3 {
            values.extend(filled(search, at, arrays, length, variant));
        }
    }
    // Arrays with one item that the other side rejects.
    for index in 0..=prefix {
        let item = arrays.item(index, at);
        let mut wanted: Vec<Value> = Vec::new();
        for other in &others {
            let rejected = search.rejected_by(&item, &other.item(index, at));
            wanted.extend(rejected.iter().take(MAXIMUM_ITEMS).cloned());
        }
        wanted.extend(search.samples(&item).iter().take(MAXIMUM_ITEMS).cloned());
        for value in wanted {
            values.extend(with_item(search, at, arrays, index, &value));
        }
    }
    values
}

/// Returns arrays of the set `arrays` with `item` at `index`, some of them as short
/// as possible.
pub(super) fn with_item<'d>(
    search: &mut Search<'_, 'd>,
    at: &'d Node,
    arrays: &Arrays<'d>,
    index: usize,
    item: &Value,
) -> Vec<Value> {
    let shortest = arrays.minimum.map_or(0, |minimum| minimum.value);
    let mut values = Vec::new();
    for length in [shortest, shortest + 1, shortest + 2] {
        let length = length.max(index as u64 + 1);
        if length > MAXIMUM_LENGTH {
            continue;
        }
        for variant in 0..2 {
            if let Some(Value::Array(mut items)) = filled(search, at, arrays, length, variant) {
                items[index] = item.clone();
                items.iter().for_each(spend_copy);
                values.push(Value::Array(items.clone()));
                // The same item twice, for `uniqueItems` and `contains`.
                if let Some(last) = items.last_mut() {
                    *last = item.clone();
                    values.push(Value::Array(items));
                }
            }
        }
    }
    values
}

fn lengths(arrays: &Arrays, others: &[&Arrays], prefix: u64) -> Vec<u64> {
    let sets = std::iter::once(&arrays).chain(others);
    let limits = sets.flat_map(|set| [set.minimum, set.maximum]).flatten();
    lengths_near(limits, prefix + 2, MAXIMUM_LENGTH)
}

/// Returns an array of `length`. Its items are all the same where possible
/// (`variant` 0), alternate (1), or are all different (2).
fn filled<'d>(
    search: &mut Search<'_, 'd>,
    at: &'d Node,
    arrays: &Arrays<'d>,
    length: u64,
    variant: usize,
) -> Option<Value> {
    let prefix = arrays.prefix_length();
    let mut items = Vec::new();
    let mut samples = search.samples(&arrays.item(0, at));
    for index in 0..length as usize {
        if index > 0 && index <= prefix {
            samples = search.samples(&arrays.item(index, at));
        }
        let position = if variant == 0 { 0 } else { index };
        let item = match samples.get(position) {
            Some(item) => item.clone(),
            None if variant == 2 => numbered_value(&arrays.item(index, at), position)?,
            None => samples.get(position % samples.len().max(1))?.clone(),
        };
        spend_copy(&item);
        items.push(item);
    }
    Some(Value::Array(items))
}

/// Returns a value that `schema` allows and that differs for each `number`.
fn numbered_value(schema: &Schema, number: usize) -> Option<Value> {
    let candidates = [
        json!(number),
        json!(-(number as i64)),
        json!(format!("a{number}")),
        json!({"a": number}),
    ];
    candidates
        .into_iter()
        .find(|value| crate::schema::accepts(schema, value))
}
