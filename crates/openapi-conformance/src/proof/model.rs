//! Values made from what a tableau leaves open: each way in which a value could
//! be as claimed says what must be in it, however the schemas say so. It must
//! never offer a value that isn't as claimed, and may miss some that are.

mod array;
mod object;
mod scalar;

use super::branch::{Branch, Leaves};
use super::fact::Claim;
use super::{FEW, Goal, KINDS, Kind, fits};
use crate::schema::{Part, Schema, Step};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// What is looked at for one search, however deep it goes.
const MAXIMUM_EFFORT: usize = 20_000;

/// Ways that are looked at for one value.
const MAXIMUM_LEAVES: usize = 512;

/// Values that are made of each way, unless more are wanted.
const OF_A_LEAF: usize = 4;

/// Values within a value: the near ones first, since most need no others.
const DEPTHS: [usize; 3] = [2, 5, 12];

/// A member or an item that a value is to have.
#[derive(Clone, Copy)]
pub(crate) struct Given<'g> {
    pub(crate) step: &'g Step,
    pub(crate) value: &'g Value,
}

/// Values that `allowing` allows and `refusing` refuses, of all the ways to
/// do so that are found.
pub(crate) fn models<'d>(
    allowing: &Schema<'d>,
    refusing: &Schema<'d>,
    given: Option<Given>,
    is_enough: impl Fn(&Value) -> bool,
) -> Vec<Value> {
    let mut effort = MAXIMUM_EFFORT;
    let claim = |part: &Part<'d>, holds| Claim { part: *part, holds };
    let mut found = Vec::new();
    for depth in DEPTHS {
        for refused in &refusing.parts {
            let claims = allowing.parts.iter().map(|part| claim(part, true));
            let claims = claims.chain([claim(refused, false)]).collect();
            let mut models = Models::new(depth, effort);
            found.extend(models.of_each_kind(claims, given, (usize::MAX, OF_A_LEAF)));
            effort = models.effort;
        }
        if found.iter().any(&is_enough) {
            break;
        }
    }
    found
}

/// A search under way.
struct Models {
    known: HashMap<Goal, Rc<Vec<Value>>>,
    /// Steps into a value that it may still go.
    depth: usize,
    effort: usize,
}

impl Models {
    fn new(depth: usize, effort: usize) -> Models {
        Models {
            known: HashMap::new(),
            depth,
            effort,
        }
    }

    /// Values that are as all `claims` say: at least `wanted`, if so many are
    /// found.
    fn of(&mut self, claims: Vec<Claim>, wanted: usize) -> Rc<Vec<Value>> {
        let mut goal: Goal = claims.iter().map(Claim::key).collect();
        goal.sort_unstable();
        goal.dedup();
        if let Some(known) = self.known.get(&goal)
            && (known.len() >= wanted || known.len() < OF_A_LEAF)
        {
            return Rc::clone(known);
        }
        if self.depth == 0 {
            return Rc::default();
        }
        // Met again on the way to its own values, it has none.
        self.known.insert(goal.clone(), Rc::default());
        self.depth -= 1;
        let wanted = wanted.max(OF_A_LEAF);
        let found = self.of_each_kind(claims, None, (wanted, wanted));
        self.depth += 1;
        let found = Rc::new(found);
        self.known.insert(goal, Rc::clone(&found));
        found
    }

    /// The same: `wanted` values, and so many of one way.
    fn of_each_kind(
        &mut self,
        claims: Vec<Claim>,
        given: Option<Given>,
        (wanted, of_a_leaf): (usize, usize),
    ) -> Vec<Value> {
        let few = FEW.into_iter().filter(|value| fits(&claims, value));
        let mut found: Vec<Value> = few.filter(|_| given.is_none()).collect();
        for kind in KINDS {
            let missing = wanted.saturating_sub(found.len());
            if missing == 0 {
                break;
            }
            let branch = Branch::new(kind, claims.clone());
            found.extend(self.within(branch, given, (missing, of_a_leaf)));
        }
        found
    }

    /// Values that are as `branch` says.
    fn within(
        &mut self,
        branch: Branch,
        given: Option<Given>,
        (wanted, of_a_leaf): (usize, usize),
    ) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        let mut leaves = Leaves::new(branch);
        for _ in 0..MAXIMUM_LEAVES {
            let Some(leaf) = leaves.next(&mut self.effort) else {
                break;
            };
            let values = match (leaf.listed(), leaf.kind) {
                (Some(listed), _) => listed,
                (_, Kind::Number) => scalar::numbers(&leaf.facts),
                (_, Kind::String) => scalar::strings(&leaf.facts, of_a_leaf),
                (_, Kind::Array) => array::arrays(self, &leaf.facts, given),
                (_, Kind::Object) => object::objects(self, &leaf.facts, given),
            };
            self.effort = self.effort.saturating_sub(values.len());
            let fitting = values.into_iter().filter(|value| leaf.leaves(value));
            let is_new = |value: &Value| !found.contains(value);
            let fitting: Vec<Value> = fitting.filter(is_new).take(of_a_leaf).collect();
            found.extend(fitting);
            if found.len() >= wanted {
                break;
            }
        }
        found
    }
}
