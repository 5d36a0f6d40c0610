//! Schemas of OpenAPI 3.0 that have a keyword which 3.1 has not, or has with another meaning,
//! beside each other keyword: no verdict contradicts the values that the `jsonschema` crate
//! accepts of them, lifted by the rules below, nor its canonical forms, which decide inclusion
//! without this crate.

mod vocabulary;

use jsonschema::canonical::{self, CanonicalSchema, Containment};
use jsonschema::{Draft, Validator};
use openapi_compare::Document;
use openapi_compare::inclusion::{Inclusion, Schema, Verdict};
use serde_json::{Value, json};
use vocabulary::{LIFTED, OTHERS, beside};

/// Where the schema stands.
const AROUND: [fn(Value) -> Value; 10] = [
    |schema| schema,
    |schema| json!({"type": "object", "required": ["m"], "properties": {"m": schema}}),
    |schema| json!({"type": "object", "properties": {"m": schema}, "maxProperties": 1}),
    |schema| json!({"additionalProperties": schema, "minProperties": 1}),
    |schema| json!({"type": "array", "items": schema, "minItems": 1, "uniqueItems": true}),
    |schema| json!({"type": "array", "nullable": true, "items": schema}),
    |schema| json!({"allOf": [schema, {"not": {"enum": ["b"]}}]}),
    |schema| json!({"anyOf": [schema, {"type": "boolean"}]}),
    |schema| json!({"oneOf": [schema, {"enum": [null, "c"]}]}),
    |schema| json!({"not": schema}),
];

/// Returns the schema of JSON Schema 2020-12 that a schema of OpenAPI 3.0 means.
fn lifted(schema: &Value) -> Value {
    let Value::Object(members) = schema else {
        return schema.clone();
    };
    if let Some(target) = schema.get("$ref") {
        // "Any properties added SHALL be ignored" (OpenAPI 3.0.3 §4.7.23).
        return json!({"$ref": target});
    }
    let (mut lifted, mut more) = (json!({}), Vec::new());
    for (keyword, value) in members {
        let is_exclusive = value == &json!(true);
        let inclusive = keyword.replace("exclusiveM", "m");
        match keyword.as_str() {
            "exclusiveMinimum" | "exclusiveMaximum" if value.is_boolean() => {
                if let (true, Some(bound)) = (is_exclusive, schema.get(&inclusive)) {
                    lifted[keyword] = bound.clone();
                }
            }
            "format" if value == "int32" => {
                more.push(json!({"minimum": i32::MIN, "maximum": i32::MAX}));
            }
            "format" if value == "uuid" => lifted["format"] = value.clone(),
            "nullable" | "example" | "format" => {}
            "x-json-schema" => more.push(value.clone()),
            "items" | "not" | "additionalProperties" => lifted[keyword] = self::lifted(value),
            "allOf" | "anyOf" | "oneOf" => {
                lifted[keyword] = value.as_array().unwrap().iter().map(self::lifted).collect();
            }
            "properties" => {
                let members = value.as_object().unwrap().iter();
                let members = members.map(|(name, one)| (name.clone(), self::lifted(one)));
                lifted[keyword] = Value::Object(members.collect());
            }
            _ => lifted[keyword] = value.clone(),
        }
    }
    if members.contains_key("type") && schema["enum"] == json!([null]) {
        // As dropshot means it.
        lifted["type"] = json!("null");
    }
    if !more.is_empty() {
        more.push(lifted);
        lifted = json!({"allOf": more});
    }
    if schema["nullable"] == json!(true) {
        return json!({"anyOf": [{"type": "null"}, lifted]});
    }
    lifted
}

/// A schema with what others say about it.
struct Judged {
    schema: Value,
    validator: Validator,
    canonical: CanonicalSchema,
}

impl Judged {
    fn new(schema: Value) -> Judged {
        let mut lifted = json!({"allOf": [lifted(&schema)]});
        lifted["components"] = json!({"schemas": {"D": {"type": "string"}}});
        let options = jsonschema::options().with_draft(Draft::Draft202012);
        let validator = options.should_validate_formats(true).build(&lifted);
        let canonical = canonical::options().with_draft(Draft::Draft202012);
        let canonical = canonical.should_validate_formats(true);
        Judged {
            schema,
            validator: validator.unwrap(),
            canonical: canonical.canonicalize(&lifted).unwrap(),
        }
    }
}

/// Returns small values, and objects and arrays of them.
fn values() -> Vec<Value> {
    let uuid = "6f1f9b5e-2f4b-4b8e-9a52-0d5f0a8f3c11";
    let mut values: Vec<Value> = json!([null, true, "", "a", "b", "c", "ab", uuid, 0, 1, 1.5, 2])
        .as_array()
        .unwrap()
        .clone();
    values.extend([json!(3), json!(2_147_483_648_u64), json!({}), json!([])]);
    let inner = values.clone();
    for value in &inner {
        values.extend([json!({"m": value}), json!({"x": value}), json!([value])]);
        values.extend([json!([value, null]), json!({"m": value, "x": 1})]);
    }
    values
}

fn document(schemas: &[Judged]) -> Document {
    let mut document =
        json!({"openapi": "3.0.3", "components": {"schemas": {"D": {"type": "string"}}}});
    for (index, one) in schemas.iter().enumerate() {
        document["components"]["schemas"][format!("S{index}")] = one.schema.clone();
    }
    Document::parse("api.json", &document.to_string()).unwrap()
}

/// Adds the contradictions between the judges and the verdicts on pairs of `schemas`, each
/// with the first and those beside it.
/// Returns the number of verdicts, and of those that are open.
fn judge(schemas: Vec<Value>, contradictions: &mut Vec<String>) -> (usize, usize) {
    let schemas: Vec<Judged> = schemas.into_iter().map(Judged::new).collect();
    let values = values();
    let (document, mut total, mut open) = (document(&schemas), 0, 0);
    for (left, narrow) in schemas.iter().enumerate() {
        let mut inclusion = Inclusion::new(&[&document]);
        let next = (left + 1) % schemas.len();
        let before = (left + schemas.len() - 1) % schemas.len();
        for right in [0, next, before] {
            let wide = &schemas[right];
            let at = |index| Schema::at(&document, &format!("#/components/schemas/S{index}"));
            let verdict = inclusion.decide(&at(left).unwrap(), &at(right).unwrap());
            let is_shown = |value: &&Value| {
                narrow.validator.is_valid(value) && !wide.validator.is_valid(value)
            };
            let other = wide.canonical.covers(&narrow.canonical).ok();
            let contradiction = match &verdict {
                Verdict::Included if other == Some(Containment::No) => Some(&Value::Null),
                Verdict::Included => values.iter().find(is_shown),
                Verdict::Witness(value) if other == Some(Containment::Yes) => Some(value),
                Verdict::Witness(value) => Some(value).filter(|value| !is_shown(value)),
                Verdict::Undecided => None,
            };
            total += 1;
            open += usize::from(verdict == Verdict::Undecided);
            if verdict == Verdict::Undecided {
                println!("open: {} in {}", narrow.schema, wide.schema);
            }
            contradictions.extend(contradiction.map(|value| {
                let (narrow, wide) = (&narrow.schema, &wide.schema);
                format!("{narrow} in {wide}: {verdict:?}, {other:?}, {value}")
            }));
        }
    }
    (total, open)
}

#[test]
fn no_verdict_about_lifted_keywords_contradicts_a_validator() {
    let (mut total, mut open, mut contradictions) = (0, 0, Vec::new());
    let part = if std::env::var_os("ALL_PAIRS").is_some() { 1 } else { 8 };
    for (at, around) in AROUND.iter().enumerate() {
        // Each commit has a part of the pairs below each of the schemas around; all take a minute.
        for other in OTHERS.iter().skip(at % part).step_by(part) {
            let with = LIFTED.iter().map(|lifted| beside(other, lifted));
            let schemas = [other.clone()].into_iter().chain(with).map(around).collect();
            let counts = judge(schemas, &mut contradictions);
            (total, open) = (total + counts.0, open + counts.1);
        }
    }
    for lifted in LIFTED.iter().step_by(part) {
        let schemas = OTHERS.iter().map(|other| beside(other, lifted));
        let counts = judge(schemas.map(AROUND[1]).collect(), &mut contradictions);
        (total, open) = (total + counts.0, open + counts.1);
    }
    println!("{open} of {total} open");
    let shown = contradictions.len().min(40);
    assert!(
        contradictions.is_empty(),
        "{} of {total}:\n{}",
        contradictions.len(),
        contradictions[..shown].join("\n")
    );
    assert!(open * 100 <= total, "{open} of {total} verdicts are open");
}
