//! The definitions that types contain.

use std::collections::{HashMap, HashSet};

use super::definition::NEVER;
use super::{Definition, External, Kind, Shape};

/// Returns the names of the definitions in some types, and of those that they contain.
pub fn reached<'s>(
    definitions: &[Definition],
    shapes: impl IntoIterator<Item = &'s Shape>,
) -> HashSet<String> {
    let definitions: HashMap<_, _> =
        definitions.iter().map(|one| (one.name.as_str(), one)).collect();
    let mut open = Vec::new();
    shapes.into_iter().for_each(|shape| named(shape, &mut open));
    let mut reached = HashSet::new();
    while let Some(name) = open.pop() {
        let definition = definitions.get(name.as_str());
        if reached.insert(name)
            && let Some(definition) = definition
        {
            definition.body.contained().for_each(|shape| named(shape, &mut open));
        }
    }
    reached
}

/// Returns the names of the definitions that a server and a client can share: those that contain
/// no type of the library of one of them.
pub fn shared(definitions: &[Definition]) -> HashSet<String> {
    let mut shared: HashSet<_> = definitions.iter().map(|one| one.name.clone()).collect();
    let is_of_one = |one: &&Definition, shared: &HashSet<String>| {
        let mut names = Vec::new();
        one.body.contained().for_each(|shape| named(shape, &mut names));
        let is_shared =
            one.body.contained().all(is_of_both) && names.iter().all(|one| shared.contains(one));
        shared.contains(&one.name) && !is_shared
    };
    while let Some(one) = definitions.iter().find(|one| is_of_one(one, &shared)) {
        shared.remove(&one.name);
    }
    shared
}

fn is_of_both(shape: &Shape) -> bool {
    let is_common = |one: &External| one.path != NEVER && one.parameters.iter().all(is_of_both);
    match &shape.kind {
        Kind::File => false,
        Kind::Array(inner) | Kind::Map(inner) => is_of_both(inner),
        _ => shape.external.as_ref().is_none_or(is_common),
    }
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
