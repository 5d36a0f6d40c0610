//! A look ahead: how much two schemas differ within a few steps. Unions pair
//! their alternatives by it. It must say when it didn't look to the end, and
//! nobody may conclude from such a look that nothing differs.

use super::comparison::{Comparison, Found, LOOK_AHEAD, PairId};
use super::difference::{About, Relation};
use super::shape::Alternative;

/// What a look ahead shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// How many differences, by how many steps away. Of two numbers the one
    /// that is smaller nearby is smaller, whatever comes further on.
    pub(super) counts: [usize; LOOK_AHEAD],
    /// What they come to; `None` without any.
    pub(super) relation: Option<Relation>,
    /// Whether it saw all there is.
    complete: bool,
}

/// Two alternatives, by where they are kept, and how far to look.
pub(super) type AlternativesKey<'d> = (*const Alternative<'d>, *const Alternative<'d>, usize);

impl Probe {
    const NOTHING: Probe = Probe {
        counts: [0; LOOK_AHEAD],
        relation: None,
        complete: true,
    };

    pub(super) fn shows_no_difference(self) -> bool {
        self.relation.is_none()
    }

    /// Whether the right side certainly allows all that the left one does.
    fn shows_inclusion(self) -> bool {
        self.complete && matches!(self.relation, None | Some(Relation::Wider))
    }

    /// Adds what was seen one step further on.
    fn add(&mut self, further: Probe) {
        for (count, more) in self.counts[1..].iter_mut().zip(further.counts) {
            *count = count.saturating_add(more);
        }
        let relations = self.relation.into_iter().chain(further.relation);
        self.relation = relations.reduce(Relation::and);
        self.complete &= further.complete;
    }
}

impl<'d> Comparison<'d> {
    /// Looks `ahead` steps into a pair; `None` is two times the same schema.
    pub(super) fn probe(&mut self, pair: Option<PairId>, ahead: usize) -> Probe {
        let Some(pair) = pair else {
            return Probe::NOTHING;
        };
        if ahead == 0 {
            return Probe {
                complete: false,
                ..Probe::NOTHING
            };
        }
        if let Some(probe) = self.probes.get(&(pair, ahead)) {
            return *probe;
        }
        let found = self.look_at(pair, ahead);
        let probe = self.sum_up(&found, ahead);
        self.probes.insert((pair, ahead), probe);
        probe
    }

    /// Looks `ahead` steps into two alternatives of one type, which are parts
    /// of shapes that are kept.
    pub(super) fn probe_alternatives(
        &mut self,
        left: &Alternative<'d>,
        right: &Alternative<'d>,
        ahead: usize,
    ) -> Probe {
        let key = (std::ptr::from_ref(left), std::ptr::from_ref(right), ahead);
        if let Some(probe) = self.alternatives.get(&key) {
            return *probe;
        }
        let found = self.compare_alternatives(left, right, ahead);
        let probe = self.sum_up(&found, ahead);
        self.alternatives.insert(key, probe);
        probe
    }

    /// Whether one of `others` certainly allows all that `one` does.
    pub(super) fn is_within_any(
        &mut self,
        one: &Alternative<'d>,
        others: &[&Alternative<'d>],
        ahead: usize,
    ) -> bool {
        others
            .iter()
            .any(|other| self.probe_alternatives(one, other, ahead).shows_inclusion())
    }

    fn sum_up(&mut self, found: &Found<'d>, ahead: usize) -> Probe {
        let mut probe = Probe {
            relation: Relation::of(
                found
                    .differences
                    .iter()
                    .filter(|difference| difference.about == About::Values),
            ),
            ..Probe::NOTHING
        };
        probe.counts[0] = found.differences.iter().count();
        for next in &found.next {
            let mut further = self.probe(Some(next.pair), ahead.saturating_sub(1));
            if next.within.is_some() && further.relation.is_some() {
                further.relation = Some(Relation::Different);
            }
            probe.add(further);
        }
        probe
    }
}
