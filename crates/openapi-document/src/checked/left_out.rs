//! Leaves out operations, and what is wrong in components that no other operation needs.

use openapi_source::role::{self, Role};

use super::structure;
use crate::{Document, Mapping, Method, Node, Pointer, Value, unreadable};

/// Empties operations, which are named such as `GET /trees/{id}`, and removes the components
/// with errors. Where another operation needs one of these, its reference leads nowhere.
pub(super) fn leave_out(document: &mut Document, operations: &[&str]) {
    let mut items = Vec::new();
    let paths = document.root.get("paths").into_iter();
    for (path, item) in paths.flat_map(Node::members) {
        let Ok(item) = document.resolve(item) else {
            continue;
        };
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
        let item = document.root.at_mut(&pointer).map(|item| &mut item.value);
        if let Some(Value::Mapping(members)) = item.filter(|_| !named.is_empty()) {
            for method in &named {
                members[method].value = Value::Mapping(Mapping::new());
            }
            // The parameters and servers of a path item apply to its operations only.
            members.retain(|name, _| !are_all || named.contains(name));
        }
    }
    while remove_components(document) {}
}

/// Removes the components with errors, and those with a keyword that can't be read unless there
/// is a reference to them. Returns whether there was one.
fn remove_components(document: &mut Document) -> bool {
    let mut errors = structure::errors(document);
    let mut needed = Vec::new();
    role::traverse(&document.root, Role::Document, &mut |node, _| {
        needed.extend(node.member_text("$ref").and_then(Pointer::from_reference));
    });
    let unread = unreadable::remove(&mut document.clone()).into_iter();
    errors.extend(unread.filter(|error| {
        let at = &error.location.pointer;
        !needed.iter().any(|target| at.is_within(target))
    }));
    let components = Pointer::root().join("components");
    let mut is_changed = false;
    for error in errors {
        let mut place = error.location.pointer;
        while let Some(parent) = place.parent().filter(|_| place.is_within(&components)) {
            if parent.parent().as_ref() == Some(&components)
                && let Some(Value::Mapping(kind)) =
                    document.root.at_mut(&parent).map(|node| &mut node.value)
            {
                is_changed |= kind.shift_remove(&place.last().unwrap_or_default()).is_some();
            }
            place = parent;
        }
    }
    is_changed
}
