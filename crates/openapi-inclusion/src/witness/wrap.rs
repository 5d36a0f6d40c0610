//! Wraps a witness from where two schemas differ outwards to the whole value. At
//! every level one side must allow the value and the other must reject it. A
//! difference that doesn't show in the outermost schemas isn't one, and gets no
//! witness.

use super::search::{MAXIMUM_KEPT, Search, smallest_accepted};
use super::{array, object};
use crate::schema::normal_form::Values;
use crate::schema::{Difference, PathLevel, Side, Step, Subject, accepts, accepts_without};
use bigdecimal::BigDecimal;
use openapi_source::decimal;
use serde_json::Value;

/// The maximum depth of a witness. Most JSON parsers reject deeper values.
pub(super) const MAXIMUM_LEVELS: usize = 100;

/// Returns whole values that one side allows and the other rejects, smallest first:
/// those that witness `difference` itself and, if there are none, those that are
/// rejected for another reason.
pub(super) fn witnesses<'d>(
    search: &mut Search<'_, 'd>,
    difference: &Difference<'d>,
    allowed_by: Side,
) -> (Vec<Value>, Vec<Value>) {
    let Some((local, outer)) = difference.levels.split_last() else {
        return Default::default();
    };
    if outer.len() >= MAXIMUM_LEVELS {
        return Default::default();
    }
    let (about, others) = at_the_difference(search, difference, local, allowed_by);
    let mut wrapped = |values: Vec<Value>| {
        outer.iter().rev().fold(values, |values, level| {
            let sides = level.sides(allowed_by);
            let mut wrapped = Vec::new();
            for value in values.iter().take(MAXIMUM_KEPT) {
                wrapped.extend(enclosing_values(search, level, allowed_by, value));
            }
            smallest_accepted(wrapped, |value| {
                accepts(sides.allowing, value) && !accepts(sides.rejecting, value)
            })
        })
    };
    let about = wrapped(about);
    if about.is_empty() {
        (about, wrapped(others))
    } else {
        (about, Vec::new())
    }
}

/// Returns values at the innermost level that one side allows and the other rejects,
/// partitioned by whether they witness `difference` itself.
fn at_the_difference<'d>(
    search: &mut Search<'_, 'd>,
    difference: &Difference<'d>,
    level: &PathLevel<'d>,
    allowed_by: Side,
) -> (Vec<Value>, Vec<Value>) {
    let sides = level.sides(allowed_by);
    let disagreeing = search.disagreeing(sides.allowing, sides.rejecting);
    let is_reason = |value: &Value| is_rejected_by(difference, level, allowed_by, value);
    disagreeing.into_iter().partition(is_reason)
}

/// A value of each type, as JSON.
const SIMPLE: [&str; 6] = ["null", "true", "0", "\"\"", "[]", "{}"];

/// Returns whether `difference` is the reason for which one side at `level` rejects `value`.
pub(super) fn is_rejected_by(
    difference: &Difference,
    level: &PathLevel,
    allowed_by: Side,
    value: &Value,
) -> bool {
    let rejecting = level.sides(allowed_by).rejecting;
    let rejecting_at = match allowed_by {
        Side::Left => difference.right_at,
        Side::Right => difference.left_at,
    };
    match &difference.subject {
        Subject::Value(text) => serde_json::from_str::<Value>(text).is_ok_and(|one| one == *value),
        Subject::Member { name, .. } => {
            // The member is the reason if the value is accepted without the member,
            // or with the member that is missing.
            let mut other = value.clone();
            let Some(members) = other.as_object_mut() else {
                return true;
            };
            if members.remove(name).is_some() {
                return accepts(rejecting, &other);
            }
            SIMPLE.iter().any(|text| {
                let with = serde_json::from_str(text).unwrap_or_default();
                other[name] = with;
                accepts(rejecting, &other)
            })
        }
        Subject::Below(limit) => number(value).is_some_and(|number| number <= *limit),
        Subject::Above(limit) => number(value).is_some_and(|number| number >= *limit),
        Subject::Keyword | Subject::Types { .. } | Subject::Annotation { .. } => {
            accepts_without(rejecting, rejecting_at, value)
        }
    }
}

fn number(value: &Value) -> Option<BigDecimal> {
    value.as_number().map(decimal)
}

/// Returns values at `level` with `inner` one step inside.
fn enclosing_values<'d>(
    search: &mut Search<'_, 'd>,
    level: &PathLevel<'d>,
    allowed_by: Side,
    inner: &Value,
) -> Vec<Value> {
    let allowing = level.sides(allowed_by).allowing;
    let normal_form = search.comparison.expand(allowing);
    let Some(step) = &level.step else {
        return Vec::new();
    };
    let mut values = Vec::new();
    for one in &normal_form.alternatives {
        match (&one.values, step) {
            (Values::Object(objects), Step::Member(name)) => {
                values.extend(object::with_member(search, one.at, objects, name, inner));
            }
            (Values::Object(objects), Step::Matching(pattern)) => {
                for name in object::names_for(&[objects], Some(pattern)) {
                    values.extend(object::with_member(search, one.at, objects, &name, inner));
                }
            }
            (Values::Object(objects), Step::Additional) => {
                for name in object::names_for(&[objects], None) {
                    values.extend(object::with_member(search, one.at, objects, &name, inner));
                }
            }
            (Values::Array(arrays), Step::Item(index) | Step::Items(index)) => {
                values.extend(array::with_item(search, one.at, arrays, *index, inner));
            }
            _ => {}
        }
    }
    values
}
