//! Inserts a box wherever a type would otherwise contain itself.

use std::collections::HashMap;

use super::{Body, Definition, Shape};

/// Boxes the members by which a type would contain itself.
pub(super) fn box_recursive(definitions: &mut [Definition]) {
    let numbers = definitions.iter().enumerate();
    let numbers: HashMap<_, _> =
        numbers.map(|(number, definition)| (definition.name.clone(), number)).collect();
    let held: Vec<Vec<usize>> = definitions
        .iter()
        .map(|definition| {
            let shapes = definition.body.shapes().into_iter();
            shapes.flat_map(Shape::may_hold).filter_map(|name| numbers.get(name).copied()).collect()
        })
        .collect();
    let groups = groups(&held);
    for (number, definition) in definitions.iter_mut().enumerate() {
        for shape in shapes_mut(&mut definition.body) {
            shape.boxed = shape.may_hold().iter().any(|name| {
                let held = numbers.get(*name);
                held.is_some_and(|held| groups[*held] == groups[number])
            });
        }
    }
}

/// Returns the group of each definition: definitions that contain each other, directly or
/// through others, have the same (strongly connected components, by Kosaraju's algorithm,
/// whose time is linear).
fn groups(held: &[Vec<usize>]) -> Vec<usize> {
    let mut holders = vec![Vec::new(); held.len()];
    for (holder, held) in held.iter().enumerate() {
        for held in held {
            holders[*held].push(holder);
        }
    }
    let mut finished = Vec::new();
    let mut is_visited = vec![false; held.len()];
    for root in 0..held.len() {
        let mut visits = Vec::new();
        if !std::mem::replace(&mut is_visited[root], true) {
            visits.push((root, held[root].iter()));
        }
        while let Some((definition, rest)) = visits.last_mut() {
            match rest.next() {
                Some(next) if !std::mem::replace(&mut is_visited[*next], true) => {
                    visits.push((*next, held[*next].iter()));
                }
                Some(_) => {}
                None => {
                    finished.push(*definition);
                    visits.pop();
                }
            }
        }
    }
    let mut groups = vec![usize::MAX; held.len()];
    for root in finished.into_iter().rev() {
        let mut pending = vec![root];
        while let Some(definition) = pending.pop() {
            if groups[definition] == usize::MAX {
                groups[definition] = root;
                pending.extend(&holders[definition]);
            }
        }
    }
    groups
}

fn shapes_mut(body: &mut Body) -> Vec<&mut Shape> {
    match body {
        Body::Struct { fields, .. } => fields.iter_mut().map(|field| &mut field.shape).collect(),
        Body::Union { variants, .. } => {
            variants.iter_mut().map(|variant| &mut variant.shape).collect()
        }
        Body::Transparent(shape) => vec![shape],
        _ => Vec::new(),
    }
}
