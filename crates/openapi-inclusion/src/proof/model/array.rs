//! Constructs arrays that satisfy facts: as short as possible, with the required
//! items at positions that allow them.

use super::super::array::Arrays;
use super::super::fact::{Fact, Literal};
use super::{Given, Models};
use crate::schema::Step;
use serde_json::Value;
use std::collections::BTreeMap;

/// The maximum length of a constructed array.
const MAXIMUM_LENGTH: u64 = 1 << 12;

/// Returns arrays that may satisfy `facts`: a shortest one and one with an
/// additional item or, if some items must be equal, copies of both with a repeated
/// item.
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
    // One item may satisfy several required literals, or each literal has its own
    // item.
    for is_shared in [false, true] {
        let mut array = Array {
            models,
            facts,
            arrays: &arrays,
            required: BTreeMap::new(),
            given,
        };
        let length = array.assign(is_shared);
        for length in [length, length + 1] {
            found.extend(array.filled(length).map(Value::Array));
        }
    }
    let must_repeat = |fact: &Fact| matches!(fact, Fact::Unique(false));
    if facts.iter().any(must_repeat) {
        let repeated = found.iter().filter_map(Value::as_array);
        let repeated = repeated.flat_map(|items| {
            let pairs = (1..items.len()).flat_map(|index| [(index, index - 1), (index - 1, index)]);
            pairs.map(|(to, from)| {
                let mut items = items.clone();
                items[to] = items[from].clone();
                Value::Array(items)
            })
        });
        found = repeated.collect();
    }
    found
}

/// An array under construction.
struct Array<'o, 'f, 'd> {
    models: &'o mut Models,
    facts: &'f [Fact<'d>],
    arrays: &'o Arrays<'f, 'd>,
    /// The required literals of items, by position.
    required: BTreeMap<usize, Vec<Literal<'d>>>,
    given: Option<(usize, &'o Value)>,
}

impl<'d> Array<'_, '_, 'd> {
    /// Assigns required items to positions: different ones, unless `is_shared` or
    /// too few positions are free. Returns the minimum length of the array.
    fn assign(&mut self, is_shared: bool) -> u64 {
        let most = self.arrays.maximum.min(MAXIMUM_LENGTH) as usize;
        let mut length = self.arrays.minimum;
        if let Some((index, _)) = self.given {
            length = length.max(index as u64 + 1);
        }
        for fact in self.facts {
            let Fact::SomeItems(from, to, count, literal) = fact else {
                continue;
            };
            let end = to.unwrap_or(most).min(most);
            let free: Vec<usize> = (*from..end)
                .filter(|index| !self.required.contains_key(index))
                .filter(|index| self.given.is_none_or(|(given, _)| given != *index))
                .collect();
            let count = (*count).min(MAXIMUM_LENGTH) as usize;
            let positions = if !is_shared && free.len() >= count {
                free.into_iter().take(count).collect()
            } else {
                (*from..end).take(count).collect::<Vec<_>>()
            };
            for index in positions {
                self.required.entry(index).or_default().push(*literal);
                length = length.max(index as u64 + 1);
            }
        }
        length
    }

    /// Returns an array of `length`; `None` if an item has no value.
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

    /// Returns values for the item at `index`. Values that don't count towards a
    /// maximum of matching items are preferred.
    fn values(&mut self, index: usize, wanted: usize) -> Vec<Value> {
        let positions = &self.arrays.positions;
        let mut literals = positions[index.min(positions.len() - 1)].clone();
        literals.extend(self.required.get(&index).into_iter().flatten());
        let is_required = |one: &Literal| literals.iter().any(|literal| literal.key() == one.key());
        let limited = self.facts.iter().filter_map(|fact| match fact {
            Fact::FewItems(_, literal) if !is_required(literal) => Some(literal.negated()),
            _ => None,
        });
        let uncounted: Vec<Literal> = literals.iter().copied().chain(limited).collect();
        let values = self.models.satisfying(uncounted, wanted);
        if values.is_empty() {
            self.models.satisfying(literals, wanted).to_vec()
        } else {
            values.to_vec()
        }
    }
}
