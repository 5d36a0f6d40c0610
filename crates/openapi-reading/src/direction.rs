//! The document as it applies to one direction: a required member that is `readOnly` is
//! optional in requests, and a required member that is `writeOnly` in responses.
//!
//! OpenAPI 3.0.3 requires this (§4.7.24.2), and OpenAPI 3.1 allows it ("Validating
//! `readOnly` and `writeOnly`"). A member is `readOnly` if its schema says so, or a
//! schema that applies with it through `$ref` or `allOf`. Schemas below `not` and `if`
//! are unchanged.

use crate::{Document, reference};
use openapi_source::role::{Role, change_children};
use openapi_source::{Node, Value};
use std::collections::{BTreeSet, HashSet};

/// The direction in which a value is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the service, as in requests of an operation.
    Request,
    /// From the service, as in responses of an operation.
    Response,
}

impl Direction {
    /// Returns the annotation of a member that is not required in this direction.
    fn exempting_annotation(self) -> &'static str {
        match self {
            Direction::Request => "readOnly",
            Direction::Response => "writeOnly",
        }
    }
}

impl Document {
    /// Returns the document as it applies to one direction, with the same pointers.
    /// Returns `None` if the document applies as it is written.
    pub fn in_direction(&self, direction: Direction) -> Option<Document> {
        let mut root = self.root.clone();
        let exemption = Exemption {
            root: &self.root,
            annotation: direction.exempting_annotation(),
        };
        exemption
            .apply(&mut root, Role::Document, &BTreeSet::new())
            .then(|| Document {
                version: self.version,
                root,
                diagnostics: self.diagnostics.clone(),
                has_dynamic_references: self.has_dynamic_references,
            })
    }
}

/// Exempts the members with an annotation from `required`.
struct Exemption<'d> {
    root: &'d Node,
    annotation: &'static str,
}

impl Exemption<'_> {
    /// Changes a node and everything below it. `exempted` are the members that the
    /// schemas around it exempt. Returns whether anything is changed.
    fn apply(&self, node: &mut Node, role: Role, exempted: &BTreeSet<String>) -> bool {
        let mut exempted = exempted.clone();
        if role == Role::Schema {
            exempted.extend(self.annotated(node));
        }
        let none = BTreeSet::new();
        let mut is_changed = false;
        change_children(node, role, |name, child, child_role| {
            is_changed |= match (role, name) {
                (Role::Schema, "not" | "if") => false,
                (Role::Schema, "required") => remove(child, &exempted),
                // The branches of `allOf` apply with the schema around them.
                (Role::Schema, "allOf") | (Role::List(_), _) => {
                    self.apply(child, child_role, &exempted)
                }
                _ => self.apply(child, child_role, &none),
            };
        });
        is_changed
    }

    /// Returns the names of the members of a schema that have the annotation.
    fn annotated(&self, schema: &Node) -> BTreeSet<String> {
        let parts = self.parts(schema);
        let properties = parts.iter().filter_map(|part| part.get("properties"));
        properties
            .flat_map(Node::members)
            .filter(|(_, property)| {
                let parts = self.parts(property);
                parts.iter().any(|part| part.flag(self.annotation))
            })
            .map(|(name, _)| name.to_owned())
            .collect()
    }

    /// Returns a schema and the schemas that apply with it, through `$ref` and `allOf`.
    fn parts<'n>(&'n self, schema: &'n Node) -> Vec<&'n Node> {
        let mut parts = Vec::new();
        let mut seen = HashSet::new();
        let mut pending = vec![schema];
        while let Some(part) = pending.pop() {
            if !seen.insert(std::ptr::from_ref(part)) {
                continue;
            }
            parts.push(part);
            let target = part.member_text("$ref");
            pending.extend(target.and_then(|text| reference::target(self.root, text).ok()));
            pending.extend(part.get("allOf").into_iter().flat_map(Node::items));
        }
        parts
    }
}

/// Removes the exempted names from `required`. Returns whether there are any.
fn remove(required: &mut Node, exempted: &BTreeSet<String>) -> bool {
    let Value::Sequence(names) = &mut required.value else {
        return false;
    };
    let before = names.len();
    names.retain(|name| !name.string().is_some_and(|name| exempted.contains(name)));
    names.len() < before
}
