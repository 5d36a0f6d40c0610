//! The door for checks that send elsewhere what this crate makes: valid values of
//! a document's schemas, single changes of them, and what the document says of
//! any value. A schema is named by its JSON Pointer.
//!
//! What a value looks like is the same each time. A part of it that may be any is
//! one that nobody has used, by the seed, so that what a service keeps doesn't meet
//! what is there.

use std::cmp::Reverse;
use std::collections::HashSet;

use rand::SeedableRng;
use serde_json::Value;

use crate::boundary::{changes, kind};
use crate::document::Document;
use crate::fresh::freshen;
use crate::json::Json;
use crate::judge::Judge;
use crate::places::{Place, part, places};
use crate::sample::Sampler;
use crate::schema::{Merged, Schema};
use crate::{DocumentError, Random, reader};

/// How many values are made of a schema, to see all of its alternatives.
const SAMPLES: usize = 48;

/// Larger values are only taken where there is no other.
const LARGE: usize = 1 << 14;

/// Values of a document's schemas.
pub struct Values<'d> {
    document: &'d Document,
    judge: Judge<'d>,
}

/// A valid value with one change, which may make it a faulty one.
#[derive(Clone, Debug)]
pub struct Variation {
    /// What was changed.
    pub what: String,
    /// Where in the value, as a JSON Pointer.
    pub at: String,
    /// What in the document it is about, likewise.
    pub keyword: String,
    /// Whether the document accepts it.
    pub accepted: bool,
    /// It as JSON text.
    pub text: String,
}

/// What is wrong with a value.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Where in the value, as a JSON Pointer.
    pub at: String,
    /// The schema of that place in the document, likewise.
    pub schema: String,
    /// Which rule.
    pub rule: String,
}

impl<'d> Values<'d> {
    /// Takes a document.
    ///
    /// # Errors
    /// Its schemas can't be read.
    pub fn new(document: &'d Document) -> Result<Self, DocumentError> {
        let judge = Judge::new(document.prepared())?;
        Ok(Self { document, judge })
    }

    /// Compiles a schema.
    ///
    /// # Errors
    /// It is none.
    pub fn compile(&self, pointer: &str) -> Result<(), DocumentError> {
        let schema = self.schema(pointer);
        let schema = schema.ok_or_else(|| DocumentError::NotASchema {
            pointer: pointer.to_owned(),
            message: "there is nothing".to_owned(),
        })?;
        self.judge.validator(&schema).map(drop)
    }

    /// A valid value with as much in it as there can be, as JSON text; `None`
    /// where none was found.
    pub fn valid(&self, pointer: &str, seed: u64) -> Option<String> {
        self.valid_where(pointer, seed, |_| true)
    }

    /// The same of those that fit.
    pub fn valid_where(
        &self,
        pointer: &str,
        seed: u64,
        fits: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let schemas = [self.schema(pointer)?];
        let mut sampler = Sampler::new(self.document, &self.judge, 0);
        let samples = self.samples(&mut sampler, &schemas, SAMPLES / 4);
        sampler.random = Random::seed_from_u64(seed);
        samples.into_iter().find_map(|mut value| {
            freshen(&mut sampler, &schemas, &mut value, None);
            String::from_utf8(value.text())
                .ok()
                .filter(|text| fits(text))
        })
    }

    /// A change for each thing that the schema says of each of its places.
    pub fn variations(&self, pointer: &str, seed: u64) -> Vec<Variation> {
        let Some(schema) = self.schema(pointer) else {
            return Vec::new();
        };
        let schemas = [schema];
        let mut sampler = Sampler::new(self.document, &self.judge, 0);
        let mut variations = Vec::new();
        let mut known = HashSet::new();
        for mut base in self.samples(&mut sampler, &schemas, SAMPLES) {
            for place in places(self.document, &schemas, &base) {
                let at = located(&base, &place.path);
                let Some(old) = part(&mut base, &place.path).cloned() else {
                    continue;
                };
                let name = place.name();
                // Of what no schema speaks of there is nothing to change.
                let is_spoken_of = !name.is_empty() || place.path.is_empty();
                if !is_spoken_of || !known.insert((name, kind(&old))) {
                    continue;
                }
                let mut made = HashSet::new();
                for changed in changes(&mut sampler, &place, &old) {
                    let mut same = Random::seed_from_u64(0);
                    if !made.insert(changed.change.of(&old, &mut same).text()) {
                        continue;
                    }
                    // Each is another value otherwise, too: one that a service
                    // has kept under the same name would be refused for that.
                    let mut value = base.clone();
                    let number = variations.len() as u64;
                    let fresh = Random::seed_from_u64(seed.wrapping_add(number << 32));
                    let shape = std::mem::replace(&mut sampler.random, fresh);
                    let kept = (!place.path.is_empty()).then_some(&*place.path);
                    freshen(&mut sampler, &schemas, &mut value, kept);
                    if let Some(part) = part(&mut value, &place.path) {
                        *part = changed.change.of(part, &mut sampler.random);
                    }
                    sampler.random = shape;
                    let meaning = value.meaning();
                    let accepted =
                        meaning.is_some_and(|value| self.judge.accepts(&schemas, &value));
                    if changed.only.is_some_and(|only| only != accepted) {
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
        variations
    }

    /// Whether the schema accepts a value.
    pub fn accepts(&self, pointer: &str, value: &Value) -> bool {
        let schema = self.schema(pointer);
        schema.is_some_and(|schema| self.judge.accepts(&[schema], value))
    }

    /// What is wrong with a value.
    pub fn faults(&self, pointer: &str, value: &Value) -> Vec<Fault> {
        let Some(schema) = self.schema(pointer) else {
            return Vec::new();
        };
        let Ok(validator) = self.judge.validator(&schema) else {
            return Vec::new();
        };
        let errors = validator.iter_errors(value);
        errors
            .map(|error| Fault {
                at: error.instance_path().to_string(),
                schema: self.speaking_of(&schema, error.instance_path().as_str(), value),
                rule: error.masked().to_string(),
            })
            .collect()
    }

    fn schema(&self, pointer: &str) -> Option<Schema<'d>> {
        let node = self.document.root().pointer(pointer)?;
        Some(Schema::new(pointer.to_owned(), node))
    }

    /// Valid values, the one with most in it first.
    fn samples(
        &self,
        sampler: &mut Sampler<'_, 'd>,
        schemas: &[Schema<'d>],
        count: usize,
    ) -> Vec<Json> {
        let made = (0..count).map(|_| sampler.value(schemas, 0));
        let mut samples: Vec<_> = made
            .filter(|value| {
                let meaning = value.meaning();
                meaning.is_some_and(|value| self.judge.accepts(schemas, &value))
            })
            .collect();
        samples.sort_by_key(|value| {
            let places = places(self.document, schemas, value);
            let names = places
                .iter()
                .map(Place::name)
                .filter(|name| !name.is_empty());
            let spoken: HashSet<_> = names.collect();
            // What no schema speaks of only makes it harder to read.
            (
                value.text().len() > LARGE,
                Reverse(spoken.len()),
                places.len(),
            )
        });
        samples
    }

    /// The schema that speaks of a part of a value.
    fn speaking_of(&self, schema: &Schema<'d>, at: &str, value: &Value) -> String {
        let mut schemas = vec![schema.clone()];
        let mut value = value;
        for token in at.split('/').skip(1) {
            let name = token.replace("~1", "/").replace("~0", "~");
            let merged = Merged::new(self.document, &schemas, |branches| {
                branches.into_iter().flatten().collect()
            });
            let (inner, below) = match value {
                Value::Array(items) => match name.parse::<usize>() {
                    Ok(index) => (items.get(index), merged.item(index)),
                    Err(_) => break,
                },
                other => (other.get(&name), merged.member(&name)),
            };
            let (Some(inner), false) = (inner, below.is_empty()) else {
                break;
            };
            (value, schemas) = (inner, below);
        }
        schemas.swap_remove(0).pointer
    }
}

/// The one value that bytes are the JSON of; `None` where they are not, or a
/// member stands twice.
pub fn json(bytes: &[u8]) -> Option<Value> {
    reader::read(bytes)?.meaning()
}

/// A path as a JSON Pointer.
fn located(value: &Json, path: &[usize]) -> String {
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
