//! Whether an optional member tells null from absent.
//!
//! In the body of a PATCH they mean different things: an absent member stays as it is, and
//! null removes it (RFC 7396). Elsewhere a code-first service writes both for the same
//! `None`, and so do its callers.

use std::collections::HashSet;

use super::{Body, Definition, Kind, Relation, SelectedBy, Shape, reached};

/// Reads null as an absent member, except in the types that the bodies of PATCH contain, and
/// where a rule of the object or the variant of a union may depend on which members there are.
pub(super) fn make_absent(definitions: &mut [Definition], patched: &HashSet<String>) {
    let selected = selected_by_schemas(definitions);
    for definition in definitions {
        if let Body::Struct { fields, rules, .. } = &mut definition.body
            && rules.is_empty()
            && !patched.contains(&definition.name)
            && !selected.contains(&definition.name)
        {
            for field in fields {
                let is_optional = !field.required && field.default.is_none();
                field.null_is_absent = is_optional && field.shape.nullable;
            }
        }
    }
}

/// Returns the types of the objects in unions of which schemas, and not a tag or the JSON type,
/// select the variant. A variant of [`Relation::Extended`] has a tag.
fn selected_by_schemas(definitions: &[Definition]) -> HashSet<String> {
    let enumerations = definitions.iter().filter(|one| one.body.is_enumeration());
    let enumerations: HashSet<_> = enumerations.map(|one| one.name.as_str()).collect();
    let mut selected = Vec::new();
    for definition in definitions {
        if let Body::Union { relation: Relation::One | Relation::Any, variants, .. } =
            &definition.body
        {
            let by_schema =
                variants.iter().filter(|one| matches!(one.selected_by, SelectedBy::Schema(..)));
            let shapes = by_schema.map(|one| &one.shape);
            let objects: Vec<_> =
                shapes.filter(|shape| may_have_objects(shape, &enumerations)).collect();
            if objects.len() > 1 {
                selected.extend(objects);
            }
        }
    }
    reached(definitions, selected)
}

/// Returns whether a value may be an object, or a list of objects.
fn may_have_objects(shape: &Shape, enumerations: &HashSet<&str>) -> bool {
    match &shape.kind {
        Kind::Named(name) => !enumerations.contains(name.as_str()),
        Kind::Array(items) => may_have_objects(items, enumerations),
        Kind::Any | Kind::Object | Kind::Map(_) => true,
        _ => false,
    }
}
