//! What an OpenAPI document's schemas say of bytes and text on the wire.
//!
//! Generated servers judge requests and generated clients judge responses by
//! the same three steps: [`parse`] bytes to one JSON value, strictly;
//! [`Schema::judge`] it by the schema in the embedded [`Document`];
//! [`Json::decode`] it to the type. Both sides sharing them is the point: what
//! one sends in keeping with the document the other accepts.
//!
//! The `jsonschema` crate decides, compiled once from the document, because it
//! has every keyword; generated deserializers were not taken, since they would
//! have to repeat it and be kept equal. What that costs beside decoding with
//! `serde_json` alone, in one run of
//! `cargo run --release -p openapi-schema --example cost`:
//!
//! | body | `serde_json` | judged and decoded | ratio |
//! |---|--:|--:|--:|
//! | 57 bytes, valid | 145 ns | 415 ns | 2.9 |
//! | 100 KB, valid | 16.9 µs | 19.0 µs | 1.1 |
//! | 35 bytes, three faults, all reported | 186 ns | 1.1 µs | 6.0 |
//! | 41 bytes with `7.0` for an integer | 227 ns | 1.3 µs | 5.8 |
//!
//! Nothing here may know HTTP, a particular API, or which side it runs on.

mod decode;
mod exact;
mod number;
mod schema;
mod text;

pub use schema::{Document, Schema, SchemaError, Violation, Violations};
pub use text::{Json, parse};
