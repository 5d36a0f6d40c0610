//! Validates values by JSON Schema 2020-12 on the document as written.
//!
//! The `jsonschema` crate validates, as in generated servers, except for the rules
//! declared beside JSON Schema and for keywords where both might share an error:
//! `type` recognizes integers by the limits of `number`, `pattern` is matched by an
//! ECMA-262 engine, the integer formats are ranges, and `format` implements the
//! formats that have a Rust type. Because it is given other keywords than in the
//! server, it also doesn't use its special paths for common schemas.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use jsonschema::{Draft, Registry, Validator};
use openapi_document::Role;
use openapi_source::{Node, Pointer};
use serde_json::{Value, json};

use crate::document::{Document, DocumentError};
use crate::format;
use crate::keyword::{self, PATTERN, RANGE, TYPE, range};
use crate::schema::Schema;

const BASE: &str = "urn:openapi:values";

/// Validates values against schemas of a document.
pub struct SchemaValidator<'d> {
    registry: Registry<'d>,
    validators: RefCell<HashMap<String, Rc<Validator>>>,
}

impl<'d> SchemaValidator<'d> {
    /// Prepares the schemas of a document.
    ///
    /// # Errors
    /// The schemas can't be read.
    pub fn new(document: &'d Document) -> Result<Self, DocumentError> {
        let registry = Registry::new()
            .draft(Draft::Draft202012)
            .add(BASE, document.prepared())
            .and_then(|registry| registry.prepare())
            .map_err(|error| DocumentError::NotASchema {
                pointer: String::new(),
                message: error.to_string(),
            })?;
        Ok(Self {
            registry,
            validators: RefCell::default(),
        })
    }

    /// Returns the compiled validator of a schema.
    ///
    /// # Errors
    /// The schema is invalid.
    pub fn compiled(&self, schema: &Schema<'_>) -> Result<Rc<Validator>, DocumentError> {
        if let Some(known) = self.validators.borrow().get(&schema.pointer) {
            return Ok(Rc::clone(known));
        }
        let pointer = Pointer::parse(&schema.pointer).unwrap_or_default();
        let reference = format!("{BASE}{}", pointer.to_fragment());
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .with_registry(&self.registry)
            .should_validate_formats(true)
            .with_format("date-time", |text: &str| format::instant(text).is_some())
            .with_format("date", |text: &str| format::date(text).is_some())
            .with_format("uuid", format::is_uuid)
            .with_keyword(TYPE, keyword::type_name)
            .with_keyword(RANGE, keyword::integer_format)
            .with_keyword(PATTERN, keyword::pattern)
            .build(&json!({ "$ref": reference }))
            .map_err(|error| DocumentError::NotASchema {
                pointer: schema.pointer.clone(),
                // Without the value, which can be of any length.
                message: error.masked().to_string(),
            })?;
        let validator = Rc::new(validator);
        self.validators
            .borrow_mut()
            .insert(schema.pointer.clone(), Rc::clone(&validator));
        Ok(validator)
    }

    /// Returns whether all schemas accept a value. A schema that can't be compiled
    /// accepts nothing.
    pub fn accepts(&self, schemas: &[Schema<'_>], value: &Value) -> bool {
        schemas.iter().all(|schema| {
            self.compiled(schema)
                .is_ok_and(|validator| validator.is_valid(value))
        })
    }
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
