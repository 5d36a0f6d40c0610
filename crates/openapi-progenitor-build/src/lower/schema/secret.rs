//! Finds the types and the fields that `Debug` must not show: passwords, and members that a
//! service never sends.

use std::collections::{BTreeSet, HashSet};

use indexmap::IndexMap;
use openapi_document::Location;
use serde_json::{Value, json};

use crate::lower::context::Object;
use crate::lower::names;

/// Returns whether a lowered schema, which is no reference, is one of a secret, or of several.
pub(crate) fn is_secret(schema: &Object) -> bool {
    let inner = ["items", "additionalProperties"].map(|keyword| schema.get(keyword));
    let mut inner = inner.into_iter().flatten().filter_map(Value::as_object);
    schema.get("format") == Some(&json!("password"))
        || schema.get("writeOnly") == Some(&json!(true))
        || inner.any(is_secret)
}

/// Returns the names of the types and of their fields, an empty one for a type that is a secret.
pub(super) fn secrets(
    components: &IndexMap<String, (Object, &Location)>,
) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for (name, (schema, _)) in components {
        let mut add = |field| found.insert((names::type_name(name), field));
        let (mut pending, mut visited) = (vec![schema], HashSet::new());
        while let Some(schema) = pending.pop() {
            if is_secret(schema) {
                add(String::new());
            }
            let fields = schema.get("properties").and_then(Value::as_object);
            for (field, property) in fields.into_iter().flatten() {
                if property.as_object().is_some_and(is_secret) {
                    add(names::field_name(field));
                }
            }
            let parts = ["allOf", "anyOf", "oneOf"].map(|keyword| schema.get(keyword));
            let parts = parts.into_iter().flatten().filter_map(Value::as_array);
            pending.extend(parts.flatten().filter_map(Value::as_object));
            let target = schema.get("$ref").and_then(Value::as_str);
            let target = target.and_then(|target| target.rsplit('/').next());
            if let Some(target) = target.filter(|target| visited.insert(*target)) {
                pending.extend(components.get(target).map(|(schema, _)| schema));
            }
        }
    }
    found
}
