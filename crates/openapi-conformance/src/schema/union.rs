//! Compares unions of alternatives of one type. It must never pair two
//! alternatives so as to hide a difference: pairing only decides where a
//! difference is told.

use super::comparison::Comparison;
use super::difference::{Difference, Differences, Relation};
use super::shape::{Alternative, Values};

type Alternatives<'a, 'd> = Vec<&'a Alternative<'d>>;

impl<'d> Comparison<'d> {
    /// Everything in which the union of `rights` differs from that of `lefts`;
    /// neither is empty.
    pub(super) fn compare_unions(
        &mut self,
        lefts: Alternatives<'_, 'd>,
        rights: Alternatives<'_, 'd>,
    ) -> Vec<Difference<'d>> {
        let (lefts, rights) = (self.reduce(lefts), self.reduce(rights));
        let (mut left_only, mut right_only) = (lefts.clone(), rights.clone());
        self.remove_equal(&mut left_only, &mut right_only);

        let mut differences = Differences::default();
        for found in self.pair_nearest(&mut left_only, &mut right_only) {
            differences.extend(found);
        }
        // What an alternative of the other side takes in isn't missing there.
        for left in left_only {
            if !rights.iter().any(|right| self.is_within(left, right)) {
                let sides = (("allowed", left.at), ("not allowed", rights[0].at));
                differences.add(Relation::Narrower, describe(left), sides.0, sides.1);
            }
        }
        for right in right_only {
            if !lefts.iter().any(|left| self.is_within(right, left)) {
                let sides = (("not allowed", lefts[0].at), ("allowed", right.at));
                differences.add(Relation::Wider, describe(right), sides.0, sides.1);
            }
        }
        differences.into_vec()
    }

    /// Without the alternatives that another one takes in.
    fn reduce<'a>(&mut self, alternatives: Alternatives<'a, 'd>) -> Alternatives<'a, 'd> {
        let mut kept: Alternatives<'a, 'd> = Vec::new();
        for alternative in alternatives {
            if !kept.iter().any(|other| self.is_within(alternative, other)) {
                kept.retain(|other| !self.is_within(other, alternative));
                kept.push(alternative);
            }
        }
        kept
    }

    /// Whether `right` allows all that `left` does, as far as that can be
    /// told.
    fn is_within(&mut self, left: &Alternative<'d>, right: &Alternative<'d>) -> bool {
        self.compare_alternatives(left, right)
            .iter()
            .all(|difference| difference.relation == Relation::Wider)
    }

    fn remove_equal<'a>(
        &mut self,
        lefts: &mut Alternatives<'a, 'd>,
        rights: &mut Alternatives<'a, 'd>,
    ) {
        lefts.retain(|left| {
            let equal = rights
                .iter()
                .position(|right| self.compare_alternatives(left, right).is_empty());
            equal.map(|index| rights.remove(index)).is_none()
        });
    }

    /// Takes out pairs that were most likely meant to be the same, the ones
    /// with the fewest differences first. Only one on each side is a pair in
    /// any case; of several, two that exclude each other (by a tag, say) are
    /// none.
    fn pair_nearest<'a>(
        &mut self,
        lefts: &mut Alternatives<'a, 'd>,
        rights: &mut Alternatives<'a, 'd>,
    ) -> Vec<Vec<Difference<'d>>> {
        if let ([left], [right]) = (lefts.as_slice(), rights.as_slice()) {
            let found = self.compare_alternatives(left, right);
            lefts.clear();
            rights.clear();
            return vec![found];
        }
        let mut pairs = Vec::new();
        for (left, one) in lefts.iter().enumerate() {
            for (right, other) in rights.iter().enumerate() {
                if !self.are_values_disjoint(&one.values, &other.values, 0) {
                    pairs.push((left, right, self.compare_alternatives(one, other)));
                }
            }
        }
        pairs.sort_by_key(|(_, _, differences)| differences.len());
        let (mut used_left, mut used_right) = (Vec::new(), Vec::new());
        let mut found = Vec::new();
        for (left, right, differences) in pairs {
            if !used_left.contains(&left) && !used_right.contains(&right) {
                used_left.push(left);
                used_right.push(right);
                found.push(differences);
            }
        }
        remove_at(lefts, &used_left);
        remove_at(rights, &used_right);
        found
    }
}

fn remove_at<T>(list: &mut Vec<T>, indexes: &[usize]) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        !indexes.contains(&(index - 1))
    });
}

/// An alternative in a few words.
fn describe(alternative: &Alternative) -> String {
    match &alternative.values {
        Values::Object(objects) => {
            let names: Vec<String> = objects
                .names()
                .iter()
                .map(|name| format!("`{name}`"))
                .collect();
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
        values => format!("values of type {}", values.kind().name()),
    }
}
