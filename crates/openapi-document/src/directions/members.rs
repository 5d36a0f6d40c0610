//! Finds the members of an object schema that are `readOnly` or `writeOnly`.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use crate::{Document, Node, Value};

/// Returns whether any object of a document has one of the annotations, so that most
/// documents need no further search.
pub(crate) fn has_annotation(node: &Node) -> bool {
    match &node.value {
        Value::Mapping(members) => {
            ["readOnly", "writeOnly"].into_iter().any(|name| is_true(node, name))
                || members.values().any(has_annotation)
        }
        Value::Sequence(items) => items.iter().any(has_annotation),
        _ => false,
    }
}

fn is_true(node: &Node, annotation: &str) -> bool {
    node.get(annotation).and_then(Node::boolean) == Some(true)
}

/// Returns the names of the members with an annotation, `readOnly` or `writeOnly`, in a schema
/// and those that apply with it.
pub(super) fn annotated(document: &Document, schema: &Node, annotation: &str) -> BTreeSet<String> {
    let is_annotated =
        |property: &Node| parts(document, property).iter().any(|part| is_true(part, annotation));
    let parts = parts(document, schema);
    let properties = parts.iter().filter_map(|part| part.get("properties")?.mapping()).flatten();
    properties
        .filter(|(_, property)| is_annotated(property))
        .map(|(name, _)| name.clone())
        .collect()
}

/// Returns the members that a schema or the schemas around it exempt. The branches of an
/// `allOf` add none to those of the whole, so that nothing is copied for them.
pub(super) fn united(above: &BTreeSet<String>, own: BTreeSet<String>) -> Cow<'_, BTreeSet<String>> {
    if own.is_subset(above) {
        return Cow::Borrowed(above);
    }
    Cow::Owned(above.iter().cloned().chain(own).collect())
}

/// Returns whether a name of `required` is exempted.
pub(super) fn is_exempted(required: &Node, exempted: &BTreeSet<String>) -> bool {
    required.string().is_some_and(|name| exempted.contains(name))
}

/// Returns a schema and the schemas that apply with it, through `$ref` and `allOf`.
pub(super) fn parts<'d>(document: &'d Document, schema: &'d Node) -> Vec<&'d Node> {
    let mut parts = Vec::new();
    let mut seen = HashSet::new();
    let mut pending = vec![schema];
    while let Some(part) = pending.pop() {
        if !seen.insert(&part.location.pointer) {
            continue;
        }
        parts.push(part);
        let reference = part.get("$ref");
        pending.extend(reference.and_then(|reference| document.target(reference).ok()));
        pending.extend(part.get("allOf").and_then(Node::sequence).into_iter().flatten());
    }
    parts
}
