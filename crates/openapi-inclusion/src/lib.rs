//! Decides inclusion of JSON Schemas: which values one schema allows and another
//! rejects, with a witness or a proof.
//!
//! The schemas are those of OpenAPI 3.0 to 3.2 documents, and can belong to two
//! documents. A schema has a meaning only in its document (`$ref`, `$id`, `nullable`
//! of 3.0), which `openapi-document` reads. The crate does not compare operations:
//! that is `openapi-compare`.
//!
//! ```
//! use openapi_inclusion::{Document, Inclusion, Schema, Verdict};
//!
//! let document = Document::parse("api.yaml", "
//! openapi: 3.1.0
//! components:
//!   schemas:
//!     Count: {type: integer, exclusiveMinimum: 0}
//!     Size: {type: number, minimum: 1}
//!     Even: {type: integer, multipleOf: 2}
//! ")?;
//! let schema = |name: &str| {
//!     Schema::at(&document, &format!("#/components/schemas/{name}")).unwrap()
//! };
//! let mut inclusion = Inclusion::new(&[&document]);
//!
//! // Each count is a size.
//! let verdict = inclusion.decide(&schema("Count"), &schema("Size"));
//! assert_eq!(verdict, Verdict::Included);
//!
//! // Not each even number is a count: 0 isn't.
//! let verdict = inclusion.decide(&schema("Even"), &schema("Count"));
//! assert!(matches!(verdict, Verdict::Witness(value) if value == 0));
//! # Ok::<(), openapi_inclusion::Diagnostics>(())
//! ```
//!
//! # Method
//!
//! - `schema` computes the normal form of a schema and the differences of two.
//! - `proof` proves for a difference that no value shows it (an analytic tableau), or
//!   constructs values from the cases that the proof can't rule out.
//! - `witness` selects the constructed values that show the difference, and validates
//!   them against both schemas with the `jsonschema` crate.
//! - `effort` limits the steps of a comparison by the size of the documents.
//!
//! A keyword that the crate doesn't understand is never ignored: two schemas with
//! different values of such a keyword are different, and undecided.

mod effort;
mod inclusion;
mod keyword;
mod proof;
mod schema;
mod witness;

pub use inclusion::{Inclusion, Verdict};
pub use keyword::{is_defined, is_ignored};
pub use openapi_document::{CheckedDocument as Document, Diagnostics, Direction};
pub use schema::{
    About, Classes, Difference, Presence, Relation, Schema, Side, Subject, Types, ValueType,
};

/// The examples of the README, which are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
