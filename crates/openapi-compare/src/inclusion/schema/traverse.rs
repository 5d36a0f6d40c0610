//! Collects all differences between two schemas by traversing the pairs of
//! schemas that are reachable from the first pair. The traversal is breadth
//! first, so each difference is reported with the shortest path to it, and it
//! visits only pairs that lead to a difference, because a large document is
//! traversed for each use of a schema. All differences of a pair are found the first
//! time; a second visit shows that they are elsewhere, too.

use super::Schema;
use super::comparison::{Comparison, LOOK_AHEAD, Next, PairId};
use super::difference::Difference;
use super::level::PathLevel;
use std::collections::HashMap;

/// A visited pair, and how the traversal reached it.
struct Reached {
    pair: PairId,
    /// The predecessor's index, and this pair's index among its successors.
    predecessor: Option<(usize, usize)>,
}

impl<'d> Comparison<'d> {
    /// Returns all differences of `right` from `left`; none if both allow the same
    /// values. The same difference of two pairs is returned for both, because it may have a
    /// witness in one of them only.
    pub(crate) fn compare(&mut self, left: &Schema<'d>, right: &Schema<'d>) -> Vec<Difference<'d>> {
        let Some(first) = self.pair(left, right).filter(|pair| self.differs(*pair)) else {
            return Vec::new();
        };
        let mut differences = Vec::<Difference>::new();
        let mut visited = vec![Reached { pair: first, predecessor: None }];
        // The indices of at most two visits of each pair, with different paths.
        let mut visits = HashMap::from([(first, vec![0])]);
        let mut index = 0;
        while let Some(&Reached { pair, .. }) = visited.get(index) {
            let found = self.compare_pair(pair, LOOK_AHEAD);
            for difference in &found.differences.list {
                let (steps, levels) = self.path_to(&visited, index);
                let path = steps + &difference.path;
                let mut is_elsewhere = false;
                for known in &mut differences {
                    if known.same_as(difference) && known.path != path {
                        (known.is_elsewhere, is_elsewhere) = (true, true);
                    }
                }
                if visits[&pair][0] == index {
                    let difference = difference.clone();
                    differences.push(Difference { path, levels, is_elsewhere, ..difference });
                }
            }
            for (number, &Next { pair, .. }) in found.next.iter().enumerate() {
                let known = visits.get(&pair).map_or(&[][..], Vec::as_slice);
                if known.len() == 2 || !self.differs(pair) {
                    continue;
                }
                visited.push(Reached { pair, predecessor: Some((index, number)) });
                let last = visited.len() - 1;
                let path = |index| self.path_to(&visited, index).0;
                if known.iter().any(|known| path(*known) == path(last)) {
                    visited.pop();
                } else {
                    visits.entry(pair).or_default().push(last);
                }
            }
            index += 1;
        }
        differences
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
            let mut differs = !found.differences.list.is_empty();
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

    /// Returns the path from the first pair to the one at `index`, and the pairs on it.
    fn path_to(&self, visited: &[Reached], index: usize) -> (String, Vec<PathLevel<'d>>) {
        let mut reached = &visited[index];
        let mut steps = Vec::new();
        let mut levels = vec![self.level(reached.pair, None)];
        while let Some((index, number)) = reached.predecessor {
            let pair = visited[index].pair;
            let step = self.found[&(pair, LOOK_AHEAD)].next[number].step.clone();
            // Without a step, both pairs are of the same value: the outer level replaces the
            // inner one, since it has all keywords of the value.
            let inner = if step.is_none() { levels.pop() } else { None };
            steps.extend(step.as_ref().map(ToString::to_string));
            levels.push(self.level(pair, step.or(inner.and_then(|level| level.step))));
            reached = &visited[index];
        }
        levels.reverse();
        (steps.into_iter().rev().collect(), levels)
    }
}
