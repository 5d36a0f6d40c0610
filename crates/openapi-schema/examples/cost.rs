//! The cost of validating a body compared to decoding with serde_json alone, as
//! ratios in the same run: `cargo run --release -p openapi-schema --example cost`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use openapi_schema::{Document, Schema};
use serde::Deserialize;

static DOCUMENT: Document = Document::new(
    r##"{
        "openapi": "3.1.0",
        "components": { "schemas": {
            "Base": { "type": "object", "required": ["name"], "properties": {
                "name": { "type": "string" }, "tag": { "type": "string" } } },
            "New": { "allOf": [{ "$ref": "#/components/schemas/Base" }, {
                "type": "object", "required": ["id"], "properties": { "id": {
                    "type": "integer", "format": "int64",
                    "x-openapi-exact-integer": true, "allOf": [
                    { "minimum": -9223372036854775808, "maximum": 9223372036854775807 }] } } }] }
        } }
    }"##,
);
static SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/New");

#[derive(Deserialize)]
#[expect(dead_code, reason = "only decoded")]
struct New {
    name: String,
    #[serde(default)]
    tag: Option<String>,
    id: i64,
}

fn plain(bytes: &[u8]) -> bool {
    serde_json::from_slice::<New>(bytes).is_ok()
}

fn validated(bytes: &[u8]) -> bool {
    SCHEMA.decode::<New>(bytes).is_ok()
}

/// Returns the median time of many runs.
fn time(run: impl Fn(&[u8]) -> bool, body: &[u8]) -> Duration {
    let repeats = 200_000 / body.len().max(40) + 10;
    let mut times: Vec<_> = (0..101)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..repeats {
                black_box(run(black_box(body)));
            }
            start.elapsed() / u32::try_from(repeats).expect("a few thousand")
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

fn main() {
    let small = r#"{"id": 7, "name": "Monstera deliciosa", "tag": "climber"}"#.to_owned();
    let large = format!(r#"{{"id": 7, "name": "{}"}}"#, "leaf ".repeat(20_000));
    let invalid = r#"{"id": "7", "name": 1, "tag": null}"#.to_owned();
    let float = r#"{"id": 7.0, "name": "Monstera deliciosa"}"#.to_owned();
    println!("body            bytes   serde_json       validated    ratio");
    for (name, body) in
        [("small", small), ("100 KB", large), ("invalid", invalid), ("float", float)]
    {
        let (plain, validated) = (time(plain, body.as_bytes()), time(validated, body.as_bytes()));
        let ratio = validated.as_secs_f64() / plain.as_secs_f64();
        println!("{name:10} {:>10} {plain:>12?} {validated:>12?} {ratio:>8.1}", body.len());
    }
}
