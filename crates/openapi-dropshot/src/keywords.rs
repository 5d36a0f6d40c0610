//! The keywords of JSON Schema and OpenAPI, by what is done with them.
//!
//! A keyword in none of these lists is refused. It must never be left out in
//! silence: what it says would then be neither in the types nor in the emitted
//! document.

use openapi_model::{Diagnostic, Diagnostics, Schema};

/// Said by the shape of a Rust type.
const SHAPE: [&str; 13] = [
    "$ref", "additionalProperties", "allOf", "anyOf", "const", "discriminator", "enum", "format",
    "items", "oneOf", "properties", "required", "type",
];

/// Said by the emitted schema and enforced at run time, but not by a type.
pub(crate) const RULES: [&str; 13] = [
    "exclusiveMaximum", "exclusiveMinimum", "maxItems", "maxLength", "maxProperties", "maximum",
    "minItems", "minLength", "minProperties", "minimum", "multipleOf", "pattern", "uniqueItems",
];

/// Said to people only (JSON Schema Validation §8 and §9, OpenAPI §4.8.24).
const ANNOTATIONS: [&str; 14] = [
    "$comment", "$defs", "contentEncoding", "contentMediaType", "default", "deprecated", "description",
    "example", "examples", "externalDocs", "readOnly", "title", "writeOnly", "xml",
];

/// Reports every keyword of a schema that is not handled.
pub(crate) fn check(schema: &Schema<'_>, diagnostics: &mut Diagnostics) {
    for name in schema.keywords() {
        let known = SHAPE.contains(&name) || RULES.contains(&name) || ANNOTATIONS.contains(&name);
        if known || name.starts_with("x-") {
            continue;
        }
        let location = schema.keyword(name).map_or(schema.location(), |node| &node.location);
        let diagnostic = Diagnostic::error(location, format!("the keyword `{name}` is not supported"));
        diagnostics.push(match name {
            "nullable" => diagnostic.help("in OpenAPI 3.1 say `type: [string, \"null\"]`"),
            _ => diagnostic,
        });
    }
}

/// Whether a keyword says nothing about which values are accepted.
pub(crate) fn is_annotation(name: &str) -> bool {
    ANNOTATIONS.contains(&name) || name.starts_with("x-") || name == "discriminator"
}
