//! The defaults of parameters and of members, which an absent value gets.

use std::collections::HashSet;

use chrono::DateTime;
use openapi_document::{Diagnostic, Diagnostics, Node, Schema, TypeName, known_values};
use serde_json::Value;
use uuid::Uuid;

use super::{Definition, Kind, Shape, Types, reached, unaliased};
use crate::merge::{Merged, not_null};

impl Types<'_> {
    /// Leaves the absent members of a type absent: in the body of a PATCH they mean that
    /// nothing changes. `form` has its definitions if those are not among the others.
    pub fn keep_absent(&mut self, shape: &Shape, form: &mut [Definition]) {
        let names = reached(form, [shape]);
        remove(form, &names);
        self.kept_absent.extend(names.into_iter().map(|name| Kind::Named(name).into()));
    }
}

/// Returns the default of an optional member.
pub(super) fn of_member<'d>(
    name: &str,
    schemas: &[Schema<'d>],
    shape: &Shape,
    diagnostics: &mut Diagnostics,
) -> Option<Value> {
    let (node, schema) = schemas.iter().find_map(|schema| {
        let default = |one: Schema<'d>| one.keyword("default");
        Some((default(*schema).or_else(|| default(unaliased(*schema)))?, *schema))
    })?;
    let owner = format!("member `{name}`");
    applied(node, schema, &shape.kind, &owner, diagnostics)
}

/// Returns a default that the type can represent. Another one is reported and not applied.
pub fn applied(
    node: &Node,
    schema: Schema<'_>,
    kind: &Kind,
    owner: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Value> {
    let (value, schema) = (node.to_json(), not_null(schema));
    let fits = fits(&value, schema, kind);
    // Without an effect: what is absent has no value.
    if !fits && !value.is_null() {
        let message = format!("the default of the {owner} is not applied");
        let reason = if is_supported(schema, kind) {
            "its type does not allow the value"
        } else {
            "a default of its type is not supported"
        };
        let warning = Diagnostic::warning(&node.location, format!("{message}: {reason}"));
        diagnostics.push(warning);
    }
    fits.then_some(value)
}

/// Returns whether a type can have a default.
fn is_supported(schema: Schema<'_>, kind: &Kind) -> bool {
    match kind {
        Kind::Any | Kind::Object | Kind::Null | Kind::File | Kind::Map(_) => false,
        Kind::Named(_) => enumerated(schema).is_some() || is_open_text(schema),
        Kind::Array(items) => {
            let schema = unaliased(schema).schema("items").ok().flatten();
            schema.is_some_and(|schema| is_supported(schema, &items.kind))
        }
        _ => true,
    }
}

/// Returns the values that a schema lists.
fn enumerated(schema: Schema<'_>) -> Option<Vec<Value>> {
    let values = Merged::new(&[schema], &mut Diagnostics::default()).values?;
    Some(values.into_iter().map(Node::to_json).collect())
}

/// Returns whether the values of a schema are texts of which some are known.
fn is_open_text(schema: Schema<'_>) -> bool {
    let schema = unaliased(schema);
    let types = schema.types().ok().flatten();
    types.is_some_and(|types| types.contains(&TypeName::String))
        && matches!(known_values(schema.node(), TypeName::String), Ok(Some(_)))
}

/// Returns whether a type without parts can represent a value.
pub(super) fn fits_kind(value: &Value, kind: &Kind) -> bool {
    let text = value.as_str().unwrap_or_default();
    match kind {
        Kind::Integer(name) => value.as_i64().is_some_and(|value| is_of(value, name)),
        Kind::Number(_) => value.is_number(),
        Kind::Boolean => value.is_boolean(),
        Kind::String => value.is_string(),
        Kind::DateTime => DateTime::parse_from_rfc3339(text).is_ok(),
        Kind::Date => DateTime::parse_from_rfc3339(&format!("{text}T00:00:00Z")).is_ok(),
        Kind::Uuid => Uuid::try_parse(text).is_ok(),
        _ => false,
    }
}

/// Returns whether a type can represent a default.
fn fits(value: &Value, schema: Schema<'_>, kind: &Kind) -> bool {
    match kind {
        Kind::Named(_) => match enumerated(schema) {
            Some(enumerated) => enumerated.contains(value),
            None => value.is_string() && is_open_text(schema),
        },
        Kind::Array(items) => {
            let schema = unaliased(schema).schema("items").ok().flatten();
            let Some((values, schema)) = value.as_array().zip(schema) else {
                return false;
            };
            let fits = |value| fits(value, schema, &items.kind);
            values.iter().all(fits)
        }
        _ => fits_kind(value, kind),
    }
}

/// Returns whether an integer type has a value.
fn is_of(value: i64, name: &str) -> bool {
    match name {
        "i8" => i8::try_from(value).is_ok(),
        "i16" => i16::try_from(value).is_ok(),
        "i32" => i32::try_from(value).is_ok(),
        "u8" => u8::try_from(value).is_ok(),
        "u16" => u16::try_from(value).is_ok(),
        "u32" => u32::try_from(value).is_ok(),
        "u64" => u64::try_from(value).is_ok(),
        _ => true,
    }
}

/// Removes the defaults of the definitions with these names.
pub(super) fn remove(definitions: &mut [Definition], names: &HashSet<String>) {
    for definition in definitions {
        if names.contains(&definition.name) {
            let fields = definition.body.fields_mut();
            fields.iter_mut().for_each(|field| field.default = None);
        }
    }
}
