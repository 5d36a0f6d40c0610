//! Merges path items that have fields beside their `$ref` with the target (OpenAPI
//! 3.1.1 §4.8.9). If both have the same field, the behaviour is undefined, and the
//! field beside the reference is used.

use openapi_source::role::{self, Role};

use crate::{Document, Mapping, Node, Value};

/// Replaces each such path item by its merged members.
pub(crate) fn complete(document: &mut Document) {
    let mut merged_items = Vec::new();
    role::traverse(document.root(), Role::Document, &mut |node, role| {
        if role == Role::PathItem
            && let Some(members) = merged(document, node)
        {
            merged_items.push((node.location.pointer.clone(), members));
        }
    });
    for (pointer, members) in merged_items {
        if let Some(node) = document.root.at_mut(&pointer) {
            node.value = Value::Mapping(members);
        }
    }
}

/// Returns the members of the path item and its target; `None` if there is nothing
/// to merge or the reference has no target.
fn merged(document: &Document, item: &Node) -> Option<Mapping> {
    let members = item.mapping().filter(|members| members.len() > 1)?;
    let target = document.target(members.get("$ref")?).ok()?;
    let mut whole = document.resolve(target).ok()?.mapping()?.clone();
    let own = members.iter().filter(|(name, _)| *name != "$ref");
    whole.extend(own.map(|(name, node)| (name.clone(), node.clone())));
    Some(whole)
}
