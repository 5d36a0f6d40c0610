//! Merges path items that have fields beside their `$ref` with the target (OpenAPI
//! 3.1.1 §4.8.9). If both have the same field, the behaviour is undefined, and the
//! field beside the reference is used.

use crate::reference;
use indexmap::IndexMap;
use openapi_source::role::{self, Role};
use openapi_source::{Node, Value};

/// Replaces each such path item by its merged members.
pub(crate) fn complete(root: &mut Node) {
    let mut merged_items = Vec::new();
    role::traverse(root, Role::Document, &mut |node, role| {
        if role == Role::PathItem
            && let Some(members) = merged(root, node)
        {
            merged_items.push((node.location.pointer.clone(), members));
        }
    });
    for (pointer, members) in merged_items {
        if let Some(node) = root.at_mut(&pointer) {
            node.value = Value::Mapping(members);
        }
    }
}

/// Returns the members of the path item and its target; `None` if there is nothing
/// to merge or the reference has no target.
fn merged(root: &Node, item: &Node) -> Option<IndexMap<String, Node>> {
    let members = item.mapping().filter(|members| members.len() > 1)?;
    let target = reference::target(root, item.member_text("$ref")?).ok()?;
    let mut whole = reference::resolve(root, target).mapping()?.clone();
    if whole.contains_key("$ref") {
        return None;
    }
    let own = members.iter().filter(|(name, _)| *name != "$ref");
    whole.extend(own.map(|(name, node)| (name.clone(), node.clone())));
    Some(whole)
}
