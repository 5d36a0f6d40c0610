//! Arrays and objects with one item or member more or fewer than a limit.

use serde_json::Value;

use super::{Change, Changed, keyword_location};
use crate::json::Json;
use crate::places::Place;
use crate::sample::Sampler;
use crate::schema::Schema;

/// Larger arrays and objects are too large to be worth testing.
const MAX_LENGTH: usize = 2000;

/// The name of a member that no document declares.
const UNKNOWN: &str = "x-unknown";

pub(super) fn items<'d>(
    sampler: &mut Sampler<'_, 'd>,
    place: &Place<'d>,
    items: &[Json],
    changes: &mut Vec<Changed>,
) {
    let (merged, depth) = (&place.merged, place.path.len());
    for part in &merged.parts {
        for (keyword, beyond) in [("minItems", -1), ("maxItems", 1)] {
            let Some(limit) = limit(part, keyword) else {
                continue;
            };
            for (count, by) in [(Some(limit), 0), (limit.checked_add_signed(beyond), beyond)] {
                let Some(count) = count else { continue };
                let more = (items.len()..count)
                    .map(|index| sampler.value(&merged.item(index), depth + 1))
                    .collect();
                let what = match by {
                    0 => format!("as many items as `{keyword}: {limit}` says"),
                    _ => format!("{count} items, beyond `{keyword}: {limit}`"),
                };
                let pointer = format!("{}/{keyword}", part.pointer);
                changes.push(Changed::new(what, pointer, Change::Items(count, more)));
            }
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
        keyword_location(place, "items"),
        Change::Items(0, Vec::new()),
    ));
}

pub(super) fn members<'d>(
    sampler: &mut Sampler<'_, 'd>,
    place: &Place<'d>,
    members: &[(String, Json)],
    changes: &mut Vec<Changed>,
) {
    for (name, _) in members {
        let required = place.merged.parts.iter().find(|part| {
            let names = part.keyword("required").and_then(Value::as_array);
            names.is_some_and(|names| names.iter().any(|known| known == name))
        });
        let pointer = match required {
            Some(part) => format!("{}/required", part.pointer),
            None => keyword_location(place, "properties"),
        };
        let what = format!("without `{name}`");
        changes.push(Changed::new(what, pointer, Change::Remove(name.clone())));
    }
    // By the schemas of undeclared members, if there are any.
    let schemas = place.merged.member(UNKNOWN);
    let value = match schemas.iter().any(Schema::is_false) {
        true => Json::Bool(true),
        false => sampler.value(&schemas, place.path.len() + 1),
    };
    let unknown = |count: usize| -> Vec<(String, Json)> {
        let names = (0..count).map(|index| match index {
            0 => UNKNOWN.to_owned(),
            _ => format!("{UNKNOWN}-{index}"),
        });
        names.map(|name| (name, value.clone())).collect()
    };
    let closed = ["additionalProperties", "unevaluatedProperties"];
    let closed = closed
        .into_iter()
        .find(|keyword| place.merged.keyword(keyword).next().is_some());
    let pointer = keyword_location(place, closed.unwrap_or("type"));
    let what = "with a member that isn't named";
    changes.push(Changed::new(what, pointer, Change::Add(unknown(1))));
    for part in &place.merged.parts {
        let pointer = |keyword| format!("{}/{keyword}", part.pointer);
        if let Some(most) = limit(part, "maxProperties") {
            for count in [most, most + 1] {
                let more = count.saturating_sub(members.len());
                let what = format!("{count} members with `maxProperties: {most}`");
                let change = Change::Add(unknown(more));
                changes.push(Changed::new(what, pointer("maxProperties"), change));
            }
        }
        if limit(part, "minProperties").is_some_and(|least| least > 0) {
            let change = Change::Replace(Json::Object(Vec::new()));
            changes.push(Changed::new("no members", pointer("minProperties"), change));
        }
    }
}

fn limit(schema: &Schema<'_>, keyword: &str) -> Option<usize> {
    let limit = schema.keyword(keyword).and_then(Value::as_u64)?;
    usize::try_from(limit)
        .ok()
        .filter(|limit| *limit < MAX_LENGTH)
}
