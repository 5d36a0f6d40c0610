//! Names the subtypes of a component in the mapping of its discriminator.
//!
//! A value of a component with a discriminator, and without `oneOf` and `anyOf`, can be a value of
//! each component that extends it by `allOf`. The names of these components are the values of the
//! discriminator (OpenAPI 3.1.1 §4.8.25). No `$ref` leads to them from where the component is
//! used. The mapping does, so that a part of the document contains them.

use std::collections::HashSet;

use crate::{Location, Node, Pointer, Value, restrict};

pub(crate) fn name(root: &mut Node) {
    let Some(schemas) = root.get("components").and_then(|all| all.get("schemas")) else {
        return;
    };
    let mut named = Vec::new();
    for (base, schema) in schemas.members() {
        if is_base(schema) {
            let extending = schemas.members().map(|(name, _)| name);
            let extending = extending.filter(|name| extends(schemas, name, base));
            named.push((
                base.to_owned(),
                extending.map(str::to_owned).collect::<Vec<_>>(),
            ));
        }
    }
    for (base, subtypes) in named {
        let discriminator = restrict::component("schemas", &base).join("discriminator");
        if let Some(node) = root.at_mut(&discriminator).filter(|_| !subtypes.is_empty()) {
            map(node, &subtypes);
        }
    }
}

/// Returns whether a schema has a discriminator for the schemas that extend it.
pub(crate) fn is_base(schema: &Node) -> bool {
    let has = |keyword| schema.get(keyword).is_some();
    has("discriminator") && !has("oneOf") && !has("anyOf")
}

/// Returns whether a component extends another one by `allOf`, also through others.
fn extends(schemas: &Node, name: &str, base: &str) -> bool {
    let mut known = HashSet::new();
    let mut pending = parents(schemas, name);
    while let Some(parent) = pending.pop() {
        if parent == base {
            return name != base;
        }
        if known.insert(parent.clone()) {
            pending.extend(parents(schemas, &parent));
        }
    }
    false
}

fn parents(schemas: &Node, name: &str) -> Vec<String> {
    let all = schemas.get(name).and_then(|schema| schema.get("allOf"));
    let parents = all.map_or(&[][..], Node::items).iter();
    let parents = parents.filter_map(|parent| component(parent.get("$ref")?.string()?));
    parents.collect()
}

/// Returns the name of the component schema that a reference leads to.
fn component(reference: &str) -> Option<String> {
    let tokens: Vec<_> = Pointer::from_reference(reference)?.tokens().collect();
    match tokens.as_slice() {
        [components, schemas, name] if components == "components" && schemas == "schemas" => {
            Some(name.clone())
        }
        _ => None,
    }
}

/// Maps the names of the subtypes that no value is mapped to.
fn map(discriminator: &mut Node, subtypes: &[String]) {
    let location = discriminator.location.clone();
    let Value::Mapping(fields) = &mut discriminator.value else {
        return;
    };
    let empty = || node(Value::Mapping(<_>::default()), &location);
    let mapping = fields.entry("mapping".to_owned()).or_insert_with(empty);
    let Value::Mapping(mapping) = &mut mapping.value else {
        return;
    };
    let targets = mapping.values().filter_map(Node::string);
    let targets = targets.map(|text| component(text).unwrap_or_else(|| text.to_owned()));
    let targets: HashSet<_> = targets.collect();
    for subtype in subtypes.iter().filter(|name| !targets.contains(*name)) {
        let target = restrict::component("schemas", subtype).to_fragment();
        let target = node(Value::String(target), &location);
        mapping.entry(subtype.clone()).or_insert(target);
    }
}

fn node(value: Value, location: &Location) -> Node {
    let location = location.clone();
    Node { value, location }
}
