//! What an OpenAPI document is in Rust: a type for each schema, an operation for each
//! operation, and their names.
//!
//! The generators of servers and of clients print this model, so that both sides have the
//! same types. [`openapi_document`] reads the document; [`types`] and [`merge`] turn each
//! schema into a Rust type and the rules that the type can't express; [`operation`] does the
//! same for operations; [`print`](mod@print) writes the types.
//!
//! The interface is that of the two generators, and not for others.
#![allow(
    missing_docs,
    reason = "two generators read the fields of the model, whose names say what they are"
)]

pub mod failures;
pub mod keywords;
pub mod merge;
pub mod names;
pub mod operation;
pub mod print;
mod router;
pub mod types;
mod union;

use std::collections::{BTreeSet, HashMap};

use openapi_document::{Api, Diagnostic, Diagnostics, Document, check_nesting};
use operation::Service;
use types::Types;

/// A document that is being read: more schemas can become types.
pub struct Reading<'d> {
    pub api: Api<'d>,
    pub types: Types<'d>,
    pub service: Service,
    /// What there is to say about the document and its schemas.
    pub diagnostics: Diagnostics,
    /// What there is to say about a server of the operations.
    pub findings: Diagnostics,
}

impl<'d> Reading<'d> {
    /// Reads a document.
    ///
    /// # Errors
    /// Schemas that can't be followed to their end.
    pub fn new(document: &'d Document) -> Result<Self, Diagnostics> {
        let (mut diagnostics, mut findings) = Default::default();
        let mut api = Api::read(document, &mut diagnostics);
        api.operations.retain(|operation| {
            let is_known = operation.method.has_field();
            if !is_known {
                let name = operation.name();
                let message = format!("`{name}` is left out: neither generator has this method");
                diagnostics.push(Diagnostic::warning(operation.location, message));
            }
            is_known
        });
        let nesting = check_nesting(document);
        if nesting.has_errors() {
            diagnostics.extend(nesting);
            return Err(diagnostics.sorted());
        }
        let mut types = Types::new(document, &mut diagnostics);
        let service = Service::read(&api, &mut types, &mut diagnostics, &mut findings);
        Ok(Self { api, types, service, diagnostics, findings })
    }
}

/// A document in Rust, for a server; incomplete if there are errors.
pub struct Model {
    pub service: Service,
    pub types: Vec<types::Definition>,
    /// The types of other crates.
    pub externals: BTreeSet<String>,
    /// The names of the component schemas by type.
    pub components: HashMap<String, String>,
    pub diagnostics: Diagnostics,
}

impl Model {
    /// Reads a document.
    ///
    /// # Errors
    /// Schemas that can't be followed to their end.
    pub fn new(document: &Document) -> Result<Self, Diagnostics> {
        let mut read = Reading::new(document)?;
        read.diagnostics.extend(read.findings);
        Ok(Self {
            service: read.service,
            externals: std::mem::take(&mut read.types.externals),
            components: read.types.component_names(),
            types: read.types.finish(),
            diagnostics: read.diagnostics.sorted(),
        })
    }

    /// Reads a document that has no errors.
    ///
    /// # Errors
    /// All errors and warnings, if there is an error.
    pub fn without_errors(document: &Document) -> Result<Self, Diagnostics> {
        let read = Self::new(document)?;
        if read.diagnostics.has_errors() { Err(read.diagnostics) } else { Ok(read) }
    }
}
