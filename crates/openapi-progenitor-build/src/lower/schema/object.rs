//! Lowers objects: properties, required properties, and additional properties.

use openapi_document::{Diagnostic, Schema};
use serde_json::{Value, json};

use super::assertions::{copy_count, mention_narrowing};
use super::nullability::accepts_null;
use super::{null, usage};
use crate::lower::context::{Context, Object};
use crate::lower::names;

/// Keywords whose subschemas apply to the same object.
const APPLIED_IN_PLACE: [&str; 7] = [
    "$ref",
    "allOf",
    "anyOf",
    "dependentSchemas",
    "if",
    "not",
    "oneOf",
];

pub(super) fn lower<'d>(context: &mut Context<'d>, schema: Schema<'d>, name: &str) -> Object {
    let mut lowered = Object::new();
    let mut required = context.or_default(schema.required());
    required.sort_unstable();
    required.dedup();
    let mut properties = Object::new();
    let is_patch = context.patched.contains(&schema.location().pointer);
    for (property, value) in context.or_default(schema.named_schemas("properties")) {
        let required = required.contains(&property);
        let value = self::property(context, value, name, property, required, is_patch);
        properties.insert(property.to_owned(), value.into());
    }
    let fields: Vec<_> = properties.keys().cloned().collect();
    if !properties.is_empty() {
        lowered.insert("properties".to_owned(), properties.into());
    }
    if !required.is_empty() {
        lowered.insert("required".to_owned(), json!(required));
    }
    if let Some(additional) = additional(context, schema, name) {
        // The generated field for additional properties is named `extra`.
        let clash = fields
            .iter()
            .find(|field| names::field_name(field) == "extra");
        match clash.filter(|_| additional.is_object()) {
            Some(clash) => {
                let message = format!(
                    "progenitor can't carry `additionalProperties` beside a property `{clash}`; the client doesn't know them"
                );
                context.warn(schema.location(), message);
            }
            None => {
                lowered.insert("additionalProperties".to_owned(), additional);
            }
        }
    }
    copy_count(context, schema, "minProperties", &mut lowered);
    copy_count(context, schema, "maxProperties", &mut lowered);
    mention_narrowing(context, schema, &["propertyNames"]);
    lowered
}

fn property<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    name: &str,
    property: &str,
    required: bool,
    is_patch: bool,
) -> Object {
    let preferred_name = format!("{}{}", names::type_name(name), names::type_name(property));
    let mut lowered = usage(context, schema, &preferred_name);
    if required {
        return lowered;
    }
    let accepts_null = accepts_null(context, schema);
    if accepts_null && is_patch && context.has_marks {
        null::mark(&mut lowered);
    } else if accepts_null {
        let message =
            format!("the client doesn't tell null from absent for `{property}`, and sends neither");
        context.push(
            Diagnostic::warning(schema.location(), message)
                .help("require the property, if null and absent mean different things; the body of a PATCH tells them apart"),
        );
    }
    // typify treats an empty array or map that is optional as absent and doesn't
    // send it. In an `Option`, it is sent.
    let collection = ["array", "object"].map(Value::from);
    if lowered
        .get("type")
        .is_some_and(|kind| collection.contains(kind))
    {
        lowered.insert("nullable".to_owned(), json!(true));
    }
    lowered
}

/// Returns the schema of additional properties, for which 3.0 has a single keyword.
fn additional<'d>(context: &mut Context<'d>, schema: Schema<'d>, name: &str) -> Option<Value> {
    let patterns = context.or_default(schema.named_schemas("patternProperties"));
    let mut additional = context.or_default(schema.schema("additionalProperties"));
    if let Some(node) = schema.keyword("unevaluatedProperties") {
        let alone = additional.is_none()
            && !APPLIED_IN_PLACE
                .iter()
                .any(|&keyword| schema.keyword(keyword).is_some());
        if alone {
            // In this case it is equivalent to `additionalProperties` (JSON Schema
            // Core §11.3).
            additional = context.or_default(schema.schema("unevaluatedProperties"));
        } else {
            let message = "progenitor can't carry `unevaluatedProperties` here; the type is wider";
            context.warn(&node.location, message);
        }
    }
    let additional = match (patterns.as_slice(), additional) {
        ([], additional) => additional?,
        ([(_, value)], Some(additional))
            if additional.boolean() == Some(false) && schema.keyword("properties").is_none() =>
        {
            mention_narrowing(context, schema, &["patternProperties"]);
            *value
        }
        _ => {
            mention_narrowing(context, schema, &["patternProperties"]);
            return None;
        }
    };
    match additional.boolean() {
        Some(boolean) => Some(json!(boolean)),
        None => {
            let preferred_name = format!("{}Value", names::type_name(name));
            Some(usage(context, additional, &preferred_name).into())
        }
    }
}
