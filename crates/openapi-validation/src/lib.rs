//! Validates bytes and text from the network against the schemas of an OpenAPI
//! document.
//!
//! Generated servers validate requests and generated clients validate responses in
//! the same three steps: [`parse`] converts bytes strictly to a JSON value;
//! [`Schema::validate`] validates the value against a schema of the embedded
//! [`Document`]; [`Json::decode`] decodes it to the type. Both sides share these
//! steps, so that one side accepts everything that the other side sends in
//! accordance with the document.
//!
//! The `jsonschema` crate validates, with validators compiled once from the
//! document, because it supports every keyword. Generated deserializers were
//! rejected, since they would have to duplicate it and be kept consistent. The cost
//! compared to decoding with `serde_json` alone, in one run of
//! `cargo run --release -p openapi-validation --example cost`:
//!
//! | body | `serde_json` | validated and decoded | ratio |
//! |---|--:|--:|--:|
//! | 57 bytes, valid | 145 ns | 415 ns | 2.9 |
//! | 100 KB, valid | 16.9 µs | 19.0 µs | 1.1 |
//! | 35 bytes, three faults, all reported | 186 ns | 1.1 µs | 6.0 |
//! | 41 bytes with `7.0` for an integer | 227 ns | 1.3 µs | 5.8 |
//!
//! This crate is independent of HTTP, of any particular API, and of the side that
//! it runs on.

mod decode;
mod exact;
mod number;
mod schema;
mod text;
mod texts;

pub use decode::decode_value;
pub use schema::{Document, Schema, SchemaError, Violation, Violations};
pub use text::{Json, parse};
pub use texts::Texts;

/// The examples of the README, which are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
