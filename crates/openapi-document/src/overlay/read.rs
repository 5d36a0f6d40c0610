//! Reads an overlay from its nodes. All errors are reported together.

use serde_json_path::JsonPath;

use super::{Action, Change, Overlay, Query};
use crate::fields::FieldContent::{Anything, Each, One};
use crate::fields::{ObjectType, check_object};
use crate::{Diagnostic, Diagnostics, Node};

/// The maximum number of filters and parentheses of a JSONPath. The time that the parser takes
/// multiplies with each filter in a filter.
const MAX_FILTERS: usize = 8;

static OVERLAY: ObjectType = ObjectType {
    name: "the Overlay Object",
    fields: &[
        ("overlay", Anything),
        ("info", One(&INFO)),
        ("extends", Anything),
        ("actions", Each(&ACTION)),
    ],
};

static INFO: ObjectType = ObjectType {
    name: "the Info Object of an overlay",
    fields: &[
        ("title", Anything),
        ("version", Anything),
        // From Overlay 1.1.
        ("description", Anything),
    ],
};

static ACTION: ObjectType = ObjectType {
    name: "an Action Object",
    fields: &[
        ("target", Anything),
        ("description", Anything),
        ("update", Anything),
        ("copy", Anything),
        ("remove", Anything),
    ],
};

/// Reads an overlay from the root of a text, and adds to the warnings about it.
pub(super) fn overlay(
    (root, mut diagnostics): (Node, Diagnostics),
) -> Result<Overlay, Diagnostics> {
    let root = &root;
    let has_copy = has_copy(root)?;
    check_object(root, &OVERLAY, &mut diagnostics);
    for field in ["title", "version"] {
        // A number is a version without quotation marks.
        if root.get("info").and_then(|info| info.get(field)).is_none() {
            let info = root.get("info").unwrap_or(root);
            let message = format!("the overlay has no `info.{field}`");
            diagnostics.push(Diagnostic::warning(&info.location, message));
        }
    }
    let nodes = match root.get("actions") {
        Some(actions) => actions
            .sequence()
            .ok_or_else(|| Diagnostic::unexpected(actions, "`actions`", "an array"))?,
        None => {
            return Err(Diagnostic::error(&root.location, "the overlay has no `actions`").into());
        }
    };
    if nodes.is_empty() {
        let location = root.get("actions").map_or(&root.location, |node| &node.location);
        return Err(Diagnostic::error(location, "the overlay has no action").into());
    }
    let mut actions = Vec::new();
    for node in nodes {
        let action = action(node, has_copy, &mut diagnostics);
        actions.extend(diagnostics.report(action).flatten());
    }
    let warnings = diagnostics.clone();
    diagnostics.or(Overlay { actions, warnings })
}

/// Returns whether the version of an overlay has the field `copy`.
fn has_copy(root: &Node) -> Result<bool, Diagnostic> {
    let Some(version) = root.get("overlay") else {
        let message = "no `overlay` version, which says that this is an overlay";
        return Err(Diagnostic::error(&root.location, message).help("begin with `overlay: 1.1.0`"));
    };
    let Some(text) = version.string() else {
        let error = Diagnostic::unexpected(version, "the version", "a string");
        return Err(error.help("write `overlay: 1.1.0`"));
    };
    match text.rsplit_once('.') {
        Some(("1.0", _)) => Ok(false),
        Some(("1.1", _)) => Ok(true),
        _ => {
            let message = format!("Overlay {text} is not supported, only 1.0.x and 1.1.x");
            Err(Diagnostic::error(&version.location, message))
        }
    }
}

/// Reads an action; `None` if it changes nothing, which is a warning.
fn action(
    node: &Node,
    has_copy: bool,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Action>, Diagnostic> {
    if node.mapping().is_none() {
        return Err(Diagnostic::unexpected(node, "an action", "an object"));
    }
    let Some(target) = node.get("target") else {
        return Err(Diagnostic::error(&node.location, "the action has no `target`"));
    };
    let target = query(target)?;
    let remove = node.get("remove");
    let is_removal = remove.is_some_and(|remove| remove.boolean() == Some(true));
    if let Some(remove) = remove.filter(|remove| remove.boolean().is_none()) {
        return Err(Diagnostic::unexpected(remove, "`remove`", "a boolean"));
    }
    let copy = node.get("copy");
    if let Some(copy) = copy.filter(|_| !has_copy) {
        return Err(Diagnostic::error(&copy.location, "Overlay 1.0 has no `copy`")
            .help("declare `overlay: 1.1.0`"));
    }
    let change = match (node.get("update"), copy) {
        (Some(ignored), _) | (_, Some(ignored)) if is_removal => {
            let message = "`update` and `copy` have no effect beside `remove: true`";
            diagnostics.push(Diagnostic::warning(&ignored.location, message));
            Change::Remove
        }
        _ if is_removal => Change::Remove,
        (Some(_), Some(copy)) => {
            let message = "an action has either `update` or `copy`";
            return Err(Diagnostic::error(&copy.location, message).help("write two actions"));
        }
        (Some(update), None) => Change::Update(update.clone()),
        (None, Some(copy)) => Change::Copy(query(copy)?),
        (None, None) => {
            let message = "the action changes nothing: it has no `update`, `copy` or `remove`";
            diagnostics.push(Diagnostic::warning(&node.location, message));
            return Ok(None);
        }
    };
    Ok(Some(Action { target, change }))
}

fn query(node: &Node) -> Result<Query, Diagnostic> {
    let location = &node.location;
    let Some(text) = node.string() else {
        return Err(Diagnostic::unexpected(node, "a JSONPath", "a string"));
    };
    // Those in names count, too: what closes one can't be told from a part of a name.
    if text.matches(['?', '(']).count() > MAX_FILTERS {
        let message = format!("the JSONPath has more than {MAX_FILTERS} of `?` and `(`");
        return Err(Diagnostic::error(location, message).help("write several actions"));
    }
    let path = JsonPath::parse(text).map_err(|error| {
        let before = text.get(..error.position()).unwrap_or_default();
        let character = 1 + before.chars().count();
        let message = format!("`{text}` is not a JSONPath: see character {character}");
        Diagnostic::error(location, message)
            .reason("a JSONPath begins with `$`, as in `$.paths['/trees'].get` (RFC 9535)")
    })?;
    Ok(Query { path, location: location.clone() })
}
