//! Validates values by JSON Schema 2020-12 on the document as written.
//!
//! The `jsonschema` crate validates, as in generated servers, except for the rules
//! declared beside JSON Schema: `type` recognizes integers by the limits of `number`,
//! `pattern` is matched by an ECMA-262 engine, and the integer formats are ranges. Because
//! these keywords are not its own, it also doesn't use its special paths for common schemas.

use std::sync::Arc;

use jsonschema::{Draft, ValidationOptions};
use openapi_schema::json_schema::{Compiled, Fault, Schemas, judge};
use openapi_source::Pointer;
use serde_json::Value;

use crate::document::{Document, DocumentError};
use crate::json::Json;
use crate::keyword;
use crate::schema::Schema;

const BASE: &str = "urn:openapi:values";

/// Validates values against schemas of a document.
pub struct SchemaValidator<'d>(Schemas<'d>);

impl<'d> SchemaValidator<'d> {
    /// Prepares the schemas of a document.
    ///
    /// # Errors
    /// The schemas can't be read.
    pub fn new(document: &'d Document) -> Result<Self, DocumentError> {
        let schemas = Schemas::new(BASE, document.root(), options);
        schemas
            .map(Self)
            .map_err(|message| DocumentError::InvalidSchema { pointer: String::new(), message })
    }

    /// Returns a compiled schema, for [`judge`].
    ///
    /// # Errors
    /// The schema is invalid.
    pub fn compiled(&self, schema: &Schema<'_>) -> Result<Arc<Compiled>, DocumentError> {
        let target = self.0.compile(&fragment(schema));
        target.map_err(|message| DocumentError::InvalidSchema {
            pointer: schema.pointer.clone(),
            message,
        })
    }

    /// Returns why a schema refuses a value, at most so many faults.
    pub fn faults(&self, schema: &Schema<'_>, value: &Value, most: usize) -> Vec<Fault<'d>> {
        let at = self.0.resolve(&fragment(schema));
        at.map_or_else(Vec::new, |at| self.0.explain(&at, value, false, most))
    }

    /// Returns whether all schemas accept a value. A schema that can't be compiled
    /// accepts nothing.
    pub fn accepts(&self, schemas: &[Schema<'_>], value: &Value) -> bool {
        schemas.iter().all(|schema| self.compiled(schema).is_ok_and(|target| judge(&target, value)))
    }

    /// Returns whether a generated value is one of JSON that all schemas accept.
    pub(crate) fn accepts_json(&self, schemas: &[Schema<'_>], value: &Json) -> bool {
        value.to_value().is_some_and(|value| self.accepts(schemas, &value))
    }
}

fn fragment(schema: &Schema<'_>) -> String {
    Pointer::parse(&schema.pointer).unwrap_or_default().to_fragment()
}

fn options() -> ValidationOptions<'static> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .with_keyword("type", keyword::type_name)
        .with_keyword("format", keyword::format)
        .with_keyword("pattern", keyword::pattern)
}
