//! Lowers an OpenAPI 3.1 document to OpenAPI 3.0.3, the version that progenitor
//! 0.15 reads.
//!
//! Operations are written out: parameters, bodies and responses under `components`
//! are copied to where they are used, and only schemas keep their names. Every
//! schema that becomes a Rust type gets a unique name, because progenitor's type
//! generator silently treats two inline schemas with the same generated name as the
//! same type.
//!
//! # Guarantees
//! The lowering never causes the client to misread a value or to send a request
//! that the document forbids. Where 3.0 or progenitor can't express a rule, the
//! type is wider and a warning names the location; where a wider type isn't
//! possible either, there is an error. An operation that progenitor can't send is
//! omitted with a warning, so that calling it doesn't compile.
//!
//! Rules that types can't express are not lost: beside the document, the lowering
//! describes the operations ([`Lowered::operations`]), so that a client can validate
//! requests and responses against the source's own schemas. [`build`](crate::build())
//! generates such a client; the library `openapi-progenitor` validates.
//!
//! # Use
//! The lowered document can be used with progenitor alone, in any `build.rs`:
//!
//! ```
//! use openapi_document::{Document, instruct_cargo};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "openapi: 3.1.0\ninfo: { title: Trees, version: '1' }\npaths: {}";
//! let lowered = openapi_progenitor_build::lower(&Document::parse("openapi.yaml", text)?)?;
//! for warning in &lowered.warnings {
//!     instruct_cargo("warning", &warning.to_string().replace('\n', " "))?;
//! }
//! let client = progenitor::Generator::default().generate_tokens(&lowered.document)?;
//! # Ok(())
//! # }
//! ```
//!
//! # Limits of the generated types that no lowering changes
//! An `integer` without a format is an `i64`, a `number` an `f64`. Bounds of
//! numbers beyond their type, `multipleOf`, and the number of items or members are
//! not part of a type. A format that has a Rust type (`uuid`, `date-time`, `ipv4`,
//! …) is required, although it is only an annotation in JSON Schema. Annotations
//! that Rust has no place for (`examples`, `externalDocs`, `xml`) have no effect,
//! nor has `default`, which is documented but not sent on the caller's behalf.
//! Where types hold each other in several ways, an optional property may be a
//! `Box<Option<_>>`, which is sent as null where it is absent ([`Lowered::sent_as_null`]).
//! Headers of responses are text, and responses of different types are bytes
//! ([`Lowered::unified`]). Links and examples of bodies, which generate nothing, are dropped.
//!
//! This module reads no files, and reports every dropped rule that a client could
//! violate.

pub(crate) mod answers;
mod bodies;
mod context;
mod contract;
mod form;
mod head;
mod items;
pub(crate) mod names;
mod operations;
mod parameters;
mod responses;
mod schema;

use std::collections::{BTreeMap, BTreeSet};

use openapi_document::{Api, Diagnostics, Document, check_nesting, with_large_stack};
use openapi_progenitor::{Operation, Scheme};
use openapiv3::OpenAPI;

use crate::known_values::OpenType;
use context::Context;

/// The OpenAPI version of the lowered document.
const VERSION: &str = "3.0.3";

/// A lowered document, with warnings where it expresses less than its source.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The document in OpenAPI 3.0.3.
    pub document: OpenAPI,
    /// The operations for which the client has a method, with pointers to the
    /// schemas of the source.
    pub operations: Vec<Operation>,
    /// The Rust types of the items, by the names of the methods whose successes are streams
    /// of items: paths from the module of the client.
    pub item_types: BTreeMap<String, String>,
    /// The types of other crates, which replace generated types (`x-rust-type`).
    pub external_types: Vec<ExternalType>,
    /// Warnings about rules that the client doesn't know, in the order of the
    /// document.
    pub warnings: Diagnostics,
    /// The warnings about operations that are left out, one for each operation.
    pub left_out: Diagnostics,
    /// The warnings about optional properties that the client of progenitor alone sends as
    /// null where they are absent: `Box<Option<_>>`. [`generate`](crate::generate) makes an
    /// `Option<Box<_>>` of it.
    pub sent_as_null: Diagnostics,
    /// The warnings about responses of different types, for which the client of progenitor
    /// alone has bytes, and about redirections, which it takes for unexpected.
    /// [`generate`](crate::generate) makes types of them.
    pub unified: Diagnostics,
    /// The security schemes, with their descriptions.
    pub(crate) schemes: Vec<(Scheme, String)>,
    /// The types of responses, by `operationId`.
    pub(crate) answers: BTreeMap<String, answers::Answers>,
    /// The fields whose types tell null from absent, with the names of their types.
    pub(crate) told_apart: BTreeSet<(String, String)>,
    /// The fields that `Debug` hides, with the names of their types.
    pub(crate) secrets: BTreeSet<(String, String)>,
    /// The types of strings with known values and others.
    pub(crate) open_types: Vec<OpenType>,
    /// The descriptions of the values of enumerations, by the names of their types.
    pub(crate) value_descriptions: BTreeMap<String, BTreeMap<String, String>>,
}

/// A type of another crate, for `GenerationSettings::with_replacement` of progenitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalType {
    /// The name that the generated type would have.
    pub name: String,
    /// The path of the type, which begins with the name of its crate.
    pub path: String,
}

/// Lowers a document.
///
/// # Errors
/// The document contradicts the Specification, or contains a rule that no wider
/// type expresses and without which the client would be wrong. All errors and
/// warnings are reported.
pub fn lower(document: &Document) -> Result<Lowered, Diagnostics> {
    with_large_stack(|| lower_with(document, false, &BTreeSet::new()))
}

/// Lowers a document, with marks where the names of progenitor collide if `has_marks`, and
/// without types of the reserved names.
pub(crate) fn lower_with(
    document: &Document,
    has_marks: bool,
    reserved: &BTreeSet<String>,
) -> Result<Lowered, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let api = Api::read(document, &mut diagnostics);
    let nesting = check_nesting(document);
    if nesting.has_errors() {
        diagnostics.extend(nesting);
        return Err(diagnostics.sorted());
    }
    let mut context = Context::new(document, diagnostics);
    context.has_marks = has_marks;
    context.types.reserve_names(reserved);
    context.patched = schema::patched(&api);
    schema::reserve_components(&mut context);
    context.schemes = api
        .security_schemes
        .iter()
        .map(|scheme| {
            let description = scheme.description.unwrap_or_default();
            (contract::scheme(scheme), description.to_owned())
        })
        .collect();
    let paths = operations::paths(&mut context, &api);
    let schemas = schema::components(&mut context);
    let lowered = OpenAPI {
        openapi: VERSION.to_owned(),
        info: head::info(&mut context),
        servers: head::servers(&mut context, document.root()),
        paths,
        components: Some(openapiv3::Components {
            schemas,
            security_schemes: head::security_schemes(&mut context),
            ..Default::default()
        }),
        security: head::security(document.root()),
        tags: head::tags(&mut context),
        external_docs: None,
        extensions: Default::default(),
    };
    head::mention_webhooks(&mut context, &api);
    context.finish(lowered)
}
