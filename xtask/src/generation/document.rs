//! A large OpenAPI 3.1 document, of the kind that a company's whole API fills.

use serde_json::{Map, Value, json};

/// The number of operations.
pub const OPERATIONS: usize = 400;

/// The minimum size of the document in bytes.
pub const SIZE: usize = 3_000_000;

/// The properties of each object.
const PROPERTIES: usize = 24;

/// Returns a document with [`OPERATIONS`] operations and one object type for each, in
/// JSON of at least [`SIZE`] bytes.
pub fn document() -> String {
    let mut paths = Map::new();
    let mut schemas = Map::new();
    for index in 0..OPERATIONS {
        paths.insert(format!("/records{index}/{{id}}"), path(index));
        schemas.insert(format!("Record{index}"), record(index));
    }
    schemas.insert("Error".to_owned(), error());
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": "Records", "version": "1.0.0" },
        "paths": paths,
        "components": { "schemas": schemas },
    });
    let text = serde_json::to_string_pretty(&document).expect("JSON has a text");
    assert!(text.len() >= SIZE, "{} bytes", text.len());
    text
}

fn path(index: usize) -> Value {
    let content = |schema: String| json!({ "application/json": { "schema": { "$ref": schema } } });
    let record = format!("#/components/schemas/Record{index}");
    json!({ "put": {
        "operationId": format!("replace_record{index}"),
        "description": description(index),
        "parameters": [
            { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } },
            { "name": "tags", "in": "query", "schema": {
                "type": "array", "items": { "type": "string", "minLength": 1 }
            } },
        ],
        "requestBody": { "required": true, "content": content(record.clone()) },
        "responses": {
            "200": { "description": "The record.", "content": content(record) },
            "4XX": {
                "description": "An error of the request.",
                "content": content("#/components/schemas/Error".to_owned()),
            },
        },
    } })
}

fn record(index: usize) -> Value {
    let properties = (0..PROPERTIES).map(|property| {
        let mut schema = match property % 6 {
            0 => json!({ "type": "string", "maxLength": 100, "pattern": "^[a-z]+$" }),
            1 => json!({ "type": ["integer", "null"], "minimum": 0 }),
            2 => json!({ "enum": ["draft", "published", "deleted"] }),
            3 => json!({ "type": "array", "items": { "type": "number" }, "maxItems": 9 }),
            // One of the first records, which contain no others.
            4 if index >= PROPERTIES => {
                let record = index % PROPERTIES;
                json!({ "$ref": format!("#/components/schemas/Record{record}") })
            }
            _ => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        };
        schema["description"] = description(property).into();
        (format!("property{property}"), schema)
    });
    json!({
        "type": "object",
        "description": description(index),
        "required": ["property0", "property1"],
        "properties": properties.collect::<Map<_, _>>(),
    })
}

fn error() -> Value {
    json!({
        "type": "object",
        "required": ["message"],
        "properties": { "message": { "type": "string" } },
    })
}

fn description(number: usize) -> String {
    format!("Description {number}. {}", "It has many words. ".repeat(5))
}
