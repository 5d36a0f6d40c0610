//! Constructs values from the open leaves of a tableau: the facts of each leaf
//! describe a value. Every constructed value satisfies the goal, as far as `satisfies` can tell.
//! The search is incomplete: it may miss such values.

mod array;
mod object;
mod size;
mod string;

pub(crate) use size::smallest_first;

use super::branch::{Branch, Leaves};
use super::fact::Literal;
use super::{FINITE_TYPES, Goal, INFINITE_TYPES, goal, number, satisfies};
use crate::inclusion::keyword::ValueType;
use crate::inclusion::schema::{Classes, Schema, SchemaNode, Step};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// The number of steps for one search, across all depths.
const MAXIMUM_EFFORT: usize = 20_000;

/// The number of leaves that are examined for one value.
const MAXIMUM_LEAVES: usize = 512;

/// The number of values from each leaf, unless more are wanted.
const MAXIMUM_PER_LEAF: usize = 4;

/// The depths of nested values, and the numbers of values that end a search. The first
/// are the smallest, since most searches need no other.
const ROUNDS: [(usize, usize); 4] = [(2, 16), (2, usize::MAX), (5, usize::MAX), (12, usize::MAX)];

/// A member or an item that each constructed object or array must have. Numbers and strings are
/// constructed, too: for some pairs of schemas, only they show a difference that is reported at a
/// member.
#[derive(Clone, Copy)]
pub(crate) struct Given<'g> {
    pub(crate) step: &'g Step,
    pub(crate) value: &'g Value,
}

/// Returns values that `allowing` allows, and others that `rejecting` also rejects. The search
/// ends at the first round with a value that `is_enough`.
pub(crate) fn models<'d>(
    classes: &Rc<Classes>,
    allowing: &Schema<'d>,
    rejecting: &Schema<'d>,
    given: Option<Given>,
    is_enough: impl Fn(&Value) -> bool,
) -> Vec<Value> {
    let mut effort = MAXIMUM_EFFORT;
    let literal = |part: &SchemaNode<'d>, holds| Literal { part: *part, holds };
    let allowed = allowing.parts.iter().map(|part| literal(part, true));
    let mut found = Vec::new();
    for (depth, wanted) in ROUNDS {
        let mut search = |rejected: Option<Literal<'d>>| {
            let goal = allowed.clone().chain(rejected).collect();
            let mut models =
                Models { classes: Rc::clone(classes), known: HashMap::new(), depth, effort };
            let new = models.of_each_type(goal, given, (wanted, MAXIMUM_PER_LEAF));
            effort = models.effort;
            let has_enough = new.iter().any(&is_enough);
            found.extend(new);
            has_enough
        };
        // The given part may be why the value is rejected. No other part has to be rejected
        // then, so the search first requires none.
        if given.is_some() && search(None) {
            break;
        }
        // Every part is searched: each may give values of other types.
        let parts = rejecting.parts.iter().map(|part| search(Some(literal(part, false))));
        if parts.fold(false, |enough, has_enough| enough | has_enough) {
            break;
        }
    }
    found
}

/// The state of a search.
struct Models {
    classes: Rc<Classes>,
    known: HashMap<Goal, Rc<Vec<Value>>>,
    /// The remaining depth of nested values.
    depth: usize,
    effort: usize,
}

impl Models {
    /// Returns values that satisfy all `literals`: at least `wanted`, if the search
    /// finds as many.
    fn satisfying(&mut self, literals: Vec<Literal>, wanted: usize) -> Rc<Vec<Value>> {
        let goal = goal(&literals, &self.classes);
        if let Some(known) = self.known.get(&goal)
            && (known.len() >= wanted || known.len() < MAXIMUM_PER_LEAF)
        {
            return Rc::clone(known);
        }
        if self.depth == 0 {
            return Rc::default();
        }
        // A goal that is met again within its own search has no values there.
        self.known.insert(goal.clone(), Rc::default());
        self.depth -= 1;
        // A part that takes too much effort leaves some of it to the other parts.
        let kept = self.effort / 8;
        self.effort -= kept;
        let wanted = wanted.max(MAXIMUM_PER_LEAF);
        let mut found = self.of_each_type(literals, None, (wanted, wanted));
        found.sort_by_cached_key(size::size);
        self.effort += kept;
        self.depth += 1;
        let found = Rc::new(found);
        self.known.insert(goal, Rc::clone(&found));
        found
    }

    /// Returns values that satisfy all `literals`: at least `wanted` if possible,
    /// and at most `per_leaf` from one leaf.
    fn of_each_type(
        &mut self,
        literals: Vec<Literal>,
        given: Option<Given>,
        (wanted, per_leaf): (usize, usize),
    ) -> Vec<Value> {
        let simple = FINITE_TYPES.into_iter().filter(|value| satisfies(&literals, value));
        let mut found: Vec<Value> = simple.filter(|_| given.is_none()).collect();
        for kind in INFINITE_TYPES {
            let missing = wanted.saturating_sub(found.len());
            if missing == 0 {
                break;
            }
            let branch = Branch::new(&self.classes, kind, literals.clone());
            found.extend(self.of_branch(branch, given, (missing, per_leaf)));
        }
        found
    }

    /// Returns values that satisfy `branch`, with the same limits.
    fn of_branch(
        &mut self,
        branch: Branch,
        given: Option<Given>,
        (wanted, per_leaf): (usize, usize),
    ) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        let mut leaves = Leaves::new(branch);
        for _ in 0..MAXIMUM_LEAVES {
            let Some(leaf) = leaves.next(&mut self.effort) else {
                break;
            };
            for is_wide in [false, true] {
                let values = self.of_leaf(&leaf, given, per_leaf, is_wide);
                self.effort = self.effort.saturating_sub(values.len());
                let accepted = values.into_iter().filter(|value| leaf.is_satisfied_by(value));
                let is_new = |value: &Value| !found.contains(value);
                let accepted: Vec<Value> = accepted.filter(is_new).take(per_leaf).collect();
                let is_empty = accepted.is_empty();
                found.extend(accepted);
                if !is_empty {
                    break;
                }
            }
            if found.len() >= wanted {
                break;
            }
        }
        found
    }

    /// Returns values that may satisfy the facts of `leaf`. The facts say too little about
    /// some leaves, such as those with `unevaluatedProperties`; a wide search tries more
    /// names of members and more lengths of arrays.
    fn of_leaf(
        &mut self,
        leaf: &Branch,
        given: Option<Given>,
        per_leaf: usize,
        is_wide: bool,
    ) -> Vec<Value> {
        match (leaf.enumerated(), leaf.kind) {
            (Some(enumerated), _) if !is_wide => enumerated,
            (None, ValueType::Number) if !is_wide => number::values(&leaf.facts),
            (None, ValueType::String) if !is_wide => string::values(&leaf.facts, per_leaf),
            (None, ValueType::Array) => array::arrays(self, &leaf.facts, given, is_wide),
            (None, ValueType::Object) => object::objects(self, &leaf.facts, given, is_wide),
            _ => Vec::new(),
        }
    }
}
