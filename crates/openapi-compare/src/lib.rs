//! Compares a hand-written OpenAPI document (the contract) with the document that a
//! dropshot server emits, and reports every difference that a caller could notice.
//!
//! Documents are compared by meaning: an `allOf` of two objects equals the merged
//! object, `exclusiveMinimum: 0` of an integer equals `minimum: 1`, and the order
//! of unordered elements doesn't count. Both documents are compared as OpenAPI 3.1;
//! a 3.0 document, which is what dropshot emits, is lifted to 3.1 first, because
//! lifting loses nothing.
//!
//! The code calls the two documents `base` and `candidate`: the contract and the emitted
//! document, or the old and the new version of a document.
//!
//! Two invariants hold. Nothing is skipped silently: a keyword that the comparison doesn't
//! understand is compared literally. And the crate contains no knowledge of a particular
//! document.
//!
//! ```
//! use openapi_compare::{Document, compare};
//!
//! let contract = Document::parse("contract", "{openapi: 3.1.0, paths: {/a: {get: {}}}}")?;
//! let emitted = Document::parse("emitted", "{openapi: 3.0.3, paths: {}}")?;
//! let report = compare(&contract, &emitted);
//! assert_eq!(report.findings[0].rule.id(), "operation-missing");
//! # Ok::<(), openapi_compare::Diagnostics>(())
//! ```
//!
//! # Modules
//!
//! - `compare`: paths, operations and their parts, one file for each area.
//! - `rule`: rules with stable ids.
//! - `limit`: what an emitted document can't express; no finding.
//! - `report`: the findings of a comparison, as text and as JSON.
//! - [`inclusion`]: which values one schema allows and another rejects.
//!
//! Levels, accepted findings and the other output formats are those of
//! [`openapi_source::findings`].
//!
//! # What is not compared
//!
//! Examples, `externalDocs`, `xml`, `$comment`, extensions, links apart from their descriptions, texts
//! within the branches of unions that aren't components, and the headers of multipart parts.
//! Unreferenced schemas aren't compared either. Parameters and headers of different types are
//! compared by their texts. Webhooks, callbacks, discriminators, the `encoding` of forms and the
//! `default` of values that the service reads are compared only between two versions of a document:
//! dropshot either doesn't emit them or emits them changed. The report names the webhooks and
//! callbacks of the contract among the
//! [limits](Limit).

// The examples of the README are compiled, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

use std::path::Path;

mod compare;
pub mod inclusion;
mod limit;
mod report;
mod rule;

pub use compare::{compare, compare_at, compare_versions};
pub use limit::{Limit, MetLimit};
pub use openapi_document::{CheckedDocument as Document, Diagnostics};
pub use openapi_source::findings::{Allowed, Level};
pub use report::{Finding, Report, Side, Witness};
pub use rule::Rule;

/// Reads a contract, and the files below a directory that it refers to, without the
/// operations that an allow file accepts as missing: what the generator of the server could
/// not read there, the comparison need not read either.
///
/// # Errors
///
/// As for [`Document::read_without`].
pub fn read_contract(
    path: &Path,
    directory: Option<&Path>,
    allowed: &Allowed,
) -> Result<Document, Diagnostics> {
    let left_out = allowed.places(Rule::OperationMissing.id());
    Document::read_without(path, directory, &left_out)
}
