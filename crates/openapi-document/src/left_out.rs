//! Leaves out operations, and what is wrong in components that no other operation needs.

use crate::{Version, check, reference, unreadable};
use openapi_source::role::{METHODS, Role};
use openapi_source::{Mapping, Node, Pointer, Value};

/// Empties operations, which are named such as `GET /trees/{id}`, and removes the components
/// with errors. Where another operation needs one of these, its reference leads nowhere.
pub(crate) fn leave_out(root: &mut Node, version: Version, operations: &[&str]) {
    let mut items = Vec::new();
    for (path, item) in root.get("paths").into_iter().flat_map(Node::members) {
        let is_named =
            |method: &&str| operations.contains(&&*format!("{} {path}", method.to_uppercase()));
        let item = reference::resolve(root, item);
        let methods = METHODS
            .into_iter()
            .filter(|method| item.get(method).is_some());
        let (named, others): (Vec<_>, Vec<_>) = methods.partition(is_named);
        items.push((item.location.pointer.clone(), named, others.is_empty()));
    }
    for (pointer, named, are_all) in items {
        let item = root.at_mut(&pointer).map(|item| &mut item.value);
        if let Some(Value::Mapping(members)) = item.filter(|_| !named.is_empty()) {
            for method in &named {
                members[*method].value = Value::Mapping(Mapping::new());
            }
            // What is beside the operations of a path is for these.
            members.retain(|name, _| !are_all || named.contains(&name.as_str()));
        }
    }
    while remove_components(root, version) {}
}

/// Removes the components with errors. Returns whether there was one.
fn remove_components(root: &mut Node, version: Version) -> bool {
    let mut errors = Vec::new();
    check::structure(root, version, &mut errors);
    unreadable::remove(&mut root.clone(), Role::Document, version, &mut errors);
    let components = Pointer::root().join("components");
    let mut is_changed = false;
    for error in errors {
        let mut place = error.location.pointer;
        while let Some(parent) = place.parent().filter(|_| place.is_within(&components)) {
            if parent.parent().as_ref() == Some(&components)
                && let Some(Value::Mapping(kind)) = root.at_mut(&parent).map(|node| &mut node.value)
            {
                is_changed |= kind
                    .shift_remove(&place.last().unwrap_or_default())
                    .is_some();
            }
            place = parent;
        }
    }
    is_changed
}
