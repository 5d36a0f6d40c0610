//! Proof that no value is allowed by one schema and refused by another, where
//! comparing them keyword by keyword shows a difference and no value does. It
//! takes both apart until what is left can't be (an analytic tableau), or until
//! it finds no contradiction; from what is left then, values are made (`model`).
//! It must never claim a proof that it doesn't have: whatever it doesn't
//! understand, and whatever takes too long, is taken for possible.

mod array;
mod branch;
mod fact;
mod keyword;
pub(crate) mod language;
mod model;
mod number;
mod object;
mod string;
mod unevaluated;

pub(crate) use model::{Given, models};

use crate::document::{Node, plain};
use crate::schema::{Difference, Key, Schema, accepts};
use branch::Branch;
use fact::Claim;
use serde_json::Value;
use std::collections::HashMap;

/// Values within values that are looked into.
const MAXIMUM_DEPTH: usize = 16;

/// Values around a difference that are asked whether it shows in them, beside the
/// outermost one.
const MAXIMUM_LEVELS: usize = 4;

/// What is looked at for one proof.
const MAXIMUM_EFFORT: usize = 20_000;

/// The types whose values are too many to try each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    String,
    Array,
    Object,
}

const KINDS: [Kind; 4] = [Kind::Number, Kind::String, Kind::Array, Kind::Object];

/// The values of all other types.
const FEW: [Value; 3] = [Value::Null, Value::Bool(true), Value::Bool(false)];

/// Proofs, and what they came to.
#[derive(Default)]
pub(crate) struct Proofs {
    inclusions: HashMap<(Key, Key), bool>,
}

impl Proofs {
    /// Whether it is proven that no value shows `difference` by being allowed on
    /// the left (or right) only: not where it is, or else not in what is around
    /// it.
    pub(crate) fn refute(&mut self, difference: &Difference, by_left: bool) -> bool {
        let near = difference.levels.iter().rev().take(MAXIMUM_LEVELS);
        let mut levels = near.chain(difference.levels.first());
        levels.any(|level| match by_left {
            true => self.shows_inclusion(&level.left, &level.right),
            false => self.shows_inclusion(&level.right, &level.left),
        })
    }

    /// Whether it is proven that `wide` allows every value that `narrow` does.
    pub(crate) fn shows_inclusion(&mut self, narrow: &Schema, wide: &Schema) -> bool {
        let key = (narrow.key(), wide.key());
        if let Some(known) = self.inclusions.get(&key) {
            return *known;
        }
        let mut claims: Vec<Claim> = Vec::new();
        claims.extend(narrow.parts.iter().map(|part| Claim {
            part: *part,
            holds: true,
        }));
        let is_shown = wide.parts.iter().all(|part| {
            let refused = Claim {
                part: *part,
                holds: false,
            };
            let claims = claims.iter().copied().chain([refused]);
            Proof::default().refutes(claims.collect())
        });
        self.inclusions.insert(key, is_shown);
        is_shown
    }
}

/// Claims about one value, by their schemas' places.
type Goal = Vec<(*const Node, bool)>;

/// A proof under way.
struct Proof {
    known: HashMap<Goal, bool>,
    /// The goals within which this one is met, outermost first.
    within: Vec<Goal>,
    /// The outermost of them that was taken for granted.
    granted: usize,
    effort: usize,
}

impl Default for Proof {
    fn default() -> Proof {
        Proof {
            known: HashMap::new(),
            within: Vec::new(),
            granted: usize::MAX,
            effort: MAXIMUM_EFFORT,
        }
    }
}

impl Proof {
    /// Whether no value is as all `claims` say.
    fn refutes(&mut self, claims: Vec<Claim>) -> bool {
        let mut goal: Goal = claims.iter().map(Claim::key).collect();
        goal.sort_unstable();
        goal.dedup();
        if goal.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return true;
        }
        if let Some(known) = self.known.get(&goal) {
            return *known;
        }
        if let Some(index) = self.within.iter().position(|known| *known == goal) {
            // A smallest value of this goal would have a smaller one within.
            self.granted = self.granted.min(index);
            return true;
        }
        let depth = self.within.len();
        if depth == MAXIMUM_DEPTH {
            return false;
        }
        let granted = std::mem::replace(&mut self.granted, usize::MAX);
        self.within.push(goal);
        let is_refuted = self.refutes_each_type(&claims);
        let goal = self.within.pop().unwrap_or_default();
        if !is_refuted || self.granted >= depth {
            self.known.insert(goal, is_refuted);
            self.granted = granted;
        } else {
            self.granted = granted.min(self.granted);
        }
        is_refuted
    }

    /// All values that are as claimed, with some that aren't, if a schema lists
    /// them or they are of types that have few.
    fn few(&mut self, claims: &[Claim]) -> Option<Vec<Value>> {
        let mut lists = claims.iter().filter(|claim| claim.holds);
        let listed = lists.find_map(Claim::listed);
        if let Some(listed) = listed {
            return Some(listed.iter().map(plain).collect());
        }
        let mut kinds = KINDS.into_iter();
        let are_few = kinds.all(|kind| self.closes(Branch::new(kind, claims.to_vec())));
        are_few.then(|| FEW.to_vec())
    }

    fn refutes_each_type(&mut self, claims: &[Claim]) -> bool {
        if FEW.iter().any(|value| fits(claims, value)) {
            return false;
        }
        KINDS
            .into_iter()
            .all(|kind| self.closes(Branch::new(kind, claims.to_vec())))
    }
}

/// Whether `value` is as all `claims` say.
fn fits(claims: &[Claim], value: &Value) -> bool {
    claims.iter().all(|claim| {
        let schema = Schema::new(claim.part.document, claim.part.node);
        accepts(&schema, value) == claim.holds
    })
}
