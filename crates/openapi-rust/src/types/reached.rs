//! The definitions that types contain.

use std::collections::{HashMap, HashSet};

use super::{Body, Definition, Kind, Shape};

/// Returns the names of the definitions in some types, and of those that they contain.
pub fn reached<'s>(
    definitions: &[Definition],
    shapes: impl IntoIterator<Item = &'s Shape>,
) -> HashSet<String> {
    let definitions: HashMap<_, _> = definitions
        .iter()
        .map(|one| (one.name.as_str(), one))
        .collect();
    let mut open = Vec::new();
    shapes.into_iter().for_each(|shape| named(shape, &mut open));
    let mut reached = HashSet::new();
    while let Some(name) = open.pop() {
        let definition = definitions.get(name.as_str());
        if reached.insert(name)
            && let Some(definition) = definition
        {
            let additional = match &definition.body {
                Body::Struct { additional, .. } => additional.as_ref(),
                _ => None,
            };
            let shapes = definition.body.shapes().into_iter().chain(additional);
            shapes.for_each(|shape| named(shape, &mut open));
        }
    }
    reached
}

/// Adds the names of the definitions in a shape.
fn named(shape: &Shape, names: &mut Vec<String>) {
    let parameters = shape.external.iter().flat_map(|one| &one.parameters);
    parameters.for_each(|parameter| named(parameter, names));
    match &shape.kind {
        Kind::Named(name) => names.push(name.clone()),
        Kind::Array(inner) | Kind::Map(inner) => named(inner, names),
        _ => {}
    }
}
