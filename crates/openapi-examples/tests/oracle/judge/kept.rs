//! Checks whether a type represents the values that its schema accepts: a value
//! must not change when it is decoded and serialized again, except for members that
//! the schema doesn't declare, and absent members with a default.
//!
//! Of several alternatives that accept a value, only the first is considered.
//!
//! Where a type normalizes the text, values are compared instead of texts: instants
//! up to the nanosecond, the case of a UUID, a `number` as a 64-bit float.

use chrono::DateTime;
use openapi_values::document::token;
use openapi_values::number::{LARGEST_EXACT, is_beyond_floats};
use openapi_values::{Document, Json, Merged, Schema, SchemaValidator};
use serde_json::Value;

/// A part that a type does not preserve.
#[derive(Clone, Debug)]
pub(crate) struct Loss {
    /// The JSON Pointer of the part.
    pub pointer: String,
    /// A description of the loss.
    pub message: String,
}

impl Loss {
    pub fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), message: message.into() }
    }
}

/// Compares sent values with the decoded and serialized values.
pub(crate) struct Kept<'k, 'd> {
    pub document: &'d Document,
    pub validator: &'k SchemaValidator<'d>,
}

impl<'d> Kept<'_, 'd> {
    /// Compares the value that was sent with the value that came back.
    ///
    /// # Errors
    /// The first part that is not preserved.
    pub fn compare(&self, schemas: &[Schema<'d>], sent: &Value, back: &Value) -> Result<(), Loss> {
        self.at("", schemas, sent, back)
    }

    /// Returns the location of a number beyond the range of floats that a type
    /// would have to represent.
    pub fn beyond_floats(
        &self,
        schemas: &[Schema<'d>],
        text: &Json,
        value: &Value,
    ) -> Option<String> {
        let merged = self.merged(schemas, value);
        match (text, value) {
            (Json::Number(literal), _) => is_beyond_floats(literal).then(String::new),
            (Json::Array(items), Value::Array(values)) => {
                let mut items = items.iter().zip(values).enumerate();
                items.find_map(|(index, (text, value))| {
                    let found = self.beyond_floats(&merged.item(index), text, value)?;
                    Some(format!("/{index}{found}"))
                })
            }
            (Json::Object(members), Value::Object(values)) => {
                let known = |(name, _): &&(String, Json)| is_known(&merged, name);
                members.iter().filter(known).find_map(|(name, text)| {
                    let schemas = merged.member(name);
                    let found = self.beyond_floats(&schemas, text, values.get(name)?)?;
                    Some(format!("/{}{found}", token(name)))
                })
            }
            _ => None,
        }
    }

    /// Merges schemas. Of alternatives, only the first that accepts the value is
    /// included, because the type is the type of this alternative.
    fn merged(&self, schemas: &[Schema<'d>], value: &Value) -> Merged<'d> {
        Merged::new(self.document, schemas, |branches| {
            let accepts = |branch: &Vec<Schema<'d>>| self.validator.accepts(branch, value);
            branches.into_iter().find(accepts).unwrap_or_default()
        })
    }

    fn at(
        &self,
        pointer: &str,
        schemas: &[Schema<'d>],
        sent: &Value,
        back: &Value,
    ) -> Result<(), Loss> {
        let merged = self.merged(schemas, sent);
        match (sent, back) {
            (Value::Array(sent), Value::Array(back)) if sent.len() == back.len() => {
                for (index, (sent, back)) in sent.iter().zip(back).enumerate() {
                    self.at(&format!("{pointer}/{index}"), &merged.item(index), sent, back)?;
                }
                Ok(())
            }
            (Value::Object(sent), Value::Object(back)) => {
                let is_default = |name: &str, value: &Value| {
                    let member = self.merged(&merged.member(name), value);
                    member.keyword("default").any(|default| default == value)
                };
                let mut added = back.iter().filter(|(name, _)| !sent.contains_key(*name));
                if let Some((name, _)) = added.find(|(name, value)| !is_default(name, value)) {
                    let pointer = format!("{pointer}/{}", token(name));
                    return Err(Loss::new(pointer, "came out of nowhere"));
                }
                for (name, sent) in sent {
                    let pointer = format!("{pointer}/{}", token(name));
                    match back.get(name) {
                        Some(back) => self.at(&pointer, &merged.member(name), sent, back)?,
                        // Outside the bodies of PATCH, null is an absent member.
                        None if sent.is_null() => {}
                        None if is_known(&merged, name) => {
                            return Err(Loss::new(pointer, "is lost"));
                        }
                        None => {}
                    }
                }
                Ok(())
            }
            _ if is_same(&merged, sent, back) => Ok(()),
            _ => Err(Loss::new(pointer, format!("is {back} instead of {sent}"))),
        }
    }
}

/// Returns whether the schema declares a member.
fn is_known(merged: &Merged<'_>, name: &str) -> bool {
    merged
        .member(name)
        .iter()
        .any(|schema| schema.keyword("type").is_some() || schema.keyword("$ref").is_some())
        || merged.properties().contains(&name)
}

fn is_same(merged: &Merged<'_>, sent: &Value, back: &Value) -> bool {
    let has_format = |name| merged.keyword("format").any(|format| format == name);
    match (sent, back) {
        (Value::String(sent), Value::String(back)) => {
            sent == back
                || has_format("uuid") && sent.eq_ignore_ascii_case(back)
                || has_format("date-time")
                    && DateTime::parse_from_rfc3339(sent) == DateTime::parse_from_rfc3339(back)
        }
        (Value::Number(sent), Value::Number(back)) => match (sent.as_f64(), back.as_f64()) {
            (Some(float), Some(decoded)) if sent.is_f64() || is_number(merged) => float == decoded,
            (Some(float), Some(decoded)) if back.is_f64() => float == decoded && is_exact(float),
            _ => sent == back,
        },
        _ => sent == back,
    }
}

/// Returns whether floats of this size represent integers exactly.
fn is_exact(float: f64) -> bool {
    float.abs() <= LARGEST_EXACT as f64
}

/// Returns whether a schema declares the type `number`, which includes integers.
fn is_number(merged: &Merged<'_>) -> bool {
    merged.keyword("type").next().is_some() && merged.types().contains(&"number")
}
