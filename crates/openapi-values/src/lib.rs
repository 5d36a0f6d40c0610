//! Generates and validates values of the JSON Schemas of an OpenAPI 3.1 document, for
//! checks of services and of generated code.
//!
//! [`Values`] is the interface for most checks: valid values of a schema, the same
//! values with a single change that may make them invalid, and validation. The
//! differential test (`cargo xtask oracle`) uses the parts: [`Sampler`] generates values,
//! [`change`] changes them, [`SchemaValidator`] validates them, and [`Json`] preserves
//! what a value loses, such as the notation of a number.
//!
//! ```
//! let document = openapi_values::Document::parse("api.yaml", "
//! openapi: 3.1.0
//! components: { schemas: { Size: { type: integer, minimum: 3 } } }
//! ")?;
//! let values = openapi_values::Values::new(&document)?;
//! for variation in values.variations("/components/schemas/Size", 1) {
//!     println!("{} ({}): {}", variation.text, variation.what, variation.accepted);
//! }
//! assert!(!values.accepts("/components/schemas/Size", &2.into()));
//! # Ok::<(), openapi_values::DocumentError>(())
//! ```
//!
//! # Limits beside JSON Schema
//! An integer is a signed 64-bit integer, unless its format is another; the integer
//! formats are ranges; a number written with a fraction or an exponent is an
//! integer only up to 2^53; all other numbers are 64-bit floats. `date-time`, `date`,
//! `uuid` and all other formats of the `jsonschema` crate are asserted. Duplicate
//! members and lone surrogates are invalid; 128 levels of nesting are allowed.

// The examples of the README are compiled, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

pub mod change;
pub mod document;
mod illustrate;
pub mod instance;
mod json;
mod keyword;
mod merged;
pub mod number;
mod operations;
mod overlap;
mod randomize;
mod sample;
mod schema;
mod validator;
mod values;
pub mod wire;

pub use document::{Document, DocumentError};
pub use json::{Json, parse_json};
pub use merged::Merged;
pub use openapi_schema::json_schema::Fault;
pub use overlap::Overlap;
pub use sample::Sampler;
pub use schema::Schema;
pub use validator::SchemaValidator;
pub use values::{Values, Variation};

/// The source of randomness: equal for the same seed on every machine.
pub type Random = rand::rngs::Xoshiro256PlusPlus;
