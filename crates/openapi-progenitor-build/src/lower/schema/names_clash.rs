//! Collisions between the Rust field names of properties.

use std::collections::{BTreeSet, HashMap};

use openapi_document::Diagnostic;
use serde_json::Value;

use crate::lower::context::{Context, Object};
use crate::lower::names;

/// Marks the later ones of the properties of a type whose fields would have the same name.
pub(super) fn tell_apart(context: &mut Context<'_>) {
    let mut renamed: HashMap<String, String> = HashMap::new();
    let mut errors = Vec::new();
    for (schema, location) in context.types.done.values() {
        let mut properties = BTreeSet::new();
        collect(context, schema, &mut Vec::new(), &mut properties);
        let known = |property: &str| {
            renamed
                .get(property)
                .map_or(property.to_owned(), Clone::clone)
        };
        let mut fields: HashMap<String, &str> = HashMap::new();
        let mut clashes = Vec::new();
        // A property that is written as its field keeps its name.
        let mut properties: Vec<_> = properties.into_iter().collect();
        properties.sort_by_key(|property| names::field_name(property) != **property);
        for property in properties {
            match fields.get(&names::field_name(&known(property))) {
                Some(other) => clashes.push((*other, property)),
                None => {
                    fields.insert(names::field_name(&known(property)), property);
                }
            }
        }
        for (other, property) in clashes {
            let field = names::field_name(property);
            let marked = (2..)
                .map(|number: usize| names::marked(property, &number.to_string()))
                .find(|marked| !fields.contains_key(&names::field_name(marked)))
                .unwrap_or_default();
            fields.insert(names::field_name(&marked), property);
            let message = format!(
                "progenitor can't carry the properties `{other}` and `{property}` of one object: both are the field `{field}`"
            );
            errors.push(Diagnostic::error(location, message));
            renamed.insert(property.to_owned(), marked);
        }
    }
    if !context.has_marks {
        errors.into_iter().for_each(|error| context.push(error));
        return;
    }
    if !renamed.is_empty() {
        for (schema, _) in context.types.done.values_mut() {
            rename(schema, &renamed);
        }
    }
}

/// Collects the properties of a schema and of the schemas in its `allOf`.
fn collect<'s>(
    context: &'s Context<'_>,
    schema: &'s Object,
    seen: &mut Vec<&'s str>,
    properties: &mut BTreeSet<&'s str>,
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

/// Renames properties in a schema and in its `allOf`. A property has one name in all types,
/// because types are put together of others.
fn rename(schema: &mut Object, renamed: &HashMap<String, String>) {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        let own = std::mem::take(properties).into_iter();
        properties.extend(own.map(|(name, value)| match renamed.get(&name) {
            Some(marked) => (marked.clone(), value),
            None => (name, value),
        }));
    }
    for name in schema
        .get_mut("required")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        if let Some(marked) = name.as_str().and_then(|name| renamed.get(name)) {
            *name = marked.clone().into();
        }
    }
    let branches = schema.get_mut("allOf").and_then(Value::as_array_mut);
    let branches = branches.into_iter().flatten();
    branches
        .filter_map(Value::as_object_mut)
        .for_each(|branch| rename(branch, renamed));
}
