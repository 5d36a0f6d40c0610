//! Single faults: a valid value with one thing changed, at one place.
//!
//! What is changed is chosen by the merged schema of the place: one beside each
//! bound, a member too few or too many, a text that is nearly of its format.
//! Some changes turn out to be none; whether a case is faulty is always judged.

mod literal;
mod shape;
mod text;

pub(crate) use literal::rewritten;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::json::Json;
use crate::places::{part, places};
use crate::sample::Sampler;
use crate::schema::{Merged, Schema};

/// Changes one thing; the name of what was changed.
pub(crate) fn single_fault<'d>(
    sampler: &mut Sampler<'_, 'd>,
    schemas: &[Schema<'d>],
    value: &mut Json,
) -> Option<&'static str> {
    let places = places(sampler.document, schemas, value);
    let place = places.choose(&mut sampler.random)?;
    let part = part(value, &place.path)?;
    let (name, changed) = changed(sampler, &place.schemas, part, place.path.len())?;
    *part = changed;
    Some(name)
}

fn changed<'d>(
    sampler: &mut Sampler<'_, 'd>,
    merged: &Merged<'d>,
    value: &Json,
    depth: usize,
) -> Option<(&'static str, Json)> {
    if sampler.random.random_bool(0.1) {
        return Some(("not JSON", literal::malformed(sampler, value)));
    }
    if sampler.random.random_bool(0.25) {
        return Some((
            "another type",
            shape::of_another_type(sampler, value, depth),
        ));
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
        _ => (
            "another type",
            Some(shape::of_another_type(sampler, value, depth)),
        ),
    };
    Some((own.0, own.1?))
}
