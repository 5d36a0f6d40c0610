//! Looks for a value that one schema allows and another refuses. It tries
//! values near everything that either schema says, the smallest first, and
//! must never offer one that the two judge alike.

use super::{array, number, object, string};
use crate::schema::object::Objects;
use crate::schema::shape::{Alternative, Constraint, Shape, Values};
use crate::schema::{Comparison, Key, Part, Schema, accepts};
use bigdecimal::{BigDecimal, ToPrimitive};
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};
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
    /// first.
    pub(super) fn disagreeing(&mut self, schema: &Schema<'d>, other: &Schema<'d>) -> Vec<Value> {
        self.depth = self.depth.saturating_sub(1);
        let shapes = (
            self.comparison.expand(schema),
            self.comparison.expand(other),
        );
        let candidates = self.candidates(schema, &shapes.0, &shapes.1);
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
        values.extend(self.constrained(schema, shape, other));
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
            Values::Array(arrays) => {
                let values = array::near(self, one.at, arrays, others);
                self.with_contained(one, values)
            }
            Values::Object(objects) => object::near(self, one.at, objects, others),
        }
    }

    /// The arrays, and each with an item more that `contains` asks for.
    pub(super) fn with_contained(
        &mut self,
        one: &Alternative<'d>,
        arrays: Vec<Value>,
    ) -> Vec<Value> {
        let contains = one
            .constraints
            .iter()
            .filter(|one| one.keyword == "contains");
        let mut all = arrays.clone();
        for part in contains.flat_map(Constraint::schemas).collect::<Vec<_>>() {
            let samples = self.samples(&Schema::new(part.document, part.node));
            for item in samples.iter().take(2) {
                all.extend(arrays.iter().filter_map(Value::as_array).map(|items| {
                    let more = items.iter().chain([item]);
                    more.cloned().collect()
                }));
            }
        }
        all
    }

    /// The objects, and each with members more that a keyword names.
    pub(super) fn with_named(
        &mut self,
        one: &Alternative<'d>,
        objects: &Objects<'d>,
        values: Vec<Value>,
    ) -> Vec<Value> {
        let names: BTreeSet<&str> = one.constraints.iter().flat_map(Constraint::names).collect();
        let mut members = Map::new();
        for name in names {
            let at = objects.place_of(name).unwrap_or(one.at);
            if let Some(sample) = self.samples(&objects.member(name, at)).first() {
                members.insert(name.to_owned(), sample.clone());
            }
        }
        let each = members.iter().map(|(name, value)| json!({name: value}));
        let additions: Vec<Value> = each.chain([Value::Object(members.clone())]).collect();
        let mut all = values.clone();
        for known in values.iter().filter_map(Value::as_object) {
            for addition in additions.iter().filter_map(Value::as_object) {
                let mut more = addition.clone();
                more.extend(known.clone());
                all.push(Value::Object(more));
            }
        }
        all
    }

    /// Values that the keywords have something to say about which no shape can
    /// express.
    fn constrained(
        &mut self,
        schema: &Schema<'d>,
        shape: &Shape<'d>,
        other: &Shape<'d>,
    ) -> Vec<Value> {
        let mut parts: Vec<(&str, Part<'d>)> = Vec::new();
        let mut names: BTreeSet<&str> = BTreeSet::new();
        let mut limits: Vec<u64> = Vec::new();
        let alternatives = shape.alternatives.iter().chain(&other.alternatives);
        for constraint in alternatives.flat_map(|one| &one.constraints) {
            names.extend(constraint.names());
            if matches!(constraint.keyword, "minContains" | "maxContains") {
                let limit = constraint.part.node.number();
                limits.extend(limit.and_then(BigDecimal::to_u64));
            }
            for part in constraint.schemas() {
                if !parts
                    .iter()
                    .any(|(_, known)| std::ptr::eq(known.node, part.node))
                {
                    parts.push((constraint.keyword, part));
                }
            }
        }
        let mut values = Vec::new();
        for (keyword, part) in &parts {
            let alone = Schema::new(part.document, part.node);
            let mut both = schema.clone();
            both.restrict(*part);
            values.extend(self.samples(&both).iter().cloned());
            let mut about = self.samples(&alone).to_vec();
            for (_, other) in parts.iter().filter(|(other, _)| other == keyword) {
                let other = Schema::new(other.document, other.node);
                about.extend(self.refused(&alone, &other).iter().cloned());
                if *keyword == "contains" {
                    // What the other counts, too, makes more of the same array.
                    about.extend(self.refused(&other, &alone).iter().cloned());
                }
            }
            if matches!(*keyword, "contains" | "not" | "propertyNames") {
                let any = Schema::any(part.node);
                about.extend(self.refused(&any, &alone).iter().cloned());
            }
            match *keyword {
                "contains" => values.extend(array::of(&about, &limits)),
                "dependentSchemas" => {
                    for name in &names {
                        values.extend(
                            about
                                .iter()
                                .flat_map(|value| object::named_too(value, name)),
                        );
                    }
                    values.extend(about);
                }
                "propertyNames" => {
                    for one in &shape.alternatives {
                        if let Values::Object(objects) = &one.values {
                            values.extend(object::named(self, one.at, objects, &about));
                        }
                    }
                }
                _ => values.extend(about),
            }
        }
        for one in shape.alternatives.iter().filter(|_| !names.is_empty()) {
            if let Values::Object(objects) = &one.values {
                values.extend(object::combined(self, one.at, objects, &names));
            }
        }
        values
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
