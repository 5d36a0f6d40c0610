//! Random schemas, most of which refer to the same schema twice.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};

use super::reference::steps;
use super::{Schemas, judge};
use crate::document::options;

/// The steps for one schema that a reference leads to and one part of a value: each is judged
/// at most a few times again before its verdict is remembered.
const STEPS: u64 = 16;

const NAMES: [&str; 3] = ["a", "b", "op"];

/// Returns a document whose schemas refer to each other at random, most of them twice.
fn document(random: &mut SmallRng, count: usize) -> Value {
    let schemas: Map<_, _> = (0..count)
        .map(|index| {
            let mut to = || json!({ "$ref": format!("#/{}", random.random_range(0..count)) });
            let (member, other) = (to(), to());
            let branch = |tag: &str| {
                json!({ "type": "object", "required": ["op"], "properties": {
                    "a": member, "b": other, "op": { "enum": [tag, "x"] } } })
            };
            let keyword = ["oneOf", "anyOf"][random.random_range(0..2)];
            let schema = match random.random_range(0..9) {
                0 => json!({ "allOf": [{ "properties": { "a": member } }, { keyword: [branch("y"), other] }] }),
                1 => json!({ "if": { "properties": { "a": member } }, "then": branch("x"), "else": branch("y") }),
                2 => json!({ keyword: [
                    { "patternProperties": { "^[ab]$": member } },
                    { "additionalProperties": member, "required": ["none"] }, { "type": "integer" }] }),
                3 => json!({ keyword: [
                    { "items": member, "minItems": 2 }, { "prefixItems": [member, other] }, branch("x")] }),
                4 => json!({ "$ref": "#/0", "anyOf": [member, member, other] }),
                5 => json!({ "not": { "properties": { "a": member, "op": { "const": "z" } } } }),
                6 => json!({ "anyOf": [branch("x"), branch("y")], "unevaluatedProperties": member }),
                _ => json!({ keyword: [branch("y"), branch("z"), { "type": "integer" }] }),
            };
            (index.to_string(), schema)
        })
        .collect();
    schemas.into()
}

fn value(random: &mut SmallRng, depth: usize) -> Value {
    let inner = match depth {
        0 => json!(random.random_range(0..3)),
        _ => value(random, depth - 1),
    };
    let tag = ["x", "y", "z"][random.random_range(0..3)];
    match random.random_range(0..6) {
        0 => json!([inner, 1]),
        1 => json!({ "op": tag, "b": inner }),
        _ => json!({ "op": tag, "a": inner, NAMES[random.random_range(0..3)]: tag }),
    }
}

fn size(value: &Value) -> u64 {
    let parts: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(members) => members.values().collect(),
        _ => Vec::new(),
    };
    1 + parts.into_iter().map(size).sum::<u64>()
}

#[test]
fn a_value_is_judged_and_explained_in_steps_linear_in_its_size_for_any_schema() {
    let mut refused = HashMap::new();
    for seed in 0..300 {
        let mut random = SmallRng::seed_from_u64(seed);
        let count = [3, 12, 48][random.random_range(0..3)];
        let document = document(&mut random, count);
        let schemas = Schemas::new("urn:test", &document, options).unwrap();
        let validator = schemas.compile("#/0").unwrap();
        for depth in [3, 12, 126] {
            let value = value(&mut random, depth);
            let before = steps();
            let is_valid = judge(&validator, &value);
            let at = schemas.resolve("#/0").unwrap();
            let faults = schemas.explain(&at, &value, true, 16);
            let most = STEPS * size(&value) * u64::try_from(count).unwrap();
            let taken = steps() - before;
            assert!(taken <= most, "{seed} {depth}: {taken} of {most}");
            assert_eq!(faults.is_empty(), is_valid, "{seed} {depth} {document} {value}");
            *refused.entry(is_valid).or_insert(0) += 1;
            if depth == 3 && count == 3 {
                let schema = json!({ "$ref": "urn:test#/0" });
                let plain = options().with_registry(&schemas.registry).build(&schema);
                let expected = plain.unwrap().is_valid(&value);
                assert_eq!(is_valid, expected, "{seed} {document} {value}");
            }
        }
    }
    assert!(refused.values().all(|count| *count > 100), "{refused:?}");
}

#[test]
fn what_a_reference_evaluates_is_evaluated_beside_it() {
    let document = json!({
        "named": { "properties": { "a": {} } },
        "list": { "prefixItems": [{}] },
        "deep": { "allOf": [{ "$ref": "#/named" }] },
        "union": { "oneOf": [{ "$ref": "#/named" }, { "type": "integer" }] },
        "beside": { "$ref": "#/deep", "unevaluatedProperties": false },
        "below": { "allOf": [{ "$ref": "#/union" }], "unevaluatedProperties": false },
        "items": { "$ref": "#/list", "unevaluatedItems": false }
    });
    let schemas = Schemas::new("urn:test", &document, options).unwrap();
    for (pointer, value, expected) in [
        ("#/beside", json!({ "a": 1 }), true),
        ("#/beside", json!({ "a": 1, "b": 1 }), false),
        ("#/below", json!({ "a": 1 }), true),
        ("#/below", json!({ "b": 1 }), false),
        ("#/items", json!([1]), true),
        ("#/items", json!([1, 2]), false),
    ] {
        let validator = schemas.compile(pointer).unwrap();
        assert_eq!(judge(&validator, &value), expected, "{pointer} {value}");
        let at = schemas.resolve(pointer).unwrap();
        let faults = schemas.explain(&at, &value, true, 16);
        assert_eq!(faults.is_empty(), expected, "{pointer} {value}");
    }
}

#[test]
fn a_reference_has_characters_that_no_uri_has() {
    let document = json!({
        "Seite«größe [1]»": { "type": "integer" },
        "written": { "$ref": "#/Seite«größe [1]»" },
        "encoded": { "$ref": "#/Seite%C2%ABgr%C3%B6%C3%9Fe%20%5B1%5D%C2%BB" }
    });
    let schemas = Schemas::new("urn:test", &document, options).unwrap();
    for pointer in ["#/written", "#/encoded", "#/Seite«größe [1]»"] {
        let validator = schemas.compile(pointer).unwrap();
        let at = schemas.resolve(pointer).unwrap();
        for (value, expected) in [(json!(1), true), (json!("a"), false)] {
            assert_eq!(judge(&validator, &value), expected, "{pointer} {value}");
            let faults = schemas.explain(&at, &value, true, 16);
            assert_eq!(faults.is_empty(), expected, "{pointer} {value}");
        }
    }
}
