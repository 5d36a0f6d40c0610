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
    let told_apart = told_apart(definitions);
    for definition in definitions {
        if let Body::Struct { fields, rules, .. } = &mut definition.body
            && rules.is_empty()
            && !patched.contains(&definition.name)
            && !told_apart.contains(&definition.name)
        {
            for field in fields {
                let is_optional = !field.required && field.default.is_none();
                field.null_is_absent = is_optional && field.shape.nullable;
            }
        }
    }
}

/// Returns the types in objects that the schemas of a union tell apart. Of the schemas that extend
/// a base each is known by its tag.
fn told_apart(definitions: &[Definition]) -> HashSet<String> {
    let is_enumeration =
        |one: &&Definition| matches!(one.body, Body::Enumeration(_) | Body::OpenEnumeration { .. });
    let enumerations = definitions.iter().filter(is_enumeration);
    let enumerations: HashSet<_> = enumerations.map(|one| &one.name).collect();
    let may_be_object = |shape: &&Shape| match &shape.kind {
        Kind::Named(name) => !enumerations.contains(name),
        Kind::Any | Kind::Object | Kind::Map(_) => true,
        _ => false,
    };
    let mut told_apart = Vec::new();
    for definition in definitions {
        if let Body::Union { relation: Relation::One | Relation::Any, variants, .. } =
            &definition.body
        {
            let by_schema =
                variants.iter().filter(|one| matches!(one.selected_by, SelectedBy::Schema(..)));
            let objects: Vec<_> = by_schema.map(|one| &one.shape).filter(may_be_object).collect();
            if objects.len() > 1 {
                told_apart.extend(objects);
            }
        }
    }
    reached(definitions, told_apart)
}
