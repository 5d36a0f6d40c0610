//! Collisions between the Rust field names of properties.

use std::collections::HashMap;

use serde_json::Value;

use crate::lower::context::{Context, Object};
use crate::lower::names;

/// Adds an error for every type with two fields of the same name.
pub(super) fn check(context: &mut Context<'_>) {
    let mut clashes = Vec::new();
    for (schema, location) in context.types.done.values() {
        let mut properties = Vec::new();
        collect(context, schema, &mut Vec::new(), &mut properties);
        properties.sort_unstable();
        properties.dedup();
        let mut fields = HashMap::new();
        for property in properties {
            let field = names::field_name(property);
            let other = *fields.entry(field.clone()).or_insert(property);
            if other != property {
                clashes.push((*location, format!("progenitor can't carry the properties `{other}` and `{property}` of one object: both are the field `{field}`")));
            }
        }
    }
    for (location, message) in clashes {
        context.error(location, message);
    }
}

/// Collects the properties of a schema and of the schemas in its `allOf`.
fn collect<'s>(
    context: &'s Context<'_>,
    schema: &'s Object,
    seen: &mut Vec<&'s str>,
    properties: &mut Vec<&'s str>,
) {
    let own = schema.get("properties").and_then(Value::as_object);
    properties.extend(own.into_iter().flatten().map(|(name, _)| name.as_str()));
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let name = name.rsplit('/').next().unwrap_or_default();
        if !seen.contains(&name)
            && let Some((target, _)) = context.types.done.get(name)
        {
            seen.push(name);
            collect(context, target, seen, properties);
        }
    }
    let branches = schema.get("allOf").and_then(Value::as_array);
    for branch in branches.into_iter().flatten().filter_map(Value::as_object) {
        collect(context, branch, seen, properties);
    }
}
