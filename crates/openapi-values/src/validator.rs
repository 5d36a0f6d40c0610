//! Validates values by JSON Schema 2020-12 on the document as written.
//!
//! The `jsonschema` crate validates, as in generated servers, except for the rules
//! declared beside JSON Schema and for keywords where both might share an error:
//! `type` recognizes integers by the limits of `number`, `pattern` is matched by an
//! ECMA-262 engine, the integer formats are ranges, and `format` implements the
//! formats that have a Rust type. Because it is given other keywords than in the
//! server, it also doesn't use its special paths for common schemas.

use std::sync::Arc;

use jsonschema::{Draft, ValidationOptions};
use openapi_schema::json_schema::{Compiled, Fault, Schemas, judge};
use openapi_source::role::Role;
use openapi_source::{Node, Pointer};
use serde_json::Value;

use crate::document::{Document, DocumentError};
use crate::format;
use crate::keyword::{self, PATTERN, RANGE, TYPE, range};
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
        let schemas = Schemas::new(BASE, document.prepared(), options);
        schemas
            .map(Self)
            .map_err(|message| DocumentError::NotASchema {
                pointer: String::new(),
                message,
            })
    }

    /// Returns a compiled schema, for [`judge`].
    ///
    /// # Errors
    /// The schema is invalid.
    pub fn compiled(&self, schema: &Schema<'_>) -> Result<Arc<Compiled>, DocumentError> {
        let target = self.0.compile(&fragment(schema));
        target.map_err(|message| DocumentError::NotASchema {
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
        schemas.iter().all(|schema| {
            self.compiled(schema)
                .is_ok_and(|target| judge(&target, value))
        })
    }
}

fn fragment(schema: &Schema<'_>) -> String {
    let pointer = Pointer::parse(&schema.pointer).unwrap_or_default();
    pointer.to_fragment()
}

fn options() -> ValidationOptions<'static> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_format("date-time", |text: &str| format::instant(text).is_some())
        .with_format("date", |text: &str| format::date(text).is_some())
        .with_format("uuid", format::is_uuid)
        .with_keyword(TYPE, keyword::type_name)
        .with_keyword(RANGE, keyword::integer_format)
        .with_keyword(PATTERN, keyword::pattern)
}

/// Returns a part of a document in which custom keywords replace `type`, `pattern` and
/// the integer formats, and references begin at the document, also below a `$id`.
pub(crate) fn prepared(node: &Node, role: Role) -> Value {
    match &node.value {
        openapi_source::Value::Mapping(members) if role != Role::Data => members
            .iter()
            .map(|(name, member)| match (name.as_str(), member.string()) {
                (name, _) if role != Role::Schema => {
                    (name.to_owned(), prepared(member, role.child(name)))
                }
                ("$ref", Some(to)) => ("$ref".to_owned(), format!("{BASE}{to}").into()),
                (name, text) => {
                    let replacing = match name {
                        "type" => TYPE,
                        "pattern" => PATTERN,
                        "format" if text.is_some_and(|format| range(format).is_some()) => RANGE,
                        _ => name,
                    };
                    (replacing.to_owned(), prepared(member, role.child(name)))
                }
            })
            .collect(),
        openapi_source::Value::Sequence(items) if role != Role::Data => items
            .iter()
            .map(|item| prepared(item, role.item()))
            .collect(),
        _ => node.to_json(),
    }
}
