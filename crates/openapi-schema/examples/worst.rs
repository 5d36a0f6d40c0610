//! The processor time of bodies of 1 MiB that are crafted to be expensive, with
//! mimalloc as allocator: `cargo run --release -p openapi-schema --example worst`.
//! With the allocator of glibc, objects with a single member take four times as
//! long.

use std::hint::black_box;
use std::time::Duration;

use mimalloc::MiMalloc;
use openapi_schema::{Document, Schema, parse};
use rustix::time::{ClockId, clock_gettime};
use serde::Deserialize;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The largest body that servers accept by default, in bytes.
const SIZE: usize = 1 << 20;

static DOCUMENT: Document = Document::new(
    r##"{
        "openapi": "3.1.0",
        "components": { "schemas": { "New": {
            "type": "object", "required": ["id"], "properties": {
                "id": { "type": "integer" }, "name": { "type": "string" } } } } }
    }"##,
);
static SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/New");

#[derive(Deserialize)]
#[expect(dead_code, reason = "only decoded")]
struct New {
    id: i64,
    #[serde(default)]
    name: String,
}

/// Returns a body of about [`SIZE`] bytes: the beginning, as many parts as fit, the
/// end.
fn body(begin: &str, part: impl Fn(usize) -> String, end: &str) -> Vec<u8> {
    let mut body = begin.to_owned();
    for number in 0.. {
        let part = part(number);
        if body.len() + part.len() + end.len() > SIZE {
            break;
        }
        body.push_str(&part);
    }
    body.push_str(end);
    body.into_bytes()
}

/// Parses, validates and decodes a body as a generated server does.
fn handle(body: &[u8]) -> &'static str {
    let Ok(json) = parse(body) else {
        return "not JSON";
    };
    match SCHEMA.validate(&json.value) {
        Ok(()) if json.decode::<New>().is_ok() => "accepted",
        _ => "invalid",
    }
}

/// Returns the processor time of this thread.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or_default(),
        u32::try_from(time.tv_nsec).unwrap_or_default(),
    )
}

fn main() {
    let same = |part: &'static str| move |_| part.to_owned();
    let bodies = [
        ("a long name", body(r#"{"id":1,"name":""#, same("a"), r#""}"#)),
        ("escapes", body(r#"{"id":1,"name":""#, same(r"\u00e9"), r#""}"#)),
        ("small integers", body(r#"{"id":1,"x":["#, same("0,"), "0]}")),
        ("floats", body(r#"{"id":1,"x":["#, same("1.5,"), "0]}")),
        ("integers with a fraction", body(r#"{"id":1,"x":["#, same("1.0,"), "0]}")),
        ("numbers beyond floats", body(r#"{"id":1,"x":["#, same("1e999,"), "0]}")),
        ("one long number", body(r#"{"id":1,"x":0."#, same("1"), "}")),
        ("empty arrays", body(r#"{"id":1,"x":["#, same("[],"), "0]}")),
        (
            "nested arrays",
            body(r#"{"id":1,"x":["#, |_| format!("{}{},", "[".repeat(120), "]".repeat(120)), "0]}"),
        ),
        ("empty objects", body(r#"{"id":1,"x":["#, same("{},"), "0]}")),
        ("members", body(r#"{"id":1"#, |number| format!(",\"{number:x}\":0"), "}")),
        (
            "members in reverse",
            body(r#"{"id":1"#, |number| format!(",\"{:x}\":0", usize::MAX - number), "}"),
        ),
        ("objects of one member", body(r#"{"id":1,"x":["#, same(r#"{"":0},"#), "0]}")),
        ("floats, then an error", body(r#"{"id":1,"x":["#, same("1.5,"), "]}")),
        ("numbers beyond floats, then an error", body(r#"{"id":1,"x":["#, same("1e999,"), "]}")),
        ("members, invalid", body(r#"{"id":"1""#, |number| format!(",\"{number:x}\":0"), "}")),
    ];
    println!("{:<40}{:>10}{:>12}", "1 MiB of", "ms", "");
    for (name, body) in bodies {
        let mut times: Vec<_> = (0..9)
            .map(|_| {
                let start = processor_time();
                black_box(handle(black_box(&body)));
                processor_time() - start
            })
            .collect();
        times.sort();
        let median = times[times.len() / 2].as_secs_f64() * 1e3;
        println!("{name:<40}{median:>10.1}  {}", handle(&body));
    }
}
