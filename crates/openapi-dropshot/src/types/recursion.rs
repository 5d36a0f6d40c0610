//! Inserts a box wherever a type would otherwise contain itself.

use std::collections::{HashMap, HashSet};

use super::{Body, Definition, Shape};

/// Boxes the members by which a type would contain itself.
pub(super) fn box_recursive(definitions: &mut [Definition]) {
    let held: HashMap<String, Vec<String>> = definitions
        .iter()
        .map(|definition| {
            let held = shapes(&definition.body)
                .into_iter()
                .flat_map(Shape::may_hold);
            (definition.name.clone(), held.map(str::to_owned).collect())
        })
        .collect();
    let reaches = |from: &str, to: &str| {
        let (mut seen, mut pending) = (HashSet::new(), vec![from]);
        while let Some(name) = pending.pop() {
            if name == to {
                return true;
            }
            if seen.insert(name) {
                pending.extend(held.get(name).into_iter().flatten().map(String::as_str));
            }
        }
        false
    };
    for definition in definitions {
        let Definition { name, body, .. } = definition;
        for shape in shapes_mut(body) {
            shape.boxed = shape.may_hold().iter().any(|held| reaches(held, name));
        }
    }
}

fn shapes(body: &Body) -> Vec<&Shape> {
    match body {
        Body::Struct { fields, .. } => fields.iter().map(|field| &field.shape).collect(),
        Body::Union { variants, .. } => variants.iter().map(|variant| &variant.shape).collect(),
        Body::Transparent(shape) => vec![shape],
        Body::Enumeration(_) | Body::OpenEnumeration { .. } => Vec::new(),
    }
}

fn shapes_mut(body: &mut Body) -> Vec<&mut Shape> {
    match body {
        Body::Struct { fields, .. } => fields.iter_mut().map(|field| &mut field.shape).collect(),
        Body::Union { variants, .. } => variants
            .iter_mut()
            .map(|variant| &mut variant.shape)
            .collect(),
        Body::Transparent(shape) => vec![shape],
        Body::Enumeration(_) | Body::OpenEnumeration { .. } => Vec::new(),
    }
}
