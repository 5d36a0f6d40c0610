//! Searches for witnesses of a difference: values that one side allows and the other
//! rejects. A witness is built where the schemas differ, wrapped outwards to a whole
//! body or parameter, and verified against both whole schemas by an independent
//! validator, which the comparison itself uses only for formats. Only verified
//! witnesses are returned. Values that witness the difference itself are preferred
//! to values that are rejected for another reason.

mod array;
mod export;
mod modelled;
mod number;
mod object;
mod pattern;
mod search;
mod simplest;
mod string;
mod verify;
mod wrap;

use crate::schema::{Comparison, Difference, PathLevel, Schema, Side};
use search::{MAXIMUM_EFFORT, Scope, Search};
use serde_json::Value;
use verify::Verifier;

/// The scopes of the search for one difference, tried in order. Keywords beside the
/// difference are mostly unrelated, so the first scope uses the simplest values
/// there.
const SCOPES: [Scope; 4] = [
    Scope::plain(3),
    Scope::full(3),
    Scope::full(6),
    Scope::full(12),
];

/// Finds witnesses and verifies them.
#[derive(Default)]
pub(crate) struct Witnesses {
    verifier: Verifier,
}

/// The side that allows a witness, and the side that rejects it.
pub(super) struct Sides<'l, 'd> {
    pub(super) allowing: &'l Schema<'d>,
    pub(super) rejecting: &'l Schema<'d>,
}

impl Witnesses {
    /// Returns a witness of `difference` that only the side `allowed_by` allows, from
    /// values near the limits of both schemas. Returns `None` if the search finds
    /// none.
    pub(crate) fn found<'d>(
        &mut self,
        comparison: &mut Comparison<'d>,
        difference: &Difference<'d>,
        allowed_by: Side,
    ) -> Option<Value> {
        let mut effort = MAXIMUM_EFFORT;
        for scope in SCOPES {
            let mut search = Search::new(comparison, scope, effort);
            let (about, others) = wrap::witnesses(&mut search, difference, allowed_by);
            let is_limited = search.is_limited;
            effort = search.effort;
            if let Some(shown) = self.verified(difference, allowed_by, about) {
                return Some(shown);
            }
            if let Some(other) = self.verified(difference, allowed_by, others) {
                // A witness of the difference itself is worth a longer search.
                let (about, _) = modelled::witnesses(difference, allowed_by);
                return self.verified(difference, allowed_by, about).or(Some(other));
            }
            if !is_limited || effort == 0 {
                break;
            }
        }
        None
    }

    /// Returns a witness that is constructed from a tableau of both schemas.
    pub(crate) fn modelled(&mut self, difference: &Difference, allowed_by: Side) -> Option<Value> {
        let (about, others) = modelled::witnesses(difference, allowed_by);
        let about = self.verified(difference, allowed_by, about);
        about.or_else(|| self.verified(difference, allowed_by, others))
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
        let mut values = values.into_iter();
        values.find(|value| {
            self.verifier.verify(sides.allowing, value) == Some(true)
                && self.verifier.verify(sides.rejecting, value) == Some(false)
        })
    }
}

impl<'d> PathLevel<'d> {
    fn sides(&self, allowed_by: Side) -> Sides<'_, 'd> {
        let (allowing, rejecting) = match allowed_by {
            Side::Left => (&self.left, &self.right),
            Side::Right => (&self.right, &self.left),
        };
        Sides {
            allowing,
            rejecting,
        }
    }
}
