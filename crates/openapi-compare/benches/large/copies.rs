//! Copies a document several times into one, each copy under its own path and with
//! its own components. Both sides of a comparison are copied alike, so equal
//! documents have equal copies.

use serde_json::{Map, Value};

/// Security schemes belong to the whole document.
const SHARED: &str = "securitySchemes";

/// Returns one document with `count` copies of `document`.
pub fn copies(document: &Value, count: usize) -> Value {
    let mut all = document.clone();
    let mut paths = Map::new();
    let mut components = Map::new();
    for number in 0..count {
        let copy = renamed(document, number);
        for (path, item) in members(&copy["paths"]) {
            paths.insert(format!("/copy-{number}{path}"), item.clone());
        }
        for (kind, named) in members(&copy["components"]) {
            let known =
                components.entry(kind.as_str()).or_insert_with(|| Value::Object(Map::new()));
            for (name, component) in members(named) {
                let name = match kind.as_str() {
                    SHARED => name.clone(),
                    _ => format!("Copy{number}{name}"),
                };
                known[&name] = component.clone();
            }
        }
    }
    all["paths"] = Value::Object(paths);
    all["components"] = Value::Object(components);
    all
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// Returns a copy whose references lead to its own components and whose operations
/// have ids of their own.
fn renamed(value: &Value, number: usize) -> Value {
    match value {
        Value::String(text) => Value::String(reference(text, number)),
        Value::Array(items) => items.iter().map(|item| renamed(item, number)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, member)| {
                let member = match (key.as_str(), member) {
                    ("operationId", Value::String(id)) => {
                        Value::String(format!("copy-{number}-{id}"))
                    }
                    _ => renamed(member, number),
                };
                (key.clone(), member)
            })
            .collect(),
        other => other.clone(),
    }
}

fn reference(text: &str, number: usize) -> String {
    let component = text.strip_prefix("#/components/");
    match component.and_then(|component| component.split_once('/')) {
        Some((kind, name)) => format!("#/components/{kind}/Copy{number}{name}"),
        None => text.to_owned(),
    }
}
