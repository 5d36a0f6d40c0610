//! Arrays: whether any is left between lengths, items that all must be
//! something and items of which some must. It must take two items for different
//! only where they are.

use super::fact::{Claim, Fact};
use super::{Proof, fits};
use crate::document::plain;
use serde_json::Value;

/// Prefixes longer than this are not looked at.
const MAXIMUM_PREFIX: usize = 64;

/// Whether certainly no array is like this.
pub(super) fn is_empty(proof: &mut Proof, facts: &[Fact]) -> bool {
    let mut arrays = Arrays::new(facts);
    if arrays.places.len() > MAXIMUM_PREFIX {
        return false;
    }
    arrays.shorten(proof);
    arrays.minimum > arrays.maximum
        || arrays.lacks_some(proof)
        || arrays.has_many(proof)
        || arrays.is_contradictory()
        || facts.iter().any(|fact| matches!(fact, Fact::Unique(false))) && !arrays.can_repeat(proof)
}

pub(super) struct Arrays<'f, 'd> {
    facts: &'f [Fact<'d>],
    /// What each place says of its item; the last one is any place beyond.
    pub(super) places: Vec<Vec<Claim<'d>>>,
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
                Fact::SomeItems(from, to, count, _) => {
                    length = length.max(to.unwrap_or(*from));
                    minimum = minimum.max((*from as u64).saturating_add(*count));
                }
                _ => {}
            }
        }
        let claims = |place: usize| {
            let about = |fact: &Fact<'d>| match fact {
                Fact::Items(from, to, claim) if is_in(place, *from, *to) => Some(*claim),
                _ => None,
            };
            facts.iter().filter_map(about).collect()
        };
        Arrays {
            facts,
            places: (0..=length).map(claims).collect(),
            minimum,
            maximum,
        }
    }

    /// An array ends before the first place that nothing fits.
    fn shorten(&mut self, proof: &mut Proof) {
        let first = self
            .places
            .iter()
            .position(|claims| proof.refutes(claims.clone()));
        if let Some(first) = first {
            self.maximum = self.maximum.min(first as u64);
        }
        let is_unique = |fact: &Fact| matches!(fact, Fact::Unique(true));
        if let ([claims], true) = (self.places.as_slice(), self.facts.iter().any(is_unique))
            && let Some(count) = count_of(proof, claims)
        {
            self.maximum = self.maximum.min(count);
        }
    }

    /// How many places there are from `from` up to `to` of which `is_wanted`.
    fn count(
        &self,
        from: usize,
        to: Option<usize>,
        end: u64,
        mut is_wanted: impl FnMut(&[Claim<'d>]) -> bool,
    ) -> u64 {
        let beyond = self.places.len() - 1;
        let mut count = 0;
        for (place, claims) in self.places.iter().enumerate() {
            let weight = match place == beyond {
                true => end.saturating_sub(place as u64),
                false => u64::from((place as u64) < end),
            };
            if is_in(place, from, to) && weight > 0 && is_wanted(claims) {
                count = weight.saturating_add(count);
            }
        }
        count
    }

    /// Whether fewer places than needed can hold an item that is asked for.
    fn lacks_some(&self, proof: &mut Proof) -> bool {
        self.facts.iter().any(|fact| match fact {
            Fact::SomeItems(from, to, wanted, claim) => {
                let can = |claims: &[Claim<'d>]| !proof.refutes(with(claims, *claim));
                self.count(*from, *to, self.maximum, can) < *wanted
            }
            _ => false,
        })
    }

    /// Whether more items are what only few may be.
    fn has_many(&self, proof: &mut Proof) -> bool {
        self.facts.iter().any(|fact| {
            let Fact::FewItems(few, claim) = fact else {
                return false;
            };
            let must = |claims: &[Claim<'d>]| proof.refutes(with(claims, claim.turned()));
            if self.count(0, None, self.minimum, must) > *few {
                return true;
            }
            self.facts.iter().any(|other| match other {
                Fact::SomeItems(_, _, count, some) if count > few => {
                    let mut places = self.places.iter();
                    places.all(|claims| proof.refutes(with(&with(claims, *some), claim.turned())))
                }
                _ => false,
            })
        })
    }

    /// Whether two items can be the same.
    fn can_repeat(&self, proof: &mut Proof) -> bool {
        let beyond = self.places.len() - 1;
        let is_place = |place: usize| (place as u64) < self.maximum;
        // Two beyond are like each other, as the same place is.
        let pairs = (0..=beyond).flat_map(|one| (one + 1..=beyond).map(move |other| (one, other)));
        let mut pairs = pairs.chain([(beyond, beyond + 1)]);
        pairs.any(|(one, other)| {
            let claims = [one, other].map(|place| &self.places[place.min(beyond)]);
            is_place(other) && !proof.refutes(claims.into_iter().flatten().copied().collect())
        })
    }

    fn is_contradictory(&self) -> bool {
        let has = |wanted: bool| {
            let is_it = |fact: &Fact| matches!(fact, Fact::Unique(unique) if *unique == wanted);
            self.facts.iter().any(is_it)
        };
        let unlisted_empty = || {
            let is_it = |fact: &Fact| matches!(fact, Fact::Unlisted(value) if plain(value) == Value::Array(Vec::new()));
            self.facts.iter().any(is_it)
        };
        has(true) && has(false) || self.maximum == 0 && unlisted_empty()
    }
}

fn is_in(place: usize, from: usize, to: Option<usize>) -> bool {
    place >= from && to.is_none_or(|to| place < to)
}

fn with<'d>(claims: &[Claim<'d>], one: Claim<'d>) -> Vec<Claim<'d>> {
    claims.iter().copied().chain([one]).collect()
}

/// How many values are as claimed, if they are a few that are told by name.
fn count_of(proof: &mut Proof, claims: &[Claim]) -> Option<u64> {
    let few = proof.few(claims)?;
    let fitting = few.iter().filter(|value| fits(claims, value));
    Some(fitting.count() as u64)
}
