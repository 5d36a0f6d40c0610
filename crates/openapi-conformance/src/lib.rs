//! Compares an OpenAPI document, written by hand (the contract), with the one
//! that a dropshot server emits, and says what a caller could notice.
//!
//! It decides by meaning: an `allOf` of two objects equals the merged object,
//! `exclusiveMinimum: 0` of an integer equals `minimum: 1`, and the order of
//! anything that has none doesn't count. Both documents are compared as 3.1;
//! a 3.0 document, which dropshot emits, is lifted first, because lifting
//! loses nothing.
//!
//! Three invariants hold it together. It reads both documents on its own and
//! depends on no other crate of the workspace: sharing the generator's reader
//! would share its misreadings. Nothing is passed over in silence: a keyword
//! that it doesn't understand is compared literally. And it knows no
//! particular document.
//!
//! ```
//! use openapi_conformance::{Document, compare};
//!
//! let contract = Document::parse("contract", "{openapi: 3.1.0, paths: {/a: {get: {}}}}")?;
//! let emitted = Document::parse("emitted", "{openapi: 3.0.3, paths: {}}")?;
//! let report = compare(&contract, &emitted);
//! assert_eq!(report.findings[0].rule.id(), "operation-missing");
//! # Ok::<(), openapi_conformance::ReadError>(())
//! ```
//!
//! # Rooms
//!
//! - `document`: text to values with places; references, checks, lifting.
//! - `schema`: what values a schema allows, and how two such sets differ.
//! - `compare`: paths, operations and their parts, one file for each area.
//! - `rule` and `report`: what is found, by stable ids, as text and as JSON.
//!
//! # What is not compared
//!
//! Texts and examples (`description`, `summary`, `title`, `example`,
//! `examples`, `default`, `externalDocs`, `xml`, `$comment`, extensions),
//! `discriminator` (it doesn't change what a schema allows), tags, servers,
//! webhooks, callbacks, links, response headers, the `encoding` of media types,
//! and of parameters `deprecated`, `allowReserved` and `allowEmptyValue`.
//! Schemas that are used nowhere aren't compared either.

mod compare;
mod document;
mod report;
mod rule;
mod schema;

pub use compare::compare;
pub use document::{Document, Fault, Problem, ReadError};
pub use report::{Finding, Format, Place, Report};
pub use rule::Rule;
