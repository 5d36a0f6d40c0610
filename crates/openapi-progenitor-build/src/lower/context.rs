//! The state of lowering a document: the source document, the diagnostics, and the types
//! that operations use so far.

use std::collections::{BTreeMap, BTreeSet};

use openapi_document::{Diagnostic, Diagnostics, Document, Location, Node, Operation, Schema};
use openapi_rust::types::{Field, Shape};
use openapiv3::ReferenceOr;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::lower::types::{Maker, Object, Types};

/// What the method of an operation takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inputs {
    /// The parameters, by the names of their arguments.
    pub(crate) parameters: Vec<Field>,
    /// The type of the body, unless it is bytes or text.
    pub(crate) body: Option<Shape>,
}

pub(crate) struct Context<'d> {
    pub(crate) document: &'d Document,
    pub(crate) diagnostics: Diagnostics,
    /// The warnings about operations that are left out.
    pub(crate) left_out: Diagnostics,
    pub(crate) types: Types<'d>,
    /// What the methods take, by the name of the method.
    pub(crate) inputs: BTreeMap<String, Inputs>,
    /// The builders with parameters that `Debug` hides.
    pub(crate) secrets: BTreeSet<String>,
}

impl<'d> Context<'d> {
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(crate) fn error(&mut self, location: &Location, message: impl Into<String>) {
        self.push(Diagnostic::error(location, message));
    }

    pub(crate) fn warn(&mut self, location: &Location, message: impl Into<String>) {
        self.push(Diagnostic::warning(location, message));
    }

    /// Adds a warning that the client has no method for the operation.
    pub(crate) fn leave_out(&mut self, operation: &Operation<'_>, what: &str) {
        let message = format!(
            "`{} {}` is left out of the client: progenitor can't send {what}",
            operation.method, operation.path
        );
        let warning = Diagnostic::warning(operation.location, message);
        self.left_out.push(warning.clone());
        self.push(warning);
    }

    /// Converts an element that OpenAPI 3.0 and 3.1 write alike.
    pub(crate) fn carry<T: DeserializeOwned>(&mut self, node: &Node) -> Option<T> {
        serde_json::from_value(node.to_json())
            .map_err(|error| {
                let message = format!("OpenAPI 3.0 can't carry this, it is left out: {error}");
                self.warn(&node.location, message);
            })
            .ok()
    }

    /// Returns the type of a schema. `place` is its name in the absence of other names.
    pub(crate) fn shape(&mut self, schema: Schema<'d>, place: &str, maker: Maker) -> Shape {
        self.types.shape(schema, place, maker, &mut self.diagnostics)
    }
}

/// Returns a schema of the flat document.
pub(crate) fn finished(schema: Object) -> ReferenceOr<openapiv3::Schema> {
    serde_json::from_value(Value::Object(schema)).expect("schemas of types are those of 3.0")
}
