//! The way from two schemas to all that differs in them. It goes through the
//! pairs that are reached from one pair, breadth first, so that a difference is
//! told by the shortest way to it, and only through those that lead to one: a
//! large document is walked through for each place where a schema is used. A
//! pair that is met again needs no second look, since what differs in it is
//! found the first time; but one within a keyword is about the values around it,
//! and must be looked at for each of these.

use super::Schema;
use super::comparison::{Comparison, LOOK_AHEAD, PairId};
use super::difference::{Difference, Relation};
use super::level::Level;
use crate::document::Node;
use std::collections::{HashMap, HashSet};

/// A pair, and how it was reached.
struct Reached<'d> {
    pair: PairId,
    /// The outermost keyword that it is a part of.
    within: Option<&'d str>,
    /// The pair whose values it is about: itself, or the one around that keyword.
    about: PairId,
    /// The one before it, by its index in the walk, and which of those that are
    /// next to that one it is.
    before: Option<(usize, usize)>,
}

/// Differences as they are found; each only once for the same two schemas, by the
/// first way to it. What no value of these shows, one of others may.
#[derive(Default)]
struct Told<'d> {
    list: Vec<Difference<'d>>,
    /// Indexes in `list`, by the pair whose values differ and the places.
    known: HashMap<(PairId, *const Node, *const Node), Vec<usize>>,
}

impl<'d> Comparison<'d> {
    /// Everything in which `right` differs from `left`; nothing if both allow
    /// the same values.
    pub(crate) fn compare(&mut self, left: &Schema<'d>, right: &Schema<'d>) -> Vec<Difference<'d>> {
        let mut told = Told::default();
        let mut walk: Vec<Reached> = Vec::new();
        let mut seen = HashSet::new();
        if let Some(pair) = self.pair(left, right).filter(|pair| self.differs(*pair)) {
            walk.push(Reached {
                pair,
                within: None,
                about: pair,
                before: None,
            });
            seen.insert((pair, pair, None));
        }
        let mut index = 0;
        while let Some(&Reached {
            pair,
            within,
            about,
            ..
        }) = walk.get(index)
        {
            let found = self.look_at(pair, LOOK_AHEAD);
            for difference in found.differences.iter() {
                told.insert(about, difference, || self.way(&walk, index));
            }
            for (number, next) in found.next.iter().enumerate() {
                let within = within.or(next.within);
                let about = match within {
                    None => next.pair,
                    Some(_) => about,
                };
                if self.differs(next.pair) && seen.insert((next.pair, about, within)) {
                    walk.push(Reached {
                        pair: next.pair,
                        within,
                        about,
                        before: Some((index, number)),
                    });
                }
            }
            index += 1;
        }
        told.list
    }

    /// Whether a difference is reached from the pair.
    fn differs(&mut self, pair: PairId) -> bool {
        if let Some(known) = self.differing.get(&pair) {
            return *known;
        }
        let mut reached = vec![pair];
        let mut before = HashMap::from([(pair, Vec::new())]);
        let mut differing = Vec::new();
        let mut index = 0;
        while let Some(&pair) = reached.get(index) {
            let found = self.look_at(pair, LOOK_AHEAD);
            let mut differs = !found.differences.is_empty();
            for next in &found.next {
                match self.differing.get(&next.pair) {
                    Some(known) => differs |= known,
                    None => before
                        .entry(next.pair)
                        .or_insert_with(|| {
                            reached.push(next.pair);
                            Vec::new()
                        })
                        .push(pair),
                }
            }
            differing.extend(differs.then_some(pair));
            index += 1;
        }
        self.differing
            .extend(reached.into_iter().map(|pair| (pair, false)));
        while let Some(pair) = differing.pop() {
            if self.differing.insert(pair, true) == Some(false) {
                differing.extend(before.remove(&pair).unwrap_or_default());
            }
        }
        self.differing[&pair]
    }

    /// How one of `walk` was reached from the first.
    fn way(&self, walk: &[Reached<'d>], index: usize) -> Way<'d> {
        let mut reached = &walk[index];
        let mut steps = Vec::new();
        let mut levels = vec![self.level(reached.about, None)];
        while let Some((before, number)) = reached.before {
            let pair = walk[before].pair;
            if let Some(step) = &self.found[&(pair, LOOK_AHEAD)].next[number].step {
                steps.push(step.to_string());
                if reached.within.is_none() {
                    levels.push(self.level(pair, Some(step.clone())));
                }
            }
            reached = &walk[before];
        }
        levels.reverse();
        Way {
            path: steps.into_iter().rev().collect(),
            levels,
            within: walk[index].within,
        }
    }
}

/// What a difference is told by.
struct Way<'d> {
    path: String,
    levels: Vec<Level<'d>>,
    within: Option<&'d str>,
}

impl<'d> Told<'d> {
    fn insert(&mut self, about: PairId, difference: &Difference<'d>, way: impl Fn() -> Way<'d>) {
        let key = (
            about,
            std::ptr::from_ref(difference.left_at),
            std::ptr::from_ref(difference.right_at),
        );
        let difference = difference.clone().reached_by(way());
        let known = self.known.entry(key).or_default();
        if !known
            .iter()
            .any(|index| self.list[*index].same_as(&difference))
        {
            known.push(self.list.len());
            self.list.push(difference);
        }
    }
}

impl<'d> Difference<'d> {
    fn reached_by(mut self, way: Way<'d>) -> Difference<'d> {
        self.path = format!("{}{}", way.path, self.path);
        self.levels = way.levels;
        if let Some(keyword) = way.within {
            self.what = format!("within `{keyword}`, {}", self.what);
            // Fewer names, fewer objects; of all else that can't be told.
            if keyword != "propertyNames" {
                self.relation = Relation::Different;
            }
        }
        self
    }
}
