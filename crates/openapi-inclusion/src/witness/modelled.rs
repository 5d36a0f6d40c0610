//! Constructs witnesses from a tableau of both schemas, for differences without a
//! witness near their limits. This takes longer than the search near the limits, so
//! it is tried second.

use super::Sides;
use super::search::smallest_accepted_by_type;
use super::wrap::{MAXIMUM_LEVELS, is_rejected_by};
use crate::proof::{Given, models};
use crate::schema::{Difference, PathLevel, Side, accepts};
use serde_json::Value;

/// Returns whole values that one side allows and the other rejects: first those that
/// witness `difference` itself, then those that are rejected for another reason.
pub(super) fn witnesses(difference: &Difference, allowed_by: Side) -> (Vec<Value>, Vec<Value>) {
    let Some((local, outer)) = difference.levels.split_last() else {
        return Default::default();
    };
    if outer.len() >= MAXIMUM_LEVELS {
        return Default::default();
    }
    let is_rejected_by = |value: &Value| is_rejected_by(difference, local, allowed_by, value);
    let sides = local.sides(allowed_by);
    let models = models(sides.allowing, sides.rejecting, None, is_rejected_by);
    let (about, others): (Vec<Value>, Vec<Value>) = models.into_iter().partition(is_rejected_by);
    let wrapped = |values| {
        let values = disagreeing(&sides, values);
        outer.iter().rev().fold(values, |inner, level| {
            let sides = level.sides(allowed_by);
            let wrapped = inner
                .iter()
                .flat_map(|value| enclosing_values(level, &sides, value));
            disagreeing(&sides, wrapped.collect())
        })
    };
    (wrapped(about), wrapped(others))
}

/// Returns the smallest `values` of each type that one side allows and the other
/// rejects.
fn disagreeing(sides: &Sides, values: Vec<Value>) -> Vec<Value> {
    smallest_accepted_by_type(values, |value| {
        accepts(sides.allowing, value) && !accepts(sides.rejecting, value)
    })
}

/// Returns values at `level` with `inner` one step inside.
fn enclosing_values(level: &PathLevel, sides: &Sides, inner: &Value) -> Vec<Value> {
    let Some(step) = &level.step else {
        return Vec::new();
    };
    let given = Given { step, value: inner };
    models(sides.allowing, sides.rejecting, Some(given), |_| true)
}
