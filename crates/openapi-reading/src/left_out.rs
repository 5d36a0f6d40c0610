//! Leaves out operations, and what is wrong in components that no other operation needs.

use crate::{Version, check, reference, unreadable};
use openapi_source::role::{self, Role};
use openapi_source::{Mapping, Method, Node, Pointer, Value};

/// Empties operations, which are named such as `GET /trees/{id}`, and removes the components
/// with errors. Where another operation needs one of these, its reference leads nowhere.
pub(crate) fn leave_out(root: &mut Node, version: Version, operations: &[&str]) {
    let mut items = Vec::new();
    for (path, item) in root.get("paths").into_iter().flat_map(Node::members) {
        let item = reference::resolve(root, item);
        let fields = item.members();
        let fields =
            fields.filter_map(|(field, _)| Some((field.to_owned(), Method::of_field(field)?)));
        let is_named =
            |(_, method): &(String, Method)| operations.contains(&&*format!("{method} {path}"));
        let (named, others): (Vec<_>, Vec<_>) = fields.partition(is_named);
        let named: Vec<_> = named.into_iter().map(|(field, _)| field).collect();
        let are_all = others.is_empty() && item.get("additionalOperations").is_none();
        items.push((item.location.pointer.clone(), named, are_all));
    }
    for (pointer, named, are_all) in items {
        let item = root.at_mut(&pointer).map(|item| &mut item.value);
        if let Some(Value::Mapping(members)) = item.filter(|_| !named.is_empty()) {
            for method in &named {
                members[method].value = Value::Mapping(Mapping::new());
            }
            // The parameters and servers of a path item apply to its operations only.
            members.retain(|name, _| !are_all || named.contains(name));
        }
    }
    while remove_components(root, version) {}
}

/// Removes the components with errors, and those with a keyword that can't be read unless there
/// is a reference to them. Returns whether there was one.
fn remove_components(root: &mut Node, version: Version) -> bool {
    let mut errors = Vec::new();
    check::structure(root, version, &mut errors);
    let mut needed = Vec::new();
    role::traverse(root, Role::Document, &mut |node, _| {
        needed.extend(node.member_text("$ref").and_then(Pointer::from_reference));
    });
    let mut unread = Vec::new();
    unreadable::remove(&mut root.clone(), Role::Document, version, &mut unread);
    unread.retain(|error| {
        let at = &error.location.pointer;
        !needed.iter().any(|target| at.is_within(target))
    });
    errors.append(&mut unread);
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
