//! Applies the actions of overlays to the nodes of a document.
//!
//! The actions apply in order, each to the result of the previous one. The first action
//! that can't be applied ends the application, because later ones may depend on it.

use std::cell::LazyCell;

use serde_json::Value as Json;
use serde_json_path::{NormalizedPath, PathElement};

use super::{Action, Change, Overlay, Query};
use crate::{Diagnostic, Diagnostics, Node, Pointer, Value};
use openapi_source::{MAX_DEPTH, MAX_POINTER, work_at};

/// The maximum number of nodes that the JSONPaths of overlays may select together, each counted
/// as often as it is selected, where one can select a node again and again.
const MAX_SELECTED: usize = 1_000_000;

/// A member or an item on the way from the root to a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Member(String),
    Item(usize),
}

type Path = Vec<Step>;

/// Applies all overlays, and sets the pointers of the result.
pub(super) fn overlays(
    overlays: &[Overlay],
    root: &mut Node,
    warnings: &mut Diagnostics,
) -> Result<(), Diagnostic> {
    let mut selected = 0;
    // The queries need JSON. It is converted once, and then only what an action changes.
    let mut json = root.to_json();
    for action in overlays.iter().flat_map(|overlay| &overlay.actions) {
        work_at(&action.target.location);
        let paths = select(&action.target, &json, &mut selected)?;
        if paths.is_empty() {
            let message = "the target matches nothing, so that the action changes nothing";
            let warning = Diagnostic::warning(&action.target.location, message);
            warnings.push(warning.help("correct the JSONPath, or remove the action"));
            continue;
        }
        apply(action, &paths, root, &json, &mut selected)?;
        for path in &paths {
            let changed = match action.change {
                Change::Remove => path.split_last().map_or(&[][..], |(_, above)| above),
                Change::Update(_) | Change::Copy(_) => path,
            };
            // Two removals can be one below the other.
            if let (Some(node), Some(json)) = (find(root, changed), find_json(&mut json, changed)) {
                *json = node.to_json();
            }
        }
    }
    set_pointers(root, Pointer::root())
}

/// Returns the paths of the nodes that a query selects, without duplicates.
/// `selected` counts for all queries.
fn select(query: &Query, json: &Json, selected: &mut usize) -> Result<Vec<Path>, Diagnostic> {
    *selected = selected.saturating_add(most_selected(&query.path.to_string(), json));
    if *selected > MAX_SELECTED {
        let message =
            format!("the JSONPath can select more than {MAX_SELECTED} nodes, with those before it");
        let help = "write it with fewer `..`, fewer selectors, and no `$` in a filter";
        return Err(error(query, message).help(help));
    }
    let nodes = query.path.query_located(json);
    let mut paths: Vec<_> = nodes.locations().map(path).collect();
    paths.sort();
    paths.dedup();
    Ok(paths)
}

/// Returns a number of nodes that a query does not exceed; 0 if it selects each node at most
/// once. A node counts each time that it is selected: each `..` selects it once for each node
/// above it, each selector of a list on its own, and a query in a filter that begins at the
/// root once for each node that is filtered.
fn most_selected(query: &str, json: &Json) -> usize {
    let size = LazyCell::new(|| measure(json));
    let mut most: usize = 1;
    // Whether the current query begins at the root and has only names so far.
    let mut is_single = false;
    let (mut quote, mut characters) = (None, query.chars().peekable());
    let mut brackets = vec![];
    while let Some(character) = characters.next() {
        let factor = match (quote, character) {
            (Some(_), '\\') => {
                characters.next();
                continue;
            }
            (Some(mark), _) => {
                quote = quote.filter(|_| mark != character);
                continue;
            }
            (None, '\'' | '"') => {
                quote = Some(character);
                continue;
            }
            (None, '$' | '@') => {
                is_single = character == '$';
                continue;
            }
            (None, '.') if characters.next_if_eq(&'.').is_some() => size.1,
            (None, '*' | '?' | ':') => 1,
            (None, '[') => {
                brackets.push((1, is_single, most));
                continue;
            }
            (None, ',') => {
                brackets
                    .iter_mut()
                    .last()
                    .into_iter()
                    .for_each(|one| one.0 += 1);
                continue;
            }
            (None, ']') => {
                let (selectors, was_single, before) = brackets.pop().unwrap_or((1, false, most));
                is_single = was_single && most == before;
                selectors
            }
            (None, _) => continue,
        };
        let is_many = factor > 1 || character != ']';
        let factor = if is_many && std::mem::take(&mut is_single) {
            size.0
        } else {
            factor
        };
        most = most.saturating_mul(factor);
    }
    if most > 1 && most > size.0 { most } else { 0 }
}

/// Returns the number of nodes and of levels of a value.
fn measure(json: &Json) -> (usize, usize) {
    let add = |(nodes, depth): (usize, usize), json| {
        let below = measure(json);
        (nodes + below.0, depth.max(below.1))
    };
    let (nodes, depth) = match json {
        Json::Object(members) => members.values().fold((0, 0), add),
        Json::Array(items) => items.iter().fold((0, 0), add),
        _ => (0, 0),
    };
    (nodes + 1, depth + 1)
}

fn path(path: &NormalizedPath<'_>) -> Path {
    let steps = path.iter().map(|element| match element {
        PathElement::Name(name) => Step::Member((*name).to_owned()),
        PathElement::Index(index) => Step::Item(*index),
    });
    steps.collect()
}

fn apply(
    action: &Action,
    paths: &[Path],
    root: &mut Node,
    json: &Json,
    selected: &mut usize,
) -> Result<(), Diagnostic> {
    match &action.change {
        Change::Remove => {
            // From the last, so that the indices of the others stay valid.
            for path in paths.iter().rev() {
                remove(root, path)
                    .ok_or_else(|| error(&action.target, "the root can't be removed"))?;
            }
            Ok(())
        }
        Change::Update(update) => merge_into(action, paths, root, update),
        Change::Copy(query) => {
            let sources = select(query, json, selected)?;
            let [source] = sources.as_slice() else {
                let message = format!("`copy` selects one node, not {}", sources.len());
                return Err(error(query, message));
            };
            let source = find(root, source).cloned();
            let source = source.ok_or_else(|| error(query, "`copy` selects no node"))?;
            merge_into(action, paths, root, &source).map_err(|mut error| {
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
    paths: &[Path],
    root: &mut Node,
    value: &Node,
) -> Result<(), Diagnostic> {
    let deepest = paths.iter().map(Vec::len).max().unwrap_or_default();
    // An item of an array is one level below the array.
    if deepest + 1 + depth(value) > MAX_DEPTH {
        let message = format!("the result is nested deeper than {MAX_DEPTH} levels");
        return Err(error(&action.target, message));
    }
    let kinds = paths.iter().filter_map(|path| find(root, path)).map(kind);
    let mut kinds: Vec<_> = kinds.collect();
    kinds.dedup();
    if let [first, second, ..] = kinds.as_slice() {
        let message = format!("the target selects {first} and {second}");
        return Err(error(&action.target, message)
            .reason("an action changes either objects, or arrays, or other values")
            .help("write one action for each"));
    }
    for path in paths {
        let Some(target) = find_mut(root, path) else {
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

fn find<'n>(root: &'n Node, path: &[Step]) -> Option<&'n Node> {
    path.iter()
        .try_fold(root, |node, step| match (&node.value, step) {
            (Value::Mapping(members), Step::Member(name)) => members.get(name),
            (Value::Sequence(items), Step::Item(index)) => items.get(*index),
            _ => None,
        })
}

fn find_mut<'n>(root: &'n mut Node, path: &[Step]) -> Option<&'n mut Node> {
    path.iter()
        .try_fold(root, |node, step| match (&mut node.value, step) {
            (Value::Mapping(members), Step::Member(name)) => members.get_mut(name),
            (Value::Sequence(items), Step::Item(index)) => items.get_mut(*index),
            _ => None,
        })
}

fn find_json<'j>(json: &'j mut Json, path: &[Step]) -> Option<&'j mut Json> {
    path.iter().try_fold(json, |json, step| match step {
        Step::Member(name) => json.get_mut(name),
        Step::Item(index) => json.get_mut(index),
    })
}

/// Removes a node. Returns `None` for the root.
fn remove(root: &mut Node, path: &[Step]) -> Option<Node> {
    let (last, above) = path.split_last()?;
    match (&mut find_mut(root, above)?.value, last) {
        (Value::Mapping(members), Step::Member(name)) => members.shift_remove(name),
        (Value::Sequence(items), Step::Item(index)) if *index < items.len() => {
            Some(items.remove(*index))
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
