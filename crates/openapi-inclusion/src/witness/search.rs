//! Searches for values that one schema allows and another rejects, among values
//! near the limits of both normal forms, smallest first. Values that depend on
//! constraints, which a normal form can't express, are found by `modelled` instead.

use super::{array, number, object, string};
use crate::schema::count::Count;
use crate::schema::normal_form::{Alternative, NormalForm, Values};
use crate::schema::{Comparison, Key, Schema, accepts};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// The maximum number of candidates for one schema, and of accepted values in a
/// result.
const MAXIMUM_CANDIDATES: usize = 3_000;
pub(super) const MAXIMUM_KEPT: usize = 6;

/// The number of values that are tried for one difference in one direction, across
/// all scopes.
pub(super) const MAXIMUM_EFFORT: usize = 40_000;

/// The fixed effort of generating candidates for a schema, in addition to the number
/// of candidates.
const EFFORT_PER_SCHEMA: usize = 100;

/// The scope of a search.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    /// The maximum depth of nested values.
    depth: usize,
    /// Whether only the simplest value of each schema is used.
    only_simplest: bool,
}

impl Scope {
    pub(super) const fn plain(depth: usize) -> Scope {
        let only_simplest = true;
        Scope {
            depth,
            only_simplest,
        }
    }

    pub(super) const fn full(depth: usize) -> Scope {
        let only_simplest = false;
        Scope {
            depth,
            only_simplest,
        }
    }
}

/// The state of a search, with a cache of values.
pub(super) struct Search<'c, 'd> {
    pub(super) comparison: &'c mut Comparison<'d>,
    samples: HashMap<Key, Rc<Vec<Value>>>,
    /// The simplest value of each schema, or the depth up to which none was found.
    pub(super) simplest: HashMap<Key, Result<Value, usize>>,
    /// Whether only the simplest value of each schema is used.
    only_simplest: bool,
    rejections: HashMap<(Key, Key), Rc<Vec<Value>>>,
    /// The remaining depth of nested values.
    depth: usize,
    /// The number of values that may still be tried.
    pub(super) effort: usize,
    /// Whether a larger scope could find more values.
    pub(super) is_limited: bool,
}

impl<'c, 'd> Search<'c, 'd> {
    /// Returns a search within `scope` that tries about `effort` values.
    pub(super) fn new(
        comparison: &'c mut Comparison<'d>,
        Scope {
            depth,
            only_simplest,
        }: Scope,
        effort: usize,
    ) -> Search<'c, 'd> {
        Search {
            comparison,
            samples: HashMap::new(),
            simplest: HashMap::new(),
            only_simplest,
            rejections: HashMap::new(),
            depth,
            effort,
            is_limited: false,
        }
    }

    /// Returns values that `schema` allows, of several types if possible.
    pub(super) fn samples(&mut self, schema: &Schema<'d>) -> Rc<Vec<Value>> {
        let key = key(schema);
        if let Some(known) = self.samples.get(&key) {
            return Rc::clone(known);
        }
        if self.only_simplest {
            self.is_limited = true;
            let found: Rc<Vec<Value>> = Rc::new(self.simplest(schema).into_iter().collect());
            self.samples.insert(key, Rc::clone(&found));
            return found;
        }
        if self.depth == 0 {
            self.is_limited = true;
            return Rc::default();
        }
        // A schema that is met again within its own search has no values there.
        self.samples.insert(key.clone(), Rc::default());
        self.depth -= 1;
        let normal_form = self.comparison.expand(schema);
        let candidates = self.candidates(schema, &normal_form, &NormalForm::default());
        self.depth += 1;
        let found = Rc::new(smallest_accepted_by_type(candidates, |value| {
            accepts(schema, value)
        }));
        if found.is_empty() {
            // Outside of this recursion the schema may have values.
            self.samples.remove(&key);
        } else {
            self.samples.insert(key, Rc::clone(&found));
        }
        found
    }

    /// Returns a few values that `schema` allows and `other` rejects.
    pub(super) fn rejected_by(
        &mut self,
        schema: &Schema<'d>,
        other: &Schema<'d>,
    ) -> Rc<Vec<Value>> {
        let key = (key(schema), key(other));
        if let Some(known) = self.rejections.get(&key) {
            return Rc::clone(known);
        }
        if self.depth == 0 {
            self.is_limited = true;
            return Rc::default();
        }
        if self.comparison.are_equal(schema, other) {
            return Rc::default();
        }
        self.rejections.insert(key.clone(), Rc::default());
        let mut found = self.disagreeing(schema, other);
        found.truncate(MAXIMUM_KEPT);
        let found = Rc::new(found);
        if found.is_empty() {
            self.rejections.remove(&key);
        } else {
            self.rejections.insert(key, Rc::clone(&found));
        }
        found
    }

    /// Returns all values found that `schema` allows and `other` rejects, smallest
    /// first. Alternatives that both schemas share are examined only if the others
    /// have no such value.
    pub(super) fn disagreeing(&mut self, schema: &Schema<'d>, other: &Schema<'d>) -> Vec<Value> {
        let normal_forms = (
            self.comparison.expand(schema),
            self.comparison.expand(other),
        );
        let own = self
            .comparison
            .without_equal_members(&normal_forms.0, &normal_forms.1);
        if let Some(own) = own {
            let found = self.disagreeing_near((schema, &own), (other, &normal_forms.1));
            if !found.is_empty() {
                return found;
            }
        }
        self.disagreeing_near((schema, &normal_forms.0), (other, &normal_forms.1))
    }

    fn disagreeing_near(
        &mut self,
        (schema, normal_form): (&Schema<'d>, &NormalForm<'d>),
        (other, other_shape): (&Schema<'d>, &NormalForm<'d>),
    ) -> Vec<Value> {
        self.depth = self.depth.saturating_sub(1);
        let candidates = self.candidates(schema, normal_form, other_shape);
        self.depth += 1;
        accepted(candidates, |value| {
            accepts(schema, value) && !accepts(other, value)
        })
        .collect()
    }

    /// Returns values near the limits of both normal forms, most of them in `normal_form`.
    fn candidates(
        &mut self,
        schema: &Schema<'d>,
        normal_form: &NormalForm<'d>,
        other: &NormalForm<'d>,
    ) -> Vec<Value> {
        let mut values = Vec::new();
        if self.effort == 0 {
            return values;
        }
        for one in &normal_form.alternatives {
            let others = other.of_type(one.values.value_type());
            values.extend(self.near(one, &others));
        }
        // Each value is validated against each part.
        let effort = (values.len() + EFFORT_PER_SCHEMA) * schema.parts.len().max(1);
        self.effort = self.effort.saturating_sub(effort);
        values
    }

    pub(super) fn near(
        &mut self,
        one: &Alternative<'d>,
        others: &[&Alternative<'d>],
    ) -> Vec<Value> {
        match &one.values {
            Values::Null => vec![Value::Null],
            Values::Boolean(allowed) => {
                let both = [(false, allowed.with_false), (true, allowed.with_true)];
                let allowed = both.into_iter().filter(|(_, is_allowed)| *is_allowed);
                allowed.map(|(value, _)| Value::Bool(value)).collect()
            }
            Values::Number(numbers) => number::near(numbers, others),
            Values::String(strings) => string::near(strings, others),
            Values::Array(arrays) => array::near(self, one.at, arrays, others),
            Values::Object(objects) => object::near(self, one.at, objects, others),
        }
    }
}

/// Returns the smallest candidates for which `is_accepted` returns `true`.
pub(super) fn smallest_accepted(
    candidates: Vec<Value>,
    is_accepted: impl Fn(&Value) -> bool,
) -> Vec<Value> {
    accepted(candidates, is_accepted)
        .take(MAXIMUM_KEPT)
        .collect()
}

/// Returns the same, but takes values of all types in turn.
pub(super) fn smallest_accepted_by_type(
    candidates: Vec<Value>,
    is_accepted: impl Fn(&Value) -> bool,
) -> Vec<Value> {
    let mut candidates = sorted(candidates);
    let mut counts: HashMap<std::mem::Discriminant<Value>, usize> = HashMap::new();
    candidates.sort_by_cached_key(|value| {
        let count = counts.entry(std::mem::discriminant(value)).or_default();
        *count += 1;
        *count
    });
    let accepted = candidates.into_iter().filter(is_accepted);
    accepted.take(MAXIMUM_KEPT).collect()
}

/// Returns all candidates for which `is_accepted` returns `true`, smallest first.
fn accepted(
    candidates: Vec<Value>,
    is_accepted: impl Fn(&Value) -> bool,
) -> impl Iterator<Item = Value> {
    let candidates = sorted(candidates).into_iter();
    candidates.filter(move |value| is_accepted(value))
}

/// Sorts the candidates, smallest first, and removes duplicates.
fn sorted(mut candidates: Vec<Value>) -> Vec<Value> {
    candidates.sort_by_cached_key(size);
    candidates.dedup();
    candidates.truncate(MAXIMUM_CANDIDATES);
    candidates
}

/// Returns the cache key of `schema`. All schemas that allow everything share one.
pub(super) fn key(schema: &Schema) -> Key {
    if schema.is_any() {
        Key::new()
    } else {
        schema.key()
    }
}

/// Returns the sort key for readers: the length as JSON, then the number of
/// characters that aren't alphanumeric.
fn size(value: &Value) -> (usize, usize, String) {
    let text = value.to_string();
    let symbols = text
        .chars()
        .filter(|character| !character.is_ascii_alphanumeric());
    (text.len(), symbols.count(), text)
}

/// Returns the lengths up to `always`, and those at and beside each limit that are at
/// most `maximum`; sorted, without duplicates.
pub(super) fn lengths_near<'d>(
    limits: impl Iterator<Item = Count<'d>>,
    always: u64,
    maximum: u64,
) -> Vec<u64> {
    let near = limits
        .flat_map(|Count { value, .. }| [value.saturating_sub(1), value, value.saturating_add(1)]);
    let mut lengths: Vec<u64> = (0..=always).chain(near).collect();
    lengths.retain(|length| *length <= maximum);
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}
