//! Which variants of unions have members of their own, in place of a struct.
//!
//! An object that one value of the tag selects, and that nothing but the union refers to, is a
//! variant with the other members, as serde's internally tagged enums have it:
//! `Place::Lent { member, until }`. It stays a struct where a variant can't do what a struct does:
//! keep undeclared members, give absent ones their default, or hide some from `Debug`.

use std::collections::{HashMap, HashSet};

use serde_json::json;

use super::{Body, Definition, Field, Kind, SelectedBy, UnionVariant};

/// Moves the structs of variants into their unions. `shared` has the names of the types that stay,
/// since something beside the union may have them, too.
pub(super) fn give_members(
    definitions: Vec<Definition>,
    shared: &HashSet<String>,
) -> Vec<Definition> {
    let numbers = definitions.iter().enumerate().map(|(number, one)| (one.name.clone(), number));
    let own: HashMap<_, _> = numbers.filter(|(name, _)| !shared.contains(name)).collect();
    let mut definitions: Vec<_> = definitions.into_iter().map(Some).collect();
    for number in 0..definitions.len() {
        let mut definition = definitions[number].take();
        if let Some(Definition { description, body, .. }) = &mut definition
            && let Body::Union { tag: Some(tag), variants, .. } = body
        {
            for variant in variants {
                let mut members = members(variant, tag, &own, &mut definitions);
                if let Some(members) = &mut members {
                    // Members beside the union have its description.
                    members.description.take_if(|own| Some(own) == description.as_mut());
                }
                variant.members = members;
            }
        }
        definitions[number] = definition;
    }
    definitions.into_iter().flatten().collect()
}

/// Takes the struct of a variant out of the definitions, if the variant can have its members. The
/// member with the tag becomes a plain string, without the enum of its only value. `own` has the
/// numbers of the definitions that can be taken.
fn members(
    variant: &UnionVariant,
    tag: &str,
    own: &HashMap<String, usize>,
    definitions: &mut [Option<Definition>],
) -> Option<Definition> {
    let SelectedBy::Tag(values) = &variant.selected_by else {
        return None;
    };
    let name = variant.shape.held().filter(|_| values.len() == 1 && !variant.shape.nullable)?;
    let mut members = definitions[*own.get(name)?].take_if(|one| is_plain(&one.body))?;
    let fields = members.body.fields_mut().iter_mut();
    for field in fields.filter(|field| field.wire_name == tag) {
        if let Some(number) = field.shape.held().and_then(|name| own.get(name)) {
            definitions[*number] = None;
            field.shape = Kind::String.into();
            field.shape.rules.insert("enum".to_owned(), json!(values));
        }
    }
    Some(members)
}

fn is_plain(body: &Body) -> bool {
    let is_plain = |field: &Field| field.default.is_none() && !field.is_secret;
    matches!(body, Body::Struct { fields, additional: None, .. } if fields.iter().all(is_plain))
}
