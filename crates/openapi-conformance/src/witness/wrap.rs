//! From where two schemas differ outwards to the whole value. At every step the
//! value so far must still be allowed by one side and refused by the other: a
//! difference that never reaches the outermost schemas is none, and is left
//! without a witness.

use super::search::{MAXIMUM_KEPT, Search, kept};
use super::{array, object};
use crate::document::decimal;
use crate::schema::shape::Values;
use crate::schema::{Difference, Level, Step, Subject, accepts, accepts_without};
use bigdecimal::BigDecimal;
use serde_json::Value;

/// Values nested deeper than this are not made: most readers of JSON refuse
/// them.
pub(super) const MAXIMUM_LEVELS: usize = 100;

/// Whole values on which the sides disagree, the smallest first: those that show
/// `difference`, and if there are none, those that are refused for another reason.
pub(super) fn witnesses<'d>(
    search: &mut Search<'_, 'd>,
    difference: &Difference<'d>,
    by_left: bool,
) -> (Vec<Value>, Vec<Value>) {
    let Some((local, outer)) = difference.levels.split_last() else {
        return Default::default();
    };
    if outer.len() >= MAXIMUM_LEVELS {
        return Default::default();
    }
    let (about, others) = at_the_difference(search, difference, local, by_left);
    let mut wrapped = |values: Vec<Value>| {
        outer.iter().rev().fold(values, |values, level| {
            let sides = level.sides(by_left);
            let mut wrapped = Vec::new();
            for value in values.iter().take(MAXIMUM_KEPT) {
                wrapped.extend(around(search, level, by_left, value));
            }
            kept(wrapped, |value| {
                accepts(sides.allowing, value) && !accepts(sides.refusing, value)
            })
        })
    };
    let about = wrapped(about);
    match about.is_empty() {
        true => (about, wrapped(others)),
        false => (about, Vec::new()),
    }
}

/// Values that show the difference where it is, and those that the sides judge
/// differently for another reason.
fn at_the_difference<'d>(
    search: &mut Search<'_, 'd>,
    difference: &Difference<'d>,
    level: &Level<'d>,
    by_left: bool,
) -> (Vec<Value>, Vec<Value>) {
    let sides = level.sides(by_left);
    let disagreeing = search.disagreeing(sides.allowing, sides.refusing);
    let is_about_it = |value: &Value| is_about(difference, level, by_left, value);
    disagreeing.into_iter().partition(is_about_it)
}

/// A value of each type, as JSON.
const SIMPLE: [&str; 6] = ["null", "true", "0", "\"\"", "[]", "{}"];

/// Whether it is by `difference` that `value`, which one side at `level` refuses,
/// is refused.
pub(super) fn is_about(
    difference: &Difference,
    level: &Level,
    by_left: bool,
    value: &Value,
) -> bool {
    let refusing = level.sides(by_left).refusing;
    let refusing_at = match by_left {
        true => difference.right_at,
        false => difference.left_at,
    };
    match &difference.subject {
        Subject::Value(text) => serde_json::from_str::<Value>(text).is_ok_and(|one| one == *value),
        Subject::Member(name) => {
            // The member is what makes the difference: it is there and refused,
            // or it is required and isn't there.
            let mut other = value.clone();
            let Some(members) = other.as_object_mut() else {
                return true;
            };
            if members.remove(name).is_some() {
                return accepts(refusing, &other);
            }
            SIMPLE.iter().any(|text| {
                let with = serde_json::from_str(text).unwrap_or_default();
                other[name] = with;
                accepts(refusing, &other)
            })
        }
        Subject::Below(limit) => number(value).is_some_and(|number| number <= *limit),
        Subject::Above(limit) => number(value).is_some_and(|number| number >= *limit),
        Subject::Keyword => accepts_without(refusing, refusing_at, value),
    }
}

fn number(value: &Value) -> Option<BigDecimal> {
    value.as_number().map(decimal)
}

/// Values of the schemas at `level` that have `inner` one step further in.
fn around<'d>(
    search: &mut Search<'_, 'd>,
    level: &Level<'d>,
    by_left: bool,
    inner: &Value,
) -> Vec<Value> {
    let allowing = level.sides(by_left).allowing;
    let shape = search.comparison.expand(allowing);
    let Some(step) = &level.step else {
        return Vec::new();
    };
    let mut values = Vec::new();
    for one in &shape.alternatives {
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
