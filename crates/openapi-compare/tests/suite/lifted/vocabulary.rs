//! Schemas of OpenAPI 3.0, as keywords to be written beside each other.

use serde_json::{Value, json};
use std::sync::LazyLock;

/// Keywords that OpenAPI 3.0 and 3.1 read differently, and keywords to combine with them, such as
/// `format`. `D` is `{type: string}`.
pub static LIFTED: LazyLock<Vec<Value>> = LazyLock::new(|| {
    vec![
        json!({"nullable": true}),
        json!({"nullable": false}),
        json!({"minimum": 1, "exclusiveMinimum": true}),
        json!({"minimum": 1, "exclusiveMinimum": false}),
        json!({"exclusiveMinimum": true}),
        json!({"maximum": 2, "exclusiveMaximum": true, "nullable": true}),
        json!({"exclusiveMaximum": 2}),
        json!({"$ref": "#/components/schemas/D", "nullable": true}),
        json!({"$ref": "#/components/schemas/D"}),
        json!({"allOf": [{"$ref": "#/components/schemas/D"}], "nullable": true}),
        json!({"example": null}),
        json!({"format": "byte"}),
        json!({"format": "binary", "nullable": true}),
        json!({"format": "int32"}),
        json!({"x-json-schema": {"const": "a"}}),
        json!({"nullable": true, "x-json-schema": {"not": {"const": "a"}}}),
    ]
});

/// Keywords that both versions read alike.
pub static OTHERS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    vec![
        json!({}),
        json!({"type": "string"}),
        json!({"type": "integer"}),
        json!({"type": "number", "minimum": 1}),
        json!({"type": "number", "maximum": 2, "multipleOf": 1}),
        json!({"type": "boolean"}),
        json!({"type": "object"}),
        json!({"type": "array"}),
        json!({"enum": ["a"]}),
        json!({"enum": ["a", null]}),
        json!({"enum": [null]}),
        json!({"type": "string", "enum": [null]}),
        json!({"type": "string", "enum": ["a", "b"]}),
        json!({"type": "string", "enum": ["a", null]}),
        json!({"type": "integer", "enum": [1, 2]}),
        json!({"type": "string", "minLength": 1, "maxLength": 1}),
        json!({"type": "string", "pattern": "^a"}),
        json!({"type": "string", "format": "uuid"}),
        json!({"type": "object", "required": ["m"]}),
        json!({"properties": {"m": {"type": "string"}}, "additionalProperties": false}),
        json!({"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 1}),
        json!({"type": "array", "items": {"enum": [1]}, "minItems": 1, "uniqueItems": true}),
        json!({"allOf": [{"type": "string"}]}),
        json!({"allOf": [{"nullable": true, "type": "string"}, {"minLength": 1}]}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"oneOf": [{"type": "string", "nullable": true}, {"type": "integer"}]}),
        json!({"oneOf": [{"nullable": true, "enum": ["a"]}, {"nullable": true, "enum": ["b"]}]}),
        json!({"not": {"type": "string"}}),
        json!({"not": {"nullable": true, "enum": ["a"]}}),
    ]
});

/// Returns a schema with the keywords of both. Those of `other` replace equal names.
pub fn beside(one: &Value, other: &Value) -> Value {
    let mut both = one.clone();
    let other = other.as_object().unwrap().clone();
    both.as_object_mut().unwrap().extend(other);
    both
}
