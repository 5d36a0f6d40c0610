//! The decision procedure for arrays: whether any array satisfies limits on its
//! length, conditions on all items, conditions on some items, and `uniqueItems`. It errs only
//! by not proving that there is none: `can_repeat` denies only what is certain.

use super::fact::{Fact, Literal};
use super::{Proof, satisfies};

/// The maximum number of item positions with their own conditions. The items of arrays with more
/// are not examined.
const MAXIMUM_PREFIX: usize = 64;

/// Returns whether certainly no array satisfies all `facts`.
pub(super) fn is_empty(proof: &mut Proof, facts: &[Fact]) -> bool {
    let mut arrays = Arrays::new(facts);
    let is_examined = arrays.positions.len() - 1 <= MAXIMUM_PREFIX;
    if is_examined {
        arrays.limit_length(proof);
    }
    arrays.minimum > arrays.maximum
        || has_unique(facts, true) && has_unique(facts, false)
        || is_examined
            && (arrays.lacks_item(proof) || has_unique(facts, false) && !arrays.can_repeat(proof))
}

pub(super) struct Arrays<'f, 'd> {
    facts: &'f [Fact<'d>],
    /// The literals for the item at each position. The last element is for all
    /// further positions.
    pub(super) positions: Vec<Vec<Literal<'d>>>,
    pub(super) minimum: u64,
    pub(super) maximum: u64,
}

impl<'f, 'd> Arrays<'f, 'd> {
    pub(super) fn new(facts: &'f [Fact<'d>]) -> Arrays<'f, 'd> {
        let (mut minimum, mut maximum, mut length) = (0, u64::MAX, 0);
        for fact in facts {
            match fact {
                Fact::AtLeast(count) => minimum = minimum.max(*count),
                Fact::AtMost(count) => maximum = maximum.min(*count),
                Fact::Unique(false) => minimum = minimum.max(2),
                Fact::Items(from, to, _) => length = length.max(to.unwrap_or(*from)),
                Fact::SomeItem(from, to, _) => {
                    length = length.max(to.unwrap_or(*from));
                    minimum = minimum.max(*from as u64 + 1);
                }
                _ => {}
            }
        }
        let mut positions = vec![Vec::new(); length + 1];
        for fact in facts {
            if let Fact::Items(from, to, literal) = fact {
                let covered = &mut positions[*from..to.unwrap_or(length + 1)];
                covered.iter_mut().for_each(|one| one.push(*literal));
            }
        }
        Arrays { facts, positions, minimum, maximum }
    }

    /// Limits the length: an array ends before the first position for which no item exists.
    fn limit_length(&mut self, proof: &mut Proof) {
        let first =
            self.positions.iter().position(|literals| proof.is_unsatisfiable(literals.clone()));
        if let Some(first) = first {
            self.maximum = self.maximum.min(first as u64);
        }
        // Items that all differ are no more than the values there are for them, which are known
        // only if the literals of all positions are the same.
        if let ([literals], true) = (self.positions.as_slice(), has_unique(self.facts, true))
            && let Some(count) = count_of(proof, literals)
        {
            self.maximum = self.maximum.min(count);
        }
    }

    /// Returns whether some required item fits at no position.
    fn lacks_item(&self, proof: &mut Proof) -> bool {
        self.facts.iter().any(|fact| match fact {
            Fact::SomeItem(from, to, literal) => {
                !self.positions.iter().enumerate().any(|(position, literals)| {
                    let literals = literals.iter().copied().chain([*literal]);
                    position >= *from
                        && to.is_none_or(|to| position < to)
                        && (position as u64) < self.maximum
                        && !proof.is_unsatisfiable(literals.collect())
                })
            }
            _ => false,
        })
    }

    /// Returns whether two items can be equal.
    fn can_repeat(&self, proof: &mut Proof) -> bool {
        let beyond = self.positions.len() - 1;
        let is_position = |position: usize| (position as u64) < self.maximum;
        // All further positions have the same literals, so one pair of them is
        // enough.
        let pairs = (0..=beyond).flat_map(|one| (one + 1..=beyond).map(move |other| (one, other)));
        pairs.chain([(beyond, beyond + 1)]).any(|(one, other)| {
            let literals = [one, other].map(|position| &self.positions[position.min(beyond)]);
            is_position(other)
                && !proof.is_unsatisfiable(literals.into_iter().flatten().copied().collect())
        })
    }
}

fn has_unique(facts: &[Fact], wanted: bool) -> bool {
    facts.iter().any(|fact| matches!(fact, Fact::Unique(unique) if *unique == wanted))
}

/// Returns the number of values that satisfy all `literals`, if these can be
/// enumerated.
fn count_of(proof: &mut Proof, literals: &[Literal]) -> Option<u64> {
    let values = proof.finite_superset(literals)?;
    Some(values.iter().filter(|value| satisfies(literals, value)).count() as u64)
}
