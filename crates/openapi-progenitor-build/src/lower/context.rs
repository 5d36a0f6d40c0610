//! The state of lowering a document: the source document, the diagnostics, and the types
//! that operations use so far.

use std::collections::{BTreeMap, BTreeSet};

use openapi_document::{Diagnostic, Diagnostics, Document, Location, Node, Schema};
use openapi_rust::types::Shape;
use openapiv3::ReferenceOr;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::lower::answers::Answers;
use crate::lower::contract::Scheme;
use crate::lower::types::{Maker, Object, Types};
use crate::lower::{Described, Inputs};

pub(crate) struct Context<'d> {
    pub(crate) document: &'d Document,
    pub(crate) diagnostics: Diagnostics,
    /// The warnings about operations that are left out.
    pub(crate) left_out: Diagnostics,
    pub(crate) types: Types<'d>,
    /// Whether marks tell names apart, which progenitor alone can't.
    pub(crate) has_marks: bool,
    /// The descriptions of the operations lowered so far.
    pub(crate) operations: Vec<Described>,
    pub(crate) schemes: Vec<Scheme>,
    /// The types of responses, by `operationId`.
    pub(crate) answers: BTreeMap<String, Answers>,
    /// What the methods take, by `operationId`.
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
        self.types
            .shape(schema, place, maker, &mut self.diagnostics)
    }
}

/// Returns a schema of the flat document.
pub(crate) fn finished(schema: Object) -> ReferenceOr<openapiv3::Schema> {
    serde_json::from_value(Value::Object(schema)).expect("schemas of types are those of 3.0")
}
