//! The variables of a path and the path parameters of an operation.

use openapi_source::Pointer;

use super::action::{Action, Change, array, node, object, text};
use crate::fields::nearest;
use crate::path_template::{variables, without_colons};
use crate::{Node, Value};

/// A path parameter of an operation.
struct Listed<'r> {
    /// The pointer to the item of the list.
    pointer: Pointer,
    name: &'r str,
    /// The Parameter Object.
    node: &'r Node,
    /// Whether the list has a reference.
    is_reference: bool,
}

/// Renames a parameter that is probably the one of a variable, removes the others that no
/// variable has, and adds those that are missing.
pub(super) fn of(root: &Node, pointer: &Pointer) -> Change {
    let tokens: Vec<_> = pointer.tokens().collect();
    let (path, pointer) = match tokens.as_slice() {
        // The error of an operation, or of one of its parameters.
        [place, path, method] | [place, path, method, _, _] if place == "paths" => {
            (path, &Pointer::root().join(place).join(path).join(method))
        }
        _ => return Err("several paths can have these operations".to_owned()),
    };
    let mut declared = listed(root, pointer);
    if let Some(item) = pointer.parent() {
        let inherited = listed(root, &item).into_iter();
        let is_new = |one: &Listed<'_>| declared.iter().all(|own| own.name != one.name);
        declared.extend(inherited.filter(is_new).collect::<Vec<_>>());
    }
    let mut missing = variables(path);
    missing.retain(|name| declared.iter().all(|one| one.name != *name));
    let variables = variables(path);
    let (_, mut unused): (Vec<_>, Vec<_>) =
        declared.into_iter().partition(|one| variables.contains(&one.name));
    let mut actions = Vec::new();
    let is_pair = missing.len() == 1 && unused.len() == 1;
    for variable in missing {
        let names = unused.iter().map(|one| one.name);
        let near =
            nearest(variable, names).or_else(|| Some(unused.first()?.name).filter(|_| is_pair));
        let index = near.and_then(|near| unused.iter().position(|one| one.name == near));
        let Some(other) = index.map(|index| unused.remove(index)) else {
            let reason = format!("the path has the variable `{variable}`");
            actions.push(added(root, pointer, parameter(variable), reason));
            continue;
        };
        let reason = format!("the path names the variable `{variable}`, not `{}`", other.name);
        let name = object([("name", text(variable))]);
        if !other.is_reference {
            actions.push(Action::update(root, &other.pointer, name, reason));
            continue;
        }
        // Other operations can have the component.
        let mut renamed = other.node.clone();
        if let Value::Mapping(members) = &mut renamed.value {
            members.insert("name".to_owned(), text(variable));
        }
        actions.push(added(root, pointer, renamed, reason.clone()));
        actions.push(Action::remove(root, &other.pointer, reason));
    }
    for parameter in unused {
        let reason = format!("the path has no variable `{}`", parameter.name);
        actions.push(Action::remove(root, &parameter.pointer, reason));
    }
    Ok(actions)
}

/// Moves a path item to the path with its variables in braces. The parameters that are then
/// missing are a defect of their own.
pub(super) fn in_braces(root: &Node, pointer: &Pointer) -> Change {
    let (paths, path) = (pointer.parent(), pointer.last());
    let (paths, path) = (paths.unwrap_or_default(), path.unwrap_or_default());
    let meant = without_colons(&path);
    let item = match root.at(&paths.join(&meant)) {
        Some(_) => return Err(format!("the document has the path {meant}, too")),
        None => root.at(pointer).cloned(),
    };
    let moved = object([(&*meant, item.ok_or("the path is in another file")?)]);
    let reason = format!("OpenAPI writes the variables of {path} in braces");
    Ok(vec![
        Action::update(root, &paths, moved, reason.clone()),
        Action::remove(root, pointer, reason),
    ])
}

/// Returns the path parameters in a list of an operation or of a path.
fn listed<'r>(root: &'r Node, above: &Pointer) -> Vec<Listed<'r>> {
    let pointer = above.join("parameters");
    let items = root.at(&pointer).map_or(&[][..], Node::items);
    let parameters = items.iter().enumerate().filter_map(|(index, item)| {
        let node = resolved(root, item)?;
        let is_path = node.member_text("in") == Some("path");
        Some(Listed {
            pointer: pointer.join(&index.to_string()),
            name: node.member_text("name").filter(|_| is_path)?,
            node,
            is_reference: item.get("$ref").is_some(),
        })
    });
    parameters.collect()
}

fn resolved<'r>(root: &'r Node, node: &'r Node) -> Option<&'r Node> {
    let target = |reference: &str| root.at(&Pointer::from_reference(reference)?);
    let mut node = node;
    // A reference to a reference is rare, and a circle has an error of its own.
    for _ in 0..4 {
        match node.member_text("$ref") {
            Some(reference) => node = target(reference)?,
            None => return Some(node),
        }
    }
    None
}

fn parameter(name: &str) -> Node {
    object([
        ("name", text(name)),
        ("in", text("path")),
        ("required", node(Value::Bool(true))),
        ("schema", object([("type", text("string"))])),
    ])
}

fn added(root: &Node, operation: &Pointer, parameter: Node, reason: String) -> Action {
    let update = object([("parameters", array(vec![parameter]))]);
    Action::update(root, operation, update, reason)
}
