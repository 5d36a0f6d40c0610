//! Where two schemas differ. It goes through the pairs of schemas that are
//! reached from one pair, breadth first, and looks at each once: recursion in
//! a document ends, no depth fills the stack, and a difference is told by the
//! shortest way to it. A pair that is met again needs no second look, since
//! what differs in it is found the first time.

use super::difference::{Difference, Differences, Relation};
use super::probe::{AlternativesKey, Probe};
use super::shape::{Kind, Shape};
use super::{Key, Schema};
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// Compares schemas and remembers what it found.
#[derive(Debug, Default)]
pub(crate) struct Comparison<'d> {
    pub(super) shapes: HashMap<Key, Rc<Shape<'d>>>,
    pairs: Vec<Pair<'d>>,
    ids: HashMap<(Key, Key), PairId>,
    found: HashMap<(PairId, usize), Rc<Found<'d>>>,
    pub(super) probes: HashMap<(PairId, usize), Probe>,
    pub(super) alternatives: HashMap<AlternativesKey<'d>, Probe>,
    /// Pairs from which no difference is reached.
    clean: HashSet<PairId>,
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
    /// The step within a value; empty, if it is about the same value.
    pub(super) step: String,
    /// The keyword that the pair is a part of, if what it allows says nothing
    /// about what the whole allows (`not`, say).
    pub(super) within: Option<&'d str>,
}

/// How far unions look ahead to pair their alternatives.
pub(super) const LOOK_AHEAD: usize = 4;

impl<'d> Comparison<'d> {
    /// Everything in which `right` differs from `left`; nothing if both allow
    /// the same values.
    pub(crate) fn compare(&mut self, left: &Schema<'d>, right: &Schema<'d>) -> Vec<Difference<'d>> {
        let mut differences = Differences::default();
        let mut queue = VecDeque::new();
        let mut seen = HashSet::new();
        if let Some(pair) = self.pair(left, right) {
            queue.push_back((pair, String::new(), None));
            seen.insert((pair, false));
        }
        while let Some((pair, path, within)) = queue.pop_front() {
            let found = self.look_at(pair, LOOK_AHEAD);
            for difference in found.differences.iter() {
                differences.insert(difference.clone().reached_by(&path, within));
            }
            for next in &found.next {
                let within = within.or(next.within);
                if !self.clean.contains(&next.pair) && seen.insert((next.pair, within.is_some())) {
                    queue.push_back((next.pair, format!("{path}{}", next.step), within));
                }
            }
        }
        if differences.is_empty() {
            self.clean.extend(seen.into_iter().map(|(pair, _)| pair));
        }
        differences.into_vec()
    }

    /// Whether no array and no object is allowed.
    pub(crate) fn is_scalar(&mut self, schema: &Schema<'d>) -> bool {
        let shape = self.expand(schema);
        [Kind::Array, Kind::Object]
            .iter()
            .all(|kind| shape.of_kind(*kind).is_empty())
    }

    /// The pair's id; `None` if both are the same schema.
    pub(super) fn pair(&mut self, left: &Schema<'d>, right: &Schema<'d>) -> Option<PairId> {
        let keys = (left.key(), right.key());
        if keys.0 == keys.1 {
            return None;
        }
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

    /// What differs in the pair itself. Unions in it are paired by looking
    /// `ahead` steps further.
    pub(super) fn look_at(&mut self, pair: PairId, ahead: usize) -> Rc<Found<'d>> {
        if let Some(found) = self.found.get(&(pair, ahead)) {
            return Rc::clone(found);
        }
        let Pair { left, right } = self.pairs[pair].clone();
        let shapes = (self.expand(&left), self.expand(&right));
        let found = Rc::new(self.compare_shapes((&left, &shapes.0), (&right, &shapes.1), ahead));
        self.found.insert((pair, ahead), Rc::clone(&found));
        found
    }
}

impl<'d> Found<'d> {
    /// Looks at a member or an item next.
    pub(super) fn follow(&mut self, step: &str, pair: Option<PairId>) {
        let step = step.replace('~', "~0").replace('/', "~1");
        self.next.extend(pair.map(|pair| Next {
            pair,
            step: format!("/{step}"),
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

impl<'d> Difference<'d> {
    fn reached_by(mut self, path: &str, within: Option<&str>) -> Difference<'d> {
        self.path = format!("{path}{}", self.path);
        if let Some(keyword) = within {
            self.what = format!("within `{keyword}`, {}", self.what);
            self.relation = Relation::Different;
        }
        self
    }
}
