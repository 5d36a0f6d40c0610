//! Infers a type for schemas without `type` from their other keywords.

use std::collections::HashSet;

use openapi_document::{Diagnostic, Diagnostics, Schema, TypeName};
use serde_json::Value;

use super::is_numeric_format;
use crate::keywords::type_told_by;
use crate::merge::{Merged, json_type};

/// Sets the type of merged schemas without `type`, inferred from their other
/// keywords.
pub(super) fn infer_type(merged: &mut Merged<'_>, diagnostics: &mut Diagnostics) {
    if merged.types.is_some() {
        return;
    }
    if let Some(values) = &merged.values {
        let types: HashSet<_> = values.iter().map(|node| json_type(&node.to_json())).collect();
        match types.into_iter().collect::<Vec<_>>().as_slice() {
            [only] => merged.types = Some([*only].into()),
            types => {
                let listing = merged.schemas.iter().find_map(|schema| schema.keyword("enum"));
                if let Some(listing) = listing.filter(|_| !types.is_empty()) {
                    let message = "values of several types: the Rust type is `serde_json::Value`";
                    let help = "list the types in `type`, for a type that says more";
                    diagnostics.push(Diagnostic::warning(&listing.location, message).help(help));
                }
                let values = values.iter().map(|node| node.to_json()).collect();
                merged.values = None;
                merged.beyond("enum", values);
            }
        }
        return;
    }
    let keywords: HashSet<_> = merged.schemas.iter().flat_map(Schema::keywords).collect();
    // The branches of a union have types of their own.
    if keywords.contains("oneOf") || keywords.contains("anyOf") {
        return;
    }
    let types = [TypeName::Object, TypeName::Array, TypeName::String, TypeName::Number];
    let is_told = |one: &TypeName| keywords.iter().any(|name| type_told_by(name) == Some(*one));
    let inferred = if let Some(told) = types.into_iter().find(is_told) {
        told
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
