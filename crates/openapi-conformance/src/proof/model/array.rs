//! Arrays of which facts are known: as long as they must be, with the items that
//! are asked for where there is a place for them.

use super::super::array::Arrays;
use super::super::fact::{Claim, Fact};
use super::{Given, Models};
use crate::schema::Step;
use serde_json::Value;
use std::collections::BTreeMap;

/// Longer arrays than this are not made.
const MAXIMUM_LENGTH: u64 = 1 << 12;

/// Arrays like this: a shortest one, that with an item more, and each with an
/// item twice.
pub(super) fn arrays(models: &mut Models, facts: &[Fact], given: Option<Given>) -> Vec<Value> {
    let arrays = Arrays::new(facts);
    let given = match given {
        Some(Given {
            step: Step::Item(index) | Step::Items(index),
            value,
        }) => Some((*index, value)),
        Some(_) => return Vec::new(),
        None => None,
    };
    let mut found: Vec<Value> = Vec::new();
    // An item may be what is asked for twice, or each is asked for another.
    for is_shared in [false, true] {
        let mut array = Array {
            models,
            facts,
            arrays: &arrays,
            asked_for: BTreeMap::new(),
            given,
        };
        let length = array.assign(is_shared);
        for length in [length, length + 1] {
            found.extend(array.filled(length).map(Value::Array));
        }
    }
    let is_twice = |fact: &Fact| matches!(fact, Fact::Unique(false));
    if facts.iter().any(is_twice) {
        let twice = found.iter().filter_map(Value::as_array);
        let twice = twice.flat_map(|items| {
            let pairs = (1..items.len()).flat_map(|index| [(index, index - 1), (index - 1, index)]);
            pairs.map(|(to, from)| {
                let mut items = items.clone();
                items[to] = items[from].clone();
                Value::Array(items)
            })
        });
        found = twice.collect();
    }
    found
}

/// An array that is being made.
struct Array<'o, 'f, 'd> {
    models: &'o mut Models,
    facts: &'f [Fact<'d>],
    arrays: &'o Arrays<'f, 'd>,
    /// What is asked for of the items at some places.
    asked_for: BTreeMap<usize, Vec<Claim<'d>>>,
    given: Option<(usize, &'o Value)>,
}

impl<'d> Array<'_, '_, 'd> {
    /// Gives the items that are asked for a place each, or the same places where
    /// they are shared or there is no room; how long the array must be.
    fn assign(&mut self, is_shared: bool) -> u64 {
        let most = self.arrays.maximum.min(MAXIMUM_LENGTH) as usize;
        let mut length = self.arrays.minimum;
        if let Some((index, _)) = self.given {
            length = length.max(index as u64 + 1);
        }
        for fact in self.facts {
            let Fact::SomeItems(from, to, count, claim) = fact else {
                continue;
            };
            let end = to.unwrap_or(most).min(most);
            let free: Vec<usize> = (*from..end)
                .filter(|index| !self.asked_for.contains_key(index))
                .filter(|index| self.given.is_none_or(|(given, _)| given != *index))
                .collect();
            let count = (*count).min(MAXIMUM_LENGTH) as usize;
            let places = match !is_shared && free.len() >= count {
                true => free.into_iter().take(count).collect(),
                false => (*from..end).take(count).collect::<Vec<_>>(),
            };
            for index in places {
                self.asked_for.entry(index).or_default().push(*claim);
                length = length.max(index as u64 + 1);
            }
        }
        length
    }

    /// An array of that length; `None` if an item can't be.
    fn filled(&mut self, length: u64) -> Option<Vec<Value>> {
        if length > self.arrays.maximum.min(MAXIMUM_LENGTH) {
            return None;
        }
        let is_unique = |fact: &Fact| matches!(fact, Fact::Unique(true));
        let is_unique = self.facts.iter().any(is_unique);
        let mut items: Vec<Value> = Vec::new();
        for index in 0..length as usize {
            let wanted = if is_unique { items.len() + 1 } else { 1 };
            let values = match self.given {
                Some((given, value)) if given == index => vec![value.clone()],
                _ => self.values(index, wanted),
            };
            let is_new = |value: &&Value| !is_unique || !items.contains(value);
            let item = values.iter().find(is_new)?.clone();
            items.push(item);
        }
        Some(items)
    }

    /// Values of the item at `index`: such that don't count where only few may,
    /// if there are any.
    fn values(&mut self, index: usize, wanted: usize) -> Vec<Value> {
        let places = &self.arrays.places;
        let mut claims = places[index.min(places.len() - 1)].clone();
        claims.extend(self.asked_for.get(&index).into_iter().flatten());
        let is_asked_for = |one: &Claim| claims.iter().any(|claim| claim.key() == one.key());
        let few = self.facts.iter().filter_map(|fact| match fact {
            Fact::FewItems(_, claim) if !is_asked_for(claim) => Some(claim.turned()),
            _ => None,
        });
        let uncounted: Vec<Claim> = claims.iter().copied().chain(few).collect();
        let values = self.models.of(uncounted, wanted);
        match values.is_empty() {
            true => self.models.of(claims, wanted).to_vec(),
            false => values.to_vec(),
        }
    }
}
