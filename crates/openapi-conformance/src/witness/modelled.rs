//! Witnesses made by taking both schemas apart, for differences that no value near
//! their limits shows. It takes longer than to try such values, so it must only
//! be asked where those have failed.

use super::Sides;
use super::search::size;
use super::wrap::{MAXIMUM_LEVELS, is_about};
use crate::proof::{Given, models};
use crate::schema::{Difference, Level, accepts};
use serde_json::Value;

/// Values of one level that are wrapped into the next.
const MAXIMUM_KEPT: usize = 6;

/// Whole values on which the sides disagree, those about `difference` first.
pub(super) fn witnesses(difference: &Difference, by_left: bool) -> Vec<Value> {
    if difference.levels.len() > MAXIMUM_LEVELS {
        return Vec::new();
    }
    let Some((local, outer)) = difference.levels.split_last() else {
        return Vec::new();
    };
    let is_about = |value: &Value| is_about(difference, local, by_left, value);
    let sides = local.sides(by_left);
    let mut values = disagreeing(
        &sides,
        models(sides.allowing, sides.refusing, None, is_about),
    );
    values.sort_by_cached_key(|value| !is_about(value));
    outer.iter().rev().fold(values, |inner, level| {
        let sides = level.sides(by_left);
        let inner = inner.iter().take(MAXIMUM_KEPT);
        let wrapped = inner.flat_map(|value| around(level, &sides, value));
        disagreeing(&sides, wrapped.collect())
    })
}

/// Those of `values` that the sides judge differently, the smallest first.
fn disagreeing(sides: &Sides, mut values: Vec<Value>) -> Vec<Value> {
    values.retain(|value| accepts(sides.allowing, value) && !accepts(sides.refusing, value));
    values.sort_by_cached_key(size);
    values.dedup();
    values
}

/// Values at `level` that have `inner` one step further in.
fn around(level: &Level, sides: &Sides, inner: &Value) -> Vec<Value> {
    let Some(step) = &level.step else {
        return Vec::new();
    };
    let given = Given { step, value: inner };
    models(sides.allowing, sides.refusing, Some(given), |_| true)
}
