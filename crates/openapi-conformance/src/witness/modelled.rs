//! Witnesses made by taking both schemas apart, for differences that no value near
//! their limits shows. It takes longer than to try such values, so it must only
//! be asked where those have failed.

use super::Sides;
use super::search::kept_of_each;
use super::wrap::{MAXIMUM_LEVELS, is_about};
use crate::proof::{Given, models};
use crate::schema::{Difference, Level, accepts};
use serde_json::Value;

/// Whole values on which the sides disagree: those that show `difference`, and
/// those that are refused for another reason.
pub(super) fn witnesses(difference: &Difference, by_left: bool) -> (Vec<Value>, Vec<Value>) {
    let Some((local, outer)) = difference.levels.split_last() else {
        return Default::default();
    };
    if outer.len() >= MAXIMUM_LEVELS {
        return Default::default();
    }
    let is_about = |value: &Value| is_about(difference, local, by_left, value);
    let sides = local.sides(by_left);
    let models = models(sides.allowing, sides.refusing, None, is_about);
    let (about, others): (Vec<Value>, Vec<Value>) = models.into_iter().partition(is_about);
    let wrapped = |values| {
        let values = disagreeing(&sides, values);
        outer.iter().rev().fold(values, |inner, level| {
            let sides = level.sides(by_left);
            let wrapped = inner.iter().flat_map(|value| around(level, &sides, value));
            disagreeing(&sides, wrapped.collect())
        })
    };
    (wrapped(about), wrapped(others))
}

/// Those of `values` that the sides judge differently, of each type the smallest.
fn disagreeing(sides: &Sides, values: Vec<Value>) -> Vec<Value> {
    kept_of_each(values, |value| {
        accepts(sides.allowing, value) && !accepts(sides.refusing, value)
    })
}

/// Values at `level` that have `inner` one step further in.
fn around(level: &Level, sides: &Sides, inner: &Value) -> Vec<Value> {
    let Some(step) = &level.step else {
        return Vec::new();
    };
    let given = Given { step, value: inner };
    models(sides.allowing, sides.refusing, Some(given), |_| true)
}
