//! The first verdict: JSON Schema 2020-12 on the document as it is written.
//!
//! The `jsonschema` crate decides, as it does for generated servers, but not
//! what is declared beside JSON Schema, nor what it might share a fault in:
//! `type` knows integers by the limits of `number`, `pattern` is matched by an
//! ECMA-262 engine, the integer formats are ranges, and the formats that have
//! a Rust type are read by `format`. That it is given other keywords than the
//! server also takes it off its special paths for common schemas.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use jsonschema::{Draft, Registry, Validator};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::document::DocumentError;
use crate::format;
use crate::keyword::{self, PATTERN, RANGE, TYPE, range};
use crate::schema::Schema;

const BASE: &str = "urn:openapi:oracle";

/// Judges values by schemas of a document.
pub(crate) struct Judge<'d> {
    registry: Registry<'d>,
    validators: RefCell<HashMap<String, Rc<Validator>>>,
}

impl<'d> Judge<'d> {
    /// Takes a document that was [`prepared`].
    pub fn new(prepared: &'d Value) -> Result<Self, DocumentError> {
        let registry = Registry::new()
            .draft(Draft::Draft202012)
            .add(BASE, prepared)
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

    /// What accepts the values of a schema.
    pub fn validator(&self, schema: &Schema<'_>) -> Result<Rc<Validator>, DocumentError> {
        if let Some(known) = self.validators.borrow().get(&schema.pointer) {
            return Ok(Rc::clone(known));
        }
        let fragment = utf8_percent_encode(&schema.pointer, NON_ALPHANUMERIC);
        let fragment = fragment.to_string().replace("%2F", "/");
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
            .build(&json!({ "$ref": format!("{BASE}#{fragment}") }))
            .map_err(|error| DocumentError::NotASchema {
                pointer: schema.pointer.clone(),
                message: error.to_string(),
            })?;
        let validator = Rc::new(validator);
        self.validators
            .borrow_mut()
            .insert(schema.pointer.clone(), Rc::clone(&validator));
        Ok(validator)
    }

    /// Whether all of several schemas accept a value. One that can't be
    /// compiled accepts nothing.
    pub fn accepts(&self, schemas: &[Schema<'_>], value: &Value) -> bool {
        schemas.iter().all(|schema| {
            self.validator(schema)
                .is_ok_and(|validator| validator.is_valid(value))
        })
    }
}

/// A copy of a document whose schemas say `type`, `pattern` and the integer
/// formats in words of our own.
pub(crate) fn prepared(document: &Value) -> Value {
    match document {
        Value::Object(members) => members
            .iter()
            .map(|(name, member)| {
                let member = match (name.as_str(), member) {
                    ("schema", _) => prepared_schema(member),
                    ("schemas", Value::Object(schemas)) => each(schemas),
                    ("example" | "examples" | "default", _) => member.clone(),
                    _ => prepared(member),
                };
                (name.clone(), member)
            })
            .collect(),
        Value::Array(items) => items.iter().map(prepared).collect(),
        other => other.clone(),
    }
}

fn prepared_schema(schema: &Value) -> Value {
    let Value::Object(keywords) = schema else {
        return schema.clone();
    };
    let mut prepared = Map::new();
    for (name, value) in keywords {
        let (name, value) = match (name.as_str(), value) {
            ("type", _) => (TYPE, value.clone()),
            ("pattern", _) => (PATTERN, value.clone()),
            ("format", Value::String(format)) if range(format).is_some() => (RANGE, value.clone()),
            (
                "properties" | "patternProperties" | "dependentSchemas" | "$defs",
                Value::Object(schemas),
            ) => (name.as_str(), each(schemas)),
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => {
                (name.as_str(), schemas.iter().map(prepared_schema).collect())
            }
            (
                "items"
                | "contains"
                | "not"
                | "if"
                | "then"
                | "else"
                | "additionalProperties"
                | "propertyNames"
                | "unevaluatedItems"
                | "unevaluatedProperties",
                _,
            ) => (name.as_str(), prepared_schema(value)),
            _ => (name.as_str(), value.clone()),
        };
        prepared.insert(name.to_owned(), value);
    }
    Value::Object(prepared)
}

fn each(schemas: &Map<String, Value>) -> Value {
    schemas
        .iter()
        .map(|(name, schema)| (name.clone(), prepared_schema(schema)))
        .collect()
}
