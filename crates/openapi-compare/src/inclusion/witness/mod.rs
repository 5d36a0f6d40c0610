//! Makes witnesses of a difference: values that one side allows and the other
//! rejects. A witness is constructed where the schemas differ, wrapped outwards to a
//! whole body or parameter, and verified against both whole schemas by an independent
//! validator, which the comparison itself uses only for formats. Only verified
//! witnesses are returned. Values that witness the difference itself are preferred
//! to values that are rejected for another reason.

mod export;
mod reason;
mod verify;

use crate::inclusion::proof::{Given, models, smallest_first};
use crate::inclusion::schema::{Classes, Difference, PathLevel, Schema, Side, accepts};
use serde_json::Value;
use std::rc::Rc;
use verify::Verifier;

/// The maximum depth of a witness. Most JSON parsers reject deeper values.
const MAXIMUM_LEVELS: usize = 100;

/// The numbers of values that are kept at each level. Most searches need no more than
/// one.
const WIDTHS: [usize; 2] = [1, 6];

/// Makes witnesses and verifies them.
#[derive(Default)]
pub(crate) struct Witnesses {
    classes: Rc<Classes>,
    pub(crate) verifier: Verifier,
}

/// The side that allows a witness, and the side that rejects it.
struct Sides<'l, 'd> {
    allowing: &'l Schema<'d>,
    rejecting: &'l Schema<'d>,
}

impl Witnesses {
    pub(crate) fn new(classes: Rc<Classes>) -> Witnesses {
        Witnesses { classes, ..Witnesses::default() }
    }

    /// Returns a witness of `difference` that only the side `allowed_by` allows.
    /// Returns `None` if the search finds none.
    pub(crate) fn of(&mut self, difference: &Difference, allowed_by: Side) -> Option<Value> {
        let (local, outer) = difference.levels.split_last()?;
        if outer.len() >= MAXIMUM_LEVELS {
            return None;
        }
        let sides = local.sides(allowed_by);
        let is_reason = |value: &Value| reason::is_reason(difference, local, allowed_by, value);
        let models = models(&self.classes, sides.allowing, sides.rejecting, None, is_reason);
        let (about, others): (Vec<Value>, Vec<Value>) = models.into_iter().partition(is_reason);
        [about, others].into_iter().find_map(|values| {
            let values = sides.disagreeing(values);
            WIDTHS.into_iter().find_map(|width| {
                let wrapped = self.wrapped(outer, allowed_by, values.clone(), width);
                self.verified(difference, allowed_by, wrapped)
            })
        })
    }

    /// Returns the first of `values` that the validator accepts for one side and
    /// rejects for the other.
    fn verified(
        &mut self,
        difference: &Difference,
        allowed_by: Side,
        values: Vec<Value>,
    ) -> Option<Value> {
        let sides = difference.levels.first()?.sides(allowed_by);
        values.into_iter().find(|value| {
            self.verifier.verify(sides.allowing, value) == Some(true)
                && self.verifier.verify(sides.rejecting, value) == Some(false)
        })
    }

    /// Returns whole values with one of `values` inside the levels `outer`, on which the
    /// sides of each level disagree. Of each level's values, `width` are wrapped.
    fn wrapped(
        &self,
        outer: &[PathLevel],
        allowed_by: Side,
        values: Vec<Value>,
        width: usize,
    ) -> Vec<Value> {
        outer.iter().rev().fold(values, |inner, level| {
            let sides = level.sides(allowed_by);
            let inner = inner.iter().take(width);
            let enclosing = inner.flat_map(|value| self.enclosing(level, &sides, value));
            sides.disagreeing(enclosing.collect())
        })
    }

    /// Returns values at `level` with `value` one step inside.
    fn enclosing(&self, level: &PathLevel, sides: &Sides, value: &Value) -> Vec<Value> {
        let Some(step) = &level.step else {
            return Vec::new();
        };
        let given = Some(Given { step, value });
        let is_enough = |value: &Value| !accepts(sides.rejecting, value);
        models(&self.classes, sides.allowing, sides.rejecting, given, is_enough)
    }
}

impl Sides<'_, '_> {
    /// Returns the smallest of `values` that one side allows and the other rejects, of
    /// several types if possible.
    fn disagreeing(&self, values: Vec<Value>) -> Vec<Value> {
        let disagree =
            |value: &Value| accepts(self.allowing, value) && !accepts(self.rejecting, value);
        let [.., most] = WIDTHS;
        smallest_first(values).into_iter().filter(disagree).take(most).collect()
    }
}

impl<'d> PathLevel<'d> {
    fn sides(&self, allowed_by: Side) -> Sides<'_, 'd> {
        let (allowing, rejecting) = match allowed_by {
            Side::Left => (&self.left, &self.right),
            Side::Right => (&self.right, &self.left),
        };
        Sides { allowing, rejecting }
    }
}
