//! Branches of the tableau, and their decomposition. A goal is unsatisfiable only if
//! every one of its branches is closed.

use super::fact::{Condition, Dnf, Fact, Literal, is_exact};
use super::keyword;
use super::{Proof, goal, is_contradiction, satisfies};
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::ValueType;
use crate::inclusion::schema::Classes;
use openapi_source::plain;
use serde_json::Value;
use std::collections::VecDeque;
use std::rc::Rc;

/// A branch: the facts that are known, and the conditions that remain to decompose.
#[derive(Clone)]
pub(super) struct Branch<'d> {
    classes: Rc<Classes>,
    pub(super) kind: ValueType,
    /// The literals that the value must satisfy, before decomposition.
    goal: Vec<Literal<'d>>,
    literals: Vec<Literal<'d>>,
    pub(super) facts: Vec<Fact<'d>>,
    pending: Vec<Condition<'d>>,
    /// The disjunctions that remain. A value satisfies one conjunction of each.
    splits: Vec<Dnf<'d>>,
}

impl<'d> Branch<'d> {
    pub(super) fn new(
        classes: &Rc<Classes>,
        kind: ValueType,
        goal: Vec<Literal<'d>>,
    ) -> Branch<'d> {
        Branch {
            classes: Rc::clone(classes),
            kind,
            literals: Vec::new(),
            facts: Vec::new(),
            pending: goal.iter().copied().map(Condition::Literal).collect(),
            splits: Vec::new(),
            goal,
        }
    }

    pub(super) fn with_facts(mut self, facts: impl IntoIterator<Item = Fact<'d>>) -> Branch<'d> {
        self.facts.extend(facts);
        self
    }

    /// Returns the number of its parts.
    fn size(&self) -> usize {
        self.literals.len() + self.facts.len() + self.pending.len() + self.splits.len()
    }

    /// Decomposes the pending conditions. Returns `false` if they are contradictory.
    fn decompose(&mut self, effort: &mut usize) -> bool {
        while let Some(condition) = self.pending.pop() {
            *effort = effort.saturating_sub(1);
            spend(1 + self.size() / 16);
            let disjunctions = match condition {
                Condition::Fact(fact) => {
                    if self.facts.iter().any(|known| known.contradicts(&fact)) {
                        return false;
                    }
                    if !self.implies(&fact) {
                        self.facts.push(fact);
                    }
                    continue;
                }
                Condition::Literal(literal) => {
                    let negated = literal.negated().key(&self.classes);
                    if self.literals.iter().any(|known| known.key(&self.classes) == negated) {
                        return false;
                    }
                    // A schema that only refers to another one has the class of that one.
                    if self.literals.iter().any(|known| known.is_same(&literal)) {
                        continue;
                    }
                    self.literals.push(literal);
                    keywords(self.kind, literal)
                }
            };
            for mut dnf in disjunctions {
                match dnf.len() {
                    0 => return false,
                    1 => self.pending.extend(dnf.remove(0)),
                    _ => self.splits.push(dnf),
                }
            }
        }
        !self.has_contradictory_member()
    }

    /// Returns whether the facts imply `fact`. The branches of most unions differ in a member with
    /// one value each, so that the value of one branch violates all others.
    fn implies(&self, fact: &Fact<'d>) -> bool {
        match fact {
            Fact::Present(name) => self.present().any(|known| known == *name),
            Fact::Member(name, literal) => {
                let literals = self.literals(name);
                let values = literals.iter().filter(|one| one.holds).find_map(Literal::enumerated);
                values.is_some_and(|mut values| {
                    let negated = literal.negated();
                    values.all(|one| !satisfies(&literals, &one) || !satisfies(&[negated], &one))
                })
            }
            _ => false,
        }
    }

    /// Returns whether a required member has literals that contradict each other, or an
    /// enumeration of values, none of which satisfies its literals.
    fn has_contradictory_member(&self) -> bool {
        self.present().any(|name| {
            let literals = self.literals(name);
            let values = literals.iter().filter(|one| one.holds).find_map(Literal::enumerated);
            values.is_some_and(|mut values| !values.any(|one| satisfies(&literals, &one)))
                || is_contradiction(&goal(&literals, &self.classes))
        })
    }

    /// Returns the names of the required members.
    fn present(&self) -> impl Iterator<Item = &'d str> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::Present(name) => Some(*name),
            _ => None,
        })
    }

    /// Returns the literals of the member `name`.
    fn literals(&self, name: &str) -> Vec<Literal<'d>> {
        let literals = self.facts.iter().filter_map(|fact| match fact {
            Fact::Member(other, literal) if *other == name => Some(*literal),
            _ => None,
        });
        literals.collect()
    }

    /// Returns the values that satisfy the branch, if a fact enumerates them. Those that JSON
    /// values can't hold exactly may satisfy it.
    pub(super) fn enumerated(&self) -> Option<Vec<Value>> {
        let mut enumerations = self.facts.iter().filter_map(|fact| match fact {
            Fact::OneOf(values) => Some(values),
            _ => None,
        });
        let accepted = enumerations.next()?.iter().filter_map(|node| {
            let value = plain(node);
            let is_accepted = ValueType::of(&value) == self.kind
                && node.number().is_none_or(|one| super::number::satisfies(&self.facts, one))
                && (!is_exact(node) || self.is_satisfied_by(&value));
            is_accepted.then_some(value)
        });
        Some(accepted.collect())
    }

    /// Returns whether `value` satisfies the goal and, if it is a string, the facts.
    pub(super) fn is_satisfied_by(&self, value: &Value) -> bool {
        let text = value.as_str();
        text.is_none_or(|text| super::string::may_satisfy(&self.facts, text))
            && satisfies(&self.goal, value)
    }
}

/// Decomposes a literal into the conditions of the keywords of its schema.
fn keywords(kind: ValueType, literal: Literal) -> Vec<Dnf> {
    let Literal { part: schema, holds } = literal;
    let openapi_source::Value::Mapping(members) = &schema.node.value else {
        let allowed = schema.node.boolean() != Some(false);
        return super::fact::always(allowed == holds);
    };
    let keywords =
        members.keys().map(|keyword| keyword::conditions_of(kind, schema, keyword, holds));
    if holds {
        return keywords.flatten().collect();
    }
    let mut alternatives = Vec::new();
    for mut disjunctions in keywords {
        match disjunctions.pop() {
            Some(dnf) => alternatives.extend(dnf),
            None => return Vec::new(),
        }
    }
    vec![alternatives]
}

/// An iterator over the leaves of a tableau: branches that are fully decomposed and
/// not yet contradictory.
pub(super) struct Leaves<'d> {
    open: VecDeque<Open<'d>>,
    /// Whether the next leaf is taken from the other end of the queue. Adjacent
    /// leaves are similar, and there can be thousands.
    takes_first: bool,
}

/// A branch that remains to examine: another one with additional conditions. Thousands of
/// alternatives of a branch with thousands of facts share them.
struct Open<'d> {
    branch: Rc<Branch<'d>>,
    conjunction: Vec<Condition<'d>>,
}

impl<'d> Leaves<'d> {
    pub(super) fn new(branch: Branch<'d>) -> Leaves<'d> {
        let first = Open { branch: Rc::new(branch), conjunction: Vec::new() };
        Leaves { open: VecDeque::from([first]), takes_first: false }
    }

    /// Returns the next leaf; `None` after the last leaf, and once `effort` is
    /// spent.
    pub(super) fn next(&mut self, effort: &mut usize) -> Option<Branch<'d>> {
        loop {
            let open = if std::mem::take(&mut self.takes_first) {
                self.open.pop_front()?
            } else {
                self.open.pop_back()?
            };
            let mut branch = Rc::unwrap_or_clone(open.branch);
            // The effort for a conjunction is counted where the branch is split.
            let mut counted = usize::MAX;
            let is_first = !branch.pending.is_empty();
            branch.pending.extend(open.conjunction);
            if !branch.decompose(if is_first { effort } else { &mut counted }) {
                continue;
            }
            if *effort == 0 {
                return None;
            }
            // The smallest disjunction first: a contradiction ends the search early.
            let split = (0..branch.splits.len()).min_by_key(|index| branch.splits[*index].len());
            let Some(split) = split else {
                self.takes_first = true;
                return Some(branch);
            };
            let dnf = branch.splits.swap_remove(split);
            let before = self.open.len();
            let branch = Rc::new(branch);
            spend(1 + dnf.len() / 4);
            let is_implied =
                |one: &Condition<'d>| matches!(one, Condition::Fact(fact) if branch.implies(fact));
            if dnf.iter().any(|conjunction| conjunction.iter().all(is_implied)) {
                self.open.push_back(Open { branch, conjunction: Vec::new() });
                continue;
            }
            for conjunction in dnf.into_iter().rev() {
                spend(1 + branch.size() / 4);
                let mut extended = Branch::clone(&branch);
                extended.pending.extend(conjunction.iter().cloned());
                if !extended.decompose(effort) {
                    continue;
                }
                // A conjunction without additional conditions subsumes the others.
                let is_subsuming = extended.facts.len() == branch.facts.len()
                    && extended.splits.len() == branch.splits.len();
                if is_subsuming {
                    self.open.truncate(before);
                }
                self.open.push_back(Open { branch: Rc::clone(&branch), conjunction });
                if is_subsuming {
                    break;
                }
            }
        }
    }
}

impl Proof {
    /// Returns whether certainly no value satisfies `branch`.
    pub(super) fn is_closed(&mut self, branch: Branch) -> bool {
        let mut leaves = Leaves::new(branch);
        while let Some(leaf) = leaves.next(&mut self.effort) {
            if !self.is_leaf_closed(&leaf) {
                return false;
            }
        }
        self.effort > 0
    }

    fn is_leaf_closed(&mut self, branch: &Branch) -> bool {
        if let Some(values) = branch.enumerated() {
            return values.is_empty();
        }
        match branch.kind {
            ValueType::Number => super::number::is_empty(&branch.facts),
            ValueType::String => super::string::is_empty(&branch.facts),
            ValueType::Array => super::array::is_empty(self, &branch.facts),
            _ => super::object::is_empty(self, &branch.facts),
        }
    }
}
