//! Values that show a difference: one side allows them and the other refuses
//! them. A witness is built where the schemas differ, wrapped outwards to a
//! whole body or parameter, and verified against both whole schemas by a
//! validator that shares nothing with the comparison. It must never let one
//! out that isn't verified, nor call a difference shown by a value that shows
//! another one.

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

use crate::schema::{Comparison, Difference, Level, Schema};
use search::{MAXIMUM_EFFORT, Reach, Search};
use serde_json::Value;
use verify::Verifier;

/// How far the search for one difference goes. What stands beside it is in most
/// cases no part of it, and only has to be there.
const REACHES: [Reach; 4] = [
    Reach::plain(3),
    Reach::full(3),
    Reach::full(6),
    Reach::full(12),
];

/// A value on which two schemas disagree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) value: Value,
    /// Whether it is the left side that allows it.
    pub(crate) by_left: bool,
}

/// Finds witnesses and verifies them.
#[derive(Default)]
pub(crate) struct Witnesses {
    verifier: Verifier,
}

/// The side that allows a witness, and the one that refuses it.
pub(super) struct Sides<'l, 'd> {
    pub(super) allowing: &'l Schema<'d>,
    pub(super) refusing: &'l Schema<'d>,
}

impl Witnesses {
    /// A value that shows `difference` by being allowed on the left (or right)
    /// only, from near what the schemas say; `None` if none was found.
    pub(crate) fn found<'d>(
        &mut self,
        comparison: &mut Comparison<'d>,
        difference: &Difference<'d>,
        by_left: bool,
    ) -> Option<Shown> {
        let mut effort = MAXIMUM_EFFORT;
        for reach in REACHES {
            let mut search = Search::new(comparison, reach, effort);
            let (about, others) = wrap::witnesses(&mut search, difference, by_left);
            let is_limited = search.is_limited;
            effort = search.effort;
            if let Some(shown) = self.verified(difference, by_left, about) {
                return Some(shown);
            }
            if let Some(other) = self.verified(difference, by_left, others) {
                // One that is about the difference is worth a longer look.
                let (about, _) = modelled::witnesses(difference, by_left);
                return self.verified(difference, by_left, about).or(Some(other));
            }
            if !is_limited || effort == 0 {
                break;
            }
        }
        None
    }

    /// The same, made from what both schemas leave open.
    pub(crate) fn modelled(&mut self, difference: &Difference, by_left: bool) -> Option<Shown> {
        let (about, others) = modelled::witnesses(difference, by_left);
        let about = self.verified(difference, by_left, about);
        about.or_else(|| self.verified(difference, by_left, others))
    }

    /// The first of `values` that the validator judges differently for each side.
    fn verified(
        &mut self,
        difference: &Difference,
        by_left: bool,
        values: Vec<Value>,
    ) -> Option<Shown> {
        let sides = difference.levels.first()?.sides(by_left);
        let mut values = values.into_iter();
        let value = values.find(|value| {
            self.verifier.verify(sides.allowing, value) == Some(true)
                && self.verifier.verify(sides.refusing, value) == Some(false)
        });
        value.map(|value| Shown { value, by_left })
    }
}

impl<'d> Level<'d> {
    fn sides(&self, by_left: bool) -> Sides<'_, 'd> {
        let (allowing, refusing) = match by_left {
            true => (&self.left, &self.right),
            false => (&self.right, &self.left),
        };
        Sides { allowing, refusing }
    }
}
