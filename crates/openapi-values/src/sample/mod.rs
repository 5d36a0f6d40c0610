//! Generates valid values of schemas.
//!
//! Every value is generated from the merged schema of its place and then validated;
//! a rejected value is discarded and generated again, a limited number of times.
//! Therefore the result is almost always valid, but no caller may rely on it: every
//! case is validated.

mod array;
mod number;
mod object;
mod string;

pub(crate) use number::integers;

use std::collections::HashMap;

use openapi_document::Keyword;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::Random;
use crate::document::Document;
use crate::json::Json;
use crate::merged::Merged;
use crate::schema::Schema;
use crate::validator::SchemaValidator;

/// From this depth on, optional parts are omitted.
const DEEP: usize = 5;

/// The maximum depth of a value. A schema that requires to contain itself has no value.
const DEEPEST: usize = 32;

/// The maximum number of attempts to generate a valid value.
const ATTEMPTS: usize = 8;

/// The maximum number of items, of undeclared members, and of characters of a value.
/// A schema that requires more has no generated value.
pub(crate) const MAX_ITEMS: usize = 1 << 14;
pub(crate) const MAX_CHARACTERS: usize = 1 << 21;

/// The schemas that are read, and the characters that are generated, in one step of the
/// effort.
pub(crate) const PARTS_PER_STEP: usize = 8;
pub(crate) const CHARACTERS_PER_STEP: usize = 1 << 8;

/// Generates values.
pub struct Sampler<'s, 'd> {
    /// The document of the schemas.
    pub document: &'d Document,
    /// Validates the generated values.
    pub validator: &'s SchemaValidator<'d>,
    /// The source of randomness.
    pub random: Random,
    /// The values that it may still generate, those inside of other values included.
    pub(crate) effort: usize,
    expressions: HashMap<String, Option<rand_regex::Regex>>,
}

impl<'s, 'd> Sampler<'s, 'd> {
    /// Creates a sampler. Equal seeds generate equal values.
    pub fn new(document: &'d Document, validator: &'s SchemaValidator<'d>, seed: u64) -> Self {
        Self {
            document,
            validator,
            random: Random::seed_from_u64(seed),
            effort: usize::MAX,
            expressions: HashMap::new(),
        }
    }

    /// Generates a value to which several schemas apply.
    pub fn value(&mut self, schemas: &[Schema<'d>], depth: usize) -> Json {
        let attempts = ATTEMPTS.saturating_sub(depth).max(2);
        let mut value = self.attempt(schemas, depth);
        for _ in 1..attempts {
            if self.effort == 0 || self.validator.accepts_json(schemas, &value) {
                break;
            }
            value = self.attempt(schemas, depth);
        }
        value
    }

    /// Generates a value that may be invalid, because parts of the schemas may
    /// exclude each other in ways that only validation detects.
    pub fn attempt(&mut self, schemas: &[Schema<'d>], depth: usize) -> Json {
        if !self.spend(1) || depth > DEEPEST {
            return Json::Null;
        }
        let document = self.document;
        let random = &mut self.random;
        let merged = Merged::new(document, schemas, |mut alternatives| {
            if depth >= DEEP {
                // The alternative with the fewest constraints ends soonest.
                alternatives.sort_by_key(|branch| branch.iter().map(weight).sum::<usize>());
                return alternatives.swap_remove(0);
            }
            let index = random.random_range(0..alternatives.len());
            alternatives.swap_remove(index)
        });
        self.spend(merged.parts.len() / PARTS_PER_STEP);
        if let Some(enumerated) = self.enumerated(&merged) {
            return enumerated;
        }
        let types = merged.types();
        let implied: Vec<_> =
            types.iter().copied().filter(|name| is_implied(&merged, name)).collect();
        let chosen =
            if implied.is_empty() || self.random.random_bool(0.05) { &types } else { &implied };
        let shallow: Vec<_> =
            chosen.iter().filter(|name| !matches!(**name, "array" | "object")).collect();
        let chosen = match shallow.choose(&mut self.random) {
            Some(name) if depth >= DEEP => Some(**name),
            _ => chosen.choose(&mut self.random).copied(),
        };
        match chosen {
            Some("boolean") => Json::Bool(self.random.random()),
            Some("integer") => self.integer(&merged),
            Some("number") => self.number(&merged),
            Some("string") => self.string(&merged),
            Some("array") => self.array(&merged, depth),
            Some("object") => self.object(&merged, depth),
            _ => Json::Null,
        }
    }

    /// Takes steps of the effort. Returns whether as many are left.
    pub(crate) fn spend(&mut self, steps: usize) -> bool {
        let are_left = self.effort >= steps;
        self.effort = self.effort.saturating_sub(steps);
        are_left
    }

    /// Returns a value of `const` and `enum`, or occasionally of `examples`.
    fn enumerated(&mut self, merged: &Merged<'d>) -> Option<Json> {
        let single = merged.keyword("const").collect::<Vec<_>>();
        let lists = merged.keyword("enum").filter_map(Value::as_array);
        let mut values: Vec<_> = lists.flatten().chain(single).collect();
        if values.is_empty() && self.random.random_bool(0.03) {
            let examples = merged.keyword("examples").filter_map(Value::as_array).flatten();
            values = examples
                .chain(merged.keyword("example"))
                .chain(merged.keyword("default"))
                .collect();
        }
        values.shuffle(&mut self.random);
        let all = |value: &&&Value| {
            merged.keyword("const").all(|other| other == **value)
                && merged
                    .keyword("enum")
                    .all(|list| list.as_array().is_some_and(|list| list.contains(value)))
        };
        let found = values.iter().find(all).or(values.first())?;
        Some(Json::from(*found))
    }

    /// Generates any small value.
    pub fn anything(&mut self, depth: usize) -> Json {
        let none = Merged::default();
        match self.random.random_range(0..if depth >= DEEP { 5 } else { 7 }) {
            0 => Json::Null,
            1 => Json::Bool(self.random.random()),
            2 => self.integer(&none),
            3 => self.number(&none),
            4 => self.string(&none),
            5 => Json::Array(
                (0..self.random.random_range(0..3)).map(|_| self.anything(depth + 1)).collect(),
            ),
            _ => {
                let count = self.random.random_range(0..3);
                let names = (0..count).map(|index| format!("m{index}"));
                Json::Object(names.map(|name| (name, self.anything(depth + 1))).collect())
            }
        }
    }
}

/// Returns a measure of the complexity of a schema's values.
fn weight(schema: &Schema<'_>) -> usize {
    let type_name = schema.keyword("type").and_then(Value::as_str);
    match type_name {
        Some("null") => 0,
        Some("array" | "object") => 2,
        Some(_) => 1,
        None => 3,
    }
}

/// Returns whether a keyword implies a type, beyond not excluding it.
fn is_implied(merged: &Merged<'_>, type_name: &str) -> bool {
    let type_name = if type_name == "integer" { "number" } else { type_name };
    let is_of_type = |keyword: &Keyword| match keyword {
        Keyword::Type => true,
        Keyword::Format => type_name == "string",
        other => other.applies_to().is_some_and(|only| only.to_string() == type_name),
    };
    let mut keywords = Keyword::ALL.iter().filter(|keyword| is_of_type(keyword));
    keywords.any(|keyword| merged.keyword(keyword.name()).next().is_some())
}
