//! Collects all differences between two schemas by traversing the pairs of
//! schemas that are reachable from the first pair. The traversal is breadth
//! first, so each difference is reported with the shortest path to it, and it
//! visits only pairs that lead to a difference, because a large document is
//! traversed for each use of a schema. A pair is visited once, since all its
//! differences are found the first time.

use super::Schema;
use super::comparison::{Comparison, LOOK_AHEAD, PairId};
use super::difference::Difference;
use super::level::PathLevel;
use openapi_source::Node;
use std::collections::{HashMap, HashSet};

/// A visited pair, and how the traversal reached it.
struct Reached {
    pair: PairId,
    /// The predecessor's index, and this pair's index among its successors.
    predecessor: Option<(usize, usize)>,
}

/// Differences in the order in which they are found. A difference is kept once for
/// each pair of schemas, with the first path to it. A difference without a witness
/// in one schema pair may have one in another.
#[derive(Default)]
struct Reported<'d> {
    list: Vec<Difference<'d>>,
    /// Indexes in `list`, by the pair whose values differ and the source locations.
    known: HashMap<(PairId, *const Node, *const Node), Vec<usize>>,
}

impl<'d> Comparison<'d> {
    /// Returns all differences of `right` from `left`; none if both allow the same
    /// values.
    pub(crate) fn compare(&mut self, left: &Schema<'d>, right: &Schema<'d>) -> Vec<Difference<'d>> {
        let mut reported = Reported::default();
        let mut visited: Vec<Reached> = Vec::new();
        let mut seen = HashSet::new();
        if let Some(pair) = self.pair(left, right).filter(|pair| self.differs(*pair)) {
            visited.push(Reached { pair, predecessor: None });
            seen.insert(pair);
        }
        let mut index = 0;
        while let Some(&Reached { pair, .. }) = visited.get(index) {
            let found = self.compare_pair(pair, LOOK_AHEAD);
            for difference in found.differences.iter() {
                reported.insert(pair, difference, || self.path_to(&visited, index));
            }
            for (number, next) in found.next.iter().enumerate() {
                let pair = next.pair;
                if self.differs(pair) && seen.insert(pair) {
                    visited.push(Reached { pair, predecessor: Some((index, number)) });
                }
            }
            index += 1;
        }
        reported.list
    }

    /// Returns whether a difference is reachable from the pair.
    fn differs(&mut self, pair: PairId) -> bool {
        if let Some(known) = self.differing.get(&pair) {
            return *known;
        }
        let mut reached = vec![pair];
        let mut predecessors = HashMap::from([(pair, Vec::new())]);
        let mut differing = Vec::new();
        let mut index = 0;
        while let Some(&pair) = reached.get(index) {
            let found = self.compare_pair(pair, LOOK_AHEAD);
            let mut differs = !found.differences.is_empty();
            for next in &found.next {
                match self.differing.get(&next.pair) {
                    Some(known) => differs |= known,
                    None => predecessors
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
        self.differing.extend(reached.into_iter().map(|pair| (pair, false)));
        while let Some(pair) = differing.pop() {
            if self.differing.insert(pair, true) == Some(false) {
                differing.extend(predecessors.remove(&pair).unwrap_or_default());
            }
        }
        self.differing[&pair]
    }

    /// Returns the path from the first pair to the one at `index`.
    fn path_to(&self, visited: &[Reached], index: usize) -> Path<'d> {
        let mut reached = &visited[index];
        let mut steps = Vec::new();
        let mut levels = vec![self.level(reached.pair, None)];
        while let Some((index, number)) = reached.predecessor {
            let pair = visited[index].pair;
            let step = self.found[&(pair, LOOK_AHEAD)].next[number].step.clone();
            // Without a step, both pairs describe the same value, and the outer one all of it.
            let inner = if step.is_none() { levels.pop() } else { None };
            steps.extend(step.as_ref().map(ToString::to_string));
            levels.push(self.level(pair, step.or(inner.and_then(|level| level.step))));
            reached = &visited[index];
        }
        levels.reverse();
        Path { steps: steps.into_iter().rev().collect(), levels }
    }
}

/// How a difference is reached from the first pair.
struct Path<'d> {
    steps: String,
    levels: Vec<PathLevel<'d>>,
}

impl<'d> Reported<'d> {
    fn insert(&mut self, about: PairId, difference: &Difference<'d>, path: impl Fn() -> Path<'d>) {
        let key = (
            about,
            std::ptr::from_ref(difference.left_at),
            std::ptr::from_ref(difference.right_at),
        );
        let difference = difference.clone().at_path(path());
        let known = self.known.entry(key).or_default();
        if !known.iter().any(|index| self.list[*index].same_as(&difference)) {
            known.push(self.list.len());
            self.list.push(difference);
        }
    }
}

impl<'d> Difference<'d> {
    fn at_path(mut self, path: Path<'d>) -> Difference<'d> {
        self.path = format!("{}{}", path.steps, self.path);
        self.levels = path.levels;
        self
    }
}
