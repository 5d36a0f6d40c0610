//! Infers a type for schemas without `type` from their other keywords.

use std::collections::HashSet;

use openapi_document::{Diagnostic, Diagnostics, Node, TypeName};
use serde_json::Value;

use super::is_numeric_format;
use crate::merge::Merged;

/// Sets the type of merged schemas without `type`, inferred from their other
/// keywords.
pub(super) fn infer_type(merged: &mut Merged<'_>, diagnostics: &mut Diagnostics) {
    if merged.types.is_some() {
        return;
    }
    if let Some(values) = &merged.values {
        let types: HashSet<_> = values.iter().map(|node| json_type(node)).collect();
        match types.into_iter().collect::<Vec<_>>().as_slice() {
            [only] => merged.types = Some([*only].into()),
            _ => {
                let values = values.iter().map(|node| node.to_json()).collect();
                merged.values = None;
                merged.beyond("enum", values);
            }
        }
        return;
    }
    let has_any = |keywords: &[&str]| {
        let schemas = merged.schemas.iter();
        schemas.clone().any(|schema| schema.keywords().any(|name| keywords.contains(&name)))
    };
    // The branches of a union have types of their own.
    if has_any(&["oneOf", "anyOf"]) {
        return;
    }
    let inferred = if has_any(&[
        "properties",
        "additionalProperties",
        "required",
        "minProperties",
        "maxProperties",
    ]) {
        TypeName::Object
    } else if has_any(&["items", "minItems", "maxItems", "uniqueItems"]) {
        TypeName::Array
    } else if has_any(&["minLength", "maxLength", "pattern"]) {
        TypeName::String
    } else if has_any(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"])
    {
        TypeName::Number
    } else if let Some(format) = merged.format {
        match format {
            "float" | "double" => TypeName::Number,
            _ if is_numeric_format(format) => TypeName::Integer,
            _ => TypeName::String,
        }
    } else {
        return;
    };
    let message = format!(
        "no `type`; only {inferred} values are taken, where the document allows any other too"
    );
    let diagnostic = Diagnostic::warning(merged.schemas[0].location(), message);
    diagnostics.push(diagnostic.help(format!("say `type: {inferred}`")));
    merged.types = Some([inferred].into());
    // The emitted document says no more than the document: it has no type either.
    merged.beyond("type", Value::Null);
}

fn json_type(node: &Node) -> TypeName {
    match &node.value {
        openapi_document::Value::Null => TypeName::Null,
        openapi_document::Value::Bool(_) => TypeName::Boolean,
        openapi_document::Value::Number(_) => match node.as_written() {
            Some(number) if number.is_f64() => TypeName::Number,
            _ => TypeName::Integer,
        },
        openapi_document::Value::String(_) => TypeName::String,
        openapi_document::Value::Sequence(_) => TypeName::Array,
        openapi_document::Value::Mapping(_) => TypeName::Object,
    }
}
