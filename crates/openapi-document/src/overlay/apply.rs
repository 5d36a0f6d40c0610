//! Applies the actions of overlays to the nodes of a document.
//!
//! The actions apply in order, each to the result of the previous one. The first action
//! that can't be applied ends the application, because later ones may depend on it.

use serde_json::Value as Json;
use serde_json_path::NormalizedPath;

use super::{Action, Change, Overlay, Query};
use crate::{Diagnostic, Diagnostics, Node, Pointer, Value};
use openapi_source::{MAX_DEPTH, MAX_POINTER, work_at};

/// Applies all overlays, and sets the pointers of the result.
pub(super) fn overlays(
    overlays: &[Overlay],
    root: &mut Node,
    warnings: &mut Diagnostics,
) -> Result<(), Diagnostic> {
    // The queries need JSON. It is converted once, and then only what an action changes.
    let mut json = root.to_json();
    for action in overlays.iter().flat_map(|overlay| &overlay.actions) {
        work_at(&action.target.location);
        let targets = select(&action.target, &json);
        if targets.is_empty() {
            let message = "the target matches nothing, so that the action changes nothing";
            let warning = Diagnostic::warning(&action.target.location, message);
            warnings.push(warning.help("correct the JSONPath, or remove the action"));
            continue;
        }
        apply(action, &targets, root, &json)?;
        for target in targets {
            let changed = match action.change {
                Change::Remove => target.parent().unwrap_or_default(),
                Change::Update(_) | Change::Copy(_) => target,
            };
            // Two removals can be one below the other.
            if let (Some(node), Some(json)) =
                (root.at(&changed), json.pointer_mut(changed.as_str()))
            {
                *json = node.to_json();
            }
        }
    }
    set_pointers(root, Pointer::root())
}

/// Returns the pointers of the nodes that a query selects, without duplicates. The items of an
/// array are in its order.
fn select(query: &Query, json: &Json) -> Vec<Pointer> {
    let nodes = query.path.query_located(json);
    let paths = nodes.locations().map(NormalizedPath::to_json_pointer);
    let mut pointers: Vec<_> = paths.filter_map(|path| Pointer::parse(&path)).collect();
    pointers.sort_by_cached_key(|pointer| {
        pointer.tokens().map(|token| (token.parse::<usize>().ok(), token)).collect::<Vec<_>>()
    });
    pointers.dedup();
    pointers
}

fn apply(
    action: &Action,
    targets: &[Pointer],
    root: &mut Node,
    json: &Json,
) -> Result<(), Diagnostic> {
    match &action.change {
        Change::Remove => {
            // From the last, so that the indices of the others stay valid.
            for target in targets.iter().rev() {
                remove(root, target)
                    .ok_or_else(|| error(&action.target, "the root can't be removed"))?;
            }
            Ok(())
        }
        Change::Update(update) => merge_into(action, targets, root, update),
        Change::Copy(query) => {
            let sources = select(query, json);
            let [source] = sources.as_slice() else {
                let message = format!("`copy` selects one node, not {}", sources.len());
                return Err(error(query, message));
            };
            let source = root.at(source).cloned();
            let source = source.ok_or_else(|| error(query, "`copy` selects no node"))?;
            merge_into(action, targets, root, &source).map_err(|mut error| {
                // The text to edit is the action, not the copied node.
                error.location = query.location.clone();
                error
            })
        }
    }
}

fn error(query: &Query, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(&query.location, message)
}

/// Merges a value into each of several nodes.
fn merge_into(
    action: &Action,
    targets: &[Pointer],
    root: &mut Node,
    value: &Node,
) -> Result<(), Diagnostic> {
    let depths = targets.iter().map(|target| target.tokens().count());
    let deepest = depths.max().unwrap_or_default();
    // An item of an array is one level below the array.
    if deepest + 1 + depth(value) > MAX_DEPTH {
        let message = format!("the result is nested deeper than {MAX_DEPTH} levels");
        return Err(error(&action.target, message));
    }
    let mut kinds: Vec<_> = targets.iter().filter_map(|target| root.at(target)).map(kind).collect();
    kinds.dedup();
    if let [first, second, ..] = kinds.as_slice() {
        let message = format!("the target selects {first} and {second}");
        return Err(error(&action.target, message)
            .reason("an action changes either objects, or arrays, or other values")
            .help("write one action for each"));
    }
    for target in targets {
        let Some(target) = root.at_mut(target) else {
            continue;
        };
        match &mut target.value {
            Value::Sequence(items) if value.sequence().is_none() => items.push(value.clone()),
            _ => merge(target, value)?,
        }
    }
    Ok(())
}

/// Merges a value into a node: members recursively, arrays by concatenation, and other
/// values by replacement.
fn merge(target: &mut Node, value: &Node) -> Result<(), Diagnostic> {
    let found = target.type_name();
    match (&mut target.value, &value.value) {
        (Value::Mapping(members), Value::Mapping(added)) => {
            for (name, member) in added {
                match members.get_mut(name) {
                    Some(known) => merge(known, member)?,
                    None => {
                        members.insert(name.clone(), member.clone());
                    }
                }
            }
        }
        (Value::Sequence(items), Value::Sequence(added)) => items.extend(added.iter().cloned()),
        (Value::Mapping(_) | Value::Sequence(_), _)
        | (_, Value::Mapping(_) | Value::Sequence(_)) => {
            let place = &target.location;
            let message = format!(
                "{} can't be merged into {found} ({}:{}:{})",
                value.type_name(),
                place.file,
                place.line,
                place.column
            );
            return Err(Diagnostic::error(&value.location, message)
                .help("remove the old value by an action of its own before"));
        }
        _ => *target = value.clone(),
    }
    Ok(())
}

fn kind(node: &Node) -> &'static str {
    match node.value {
        Value::Mapping(_) => "objects",
        Value::Sequence(_) => "arrays",
        _ => "other values",
    }
}

/// Removes a node. Returns `None` for the root.
fn remove(root: &mut Node, target: &Pointer) -> Option<Node> {
    let last = target.last()?;
    match &mut root.at_mut(&target.parent()?)?.value {
        Value::Mapping(members) => members.shift_remove(&last),
        Value::Sequence(items) => {
            let index: usize = last.parse().ok()?;
            (index < items.len()).then(|| items.remove(index))
        }
        _ => None,
    }
}

fn depth(node: &Node) -> usize {
    let below = match &node.value {
        Value::Mapping(members) => members.values().map(depth).max(),
        Value::Sequence(items) => items.iter().map(depth).max(),
        _ => None,
    };
    below.map_or(0, |below| below + 1)
}

/// Sets the pointers: added nodes have those of the overlay, and removed items shift
/// others.
fn set_pointers(node: &mut Node, pointer: Pointer) -> Result<(), Diagnostic> {
    if pointer.length() > MAX_POINTER {
        let message = format!("the JSON Pointer is longer than {MAX_POINTER} bytes");
        return Err(Diagnostic::error(&node.location, message)
            .help("shorten the name of the member, or the names above it"));
    }
    match &mut node.value {
        Value::Mapping(members) => {
            for (name, member) in members {
                set_pointers(member, pointer.join(name))?;
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                set_pointers(item, pointer.join(&index.to_string()))?;
            }
        }
        _ => {}
    }
    node.location.pointer = pointer;
    Ok(())
}
