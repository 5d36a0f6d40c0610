//! Generates a document of any size that resembles real ones: resources with the
//! usual operations, whose schemas refer to each other, extend each other and are
//! recursive. The result is deterministic.

use crate::resource::Resource;
use serde_json::{Map, Value, json};

/// The text around each part that occurs once in the whole document.
const AROUND: &str = "paths:\ncomponents:\n  schemas:\n";

/// Returns a document of at least `bytes` as YAML.
pub fn document(bytes: usize) -> Value {
    let mut paths = Map::new();
    let mut schemas = Map::new();
    schemas.insert("Problem".to_owned(), problem());
    let mut written = 0;
    let mut number = 0;
    while written < bytes {
        let mut resource = Resource::new(number);
        let part = json!({
            "paths": resource.paths(),
            "components": { "schemas": resource.schemas() },
        });
        written += serde_yaml_ng::to_string(&part).unwrap().len() - AROUND.len();
        paths.extend(object(&part["paths"]));
        schemas.extend(object(&part["components"]["schemas"]));
        number += 1;
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Large", "version": "1.0.0" },
        "security": [{ "token": [] }],
        "paths": paths,
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "parameters": {
                "Limit": { "name": "limit", "in": "query", "schema": { "type": "integer", "format": "int32", "minimum": 1, "maximum": 1000 } },
                "Trace": { "name": "X-Trace", "in": "header", "schema": { "type": "string", "minLength": 1 } },
            },
            "responses": {
                "Problem": {
                    "description": "What went wrong",
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
                },
            },
            "schemas": schemas,
        },
    })
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn problem() -> Value {
    json!({
        "type": "object",
        "required": ["code", "message"],
        "properties": {
            "code": { "type": "integer", "format": "int32" },
            "message": { "type": "string" },
            "details": { "type": "array", "items": { "$ref": "#/components/schemas/Problem" } },
        },
    })
}
