//! Compares a hand-written OpenAPI document (the contract) with the document that a
//! dropshot server emits, and reports every difference that a caller could notice.
//!
//! Documents are compared by meaning: an `allOf` of two objects equals the merged
//! object, `exclusiveMinimum: 0` of an integer equals `minimum: 1`, and the order
//! of unordered elements doesn't count. Both documents are compared as OpenAPI 3.1;
//! a 3.0 document, which is what dropshot emits, is lifted to 3.1 first, because
//! lifting loses nothing.
//!
//! Three invariants hold. The crate has its own reader for both documents and
//! depends on no other crate of the workspace: sharing the generator's reader would
//! share its misreadings. Nothing is skipped silently: a keyword that the
//! comparison doesn't understand is compared literally. And the crate contains no
//! knowledge of a particular document.
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
//! # Modules
//!
//! - `document`: parses text to values with source locations; follows references,
//!   checks the structure, lifts 3.0 to 3.1.
//! - `schema`: the set of values that a schema allows, and how two such sets
//!   differ.
//! - `witness`: a value for each difference of schemas, validated against both by
//!   the `jsonschema` crate. A difference without a witness is undecided.
//! - `proof`: for a difference without a witness, a proof that there is no
//!   difference, or values constructed from the cases that the proof can't rule
//!   out.
//! - `compare`: paths, operations and their parts, one file for each area.
//! - `rule`, `level`, `report` and `allow`: rules with stable ids, the severity of
//!   a finding, output formats, and findings that are accepted for a reason. Other
//!   checks use `report` and `allow` as well; `command` holds the arguments that
//!   their command lines share.
//!
//! # What is not compared
//!
//! Examples, `externalDocs`, `xml`, `$comment` and extensions, texts within unions
//! of schemas, `discriminator` (it doesn't change which values a schema allows),
//! links, and the headers of multipart parts. Unreferenced schemas aren't compared
//! either. Webhooks, callbacks, the `encoding` of forms and the `default` of
//! request values are compared only between two versions of a document: dropshot
//! either doesn't emit them or emits them changed.

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
