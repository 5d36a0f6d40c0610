//! Generates valid values of a document's schemas
//! and single changes of them, and validates values. A schema is identified by its
//! JSON Pointer.
//!
//! The structure of the values is the same for every call. Unconstrained parts are
//! randomized by the seed, so that a stateful service never receives a value that
//! collides with an existing value.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::HashSet;

use rand::SeedableRng;
use serde_json::Value;

use crate::change::{Changed, changes, kind};
use crate::document::Document;
use crate::instance::{InstanceLocation, instance_locations, part_at};
use crate::json::Json;
use crate::merged::Merged;
use crate::randomize::randomize;
use crate::sample::{PARTS_PER_STEP, Sampler};
use crate::schema::Schema;
use crate::validator::SchemaValidator;
use crate::{DocumentError, Fault, Random};

/// The number of values to generate from a schema, to cover all of its
/// alternatives.
const SAMPLES: usize = 48;

/// The maximum number of faults of a value: a long array may be wrong in each item.
const MAXIMUM_FAULTS: usize = 100;

/// Larger values are used only if there is no other value.
const LARGE: usize = 1 << 14;

/// The parts of a value of usual size. Each part that is changed costs a validation of all.
const USUAL: usize = 50;

/// The number of values that are generated for a small document, and for each node of the
/// document. A small document can describe values that fill the memory.
const EFFORT: usize = 20_000;
const EFFORT_PER_NODE: usize = 50;

/// Generates and validates values of a document's schemas.
pub struct Values<'d> {
    pub(crate) document: &'d Document,
    pub(crate) validator: SchemaValidator<'d>,
    /// The values that may still be generated.
    effort: Cell<usize>,
}

/// A valid value with a single change, which may make it invalid.
#[derive(Clone, Debug)]
pub struct Variation {
    /// A description of the change.
    pub what: String,
    /// The location of the change in the value, a JSON Pointer.
    pub at: String,
    /// The location of the tested keyword in the document, a JSON Pointer.
    pub keyword: String,
    /// Whether the document accepts the changed value.
    pub accepted: bool,
    /// The changed value as JSON text.
    pub text: String,
}

impl<'d> Values<'d> {
    /// Prepares a document for validation.
    ///
    /// # Errors
    /// The schemas can't be read.
    pub fn new(document: &'d Document) -> Result<Self, DocumentError> {
        let validator = SchemaValidator::new(document)?;
        Ok(Self {
            document,
            validator,
            effort: Cell::new(EFFORT + EFFORT_PER_NODE * document.located().root().size()),
        })
    }

    /// Compiles a schema.
    ///
    /// # Errors
    /// The schema is invalid.
    pub fn compile(&self, pointer: &str) -> Result<(), DocumentError> {
        let schema = self.document.schema(pointer);
        let schema = schema.ok_or_else(|| DocumentError::InvalidSchema {
            pointer: pointer.to_owned(),
            message: "there is nothing".to_owned(),
        })?;
        self.validator.compiled(&schema).map(drop)
    }

    /// Returns whether the document has a schema at a pointer. The other methods take
    /// a missing schema for one that accepts everything.
    pub fn has(&self, pointer: &str) -> bool {
        self.document.schema(pointer).is_some()
    }

    pub(crate) fn schema(&self, pointer: &str) -> Schema<'d> {
        self.document.schema(pointer).unwrap_or_else(Schema::anything)
    }

    /// Returns the valid value with the most content as JSON text, or `None` if
    /// none was found.
    pub fn valid(&self, pointer: &str, seed: u64) -> Option<String> {
        self.valid_where(pointer, seed, |_| true)
    }

    /// Returns the valid value with the most content that satisfies `fits`, or `None`
    /// if none was found.
    pub fn valid_where(
        &self,
        pointer: &str,
        seed: u64,
        fits: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let schemas = [self.schema(pointer)];
        let mut sampler = self.sampler();
        let samples = self.samples(&mut sampler, &schemas, SAMPLES / 4);
        sampler.random = Random::seed_from_u64(seed);
        let found = samples.into_iter().find_map(|mut value| {
            randomize(&mut sampler, &schemas, &mut value, None);
            String::from_utf8(value.text()).ok().filter(|text| fits(text))
        });
        self.effort.set(sampler.effort);
        found
    }

    /// Returns the value without members that no schema describes, if the schema accepts
    /// that.
    pub fn declared(&self, pointer: &str, value: &Value) -> Value {
        let schemas = [self.schema(pointer)];
        let declared = self.described(&schemas, value, &|_| true);
        if self.validator.accepts(&schemas, &declared) { declared } else { value.clone() }
    }

    /// Returns the value without the members that no schema describes, or whose schemas don't
    /// fit.
    pub(crate) fn described(
        &self,
        schemas: &[Schema<'d>],
        value: &Value,
        fits: &dyn Fn(&[Schema<'d>]) -> bool,
    ) -> Value {
        let merged = Merged::new(self.document, schemas, |branches| branches.concat());
        match value {
            Value::Object(members) if !merged.properties().is_empty() => {
                let members = members.iter().filter_map(|(name, value)| {
                    let schemas = merged.member(name);
                    let described = || (name.clone(), self.described(&schemas, value, fits));
                    let is_described = schemas.iter().any(|schema| !schema.is_true());
                    (is_described && fits(&schemas)).then(described)
                });
                Value::Object(members.collect())
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                let items =
                    items.map(|(index, item)| self.described(&merged.item(index), item, fits));
                items.collect()
            }
            other => other.clone(),
        }
    }

    /// Returns a variation for each assertion of the schema about each part of its
    /// values.
    pub fn variations(&self, pointer: &str, seed: u64) -> Vec<Variation> {
        let schemas = [self.schema(pointer)];
        let mut sampler = self.sampler();
        let mut variations = Vec::new();
        let mut known = HashSet::new();
        for (index, mut base) in
            self.samples(&mut sampler, &schemas, SAMPLES).into_iter().enumerate()
        {
            let mut is_sent = false;
            let locations = instance_locations(self.document, &schemas, &base);
            let size = locations.iter().map(|one| one.merged.parts.len()).sum::<usize>();
            for location in locations {
                let at = json_pointer(&base, &location.path);
                let Some(old) = part_at(&mut base, &location.path).cloned() else {
                    continue;
                };
                let name = location.name();
                // Without a schema for this part, there is no assertion to test.
                let has_schema = !name.is_empty() || location.path.is_empty();
                if !has_schema || !known.insert((name, kind(&old))) {
                    continue;
                }
                // The first value is sent as it is.
                let valid = (index > 0 && !std::mem::replace(&mut is_sent, true))
                    .then(|| Changed::nothing(&location, &old));
                let mut made = HashSet::new();
                let changes = changes(&mut sampler, &location, &old);
                for changed in valid.into_iter().chain(changes) {
                    if !sampler.spend(1 + size / PARTS_PER_STEP) {
                        break;
                    }
                    let mut same = Random::seed_from_u64(0);
                    let new = changed.change.of(&old, &mut same).text();
                    let is_same = new == old.text();
                    if !made.insert(new) {
                        continue;
                    }
                    // Each variation is randomized in its other parts too: a
                    // service that has stored a value with the same identifier
                    // would reject it.
                    let mut value = base.clone();
                    let number = variations.len() as u64;
                    let fresh = Random::seed_from_u64(seed.wrapping_add(number << 32));
                    let shape = std::mem::replace(&mut sampler.random, fresh);
                    let kept = (!location.path.is_empty()).then_some(&*location.path);
                    randomize(&mut sampler, &schemas, &mut value, kept);
                    if let Some(part) = part_at(&mut value, &location.path) {
                        *part = changed.change.of(part, &mut sampler.random);
                    }
                    sampler.random = shape;
                    let accepted = self.validator.accepts_json(&schemas, &value);
                    if changed.only.is_some_and(|only| only != accepted) {
                        continue;
                    }
                    // A service may refuse what the schemas accept (OpenAPI 3.1.1 §4.8.25).
                    if location.is_tag && accepted && !is_same {
                        continue;
                    }
                    let Ok(text) = String::from_utf8(value.text()) else {
                        continue;
                    };
                    variations.push(Variation {
                        what: changed.what,
                        at: at.clone(),
                        keyword: changed.keyword,
                        accepted,
                        text,
                    });
                }
            }
        }
        self.effort.set(sampler.effort);
        variations
    }

    /// Returns whether the limit on the number of generated values is reached. Then the
    /// other methods return fewer values than there are, or none.
    pub fn is_exhausted(&self) -> bool {
        self.effort.get() == 0
    }

    /// Lets the other methods generate at least the values of a small document, whatever was
    /// generated before.
    pub fn refill(&self) {
        self.effort.set(self.effort.get().max(2 * EFFORT));
    }

    pub(crate) fn sampler(&self) -> Sampler<'_, 'd> {
        let mut sampler = Sampler::new(self.document, &self.validator, 0);
        sampler.effort = self.effort.get();
        sampler
    }

    /// Returns whether the schema accepts a value.
    pub fn accepts(&self, pointer: &str, value: &Value) -> bool {
        self.validator.accepts(&[self.schema(pointer)], value)
    }

    /// Returns why a schema refuses a value, the first faults if there are many.
    pub fn faults(&self, pointer: &str, value: &Value) -> Vec<Fault<'d>> {
        let schema = self.document.schema(pointer);
        schema.map_or_else(Vec::new, |schema| self.validator.faults(&schema, value, MAXIMUM_FAULTS))
    }

    /// Returns valid values, those with the most content first.
    fn samples(
        &self,
        sampler: &mut Sampler<'_, 'd>,
        schemas: &[Schema<'d>],
        count: usize,
    ) -> Vec<Json> {
        let made = (0..count).map(|_| sampler.value(schemas, 0));
        let valid = made.filter(|value| self.validator.accepts_json(schemas, value));
        let mut samples: Vec<_> = valid.collect();
        samples.sort_by_cached_key(|value| {
            let locations = instance_locations(self.document, schemas, value);
            let names =
                locations.iter().map(InstanceLocation::name).filter(|name| !name.is_empty());
            let declared: HashSet<_> = names.collect();
            // Parts without a schema only make the value harder to read.
            (
                value.text().len() > LARGE,
                locations.len().saturating_sub(USUAL),
                Reverse(declared.len()),
                locations.len(),
            )
        });
        samples
    }
}

/// Converts a path to a JSON Pointer.
fn json_pointer(value: &Json, path: &[usize]) -> String {
    let mut pointer = String::new();
    let mut value = value;
    for index in path {
        value = match value {
            Json::Array(items) => {
                pointer.push_str(&format!("/{index}"));
                &items[*index]
            }
            Json::Object(members) => {
                let (name, member) = &members[*index];
                pointer.push_str(&format!("/{}", crate::document::token(name)));
                member
            }
            _ => break,
        };
    }
    pointer
}
