//! Replaces unconstrained parts of a value with random values: an integer within
//! its bounds, another UUID, another text. A value sent to a stateful service must
//! not collide with an existing value.
//!
//! A valid value remains valid.

use rand::RngExt;
use serde_json::Value;

use crate::Random;
use crate::instance::{InstanceLocation, instance_locations, part_at};
use crate::json::Json;
use crate::sample::{Sampler, integers};
use crate::schema::Schema;

/// Up to this bound, floats represent integers exactly with at least one more bit.
const EXACT: i128 = 1 << 52;

/// The number of parts that are randomized: each costs a validation of the whole value.
const MOST: usize = 200;

/// Randomizes the parts that may have any value, except the part at `kept`.
pub(crate) fn randomize<'d>(
    sampler: &mut Sampler<'_, 'd>,
    schemas: &[Schema<'d>],
    value: &mut Json,
    kept: Option<&[usize]>,
) {
    let locations = instance_locations(sampler.document, schemas, value);
    let may_change = |location: &InstanceLocation<'_>| {
        let path = &location.path;
        let is_kept = |kept: &[usize]| kept.starts_with(path) || path.starts_with(kept);
        !location.is_tag && !kept.is_some_and(is_kept)
    };
    for location in locations.into_iter().filter(may_change).take(MOST) {
        let Some(old) = part_at(value, &location.path).cloned() else {
            continue;
        };
        let Some(new) = random_value(sampler, &location, &old) else {
            continue;
        };
        set(value, &location.path, new);
        if !sampler.validator.accepts_json(schemas, value) {
            set(value, &location.path, old);
        }
    }
}

fn set(value: &mut Json, path: &[usize], new: Json) {
    if let Some(part) = part_at(value, path) {
        *part = new;
    }
}

fn random_value(
    sampler: &mut Sampler<'_, '_>,
    location: &InstanceLocation<'_>,
    old: &Json,
) -> Option<Json> {
    let merged = &location.merged;
    let has_any = |names: &[&str]| names.iter().any(|name| merged.keyword(name).next().is_some());
    if has_any(&["const", "enum", "pattern"]) {
        return None;
    }
    let random = &mut sampler.random;
    let format = merged.keyword("format").find_map(Value::as_str);
    match (old, format) {
        (Json::String(_), Some("uuid")) => {
            let digits = format!("{:032x}", random.random::<u128>());
            let (first, second, third) = (&digits[..8], &digits[8..12], &digits[13..16]);
            let (fourth, last) = (&digits[17..20], &digits[20..]);
            // RFC 9562 §5.4: a random UUID contains its version and variant.
            Some(Json::String(format!("{first}-{second}-4{third}-8{fourth}-{last}")))
        }
        (Json::String(_), Some("date" | "date-time")) => {
            let (year, month) = (random.random_range(2000..2100), random.random_range(1..13));
            let date = format!("{year}-{month:02}-{:02}", random.random_range(1..29));
            let is_date = format == Some("date");
            Some(Json::String(if is_date { date } else { format!("{date}T12:34:56Z") }))
        }
        (Json::String(_), Some("email")) => {
            Some(Json::String(format!("{}@example.org", letters(random, 12))))
        }
        (Json::String(_), None) => {
            let least = merged.most("minLength").unwrap_or(0);
            let most = merged.least("maxLength").unwrap_or(usize::MAX);
            Some(Json::String(letters(random, 12.max(least).min(most))))
        }
        (Json::Number(_), _) if !merged.types().contains(&"number") => {
            let (least, most) = integers(merged);
            // Prefer the range that is also valid for counts and page numbers.
            let (low, high) = (least.max(1), most.min(EXACT));
            let (least, most) = if low <= high { (low, high) } else { (least, most) };
            let is_some = least <= most;
            is_some.then(|| Json::Number(random.random_range(least..=most).to_string()))
        }
        _ => None,
    }
}

fn letters(random: &mut Random, count: usize) -> String {
    let letter = |_| char::from(b'a' + random.random_range(0..26u8));
    (0..count).map(letter).collect()
}
