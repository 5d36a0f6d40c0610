//! Members whose type represents `null` itself.
//!
//! An optional member is an `Option`, which serde deserializes from `null` as
//! absent. If the inner type represents `null` itself, this would lose the value.

use std::collections::{HashMap, HashSet};

use super::{Body, Definition, Kind, Shape};

/// Marks the members whose type represents `null` itself.
pub(super) fn mark_null(definitions: &mut [Definition]) {
    let bodies: HashMap<_, _> = definitions
        .iter()
        .map(|definition| (definition.name.clone(), definition.body.clone()))
        .collect();
    for definition in definitions {
        if let Body::Struct { fields, .. } = &mut definition.body {
            for field in fields {
                field.holds_null = has_null(&field.shape, &bodies, &mut HashSet::new());
            }
        }
    }
}

fn has_null<'b>(
    shape: &'b Shape,
    bodies: &'b HashMap<String, Body>,
    seen: &mut HashSet<&'b str>,
) -> bool {
    match &shape.kind {
        Kind::Any | Kind::Null => true,
        Kind::Named(name) if seen.insert(name) => match bodies.get(name) {
            Some(Body::Transparent(shape)) => shape.nullable || has_null(shape, bodies, seen),
            Some(Body::Union { variants, .. }) => variants
                .iter()
                .any(|variant| variant.shape.nullable || has_null(&variant.shape, bodies, seen)),
            _ => false,
        },
        _ => false,
    }
}
