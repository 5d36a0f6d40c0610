//! Lowers an OpenAPI 3.1 document to the 3.0.3 that progenitor 0.15 reads.
//!
//! Operations are written out: parameters, bodies and responses that stand
//! under `components` are put where they are used, and only schemas keep their
//! names. Every schema that becomes a Rust type gets a name of its own, because
//! progenitor's type generator takes two inline schemas that it would call the
//! same for the same type, without a word.
//!
//! # What the client may rely on
//! The client never reads a value as something it isn't and never sends what
//! the document forbids because of the lowering: where 3.0 or progenitor can't
//! express a rule, the type is wider and a warning names the place; where that
//! isn't possible either, an error does. An operation that progenitor can't
//! send is left out with a warning, so that calling it doesn't compile.
//!
//! What types can't say is not lost: beside the document come tables that
//! `openapi-client` judges requests and responses by, with the source's own
//! schemas ([`Lowered::contract`]).
//!
//! # Limits of the generated types that no lowering changes
//! An `integer` without a format is an `i64`, a `number` an `f64`; bounds of
//! numbers beyond their type, `multipleOf`, and how many items or members there
//! are is no part of a type. A format that has a Rust type (`uuid`,
//! `date-time`, `ipv4`, …) is required, although JSON Schema only annotates with
//! it. Annotations that Rust has no place for (`examples`, `externalDocs`, `xml`)
//! decide nothing, nor does `default`, which is documented and not sent on the
//! caller's behalf. Headers of responses are text. Links and examples of bodies,
//! which generate nothing, are not carried.
//!
//! This crate must never know what a document is about, never read a file, and
//! never drop what a client could get wrong without a diagnostic.

mod bodies;
mod context;
mod contract;
mod head;
mod names;
mod operations;
mod parameters;
mod responses;
mod schema;

use openapi_model::{Api, Diagnostics, Document};
use openapiv3::OpenAPI;
use proc_macro2::TokenStream;

use crate::context::Context;

/// The version that the lowered document says it is.
const VERSION: &str = "3.0.3";

/// A lowered document, and where it says less than its source.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The document in OpenAPI 3.0.3.
    pub document: OpenAPI,
    /// Rust items for beside the client, which hold its requests and responses to
    /// the source: tables and hooks for the crate `openapi-client`. They include
    /// [`Document::embedded`] from a file `openapi.json` beside them, and expect
    /// a client with the inner type `openapi_client::Contract`.
    pub contract: TokenStream,
    /// What the client knows less of, in the order of the document.
    pub warnings: Diagnostics,
}

/// Lowers a document.
///
/// # Errors
/// The document contradicts the Specification, or holds what would make the
/// client wrong and what no wider type expresses. All of it is reported, with
/// the warnings.
pub fn lower(document: &Document) -> Result<Lowered, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let api = Api::read(document, &mut diagnostics);
    let mut context = Context::new(document, diagnostics);
    schema::reserve_components(&mut context);
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
    head::refuse_dialect(&mut context);
    head::mention_webhooks(&mut context, &api);
    context.finish(lowered)
}
