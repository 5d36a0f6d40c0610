//! The keywords of JSON Schema and OpenAPI, by their treatment in the generator.
//!
//! A keyword in none of these lists is reported. Dropping it silently would lose
//! its assertion: neither the types nor the emitted document would contain it.

use openapi_model::{Diagnostic, Diagnostics, Schema};

/// Expressed by a Rust type.
const SHAPE: [&str; 13] = [
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "discriminator",
    "enum",
    "format",
    "items",
    "oneOf",
    "properties",
    "required",
    "type",
];

/// Expressed by the emitted schema and enforced at run time, but not expressed by a
/// type.
pub(crate) const RULES: [&str; 13] = [
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "uniqueItems",
];

/// Annotations, which only people read (JSON Schema Validation §8 and §9, OpenAPI
/// §4.8.24).
const ANNOTATIONS: [&str; 15] = [
    "$comment",
    "$defs",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "deprecated",
    "description",
    "example",
    "examples",
    "externalDocs",
    "readOnly",
    "title",
    "writeOnly",
    "xml",
];

/// Enforced at run time, but expressed neither by a type nor by OpenAPI 3.0. They
/// go into the emitted schema unchanged, under [`EXTENSION`].
pub(crate) const BEYOND: [&str; 14] = [
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "maxContains",
    "minContains",
    "not",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The extension of a 3.0 schema that contains keywords which 3.0 doesn't have.
pub(crate) const EXTENSION: &str = "x-json-schema";

/// Keywords that identify schemas, dialects or vocabularies other than by a JSON
/// Pointer.
const UNSUPPORTED: [&str; 7] = [
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveRef",
    "$schema",
    "$vocabulary",
];

/// Reports every unsupported or unknown keyword of a schema.
pub(crate) fn check(schema: &Schema<'_>, diagnostics: &mut Diagnostics) {
    for name in schema.keywords() {
        let known = SHAPE.contains(&name)
            || RULES.contains(&name)
            || BEYOND.contains(&name)
            || ANNOTATIONS.contains(&name);
        if known || name.starts_with("x-") {
            continue;
        }
        let location = schema
            .keyword(name)
            .map_or(schema.location(), |node| &node.location);
        diagnostics.push(if UNSUPPORTED.contains(&name) {
            Diagnostic::error(location, format!("the keyword `{name}` is not supported"))
        } else {
            // JSON Schema Core §4.3.1: an unknown keyword has no effect.
            let message =
                format!("`{name}` is no keyword of JSON Schema 2020-12, so it says nothing");
            let diagnostic = Diagnostic::warning(location, message);
            match name {
                "nullable" => diagnostic.help("in OpenAPI 3.1 say `type: [string, \"null\"]`"),
                _ => diagnostic.help("begin the name of an extension with `x-`"),
            }
        });
    }
}

/// Returns whether a keyword has no effect on which values are accepted.
pub(crate) fn is_annotation(name: &str) -> bool {
    ANNOTATIONS.contains(&name) || name.starts_with("x-") || name == "discriminator"
}
