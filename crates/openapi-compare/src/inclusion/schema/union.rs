//! Compares unions of alternatives of one type. Pairing the alternatives never hides
//! a difference; it only decides where a difference is reported. An alternative is
//! left out only if a complete comparison has shown that another one subsumes it.

use super::Schema;
use super::comparison::{Comparison, PairResult};
use super::difference::Relation;
use super::normal_form::{Alternative, Branch, Values};
use crate::inclusion::effort::spend;
use openapi_source::Node;

type Alternatives<'a, 'd> = Vec<&'a Alternative<'d>>;

impl<'d> Comparison<'d> {
    /// Compares the union of `lefts` with the union of `rights`; neither is empty.
    pub(super) fn compare_unions(
        &mut self,
        schemas: (&Schema<'d>, &Schema<'d>),
        lefts: Alternatives<'_, 'd>,
        rights: Alternatives<'_, 'd>,
        ahead: usize,
    ) -> PairResult<'d> {
        if let ([left], [right]) = (lefts.as_slice(), rights.as_slice()) {
            return self.compare_alternatives(left, right, ahead);
        }
        let (mut left_only, mut right_only) = (lefts, rights);
        let mut pairs = self.take_equal(&mut left_only, &mut right_only);
        let (own, others): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
        left_only = self.reduce(left_only, &own, ahead);
        right_only = self.reduce(right_only, &others, ahead);
        let lefts = [&own[..], &left_only].concat();
        let rights = [&others[..], &right_only].concat();
        let mut found = PairResult::default();
        pairs.extend(self.pair_up(&mut left_only, &mut right_only, ahead));
        for (left, right) in &pairs {
            found.extend(self.compare_alternatives(left, right, ahead));
        }
        // An alternative that the other side subsumes isn't missing there.
        for left in left_only {
            if !self.is_within_any(left, &rights, ahead) {
                let (at, other) = missing_locations(left, &pairs, schemas.1);
                let sides = (("allowed", at), ("not allowed", other));
                let what = describe(left);
                found.differences.add(Relation::Narrower, &what, sides.0, sides.1);
            }
        }
        pairs.iter_mut().for_each(|(left, right)| std::mem::swap(left, right));
        for right in right_only {
            if !self.is_within_any(right, &lefts, ahead) {
                let (at, other) = missing_locations(right, &pairs, schemas.0);
                let sides = (("not allowed", other), ("allowed", at));
                let what = describe(right);
                found.differences.add(Relation::Wider, &what, sides.0, sides.1);
            }
        }
        found
    }

    /// Removes and returns pairs of alternatives that certainly allow the same objects except for
    /// their constraints. Large unions are mostly equal, and only the rest is compared pairwise.
    fn take_equal<'a>(
        &self,
        lefts: &mut Alternatives<'a, 'd>,
        rights: &mut Alternatives<'a, 'd>,
    ) -> Vec<(&'a Alternative<'d>, &'a Alternative<'d>)> {
        let mut pairs = Vec::new();
        lefts.retain(|left| {
            spend(8 * rights.len());
            let is_equal = |right: &&Alternative<'d>| match (&left.values, &right.values) {
                (Values::Object(left), Values::Object(right)) => {
                    left.is_equal(right, &self.classes)
                }
                _ => false,
            };
            let equal = rights.iter().position(is_equal);
            pairs.extend(equal.map(|index| (*left, rights.remove(index))));
            equal.is_none()
        });
        pairs
    }

    /// Removes alternatives that another one, of `alternatives` or of `taken`,
    /// subsumes.
    fn reduce<'a>(
        &mut self,
        alternatives: Alternatives<'a, 'd>,
        taken: &[&Alternative<'d>],
        ahead: usize,
    ) -> Alternatives<'a, 'd> {
        let mut kept: Alternatives<'a, 'd> = Vec::new();
        for alternative in alternatives {
            if !self.is_within_any(alternative, taken, ahead)
                && !self.is_within_any(alternative, &kept, ahead)
            {
                kept.retain(|other| !self.is_within_any(other, &[alternative], ahead));
                kept.push(alternative);
            }
        }
        kept
    }

    /// Removes and returns pairs of alternatives that most likely correspond, pairs
    /// with the fewest differences first. Disjoint alternatives (by a tag, for
    /// example) aren't paired, unless one alternative is left on each side.
    fn pair_up<'a>(
        &mut self,
        lefts: &mut Alternatives<'a, 'd>,
        rights: &mut Alternatives<'a, 'd>,
        ahead: usize,
    ) -> Vec<(&'a Alternative<'d>, &'a Alternative<'d>)> {
        let mut candidates = Vec::new();
        for (left, one) in lefts.iter().enumerate() {
            for (right, other) in rights.iter().enumerate() {
                spend(1);
                let probe = self.probe_alternatives(one, other, ahead);
                if probe.relation.is_none()
                    || !self.are_values_disjoint(&one.values, &other.values, 0)
                {
                    candidates.push((probe.counts, left, right));
                }
            }
        }
        candidates.sort_unstable();
        let (mut used_left, mut used_right) = (Vec::new(), Vec::new());
        let mut pairs = Vec::new();
        for (_, left, right) in candidates {
            spend(1 + used_left.len() / 16);
            if !used_left.contains(&left) && !used_right.contains(&right) {
                used_left.push(left);
                used_right.push(right);
                pairs.push((lefts[left], rights[right]));
            }
        }
        remove_at(lefts, &used_left);
        remove_at(rights, &used_right);
        if let ([left], [right]) = (lefts.as_slice(), rights.as_slice()) {
            pairs.push((*left, *right));
            lefts.clear();
            rights.clear();
        }
        pairs
    }
}

/// Returns the location of `one`, and the location in `other` where it is missing.
fn missing_locations<'d>(
    one: &Alternative<'d>,
    pairs: &[(&Alternative<'d>, &Alternative<'d>)],
    other: &Schema<'d>,
) -> (&'d Node, &'d Node) {
    let missing = missing(one, pairs, other);
    missing.map_or((one.at, other.at), |missing| (missing.at, missing.other_at))
}

/// An alternative that is missing on the other side.
pub(super) struct Missing<'d> {
    /// The alternative's location.
    pub(super) at: &'d Node,
    /// The location on the other side where it is missing.
    pub(super) other_at: &'d Node,
    /// Whether the other side has the branch with different keywords.
    pub(super) is_changed: bool,
}

/// Returns the outermost branch of `one` that has no alternative in `pairs`, and the
/// corresponding union of `other`, which lacks the branch. Returns `None` if each
/// branch has one. `pairs` are the alternatives that both sides have.
pub(super) fn missing<'d>(
    one: &Alternative<'d>,
    pairs: &[(&Alternative<'d>, &Alternative<'d>)],
    other: &Schema<'d>,
) -> Option<Missing<'d>> {
    let is_left = |branch: &Branch| {
        let mut left = pairs.iter().flat_map(|(own, _)| &own.branches);
        left.any(|known| std::ptr::eq(known.at, branch.at))
    };
    let mut branches = one.branches.iter().enumerate();
    let (depth, branch) = branches.find(|(_, branch)| !is_left(branch))?;
    let is_beside = |own: &Alternative| {
        let known = own.branches.get(depth);
        known.is_some_and(|known| std::ptr::eq(known.union, branch.union))
    };
    let mut beside = pairs.iter().filter(|(own, _)| is_beside(own));
    let union = beside.find_map(|(_, paired)| Some(paired.branches.get(depth)?.union));
    let changed = union.and_then(|union| counterpart(branch, union));
    Some(Missing {
        at: changed.map_or(branch.at, |_| one.at),
        other_at: changed.or(union).unwrap_or(other.at),
        is_changed: changed.is_some(),
    })
}

/// Returns the branch of the union `other` at the same index, if both unions have
/// the same length and both branches the same `$ref` or none.
fn counterpart<'d>(branch: &Branch<'d>, other: &'d Node) -> Option<&'d Node> {
    let (own, others) = (branch.union.items(), other.items());
    let index = own.iter().position(|node| std::ptr::eq(node, branch.at))?;
    let counterpart = others.get(index).filter(|_| own.len() == others.len())?;
    let target = |node: &Node| node.get("$ref").map(|target| target.value.clone());
    (target(counterpart) == target(branch.at)).then_some(counterpart)
}

fn remove_at<T>(list: &mut Vec<T>, indexes: &[usize]) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        !indexes.contains(&(index - 1))
    });
}

/// Describes an alternative in a few words, for messages.
fn describe(alternative: &Alternative) -> String {
    match &alternative.values {
        Values::Object(objects) => {
            let names: Vec<String> =
                objects.names().iter().map(|name| format!("`{name}`")).collect();
            match names.len() {
                0 => "objects".to_owned(),
                1..=5 => format!("objects with {}", names.join(", ")),
                _ => format!("objects with {}, …", names[..5].join(", ")),
            }
        }
        Values::String(strings) => {
            let formats: Vec<&str> = strings.formats.keys().copied().collect();
            match formats.as_slice() {
                [] => "strings of another kind".to_owned(),
                formats => format!("strings of format {}", formats.join(" and ")),
            }
        }
        values => format!("values of type {}", <&str>::from(values.value_type())),
    }
}
