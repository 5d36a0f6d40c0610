//! The state of a comparison: pairs of schemas, and the differences that are found
//! in each pair itself. Each pair is compared once, however often it is reached,
//! so recursive schemas terminate. Two schemas are equal only if no difference was
//! found in any pair that is reachable from them.
//!
//! Probes count the differences of two schemas within a few steps, so that unions
//! can pair their alternatives. A probe records whether it was complete: an
//! incomplete one without differences doesn't show that the schemas are equal.

use super::classes::{Class, Classes};
use super::difference::{About, Differences, Relation};
use super::level::{PathLevel, Step};
use super::normal_form::{Alternative, NormalForm};
use super::{Key, Schema};
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::ValueType;
use std::collections::HashMap;
use std::rc::Rc;

/// Compares schemas, and caches all results.
#[derive(Debug, Default)]
pub(crate) struct Comparison<'d> {
    pub(super) classes: Rc<Classes>,
    /// By the schema, and whether the expansion is loose.
    pub(super) normal_forms: HashMap<(Key, bool), Rc<NormalForm<'d>>>,
    /// Which schemas are disjoint, by the classes of both and the depth.
    pub(super) disjoint: HashMap<(Vec<Class>, Vec<Class>, usize), bool>,
    pairs: Vec<Pair<'d>>,
    ids: HashMap<(Key, Key), PairId>,
    pub(super) found: HashMap<(PairId, usize), Rc<PairResult<'d>>>,
    probes: HashMap<(PairId, usize), Probe>,
    alternatives: HashMap<AlternativesKey<'d>, Probe>,
    /// Whether a difference is reachable from a pair.
    pub(super) differing: HashMap<PairId, bool>,
}

/// The index in `pairs` of a left and a right schema.
pub(super) type PairId = usize;

#[derive(Clone, Debug)]
struct Pair<'d> {
    left: Schema<'d>,
    right: Schema<'d>,
}

/// The result of comparing one pair, without the pairs below it.
#[derive(Debug, Default)]
pub(super) struct PairResult<'d> {
    pub(super) differences: Differences<'d>,
    /// The pairs to compare next.
    pub(super) next: Vec<Next>,
}

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
type AlternativesKey<'d> = (*const Alternative<'d>, *const Alternative<'d>, usize);

impl Probe {
    const NOTHING: Probe = Probe { counts: [0; LOOK_AHEAD], relation: None, complete: true };

    /// Returns whether the right side certainly allows all values of the left side.
    fn shows_inclusion(self) -> bool {
        self.complete && matches!(self.relation, None | Some(Relation::Wider))
    }

    /// Adds the probe of a successor, one step further away.
    fn add(&mut self, further: Probe) {
        for (count, more) in self.counts[1..].iter_mut().zip(further.counts) {
            *count = count.saturating_add(more);
        }
        self.relation = self.relation.into_iter().chain(further.relation).reduce(Relation::and);
        self.complete &= further.complete;
    }
}

/// A successor of a pair.
#[derive(Clone, Debug)]
pub(super) struct Next {
    pub(super) pair: PairId,
    /// The step within a value; `None`, if the successor describes the same value.
    pub(super) step: Option<Step>,
}

/// The lookahead, in steps, for pairing the alternatives of unions.
pub(super) const LOOK_AHEAD: usize = 4;

impl<'d> Comparison<'d> {
    pub(crate) fn new(classes: Rc<Classes>) -> Comparison<'d> {
        Comparison { classes, ..Comparison::default() }
    }

    /// Returns whether any value of the type `kind` is allowed.
    pub(crate) fn allows(&mut self, schema: &Schema<'d>, kind: ValueType) -> bool {
        !self.expand(schema).of_type(kind).is_empty()
    }

    /// Returns the id of the pair; `None` if both schemas are equal.
    pub(super) fn pair(&mut self, left: &Schema<'d>, right: &Schema<'d>) -> Option<PairId> {
        if self.classes.key(left) == self.classes.key(right) {
            return None;
        }
        spend(1);
        let keys = (left.key(), right.key());
        let next = self.pairs.len();
        let id = *self.ids.entry(keys).or_insert(next);
        if id == next {
            self.pairs.push(Pair { left: left.clone(), right: right.clone() });
        }
        Some(id)
    }

    /// Returns the schemas of `pair` together with the next step of a path.
    pub(super) fn level(&self, pair: PairId, step: Option<Step>) -> PathLevel<'d> {
        let Pair { left, right } = self.pairs[pair].clone();
        PathLevel { left, right, step }
    }

    /// Compares the pair itself. The alternatives of unions are paired with a
    /// lookahead of `ahead` steps.
    pub(super) fn compare_pair(&mut self, pair: PairId, ahead: usize) -> Rc<PairResult<'d>> {
        if let Some(found) = self.found.get(&(pair, ahead)) {
            return Rc::clone(found);
        }
        spend(16);
        let Pair { left, right } = self.pairs[pair].clone();
        let (one, other) = (self.expand(&left), self.expand(&right));
        let found = self.compare_normal_forms((&left, &one), (&right, &other), ahead);
        let found = Rc::new(found);
        self.found.insert((pair, ahead), Rc::clone(&found));
        found
    }

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
        let of_values = found.differences.list.iter().filter(|one| one.about == About::Values);
        let relation = of_values.map(|one| one.relation).reduce(Relation::and);
        let mut probe = Probe { relation, ..Probe::NOTHING };
        probe.counts[0] = found.differences.list.len();
        for next in &found.next {
            let further = self.probe(Some(next.pair), ahead.saturating_sub(1));
            probe.add(further);
        }
        probe
    }
}

impl<'d> PairResult<'d> {
    /// Adds a member or an item to the pairs to compare next.
    pub(super) fn follow(&mut self, step: Step, pair: Option<PairId>) {
        self.next.extend(pair.map(|pair| Next { pair, step: Some(step) }));
    }

    /// Merges another result for the same value.
    pub(super) fn extend(&mut self, other: PairResult<'d>) {
        for difference in other.differences.list {
            self.differences.insert(difference);
        }
        self.next.extend(other.next);
    }
}

#[cfg(test)]
mod tests {
    //! Equal schemas are not expanded, and in a large union only the branch that
    //! differs is compared with more than one other.

    use super::*;
    use crate::Document;
    use crate::inclusion::is_ignored;

    /// Returns a `oneOf` of 58 objects; `limit` is a `maximum` in the last of them.
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

    /// Compares the unions. Returns the number of differences, of expanded normal forms,
    /// and of compared pairs of alternatives.
    fn effort(limits: (usize, usize)) -> (usize, usize, usize) {
        let (left, right) = (union(limits.0), union(limits.1));
        let schema = |document| {
            let components = Document::root(document).get("components");
            let schemas = components.and_then(|components| components.get("schemas"));
            let node = schemas.and_then(|schemas| schemas.get("A"));
            Schema::new(document, node.expect("there is a schema of this name"))
        };
        let mut comparison = Comparison::new(Rc::new(Classes::new(&[&left, &right], is_ignored)));
        let differences = comparison.compare(&schema(&left), &schema(&right));
        let counts = (comparison.normal_forms.len(), comparison.alternatives.len());
        (differences.len(), counts.0, counts.1)
    }

    #[test]
    fn equal_unions_are_not_expanded() {
        assert_eq!(effort((9, 9)), (0, 0, 0));
    }

    #[test]
    fn a_differing_branch_is_not_compared_with_all_others() {
        let (differences, _, alternatives) = effort((9, 5));
        assert!(differences > 0);
        assert!(alternatives < 58 * 8, "{alternatives}");
    }
}
