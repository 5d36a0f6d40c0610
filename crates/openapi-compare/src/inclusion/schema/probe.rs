//! Probes count the differences of two schemas within a few steps, so that unions
//! can pair their alternatives. A probe records whether it was complete: an
//! incomplete one without differences doesn't show that the schemas are equal.

use super::comparison::{Comparison, LOOK_AHEAD, PairId, PairResult};
use super::difference::{About, Relation};
use super::normal_form::Alternative;

/// The result of a comparison with limited lookahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// The number of differences by distance in steps. The order is lexicographic:
    /// nearer differences outweigh all that are further away.
    pub(super) counts: [usize; LOOK_AHEAD],
    /// The relation of all differences together; `None` if there are none.
    pub(super) relation: Option<Relation>,
    /// Whether the probe reached all pairs.
    complete: bool,
}

/// The addresses of two alternatives, and the lookahead.
pub(super) type AlternativesKey<'d> = (*const Alternative<'d>, *const Alternative<'d>, usize);

impl Probe {
    const NOTHING: Probe = Probe { counts: [0; LOOK_AHEAD], relation: None, complete: true };

    pub(super) fn shows_no_difference(self) -> bool {
        self.relation.is_none()
    }

    /// Returns whether the right side certainly allows all values of the left side.
    fn shows_inclusion(self) -> bool {
        self.complete && matches!(self.relation, None | Some(Relation::Wider))
    }

    /// Adds the probe of a successor, one step further away.
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
    /// Probes a pair with a lookahead of `ahead` steps. `None` is a pair of equal
    /// schemas.
    pub(super) fn probe(&mut self, pair: Option<PairId>, ahead: usize) -> Probe {
        let Some(pair) = pair else {
            return Probe::NOTHING;
        };
        if ahead == 0 {
            return Probe { complete: false, ..Probe::NOTHING };
        }
        if let Some(probe) = self.probes.get(&(pair, ahead)) {
            return *probe;
        }
        let found = self.compare_pair(pair, ahead);
        let probe = self.summarize(&found, ahead);
        self.probes.insert((pair, ahead), probe);
        probe
    }

    /// Probes two alternatives of one type with a lookahead of `ahead` steps. Their
    /// addresses are cache keys, so they must belong to cached normal forms.
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
        let probe = self.summarize(&found, ahead);
        self.alternatives.insert(key, probe);
        probe
    }

    /// Returns whether one of `others` certainly allows all values of `one`.
    pub(super) fn is_within_any(
        &mut self,
        one: &Alternative<'d>,
        others: &[&Alternative<'d>],
        ahead: usize,
    ) -> bool {
        others.iter().any(|other| self.probe_alternatives(one, other, ahead).shows_inclusion())
    }

    fn summarize(&mut self, found: &PairResult<'d>, ahead: usize) -> Probe {
        let mut probe = Probe {
            relation: Relation::of(
                found.differences.iter().filter(|difference| difference.about == About::Values),
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
