//! The pairs of schemas that are compared, and what one look at each shows. It
//! looks at each once, however often it is met: recursion in a document ends.
//! It must never say that two schemas are equal before it has looked at all
//! pairs that are reached from them.

use super::classes::{Class, Classes};
use super::difference::Differences;
use super::expand::is_ignored;
use super::level::{Level, Step};
use super::probe::{AlternativesKey, Probe};
use super::shape::{Kind, Shape};
use super::{Key, Schema};
use crate::document::Document;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Compares schemas and remembers what it found.
#[derive(Debug, Default)]
pub(crate) struct Comparison<'d> {
    pub(super) classes: Classes,
    pub(super) shapes: HashMap<Key, Rc<Shape<'d>>>,
    pub(super) loose_shapes: HashMap<Key, Rc<Shape<'d>>>,
    pub(super) inhabited: HashMap<Key, Rc<Shape<'d>>>,
    /// Which pairs share no value, by how deep they were looked into.
    pub(super) disjoint: HashMap<(Vec<Class>, Vec<Class>, usize), bool>,
    pairs: Vec<Pair<'d>>,
    ids: HashMap<(Key, Key), PairId>,
    pub(super) found: HashMap<(PairId, usize), Rc<Found<'d>>>,
    pub(super) probes: HashMap<(PairId, usize), Probe>,
    pub(super) alternatives: HashMap<AlternativesKey<'d>, Probe>,
    /// Whether a difference is reached from a pair.
    pub(super) differing: HashMap<PairId, bool>,
}

/// A left and a right schema, by their index in `pairs`.
pub(super) type PairId = usize;

#[derive(Clone, Debug)]
struct Pair<'d> {
    left: Schema<'d>,
    right: Schema<'d>,
}

/// What one look at a pair shows.
#[derive(Debug, Default)]
pub(super) struct Found<'d> {
    pub(super) differences: Differences<'d>,
    /// The pairs that are to be looked at next.
    pub(super) next: Vec<Next<'d>>,
}

/// A pair one step further.
#[derive(Clone, Debug)]
pub(super) struct Next<'d> {
    pub(super) pair: PairId,
    /// The step within a value; `None`, if it is about the same value.
    pub(super) step: Option<Step>,
    /// The keyword that the pair is a part of, if what it allows says nothing
    /// about what the whole allows (`not`, say).
    pub(super) within: Option<&'d str>,
}

/// How far unions look ahead to pair their alternatives.
pub(super) const LOOK_AHEAD: usize = 4;

impl<'d> Comparison<'d> {
    /// Returns a comparison of schemas of `documents`. Of other schemas it doesn't
    /// see at once that two are equal.
    pub(crate) fn of(documents: &[&Document]) -> Comparison<'d> {
        Comparison {
            classes: Classes::new(documents, is_ignored),
            ..Comparison::default()
        }
    }

    /// Whether both allow the same values and say the same about them.
    pub(crate) fn are_equal(&mut self, left: &Schema<'d>, right: &Schema<'d>) -> bool {
        let mut queue: Vec<PairId> = self.pair(left, right).into_iter().collect();
        let mut seen: HashSet<PairId> = queue.iter().copied().collect();
        while let Some(pair) = queue.pop() {
            match self.differing.get(&pair) {
                Some(true) => return false,
                Some(false) => continue,
                None => {}
            }
            let found = self.look_at(pair, LOOK_AHEAD);
            if !found.differences.is_empty() {
                return false;
            }
            let next = found.next.iter().map(|next| next.pair);
            queue.extend(next.filter(|pair| seen.insert(*pair)));
        }
        self.differing
            .extend(seen.into_iter().map(|pair| (pair, false)));
        true
    }

    /// Whether a value of `kind` is allowed.
    pub(crate) fn allows(&mut self, schema: &Schema<'d>, kind: Kind) -> bool {
        !self.expand(schema).of_kind(kind).is_empty()
    }

    /// The pair's id; `None` if both are the same schema.
    pub(super) fn pair(&mut self, left: &Schema<'d>, right: &Schema<'d>) -> Option<PairId> {
        if self.classes.key(left) == self.classes.key(right) {
            return None;
        }
        let keys = (left.key(), right.key());
        let next = self.pairs.len();
        let id = *self.ids.entry(keys).or_insert(next);
        if id == next {
            self.pairs.push(Pair {
                left: left.clone(),
                right: right.clone(),
            });
        }
        Some(id)
    }

    /// The pair on a way, and the step from there.
    pub(super) fn level(&self, pair: PairId, step: Option<Step>) -> Level<'d> {
        let Pair { left, right } = self.pairs[pair].clone();
        Level { left, right, step }
    }

    /// What differs in the pair itself. Unions in it are paired by looking
    /// `ahead` steps further.
    pub(super) fn look_at(&mut self, pair: PairId, ahead: usize) -> Rc<Found<'d>> {
        if let Some(found) = self.found.get(&(pair, ahead)) {
            return Rc::clone(found);
        }
        let Pair { left, right } = self.pairs[pair].clone();
        let found = self.compare_variants(&left, &right).unwrap_or_else(|| {
            let shapes = (self.inhabited(&left), self.inhabited(&right));
            self.compare_shapes((&left, &shapes.0), (&right, &shapes.1), ahead)
        });
        let found = Rc::new(found);
        self.found.insert((pair, ahead), Rc::clone(&found));
        found
    }
}

impl<'d> Found<'d> {
    /// Looks at a member or an item next.
    pub(super) fn follow(&mut self, step: Step, pair: Option<PairId>) {
        self.next.extend(pair.map(|pair| Next {
            pair,
            step: Some(step),
            within: None,
        }));
    }

    /// Takes over what was found about the same value.
    pub(super) fn extend(&mut self, other: Found<'d>) {
        for difference in other.differences.into_vec() {
            self.differences.insert(difference);
        }
        self.next.extend(other.next);
    }
}

#[cfg(test)]
mod tests {
    //! Promised: what is equal takes no look, and of a large union only the branch
    //! that differs takes more than one.

    use super::*;

    /// A `oneOf` of 58 objects, of which the last has this limit.
    fn union(limit: usize) -> Document {
        let branch = |index| {
            let limit = if index == 57 { limit } else { 9 };
            format!(
                "{{type: object, required: [name], properties: {{name: {{type: string}}, \
                 own{index}: {{type: object, properties: {{size: {{maximum: {limit}}}}}}}}}}}"
            )
        };
        let branches: Vec<String> = (0..58).map(branch).collect();
        let text = format!(
            "{{openapi: 3.1.0, components: {{schemas: {{A: {{oneOf: [{}]}}}}}}}}",
            branches.join(", ")
        );
        Document::parse("union.yaml", &text).expect("the document is valid")
    }

    /// Compares the unions, and returns the number of differences and of shapes and
    /// of pairs of alternatives that were looked at.
    fn effort(limits: (usize, usize)) -> (usize, usize, usize) {
        let (left, right) = (union(limits.0), union(limits.1));
        let schema = |document| {
            let components = Document::root(document).get("components");
            let schemas = components.and_then(|components| components.get("schemas"));
            let node = schemas.and_then(|schemas| schemas.get("A"));
            Schema::new(document, node.expect("there is a schema of this name"))
        };
        let mut comparison = Comparison::of(&[&left, &right]);
        let differences = comparison.compare(&schema(&left), &schema(&right));
        let looks = (comparison.shapes.len(), comparison.alternatives.len());
        (differences.len(), looks.0, looks.1)
    }

    #[test]
    fn a_union_that_is_equal_takes_no_look() {
        assert_eq!(effort((9, 9)), (0, 0, 0));
    }

    #[test]
    fn one_branch_that_differs_is_not_held_to_all_pairs_of_the_others() {
        let (differences, _, alternatives) = effort((9, 5));
        assert!(differences > 0);
        assert!(alternatives < 58 * 8, "{alternatives}");
    }
}
