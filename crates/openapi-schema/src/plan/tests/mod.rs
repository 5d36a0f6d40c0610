//! A plan accepts only what the validator accepts.

#![allow(clippy::unwrap_used)]

mod random;
mod suite;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde_json::{Value, json};

use crate::{Document, Schema, parse};

/// The number of texts for each random document.
const TEXTS: usize = 250;

/// The number of random documents whose valid texts are counted.
const COUNTED: u64 = 100;

fn document(schemas: &Value) -> &'static Document {
    let text: &'static str = schemas.to_string().leak();
    Box::leak(Box::new(Document::new(text)))
}

/// Returns whether the validator accepts a text, and its value.
fn exact(schema: &Schema, text: &[u8]) -> Option<Value> {
    let json = parse(text).ok()?;
    let is_accepted = schema.accepts(&json.value).unwrap();
    is_accepted.then(|| json.decode().ok())?
}

/// Returns whether the plan accepts a text, and its value.
fn planned(schema: &Schema, text: &[u8]) -> Option<Value> {
    let text = str::from_utf8(text).ok()?;
    let is_accepted = schema.plan()?.accepts(text);
    is_accepted.then(|| serde_json::from_str(text).unwrap())
}

/// `DOCUMENTS=60000 cargo test --release -p openapi-schema random -- --nocapture` compares
/// the answers for ten million texts.
#[test]
fn a_plan_accepts_only_what_the_validator_accepts_for_random_schemas_and_texts() {
    let documents = std::env::var("DOCUMENTS").map_or(100, |number| number.parse().unwrap());
    let (mut planned_documents, mut valid, mut accepted) = (0, 0, 0);
    let mut texts = 0;
    for seed in 0..documents {
        let mut random = SmallRng::seed_from_u64(seed);
        let schemas = random::schemas(&mut random);
        let document = document(&schemas);
        let schema = Schema::at(document, "#/Root");
        if schema.compile().is_err() || schema.plan().is_none() {
            continue;
        }
        planned_documents += 1;
        for _ in 0..TEXTS {
            let text = random::text(&mut random, &schemas);
            let planned = planned(&schema, &text);
            texts += 1;
            // The validator is ten times as slow, and what the plan refuses is its decision.
            let is_counted = seed < COUNTED;
            if planned.is_none() && !is_counted {
                continue;
            }
            let exact = exact(&schema, &text);
            valid += usize::from(is_counted && exact.is_some());
            accepted += usize::from(is_counted && planned.is_some());
            if planned.is_some() {
                let text = String::from_utf8_lossy(&text);
                assert_eq!(planned, exact, "seed {seed}: {text}\n{schemas:#}");
            }
        }
    }
    println!("{texts} texts were read");
    println!("{planned_documents} of {documents} schemas have a plan");
    println!("{accepted} of {valid} counted valid texts are accepted by their plan");
    assert!(planned_documents * 2 > documents);
    assert!(accepted * 2 > valid && valid > COUNTED as usize * TEXTS / 40);
}

#[test]
fn a_divisor_that_no_float_holds_is_left_to_the_validator() {
    let document = document(&json!({ "Root": { "multipleOf": 9_007_199_254_740_993_u64 } }));
    assert_eq!(planned(&Schema::at(document, "#/Root"), b"9007199254740993"), None);
}

/// Asserts which of these texts the plan and the validator accept, and that the schema has
/// a plan.
fn assert_accepts(schema: Value, texts: &[(&str, bool)]) {
    let document = document(&json!({ "Root": schema, "Tree": {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": { "type": "string" },
            "children": { "type": "array", "items": { "$ref": "#/Tree" } },
        },
        "additionalProperties": false,
    } }));
    let root = Schema::at(document, "#/Root");
    assert!(root.plan().is_some(), "{schema}");
    for (text, expected) in texts {
        let accepted = planned(&root, text.as_bytes()).is_some();
        assert_eq!(accepted, *expected, "{schema} {text}");
        assert!(!accepted || exact(&root, text.as_bytes()).is_some(), "{schema} {text}");
    }
}

#[test]
fn a_plan_checks_each_of_its_keywords() {
    for (schema, texts) in [
        (
            json!({ "type": ["integer", "null"] }),
            &[("1", true), ("null", true), ("1.5", false), ("true", false)][..],
        ),
        (json!({ "type": "number" }), &[("1", true), ("1.5", true), ("\"1\"", false)]),
        (
            json!({ "minimum": 2, "maximum": 3 }),
            &[
                ("2", true),
                ("3", true),
                ("2.5", true),
                ("1", false),
                ("1.9", false),
                ("3.1", false),
                ("4", false),
                ("\"\"", true),
            ],
        ),
        (
            json!({ "exclusiveMinimum": 2, "exclusiveMaximum": 4 }),
            &[
                ("2", false),
                ("2.1", true),
                ("3", true),
                ("3.9", true),
                ("4", false),
                ("4.1", false),
                ("1.9", false),
            ],
        ),
        (
            json!({ "minimum": i64::MIN, "maximum": u64::MAX }),
            &[("-9223372036854775808", true), ("18446744073709551615", true)],
        ),
        (json!({ "multipleOf": 3 }), &[("-6", true), ("7", false), ("1.5", false)]),
        (
            json!({ "minLength": 2, "maxLength": 3 }),
            &[("\"é\"", false), ("\"éé\"", true), ("\"abcd\"", false), ("1", true)],
        ),
        (json!({ "pattern": "^a", "format": "ipv4" }), &[("\"a\"", false), ("\"1.2.3.4\"", false)]),
        (json!({ "format": "ipv4" }), &[("\"1.2.3.4\"", true), ("\"1.2.3\"", false)]),
        (
            json!({ "enum": ["a", 1, null, true] }),
            &[
                ("\"a\"", true),
                ("1", true),
                ("null", true),
                ("true", true),
                ("\"b\"", false),
                ("2", false),
                ("false", false),
                ("[]", false),
                ("{}", false),
                ("1.5", false),
            ],
        ),
        (json!({ "const": "a" }), &[("\"a\"", true), ("\"b\"", false), ("null", false)]),
        (
            json!({ "items": { "type": "string" }, "minItems": 1, "maxItems": 2 }),
            &[
                ("[\"a\"]", true),
                ("[]", false),
                ("[1]", false),
                ("[\"\",\"\",\"\"]", false),
                ("{}", true),
            ],
        ),
        (
            json!({ "properties": { "a": { "type": "string" } }, "required": ["a", "b"] }),
            &[
                ("{\"a\":\"\",\"b\":1}", true),
                ("{\"b\":1,\"a\":\"\"}", true),
                ("{\"a\":\"\"}", false),
                ("{\"a\":1,\"b\":1}", false),
                ("{\"b\":1}", false),
            ],
        ),
        (
            json!({ "properties": { "a": {} }, "additionalProperties": false }),
            &[("{\"a\":[1]}", true), ("{\"b\":1}", false), ("{\"\\u0061\":1}", true)],
        ),
        (
            json!({ "additionalProperties": { "type": "null" }, "minProperties": 1, "maxProperties": 2 }),
            &[
                ("{\"a\":null}", true),
                ("{}", false),
                ("{\"a\":1}", false),
                ("{\"a\":null,\"b\":null,\"c\":null}", false),
            ],
        ),
        (
            json!({ "$ref": "#/Tree", "properties": { "name": { "maxLength": 1 } } }),
            &[
                ("{\"name\":\"a\",\"children\":[{\"name\":\"ab\"}]}", true),
                ("{\"name\":\"ab\"}", false),
                ("{\"name\":\"a\",\"children\":[{}]}", false),
                ("{\"name\":\"a\",\"b\":1}", false),
            ],
        ),
        (
            json!({ "allOf": [{ "properties": { "a": {} }, "additionalProperties": false }, { "properties": { "b": {} } }] }),
            &[("{\"a\":1}", true), ("{\"b\":1}", false)],
        ),
        (
            json!({ "anyOf": [{ "$ref": "#/Tree" }, { "type": "null" }] }),
            &[("null", true), ("{\"name\":\"\"}", true), ("{}", false), ("1", false)],
        ),
        (
            json!({ "oneOf": [{ "type": "integer", "minimum": 1 }, { "type": ["string", "array"], "maxLength": 1 }], "description": "a" }),
            &[
                ("1", true),
                ("0", false),
                ("\"a\"", true),
                ("\"ab\"", false),
                ("[]", true),
                ("{}", false),
            ],
        ),
        // The validator decides about a part.
        (
            json!({ "items": { "uniqueItems": true } }),
            &[("[[1,2]]", true), ("[[1,1]]", false), ("[[1.0,2]]", false)],
        ),
        (
            json!({ "properties": { "a": { "not": { "type": "string" } } } }),
            &[("{\"a\":1}", true), ("{\"a\":\"\"}", false)],
        ),
    ] {
        assert_accepts(schema, texts);
    }
}

#[test]
fn a_plan_gives_up_where_a_text_has_another_value_than_it_seems() {
    let texts = [
        "1.0",
        "-0",
        "1e2",
        "1e400",
        "18446744073709551616",
        "[1.0]",
        "{\"a\":1.0}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":1,\"\\u0061\":1}",
        "{\"b\":{\"a\":1,\"a\":1}}",
        "\"\\ud800\"",
        "{\"\\ud800\":1}",
        "1 2",
        "[1,]",
        "",
        // Both members of a pair are undeclared.
        "{\"1\":0,\"2\":0,\"3\":0,\"4\":0,\"5\":0,\"6\":0,\"7\":0,\"8\":0,\"9\":0,\"10\":0,\"11\":0,\"12\":0,\"13\":0,\"14\":0,\"15\":0,\"16\":0,\"17\":0,\"17\":0}",
        "{\"1\":0,\"2\":0,\"3\":0,\"4\":0,\"5\":0,\"6\":0,\"7\":0,\"8\":0,\"9\":0,\"10\":0,\"11\":0,\"12\":0,\"13\":0,\"14\":0,\"15\":0,\"16\":0,\"17\":0,\"1\":0}",
    ];
    let texts: Vec<_> = texts.iter().map(|text| (*text, false)).collect();
    assert_accepts(json!({ "description": "any value" }), &texts);
    assert_accepts(json!({ "properties": { "a": {} } }), &texts);
}

#[test]
fn a_value_takes_a_branch_of_each_of_its_unions() {
    let schemas = json!({
        "Root": {
            "$ref": "#/Other",
            "anyOf": [
                { "anyOf": [{ "type": "object", "required": ["a"] }, { "type": "null" }] },
                { "type": "string" },
            ],
        },
        "Other": { "oneOf": [
            { "type": "object", "properties": { "a": { "type": "integer" } } },
            { "type": "integer" },
        ] },
    });
    let schema = Schema::at(document(&schemas), "#/Root");
    for (text, expected) in
        [(r#"{"a":1}"#, true), (r#"{"a":""}"#, false), ("{}", false), ("1", false)]
    {
        assert_eq!(planned(&schema, text.as_bytes()).is_some(), expected, "{text}");
        assert_eq!(exact(&schema, text.as_bytes()).is_some(), expected, "{text}");
    }
}

#[test]
fn schemas_that_only_a_validator_understands_have_no_plan() {
    for schemas in [
        json!({ "Root": { "uniqueItems": true } }),
        json!({ "Root": { "$ref": "#/Other" }, "Other": { "not": {} } }),
        json!({
            "Root": { "properties": { "a": { "$dynamicRef": "#a" } } },
            "$defs": { "Other": { "$dynamicAnchor": "a", "type": "string" } },
        }),
        // The reference below `$id` leads to the string.
        json!({
            "Root": { "$ref": "#/Other/properties/a" },
            "Other": { "$id": "urn:a", "properties": {
                "a": { "$ref": "#/properties/b" },
                "b": { "type": "string" },
            } },
            "properties": { "b": { "type": "integer" } },
        }),
    ] {
        let schema = Schema::at(document(&schemas), "#/Root");
        assert!(schema.plan().is_none(), "{schemas}");
    }
}
