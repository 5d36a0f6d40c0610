//! Path items that say more beside their `$ref` (OpenAPI 3.1.1 §4.8.9): both
//! count. It must never choose between two that say the same by other words:
//! that is undefined, and what stands beside the reference is taken.

use super::node::{Content, Node};
use super::reference;
use super::role::{self, Role};
use indexmap::IndexMap;

/// Puts what each such path item refers to where the reference stands.
pub(crate) fn complete(root: &mut Node) {
    let mut whole = Vec::new();
    role::walk(root, Role::Document, &mut |node, role| {
        if role == Role::PathItem
            && let Some(members) = complete_one(root, node)
        {
            whole.push((node.source.pointer.clone(), members));
        }
    });
    for (pointer, members) in whole {
        if let Some(node) = reference::at(root, &pointer) {
            node.content = Content::Mapping(members);
        }
    }
}

/// The members of both; `None` where one leads nowhere or says nothing.
fn complete_one(root: &Node, item: &Node) -> Option<IndexMap<String, Node>> {
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
