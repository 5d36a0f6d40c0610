//! Values for people: declared examples, and where there are none, words and small numbers.

use openapi_document::Direction;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::Random;
use crate::instance::{InstanceLocation, instance_locations, part_at};
use crate::json::Json;
use crate::sample::integers;
use crate::values::Values;

const WORDS: [&str; 12] = [
    "amber", "birch", "cedar", "delta", "ember", "fern", "grove", "harbor", "iris", "juniper",
    "maple", "willow",
];

impl Values<'_> {
    /// Returns a valid value that shows what the schema means, equal for equal seeds, or `None` if
    /// none was found: one of the examples that are declared beside the schema, or a value with the
    /// examples of the schemas in it, or else with words and small numbers. A value of requests
    /// has no member that is `readOnly`, and one of responses none that is `writeOnly`, if it can.
    ///
    /// ```
    /// let document = openapi_values::Document::parse("api.yaml", "
    /// openapi: 3.1.0
    /// components:
    ///   schemas:
    ///     Tree:
    ///       required: [name, height]
    ///       properties: { name: { type: string, example: oak }, height: { type: integer } }
    ///       additionalProperties: false
    /// ")?;
    /// let values = openapi_values::Values::new(&document)?;
    /// let tree = values.example("/components/schemas/Tree", [], 7).unwrap();
    /// assert_eq!(tree["name"], "oak");
    /// assert!((1..=100).contains(&tree["height"].as_i64().unwrap()));
    /// # Ok::<(), openapi_values::DocumentError>(())
    /// ```
    pub fn example(
        &self,
        pointer: &str,
        declared: impl IntoIterator<Item = Value>,
        seed: u64,
    ) -> Option<Value> {
        if let Some(valid) = declared.into_iter().find(|value| self.accepts(pointer, value)) {
            return Some(valid);
        }
        let schemas = [self.schema(pointer)];
        let valid: Value = serde_json::from_str(&self.valid(pointer, seed)?).ok()?;
        let mut value = Json::from(&self.declared(pointer, &valid));
        let accepts = |value: &Json| self.validator.accepts_json(&schemas, value);
        let mut random = Random::seed_from_u64(seed);
        let mut declared: Vec<Vec<usize>> = Vec::new();
        for location in instance_locations(self.document, &schemas, &value) {
            if location.is_tag || declared.iter().any(|path| location.path.starts_with(path)) {
                continue;
            }
            let examples = examples(&location).map(|example| (Json::from(example), true));
            let old = part_at(&mut value, &location.path)?.clone();
            let plain = plain(&mut random, &location, &old).map(|plain| (plain, false));
            for (new, is_declared) in examples.chain(plain) {
                *part_at(&mut value, &location.path)? = new;
                if accepts(&value) {
                    declared.extend(is_declared.then_some(location.path.clone()));
                    break;
                }
                *part_at(&mut value, &location.path)? = old.clone();
            }
        }
        // From the end, because a member that is removed changes the paths behind it.
        for location in instance_locations(self.document, &schemas, &value).into_iter().rev() {
            let annotation = self.document.direction.map(Direction::exempting_annotation);
            let mut set = annotation.into_iter().flat_map(|name| location.merged.keyword(name));
            if let Some((index, owner)) = location.path.split_last()
                && !location.is_tag
                && set.any(|set| *set == true)
            {
                let mut rest = value.clone();
                if let Json::Object(members) = part_at(&mut rest, owner)? {
                    members.remove(*index);
                }
                value = if accepts(&rest) { rest } else { value };
            }
        }
        value.to_value()
    }
}

fn examples<'d>(location: &InstanceLocation<'d>) -> impl Iterator<Item = &'d Value> {
    let merged = &location.merged;
    let lists = merged.keyword("examples").filter_map(Value::as_array).flatten();
    let defaults = merged.keyword("default").filter(|default| !default.is_null());
    let examples: Vec<_> = merged.keyword("example").chain(lists).chain(defaults).collect();
    examples.into_iter()
}

/// Returns a word or a small number instead of a text or a number that may be anything.
fn plain(random: &mut Random, location: &InstanceLocation<'_>, old: &Json) -> Option<Json> {
    let merged = &location.merged;
    let has_any = |names: &[&str]| names.iter().any(|name| merged.keyword(name).next().is_some());
    if has_any(&["const", "enum"]) {
        return None;
    }
    match old {
        // What a pattern without an anchor allows around its match.
        Json::String(text)
            if has_any(&["pattern", "format"])
                && text.chars().all(|one| one.is_ascii_graphic() || one.is_ascii_whitespace()) =>
        {
            Some(Json::String(text.trim_matches(['~', '\n']).to_owned()))
        }
        Json::String(_) => {
            let (least, most) = (merged.most("minLength"), merged.least("maxLength"));
            let mut text = (*WORDS.choose(random)?).to_owned();
            while text.len() < least.unwrap_or(0) {
                text.push(' ');
                text.push_str(WORDS.choose(random)?);
            }
            text.truncate(most.unwrap_or(usize::MAX));
            Some(Json::String(text))
        }
        Json::Number(_) if merged.types().contains(&"number") => {
            Some(Json::from(&Value::from(f64::from(random.random_range(4..400)) / 4.0)))
        }
        Json::Number(_) => {
            let (least, most) = integers(merged);
            let (least, most) = (least.max(1), most.min(100));
            (least <= most).then(|| Json::Number(random.random_range(least..=most).to_string()))
        }
        _ => None,
    }
}
