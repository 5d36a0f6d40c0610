//! The generators end with a result or with diagnostics for schemas that are put together at
//! random: an overflow of the stack or a panic ends the test. Variables set the number of
//! documents, and the seed of the first, so that a run can be continued:
//!
//!     DOCUMENTS=100000 FIRST=0 cargo test --release -p openapi-dropshot-cli \
//!         --test hostile mutated

use openapi_document::Document;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};

/// The names of the components.
const NAMES: [&str; 4] = ["S", "T", "U", "V"];

/// Returns a schema of at most `depth` levels.
fn schema(random: &mut SmallRng, depth: usize) -> Value {
    let keywords = if depth == 0 { 4 } else { 14 };
    let mut schema = Map::new();
    for _ in 0..random.random_range(1..4) {
        let (keyword, value) = match random.random_range(0..keywords) {
            0 | 1 => ("$ref", reference(random)),
            2 => ("type", json!(["string", "object", "array", "null"][random.random_range(0..4)])),
            3 => ("enum", json!(["a", 1, null])),
            4 => ("allOf", schemas(random, depth)),
            5 => ("anyOf", schemas(random, depth)),
            6 => ("oneOf", schemas(random, depth)),
            7 => ("items", self::schema(random, depth - 1)),
            8 => ("additionalProperties", self::schema(random, depth - 1)),
            9 => ("not", self::schema(random, depth - 1)),
            10 => ("required", json!(["a", "b"])),
            11 => ("$defs", json!({ "a": self::schema(random, depth - 1) })),
            12 => ("dependentSchemas", json!({ "a": self::schema(random, depth - 1) })),
            _ => {
                let members = [(); 2].map(|()| self::schema(random, depth - 1));
                let [a, b] = members;
                ("properties", json!({ "a": a, "b": b }))
            }
        };
        schema.insert(keyword.to_owned(), value);
    }
    schema.into()
}

fn schemas(random: &mut SmallRng, depth: usize) -> Value {
    let count = random.random_range(1..4);
    (0..count).map(|_| schema(random, depth - 1)).collect()
}

/// Returns a reference to a component, to a part of it, or to nothing.
fn reference(random: &mut SmallRng) -> Value {
    let name = NAMES[random.random_range(0..NAMES.len())];
    let part = ["", "", "/properties/a", "/items", "/allOf/0", "/oneOf/1", "/$defs/a"];
    let part = part[random.random_range(0..part.len())];
    format!("#/components/schemas/{name}{part}").into()
}

/// Seeds whose documents did not end: properties that extend the objects around them.
const FOUND: [u64; 6] = [11_180, 15_522, 59_608, 61_791, 72_687, 74_392];

#[test]
fn the_generators_end_for_schemas_that_are_put_together_at_random() {
    let setting = |name: &str| Some(std::env::var(name).ok()?.parse::<u64>().unwrap());
    let first = setting("FIRST").unwrap_or_default();
    let mut accepted = 0;
    let seeds = first..first + setting("DOCUMENTS").unwrap_or(200);
    for seed in seeds.chain(FOUND) {
        let random = &mut SmallRng::seed_from_u64(seed);
        let components = NAMES.map(|name| (name.to_owned(), schema(random, 3)));
        let components = Map::from_iter(components);
        let content = json!({ "application/json": { "schema": { "$ref": reference(random) } } });
        let text = json!({
            "openapi": "3.1.0",
            "info": { "title": "Cases", "version": "1" },
            "paths": { "/s": { "post": {
                "operationId": "send",
                "requestBody": { "content": content },
                "responses": { "200": { "description": "d", "content": content } },
            } } },
            "components": { "schemas": components },
        });
        let Ok(document) = Document::parse("case.json", &text.to_string()) else {
            continue;
        };
        let server = openapi_dropshot_build::generate(&document);
        let client = openapi_progenitor_build::generate(&document);
        accepted += usize::from(server.is_ok()) + usize::from(client.is_ok());
    }
    // Some of the documents are generated from.
    assert_ne!(accepted, 0);
}
