//! Constructs arrays that satisfy facts: as short as possible, with the required
//! items at positions that allow them.

use super::super::array::Arrays;
use super::super::fact::{Fact, Literal};
use super::super::satisfies;
use super::{Given, Models};
use crate::inclusion::effort::{spend, spend_copy};
use crate::inclusion::schema::Step;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The maximum length of a constructed array.
const MAXIMUM_LENGTH: u64 = 1 << 16;

/// The number of different items that a search finds. Others are numbered values.
const MAXIMUM_DIFFERENT: usize = 64;

/// Returns arrays that may satisfy `facts`: a shortest one and one with an
/// additional item and, if the search is wide, those around the last position that a
/// fact mentions. If some items must be equal, copies of these with a repeated item.
pub(super) fn arrays(
    models: &mut Models,
    facts: &[Fact],
    given: Option<Given>,
    is_wide: bool,
) -> Vec<Value> {
    let arrays = Arrays::new(facts);
    let given = match given {
        Some(Given { step: Step::Item(index) | Step::Items(index), value }) => {
            Some((*index, value))
        }
        Some(_) => return Vec::new(),
        None => None,
    };
    let must_repeat = facts.iter().any(|fact| matches!(fact, Fact::Unique(false)));
    let mut found: Vec<Value> = Vec::new();
    // One item may satisfy several required literals, or each literal has its own
    // item.
    let needs_items = facts.iter().any(|fact| matches!(fact, Fact::SomeItem(..)));
    for is_shared in [false, true].into_iter().take(if needs_items { 2 } else { 1 }) {
        let mut array = Array { models, facts, arrays: &arrays, required: BTreeMap::new(), given };
        let length = array.assign(is_shared);
        let mentioned = arrays.positions.len() as u64 - 1;
        let lengths = if is_wide {
            // The two items behind the mentioned positions can be equal.
            mentioned.max(length + 2)..=mentioned + 2
        } else {
            length..=length + 1
        };
        found.extend(lengths.filter_map(|length| array.filled(length).map(Value::Array)));
    }
    if must_repeat {
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
    /// Assigns required items to positions that allow them: different ones, unless
    /// `is_shared`. Returns the minimum length of the array.
    fn assign(&mut self, is_shared: bool) -> u64 {
        let most = self.arrays.maximum.min(MAXIMUM_LENGTH) as usize;
        let mut length = self.arrays.minimum;
        if let Some((index, _)) = self.given {
            length = length.max(index as u64 + 1);
        }
        for fact in self.facts {
            let Fact::SomeItem(from, to, literal) = fact else {
                continue;
            };
            let end = to.unwrap_or(most).min(most);
            let is_given = self.given.is_some_and(|(index, value)| {
                (*from..end).contains(&index) && satisfies(&[*literal], value)
            });
            if is_given {
                continue;
            }
            for index in *from..end {
                let is_taken = self.given.is_some_and(|(given, _)| given == index)
                    || !is_shared && self.required.contains_key(&index);
                if is_taken {
                    continue;
                }
                let mut literals = self.literals(index);
                literals.push(*literal);
                if !self.models.satisfying(literals, 1).is_empty() {
                    self.required.entry(index).or_default().push(*literal);
                    length = length.max(index as u64 + 1);
                    break;
                }
                if index >= self.arrays.positions.len() {
                    // All further positions are alike.
                    break;
                }
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
        let mut number = 0;
        for index in 0..length as usize {
            let known = if is_unique { items.len() } else { 0 };
            spend(1 + known / 16);
            let values = match self.given {
                Some((given, value)) if given == index => vec![value.clone()],
                _ => {
                    let wanted = (known + 1).min(MAXIMUM_DIFFERENT);
                    self.models.satisfying(self.literals(index), wanted).to_vec()
                }
            };
            let is_new = |value: &Value| !is_unique || !items.contains(value);
            let item = values.into_iter().find(is_new).or_else(|| {
                let literals = self.literals(index);
                let numbers = number..number + MAXIMUM_DIFFERENT;
                let mut numbered = numbers.flat_map(|next| {
                    number = next + 1;
                    [json!(next), json!(format!("a{next}")), json!({"a": next})]
                });
                numbered.find(|value| satisfies(&literals, value) && is_new(value))
            })?;
            spend_copy(&item);
            items.push(item);
        }
        Some(items)
    }

    /// Returns the literals for the item at `index`.
    fn literals(&self, index: usize) -> Vec<Literal<'d>> {
        let positions = &self.arrays.positions;
        let required = self.required.get(&index).into_iter().flatten();
        positions[index.min(positions.len() - 1)].iter().chain(required).copied().collect()
    }
}
