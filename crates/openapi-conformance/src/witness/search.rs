//! Looks for a value that one schema allows and another refuses. It tries
//! values near the limits of both shapes, the smallest first; those that need
//! what no shape can express (a condition, say) are modelled instead. It must
//! never offer one that the two judge alike.

use super::{array, number, object, string};
use crate::schema::shape::{Alternative, Shape, Values};
use crate::schema::{Comparison, Key, Schema, accepts};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// Values of one schema that are tried at most, and how many are kept of those
/// that fit.
const MAXIMUM_CANDIDATES: usize = 3_000;
pub(super) const MAXIMUM_KEPT: usize = 6;

/// Values that are tried for one difference in one direction, however many
/// searches go further and further for it.
pub(super) const MAXIMUM_EFFORT: usize = 40_000;

/// What one look at a schema counts for, beside the values that come of it.
const EFFORT_OF_A_LOOK: usize = 100;

/// How far a search goes.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Steps into values at most.
    depth: usize,
    /// Whether the simplest value of a schema stands for all that it allows.
    plainly: bool,
}

impl Reach {
    pub(super) const fn plain(depth: usize) -> Reach {
        let plainly = true;
        Reach { depth, plainly }
    }

    pub(super) const fn full(depth: usize) -> Reach {
        let plainly = false;
        Reach { depth, plainly }
    }
}

/// A search, and what it found before.
pub(super) struct Search<'c, 'd> {
    pub(super) comparison: &'c mut Comparison<'d>,
    samples: HashMap<Key, Rc<Vec<Value>>>,
    /// The simplest value of a schema, or how deep one was looked for.
    pub(super) simplest: HashMap<Key, Result<Value, usize>>,
    /// Whether the simplest value of a schema stands for all that it allows.
    plainly: bool,
    refusals: HashMap<(Key, Key), Rc<Vec<Value>>>,
    /// Steps into a value that the search may still go.
    depth: usize,
    /// Values that may still be tried.
    pub(super) effort: usize,
    /// Whether going further could lead to more values.
    pub(super) is_limited: bool,
}

impl<'c, 'd> Search<'c, 'd> {
    /// A search that goes as far as `reach` says and tries about `effort` values.
    pub(super) fn new(
        comparison: &'c mut Comparison<'d>,
        Reach { depth, plainly }: Reach,
        effort: usize,
    ) -> Search<'c, 'd> {
        Search {
            comparison,
            samples: HashMap::new(),
            simplest: HashMap::new(),
            plainly,
            refusals: HashMap::new(),
            depth,
            effort,
            is_limited: false,
        }
    }

    /// Values that `schema` allows, of several kinds if it can be.
    pub(super) fn samples(&mut self, schema: &Schema<'d>) -> Rc<Vec<Value>> {
        let key = key(schema);
        if let Some(known) = self.samples.get(&key) {
            return Rc::clone(known);
        }
        if self.plainly {
            self.is_limited = true;
            let found: Rc<Vec<Value>> = Rc::new(self.simplest(schema).into_iter().collect());
            self.samples.insert(key, Rc::clone(&found));
            return found;
        }
        if self.depth == 0 {
            self.is_limited = true;
            return Rc::default();
        }
        // Met again on the way to its own values, it has none.
        self.samples.insert(key.clone(), Rc::default());
        self.depth -= 1;
        let shape = self.comparison.expand(schema);
        let candidates = self.candidates(schema, &shape, &Shape::default());
        self.depth += 1;
        let found = Rc::new(kept_of_each(candidates, |value| accepts(schema, value)));
        if found.is_empty() {
            // It may have some when it isn't met on the way to another.
            self.samples.remove(&key);
        } else {
            self.samples.insert(key, Rc::clone(&found));
        }
        found
    }

    /// Values that `schema` allows and `other` refuses.
    pub(super) fn refused(&mut self, schema: &Schema<'d>, other: &Schema<'d>) -> Rc<Vec<Value>> {
        let key = (key(schema), key(other));
        if let Some(known) = self.refusals.get(&key) {
            return Rc::clone(known);
        }
        if self.depth == 0 {
            self.is_limited = true;
            return Rc::default();
        }
        if self.comparison.are_equal(schema, other) {
            return Rc::default();
        }
        self.refusals.insert(key.clone(), Rc::default());
        let mut found = self.disagreeing(schema, other);
        found.truncate(MAXIMUM_KEPT);
        let found = Rc::new(found);
        if found.is_empty() {
            self.refusals.remove(&key);
        } else {
            self.refusals.insert(key, Rc::clone(&found));
        }
        found
    }

    /// Everything found that `schema` allows and `other` refuses, the smallest
    /// first. What a union has on both sides is only looked at where the rest shows
    /// nothing.
    pub(super) fn disagreeing(&mut self, schema: &Schema<'d>, other: &Schema<'d>) -> Vec<Value> {
        let shapes = (
            self.comparison.expand(schema),
            self.comparison.expand(other),
        );
        let own = self.comparison.without_equal_members(&shapes.0, &shapes.1);
        if let Some(own) = own {
            let found = self.disagreeing_near((schema, &own), (other, &shapes.1));
            if !found.is_empty() {
                return found;
            }
        }
        self.disagreeing_near((schema, &shapes.0), (other, &shapes.1))
    }

    fn disagreeing_near(
        &mut self,
        (schema, shape): (&Schema<'d>, &Shape<'d>),
        (other, other_shape): (&Schema<'d>, &Shape<'d>),
    ) -> Vec<Value> {
        self.depth = self.depth.saturating_sub(1);
        let candidates = self.candidates(schema, shape, other_shape);
        self.depth += 1;
        fitting(candidates, |value| {
            accepts(schema, value) && !accepts(other, value)
        })
        .collect()
    }

    /// Values near the limits of both shapes; most are in `shape`.
    fn candidates(
        &mut self,
        schema: &Schema<'d>,
        shape: &Shape<'d>,
        other: &Shape<'d>,
    ) -> Vec<Value> {
        let mut values = Vec::new();
        if self.effort == 0 {
            return values;
        }
        for one in &shape.alternatives {
            let others = other.of_kind(one.values.kind());
            values.extend(self.near(one, &others));
        }
        // Each value is judged by each part.
        let effort = (values.len() + EFFORT_OF_A_LOOK) * schema.parts.len().max(1);
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

/// The smallest of the values that fit.
pub(super) fn kept(candidates: Vec<Value>, fits: impl Fn(&Value) -> bool) -> Vec<Value> {
    fitting(candidates, fits).take(MAXIMUM_KEPT).collect()
}

/// The same, with values of each type as long as there are any.
pub(super) fn kept_of_each(candidates: Vec<Value>, fits: impl Fn(&Value) -> bool) -> Vec<Value> {
    let mut candidates = ordered(candidates);
    let mut counts: HashMap<std::mem::Discriminant<Value>, usize> = HashMap::new();
    candidates.sort_by_cached_key(|value| {
        let count = counts.entry(std::mem::discriminant(value)).or_default();
        *count += 1;
        *count
    });
    let fitting = candidates.into_iter().filter(fits);
    fitting.take(MAXIMUM_KEPT).collect()
}

/// The values that fit, the smallest first.
fn fitting(candidates: Vec<Value>, fits: impl Fn(&Value) -> bool) -> impl Iterator<Item = Value> {
    let candidates = ordered(candidates).into_iter();
    candidates.filter(move |value| fits(value))
}

/// The smallest first.
fn ordered(mut candidates: Vec<Value>) -> Vec<Value> {
    candidates.sort_by_cached_key(size);
    candidates.dedup();
    candidates.truncate(MAXIMUM_CANDIDATES);
    candidates
}

/// Wherever a schema says nothing, its values are the same.
pub(super) fn key(schema: &Schema) -> Key {
    match schema.is_any() {
        true => Key::new(),
        false => schema.key(),
    }
}

/// How large a value is to its reader: its length as JSON, and of two equally
/// long the one that reads better.
fn size(value: &Value) -> (usize, usize, String) {
    let text = value.to_string();
    let illegible = text
        .chars()
        .filter(|character| !character.is_ascii_alphanumeric());
    (text.len(), illegible.count(), text)
}
