//! Where two schemas differ. It goes through the pairs of schemas that are
//! reached from one pair, breadth first, and looks at each once: recursion in
//! a document ends, no depth fills the stack, and a difference is told by the
//! shortest way to it. A pair that is met again needs no second look, since
//! what differs in it is found the first time; but one within a keyword is about
//! the values around it, and is looked at for each of these.

use super::difference::{Difference, Differences, Relation};
use super::level::{Level, Link, Step};
use super::probe::{AlternativesKey, Probe};
use super::shape::{Kind, Shape};
use super::{Key, Schema};
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// Compares schemas and remembers what it found.
#[derive(Debug, Default)]
pub(crate) struct Comparison<'d> {
    pub(super) shapes: HashMap<Key, Rc<Shape<'d>>>,
    pub(super) loose_shapes: HashMap<Key, Rc<Shape<'d>>>,
    pub(super) inhabited: HashMap<Key, Rc<Shape<'d>>>,
    /// Which pairs share no value, by how deep they were looked into.
    pub(super) disjoint: HashMap<(Key, Key, usize), bool>,
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
    /// The step within a value; `None`, if it is about the same value.
    pub(super) step: Option<Step>,
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
            queue.push_back(Reached::root(pair));
            seen.insert((pair, pair, None));
        }
        while let Some(reached) = queue.pop_front() {
            let found = self.look_at(reached.pair, LOOK_AHEAD);
            for difference in found.differences.iter() {
                let levels = self.levels(&reached);
                differences.insert(difference.clone().reached_by(&reached, levels));
            }
            for next in &found.next {
                let next = reached.next(next);
                if !self.clean.contains(&next.pair)
                    && seen.insert((next.pair, next.about, next.within))
                {
                    queue.push_back(next);
                }
            }
        }
        if differences.is_empty() {
            self.clean.extend(seen.into_iter().map(|(pair, ..)| pair));
        }
        differences.into_vec()
    }

    /// Whether both allow the same values and say the same about them.
    pub(crate) fn are_equal(&mut self, left: &Schema<'d>, right: &Schema<'d>) -> bool {
        let mut queue: Vec<PairId> = self.pair(left, right).into_iter().collect();
        let mut seen: HashSet<PairId> = queue.iter().copied().collect();
        while let Some(pair) = queue.pop() {
            if self.clean.contains(&pair) {
                continue;
            }
            let found = self.look_at(pair, LOOK_AHEAD);
            if !found.differences.is_empty() {
                return false;
            }
            let next = found.next.iter().map(|next| next.pair);
            queue.extend(next.filter(|pair| seen.insert(*pair)));
        }
        self.clean.extend(seen);
        true
    }

    /// The pairs on the way from the root to what `reached` says about values.
    fn levels(&self, reached: &Reached) -> Vec<Level<'d>> {
        let level = |pair: PairId, step| {
            let Pair { left, right } = self.pairs[pair].clone();
            Level { left, right, step }
        };
        let mut levels = vec![level(reached.about, None)];
        let mut link = reached.link.as_deref();
        while let Some(Link { pair, step, before }) = link {
            levels.push(level(*pair, Some(step.clone())));
            link = before.as_deref();
        }
        levels.reverse();
        levels
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
        if keys.0 == keys.1 || (left.is_any() && right.is_any()) {
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
        let shapes = (self.inhabited(&left), self.inhabited(&right));
        let found = Rc::new(self.compare_shapes((&left, &shapes.0), (&right, &shapes.1), ahead));
        self.found.insert((pair, ahead), Rc::clone(&found));
        found
    }
}

/// A pair, and how it was reached from the root.
struct Reached<'d> {
    pair: PairId,
    path: String,
    within: Option<&'d str>,
    /// The pair whose values it is about: itself, or the one around the
    /// keyword that it is `within`.
    about: PairId,
    /// The way to `about`.
    link: Option<Rc<Link>>,
}

impl<'d> Reached<'d> {
    fn root(pair: PairId) -> Reached<'d> {
        Reached {
            pair,
            path: String::new(),
            within: None,
            about: pair,
            link: None,
        }
    }

    fn next(&self, next: &Next<'d>) -> Reached<'d> {
        let within = self.within.or(next.within);
        let step = next.step.as_ref().map_or(String::new(), Step::to_string);
        let (about, link) = match (&next.step, within) {
            (Some(step), None) => {
                let link = Link {
                    pair: self.pair,
                    step: step.clone(),
                    before: self.link.clone(),
                };
                (next.pair, Some(Rc::new(link)))
            }
            (None, None) => (next.pair, self.link.clone()),
            (_, Some(_)) => (self.about, self.link.clone()),
        };
        Reached {
            pair: next.pair,
            path: format!("{}{step}", self.path),
            within,
            about,
            link,
        }
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

impl<'d> Difference<'d> {
    fn reached_by(mut self, reached: &Reached<'d>, levels: Vec<Level<'d>>) -> Difference<'d> {
        self.path = format!("{}{}", reached.path, self.path);
        self.levels = levels;
        if let Some(keyword) = reached.within {
            self.what = format!("within `{keyword}`, {}", self.what);
            // Fewer names, fewer objects; of all else that can't be told.
            if keyword != "propertyNames" {
                self.relation = Relation::Different;
            }
        }
        self
    }
}
