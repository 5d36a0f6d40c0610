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
//! - `witness`: a value for each difference of schemas, verified against both
//!   by the `jsonschema` crate. A difference that no value shows is undecided.
//! - `proof`: where no value shows a difference, that there is none; and values
//!   made from what it can't rule out.
//! - `compare`: paths, operations and their parts, one file for each area.
//! - `rule`, `level`, `report` and `allow`: what is found, by stable ids, how
//!   much it matters, how it is written, and what is accepted for a reason.
//!   `report` and `allow` serve other checks, too; `command` is what their
//!   command lines have in common.
//!
//! # What is not compared
//!
//! Examples, `externalDocs`, `xml`, `$comment` and extensions, texts within unions of
//! schemas, `discriminator` (it doesn't change what a schema allows), links and the
//! headers of parts of forms. Schemas that are used nowhere aren't compared either.
//! Webhooks, callbacks, the `encoding` of forms and the `default` of what is asked
//! are between two versions of a document only: dropshot emits none of them, or not
//! as they were written.

mod allow;
mod command;
mod compare;
mod document;
mod level;
mod proof;
mod report;
mod rule;
mod schema;
mod witness;

pub use allow::{Allowed, Unused};
pub use command::Output;
pub use compare::{compare, compare_at, compare_versions};
pub use document::{Document, Fault, Problem, ReadError};
pub use level::Level;
pub use report::{
    Annotation, Finding, Findings, Format, Place, Report, RulePage, Side, Tool, Witness,
};
pub use rule::Rule;
