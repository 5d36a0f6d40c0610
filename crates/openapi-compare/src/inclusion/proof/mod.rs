//! Proves that one schema includes another: no value is allowed by the first and
//! rejected by the second. Such proofs remove differences of keywords that make no
//! difference of values. The method is an analytic tableau: the schemas are split into
//! branches, one for each alternative. If each branch has a contradiction, the proof
//! holds. From an open branch, `model` constructs values. Keywords that aren't understood,
//! and searches that take too long, leave a branch open, so no difference is hidden.

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

pub(crate) use model::{Given, models, smallest_first};

use crate::inclusion::keyword::ValueType;
use crate::inclusion::schema::{Class, Classes, Difference, Key, Schema, Side, certainly_accepts};
use branch::Branch;
use fact::Literal;
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// The depth of nested values that is examined.
const MAXIMUM_DEPTH: usize = 16;

/// The number of innermost levels around a difference for which a proof is tried, besides the
/// outermost level.
const MAXIMUM_LEVELS: usize = 4;

/// The maximum number of decomposition steps for one proof.
const MAXIMUM_EFFORT: usize = 20_000;

/// The types with infinitely many values.
const INFINITE_TYPES: [ValueType; 4] =
    [ValueType::Number, ValueType::String, ValueType::Array, ValueType::Object];

/// All values of the other types.
const FINITE_TYPES: [Value; 3] = [Value::Null, Value::Bool(true), Value::Bool(false)];

/// A cache of proof results.
#[derive(Default)]
pub(crate) struct Proofs {
    classes: Rc<Classes>,
    inclusions: HashMap<(Key, Key), bool>,
}

impl Proofs {
    pub(crate) fn new(classes: Rc<Classes>) -> Proofs {
        Proofs { classes, ..Proofs::default() }
    }

    /// Returns whether one of the levels around `difference` shows that it has no witness on the
    /// side `allowed_by`: every value that this side allows there, the other side allows, too.
    pub(crate) fn refute(&mut self, difference: &Difference, allowed_by: Side) -> bool {
        let near = difference.levels.iter().rev().take(MAXIMUM_LEVELS);
        near.chain(difference.levels.first()).any(|level| match allowed_by {
            Side::Left => self.shows_inclusion(&level.left, &level.right),
            Side::Right => self.shows_inclusion(&level.right, &level.left),
        })
    }

    /// Returns whether it is proven that `wide` allows every value that `narrow` allows.
    pub(crate) fn shows_inclusion(&mut self, narrow: &Schema, wide: &Schema) -> bool {
        let key = (narrow.key(), wide.key());
        if let Some(known) = self.inclusions.get(&key) {
            return *known;
        }
        let literal = |part: &_, holds| Literal { part: *part, holds };
        let is_included = wide.parts.iter().all(|rejected| {
            let allowed = narrow.parts.iter().map(|part| literal(part, true));
            let literals = allowed.chain([literal(rejected, false)]);
            Proof::new(&self.classes).is_unsatisfiable(literals.collect())
        });
        self.inclusions.insert(key, is_included);
        is_included
    }
}

/// A conjunction of literals, by the classes of their schemas.
type Goal = Vec<(Class, bool)>;

fn goal(literals: &[Literal], classes: &Classes) -> Goal {
    let mut goal: Goal = literals.iter().map(|literal| literal.key(classes)).collect();
    goal.sort_unstable();
    goal.dedup();
    goal
}

/// Returns whether a goal has a schema and its negation.
fn is_contradiction(goal: &Goal) -> bool {
    goal.windows(2).any(|pair| pair[0].0 == pair[1].0)
}

/// The state of a proof.
struct Proof {
    classes: Rc<Classes>,
    known: HashMap<Goal, bool>,
    /// The goals that enclose the current one, outermost first.
    within: Vec<Goal>,
    /// The goals whose finite supersets are being made.
    enumerating: Vec<Goal>,
    /// The index of the outermost goal whose unsatisfiability was assumed; `usize::MAX` if none
    /// was.
    assumed: usize,
    effort: usize,
}

impl Proof {
    fn new(classes: &Rc<Classes>) -> Proof {
        Proof {
            classes: Rc::clone(classes),
            known: HashMap::new(),
            within: Vec::new(),
            enumerating: Vec::new(),
            assumed: usize::MAX,
            effort: MAXIMUM_EFFORT,
        }
    }

    /// Returns whether the conjunction of `literals` is certainly unsatisfiable.
    fn is_unsatisfiable(&mut self, literals: Vec<Literal>) -> bool {
        let goal = goal(&literals, &self.classes);
        if is_contradiction(&goal) {
            return true;
        }
        if let Some(known) = self.known.get(&goal) {
            return *known;
        }
        if let Some(index) = self.within.iter().position(|known| *known == goal) {
            // Infinite descent: a smallest value that satisfies the goal would
            // contain a smaller one.
            self.assumed = self.assumed.min(index);
            return true;
        }
        let depth = self.within.len();
        if depth == MAXIMUM_DEPTH {
            return false;
        }
        let assumed = std::mem::replace(&mut self.assumed, usize::MAX);
        self.within.push(goal);
        let is_unsatisfiable = self.is_unsatisfiable_for_all_types(&literals);
        let goal = self.within.pop().expect("the goal was pushed above");
        if !is_unsatisfiable || self.assumed >= depth {
            self.known.insert(goal, is_unsatisfiable);
            self.assumed = assumed;
        } else {
            self.assumed = assumed.min(self.assumed);
        }
        is_unsatisfiable
    }

    /// Returns a finite superset of the values that satisfy all `literals`, if a
    /// schema enumerates values or only types with finitely many values are
    /// possible.
    fn finite_superset(&mut self, literals: &[Literal]) -> Option<Vec<Value>> {
        let mut positive = literals.iter().filter(|literal| literal.holds);
        if let Some(enumerated) = positive.find_map(Literal::enumerated) {
            return Some(enumerated.collect());
        }
        // An array that contains itself leads back to it. It isn't put on `within`, because its
        // unsatisfiability isn't what is shown.
        let goal = goal(literals, &self.classes);
        if self.enumerating.len() == MAXIMUM_DEPTH || self.enumerating.contains(&goal) {
            return None;
        }
        self.enumerating.push(goal);
        let are_closed = self.are_all_closed(literals);
        self.enumerating.pop();
        are_closed.then(|| FINITE_TYPES.to_vec())
    }

    fn is_unsatisfiable_for_all_types(&mut self, literals: &[Literal]) -> bool {
        if FINITE_TYPES.iter().any(|value| satisfies(literals, value)) {
            return false;
        }
        self.are_all_closed(literals)
    }

    /// Returns whether certainly no value of an infinite type satisfies all `literals`.
    fn are_all_closed(&mut self, literals: &[Literal]) -> bool {
        INFINITE_TYPES.into_iter().all(|kind| {
            let branch = Branch::new(&self.classes, kind, literals.to_vec());
            self.is_closed(branch)
        })
    }
}

/// Returns whether `value` satisfies all `literals`, or may satisfy them.
fn satisfies(literals: &[Literal], value: &Value) -> bool {
    literals.iter().all(|literal| {
        let schema = Schema::new(literal.part.document, literal.part.node);
        certainly_accepts(&schema, value) != Some(!literal.holds)
    })
}
