//! Single faults: a valid value with a single change in one place.
//!
//! The change is chosen by the merged schema of the place: a value beyond a bound,
//! a missing or an additional member, a text that almost has the format. Some
//! changes leave the value valid; every case is validated.

mod literal;
mod shape;
mod text;

pub(crate) use literal::{rewritten, words};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::json::Json;
use crate::places::{Place, part, places};
use crate::sample::Sampler;
use crate::schema::Schema;

/// Makes a single change. Returns the kind of change.
pub(crate) fn single_fault<'d>(
    sampler: &mut Sampler<'_, 'd>,
    schemas: &[Schema<'d>],
    value: &mut Json,
) -> Option<&'static str> {
    let places = places(sampler.document, schemas, value);
    let place = places.choose(&mut sampler.random)?;
    let part = part(value, &place.path)?;
    let (name, changed) = changed(sampler, place, part)?;
    *part = changed;
    Some(name)
}

fn changed<'d>(
    sampler: &mut Sampler<'_, 'd>,
    place: &Place<'d>,
    value: &Json,
) -> Option<(&'static str, Json)> {
    let (merged, depth) = (&place.merged, place.path.len());
    // If there is a single schema, only its own rules can be violated.
    let has_several = merged.parts.len() > 1 || merged.keyword("not").next().is_some();
    match sampler.random.random_range(0..10) {
        0 => return Some(("not JSON", literal::malformed(sampler, value))),
        1..4 => {
            let other = shape::of_another_type(sampler, value, depth);
            return Some(("another type", other));
        }
        4 | 5 if has_several => {
            return Some(("another value", another_value(sampler, place)));
        }
        _ => {}
    }
    let own = match value {
        Json::Number(literal) => ("another number", literal::beside(sampler, merged, literal)),
        Json::String(text) => ("another text", text::beside(sampler, merged, text)),
        Json::Array(items) => (
            "other items",
            shape::other_items(sampler, merged, items, depth),
        ),
        Json::Object(members) => (
            "other members",
            shape::other_members(sampler, merged, members, depth),
        ),
        _ => ("another value", Some(another_value(sampler, place))),
    };
    Some((own.0, own.1?))
}

/// Returns a value that only some of the schemas accept: also a schema of `not`, or
/// one of the parts alone.
fn another_value<'d>(sampler: &mut Sampler<'_, 'd>, place: &Place<'d>) -> Json {
    let depth = place.path.len();
    let parts = &place.merged.parts;
    let negated: Vec<_> = parts.iter().filter_map(|part| part.below("not")).collect();
    let mut schemas = place.schemas.clone();
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
