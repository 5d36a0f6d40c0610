//! Finds the members for which null and absent mean different things: those of the types that
//! the body of a PATCH contains, which are optional and accept null.
//!
//! Elsewhere a client sends neither, because `Option<Option<_>>` is worse to read.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use indexmap::IndexMap;
use openapi_document::{Api, Location, Method, Pointer, Schema};
use serde_json::{Value, json};

use super::parts;
use crate::lower::context::{Context, Object};
use crate::lower::names;

/// The extension of a lowered property, which [`told_apart`] removes.
const MARK: &str = "x-null-and-absent";

/// Returns the schemas that the bodies of PATCH contain.
pub(crate) fn patched<'d>(api: &Api<'d>) -> HashSet<&'d Pointer> {
    let mut visited = HashSet::new();
    let operations = api.operations.iter();
    let patches = operations.filter(|operation| operation.method == Method::Patch);
    let bodies = patches.filter_map(|patch| patch.request_body.as_ref());
    let mut pending: Vec<Schema<'d>> = bodies
        .flat_map(|body| body.content.iter().filter_map(|content| content.schema))
        .collect();
    while let Some(schema) = pending.pop() {
        if !visited.insert(&schema.location().pointer) {
            continue;
        }
        pending.extend(parts(schema));
        let members = schema.named_schemas("properties").unwrap_or_default();
        pending.extend(members.into_iter().map(|(_, member)| member));
        let others = ["items", "additionalProperties"].map(|keyword| schema.schema(keyword));
        pending.extend(others.into_iter().filter_map(|other| other.ok().flatten()));
    }
    visited
}

/// Marks a lowered property.
pub(super) fn mark(property: &mut Object) {
    property.insert(MARK.to_owned(), json!(true));
}

/// Removes the marks. Returns the names of the types and of their fields.
pub(super) fn told_apart(context: &mut Context<'_>) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    if context.patched.is_empty() {
        return found;
    }
    let components = &context.types.done;
    for (name, (schema, _)) in components {
        let mut fields = BTreeMap::new();
        collect(components, schema, &mut HashSet::new(), &mut fields);
        let fields = fields.into_iter().filter(|(_, is_marked)| *is_marked);
        let fields = fields.map(|(field, _)| names::field_name(field));
        found.extend(fields.map(|field| (names::type_name(name), field)));
    }
    for (schema, _) in context.types.done.values_mut() {
        unmark(schema);
    }
    found
}

/// Adds the properties of a type, and whether they are marked. One that is required is not.
fn collect<'c>(
    components: &'c IndexMap<String, (Object, &Location)>,
    schema: &'c Object,
    visited: &mut HashSet<&'c str>,
    fields: &mut BTreeMap<&'c str, bool>,
) {
    let required = schema.get("required").and_then(Value::as_array);
    let required = required.into_iter().flatten().filter_map(Value::as_str);
    fields.extend(required.map(|name| (name, false)));
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let is_marked = property.get(MARK).is_some();
        fields.entry(name).or_insert(is_marked);
    }
    let reference = schema.get("$ref").and_then(Value::as_str);
    if let Some(name) = reference.and_then(|reference| reference.rsplit('/').next())
        && visited.insert(name)
        && let Some((target, _)) = components.get(name)
    {
        collect(components, target, visited, fields);
    }
    let parts = schema.get("allOf").and_then(Value::as_array);
    for part in parts.into_iter().flatten().filter_map(Value::as_object) {
        collect(components, part, visited, fields);
    }
}

fn unmark(schema: &mut Object) {
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (_, property) in properties.into_iter().flatten() {
        if let Some(property) = property.as_object_mut() {
            property.remove(MARK);
        }
    }
    let parts = schema.get_mut("allOf").and_then(Value::as_array_mut);
    for part in parts.into_iter().flatten().filter_map(Value::as_object_mut) {
        unmark(part);
    }
}
