//! Finds the schemas in a document given as plain JSON, and changes a value at a
//! pointer. The module knows nothing about the meaning of a change.

use serde_json::Value;

/// Returns the JSON Pointers of all schemas that are in use.
pub fn schemas(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    traverse(document, "", &mut found);
    found
}

/// Keywords whose value is a schema, a list of schemas, or a map to schemas.
const SCHEMA: [&str; 10] = [
    "additionalProperties",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAP: [&str; 3] = ["dependentSchemas", "patternProperties", "properties"];

fn traverse(value: &Value, pointer: &str, found: &mut Vec<String>) {
    for (token, one) in children(value) {
        let below = format!("{pointer}/{}", escaped(&token));
        let is_component = pointer == "/components/schemas" && !only_defines(one);
        if token == "schema" || is_component {
            subschemas(one, &below, found);
        } else {
            traverse(one, &below, found);
        }
    }
}

/// Adds the pointers of the schema at `pointer` and of all schemas in it.
pub fn subschemas(schema: &Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    for (keyword, part) in schema.as_object().into_iter().flatten() {
        let below = format!("{pointer}/{}", escaped(keyword));
        if SCHEMA.contains(&keyword.as_str()) {
            subschemas(part, &below, found);
        } else if LIST.contains(&keyword.as_str()) || MAP.contains(&keyword.as_str()) {
            for (token, one) in children(part) {
                subschemas(one, &format!("{below}/{}", escaped(&token)), found);
            }
        }
    }
}

/// Returns whether a schema only contains definitions, and isn't used itself.
fn only_defines(schema: &Value) -> bool {
    let members = schema.as_object();
    members.is_some_and(|members| members.len() == 1 && members.contains_key("$defs"))
}

pub fn children(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Object(members) => members.iter().map(|(name, one)| (name.clone(), one)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, one)| (index.to_string(), one)).collect()
        }
        _ => Vec::new(),
    }
}

pub fn escaped(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// Returns the document with the value at `pointer` changed.
pub fn changed(document: &Value, pointer: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut copy = document.clone();
    change(copy.pointer_mut(pointer).expect("the pointer was taken from the document"));
    copy
}

/// Returns the value as JSON text with the members of each object in reverse order.
pub fn backwards(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev();
            let members = members
                .map(|(name, one)| format!("{}: {}", Value::from(name.as_str()), backwards(one)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(",\n"))
        }
        Value::Array(items) => {
            let items = items.iter().map(backwards);
            format!("[{}]", items.collect::<Vec<_>>().join(",\n"))
        }
        other => other.to_string(),
    }
}
