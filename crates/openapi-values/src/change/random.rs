//! A random change in one part of a value.

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::{changes, malformed, number, shape, text};
use crate::instance::{InstanceLocation, instance_locations, part_at};
use crate::json::Json;
use crate::sample::Sampler;
use crate::schema::Schema;

/// Makes a single change, chosen by the merged schema of a random part. Returns the kind
/// of change, or `None` if there is no such change of the part.
pub fn change_at_random<'d>(
    sampler: &mut Sampler<'_, 'd>,
    schemas: &[Schema<'d>],
    value: &mut Json,
) -> Option<&'static str> {
    let locations = instance_locations(sampler.document, schemas, value);
    let location = locations.choose(&mut sampler.random)?;
    let part = part_at(value, &location.path)?;
    let (kind, changed) = changed(sampler, location, part)?;
    *part = changed;
    Some(kind)
}

fn changed<'d>(
    sampler: &mut Sampler<'_, 'd>,
    location: &InstanceLocation<'d>,
    value: &Json,
) -> Option<(&'static str, Json)> {
    let (merged, depth) = (&location.merged, location.path.len());
    // If there is a single schema, only its own rules can be violated.
    let has_several = merged.parts.len() > 1 || merged.keyword("not").next().is_some();
    match sampler.random.random_range(0..12) {
        0 => return Some(("not JSON", malformed::malformed(&mut sampler.random, value))),
        1..3 => {
            let other = shape::of_another_type(sampler, value, depth);
            return Some(("another type", other));
        }
        3..6 => {
            let changes = changes(sampler, location, value);
            let chosen = changes.choose(&mut sampler.random)?;
            let changed = chosen.change.of(value, &mut sampler.random);
            return Some(("a keyword's bound", changed));
        }
        6 | 7 if has_several => {
            return Some(("another value", another_value(sampler, location)));
        }
        _ => {}
    }
    Some(match value {
        Json::Number(literal) => {
            let near = number::near(&mut sampler.random, merged, literal);
            ("another number", near?)
        }
        Json::String(text) => ("another text", text::near(sampler, merged, text)?),
        Json::Array(items) => {
            let other = shape::other_items(sampler, merged, items, depth);
            ("other items", other)
        }
        Json::Object(members) => {
            let other = shape::other_members(sampler, merged, members, depth);
            ("other members", other)
        }
        _ => ("another value", another_value(sampler, location)),
    })
}

/// Returns a value that only some of the schemas accept: also a schema of `not`, or
/// one of the parts alone.
fn another_value<'d>(sampler: &mut Sampler<'_, 'd>, location: &InstanceLocation<'d>) -> Json {
    let depth = location.path.len();
    let parts = &location.merged.parts;
    let negated: Vec<_> = parts.iter().filter_map(|part| part.below("not")).collect();
    let mut schemas = location.schemas.clone();
    match sampler.random.random_range(0..3) {
        0 => schemas.extend(negated.choose(&mut sampler.random).cloned()),
        1 => {
            if let Some(part) = parts.choose(&mut sampler.random) {
                schemas = vec![part.clone()];
            }
        }
        _ => {}
    }
    sampler.attempt(&schemas, depth)
}
