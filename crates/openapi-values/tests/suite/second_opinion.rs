//! The validator of this crate and `boon`, which shares no code with the crate
//! `jsonschema`, accept the same values of the schemas of `openapi-examples`.

use std::error::Error;
use std::ops::RangeInclusive;

use boon::{Compiler, Draft, Format, Schemas};
use openapi_values::change::change_at_random;
use openapi_values::{Document, Sampler, SchemaValidator};
use rand::RngExt;
use serde_json::Value;

/// The number of values of each schema.
const VALUES: u64 = 60;

const BASE: &str = "urn:document";

/// Where the integers of floats end: beyond, this crate declares rules of its own.
const LARGE: f64 = 9_007_199_254_740_992.0;

#[test]
fn another_validator_accepts_the_same_values() {
    let document = Document::read("../openapi-examples/openapi.yaml".as_ref()).unwrap();
    let validator = SchemaValidator::new(&document).unwrap();
    let mut compiler = Compiler::new();
    compiler.set_default_draft(Draft::V2020_12);
    compiler.enable_format_assertions();
    let int32 = |value: &Value| in_range(value, i32::MIN.into()..=i32::MAX.into());
    let uint8 = |value: &Value| in_range(value, 0.0..=255.0);
    for (name, func) in [("int32", int32 as fn(&Value) -> _), ("uint8", uint8)] {
        compiler.register_format(Format { name, func });
    }
    let root = document.root().clone();
    compiler.add_resource(BASE, root).unwrap();
    let mut compiled = Schemas::new();
    let names = document.root().pointer("/components/schemas").unwrap();
    let mut disagreements = Vec::new();
    let mut verdicts = [0_u32; 2];
    for name in names.as_object().unwrap().keys() {
        let pointer = format!("/components/schemas/{name}");
        let schema = [document.schema(&pointer).unwrap()];
        let location = format!("{BASE}#{pointer}");
        let other = compiler.compile(&location, &mut compiled).unwrap();
        for seed in 0..VALUES {
            let mut sampler = Sampler::new(&document, &validator, seed);
            let mut json = sampler.value(&schema, 0);
            if sampler.random.random_bool(0.5) {
                change_at_random(&mut sampler, &schema, &mut json);
            }
            let Some(value) = json.to_value().filter(|value| !has_large_number(value)) else {
                continue;
            };
            let is_valid = validator.accepts(&schema, &value);
            verdicts[usize::from(is_valid)] += 1;
            let opinion = compiled.validate(&value, other);
            if opinion.is_ok() != is_valid {
                let reason = opinion.err().map(|error| error.to_string());
                disagreements.push(format!("{name}: {value}: {reason:?}"));
            }
        }
    }
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    let [refused, accepted] = verdicts;
    assert!(refused > 100 && accepted > 100, "{verdicts:?}");
}

/// Checks a format that OpenAPI adds to JSON Schema.
fn in_range(value: &Value, range: RangeInclusive<f64>) -> Result<(), Box<dyn Error>> {
    match value.as_f64() {
        Some(number) if !range.contains(&number) => Err("out of range".into()),
        _ => Ok(()),
    }
}

fn has_large_number(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_none_or(|number| number.abs() >= LARGE),
        Value::Array(items) => items.iter().any(has_large_number),
        Value::Object(members) => members.values().any(has_large_number),
        _ => false,
    }
}
