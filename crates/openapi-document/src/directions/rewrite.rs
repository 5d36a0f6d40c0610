//! Writes a schema for one direction: without the exempted members in `required`, and
//! with references to the copies for this direction.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use openapi_source::role::{Role, change_children};

use super::Direction;
use super::members::{annotated, is_exempted, united};
use crate::{Document, Mapping, Node, Pointer, Value};

pub(crate) struct Rewrite<'a> {
    pub(crate) document: &'a Document,
    pub(crate) direction: Direction,
    /// The copies for requests, by the schemas that they replace.
    pub(crate) copies: &'a HashMap<Pointer, Pointer>,
}

impl Rewrite<'_> {
    /// Changes a node and everything below it. Returns whether a member is no longer required.
    pub(crate) fn node(&self, node: &mut Node, role: Role) -> bool {
        self.below(node, role, &BTreeSet::new())
    }

    /// Changes a node whose members the schemas around it exempt.
    fn below(&self, node: &mut Node, role: Role, exempted: &BTreeSet<String>) -> bool {
        let annotation = self.direction.exempting_annotation();
        let exempted = match role {
            Role::Schema => united(exempted, annotated(self.document, node, annotation)),
            _ => Cow::Borrowed(exempted),
        };
        let mut is_changed = false;
        if let (Role::Schema, Value::Mapping(members)) = (role, &mut node.value) {
            self.name_branches(members);
            is_changed = exempt(members, &exempted);
        }
        let none = BTreeSet::new();
        change_children(node, role, |name, child, child_role| match (role, name) {
            (Role::Schema, "not" | "if") => {}
            (Role::Schema, "$ref") => self.refer(child),
            // The branches of `allOf` apply with the schema around them.
            (Role::Schema, "allOf") | (Role::List(_), _) => {
                is_changed |= self.below(child, child_role, &exempted);
            }
            _ => is_changed |= self.below(child, child_role, &none),
        });
        is_changed
    }

    /// Returns the copy that replaces the target of a reference.
    fn copy(&self, reference: &str) -> Option<String> {
        if self.direction == Direction::Response {
            return None;
        }
        let copy = self.copies.get(&Pointer::from_reference(reference)?)?;
        Some(copy.to_fragment())
    }

    fn refer(&self, reference: &mut Node) {
        if let Some(copy) = reference.string().and_then(|text| self.copy(text)) {
            reference.value = Value::String(copy);
        }
    }

    /// Maps the values of a discriminator to the copies. A branch without a mapping has
    /// the name of its component as its value (§4.8.25), which a copy doesn't have.
    fn name_branches(&self, schema: &mut Mapping) {
        let unions = ["oneOf", "anyOf"].into_iter();
        let branches = unions.filter_map(|keyword| schema.get(keyword)?.sequence());
        let branches: Vec<_> = branches
            .flatten()
            .filter_map(|branch| {
                let reference = branch.get("$ref")?;
                let text = reference.string()?;
                let name = Pointer::from_reference(text)?.last()?;
                Some((name, text.to_owned(), self.copy(text)?, reference.clone()))
            })
            .collect();
        let Some(discriminator) = schema.get_mut("discriminator") else {
            return;
        };
        let location = discriminator.location.clone();
        let Value::Mapping(fields) = &mut discriminator.value else {
            return;
        };
        if branches.is_empty() {
            // The subtypes of a base.
            if let Some(Value::Mapping(mapping)) =
                fields.get_mut("mapping").map(|one| &mut one.value)
            {
                mapping.values_mut().for_each(|target| self.refer(target));
            }
            return;
        }
        let mapping = fields
            .entry("mapping".to_owned())
            .or_insert_with(|| Node { value: Value::Mapping(Mapping::new()), location });
        let Value::Mapping(mapping) = &mut mapping.value else {
            return;
        };
        for (name, text, copy, reference) in branches {
            let is_branch = |target: &Node| {
                let target = target.string();
                target == Some(name.as_str()) || target == Some(text.as_str())
            };
            let mut is_mapped = false;
            for target in mapping.values_mut().filter(|target| is_branch(target)) {
                target.value = Value::String(copy.clone());
                is_mapped = true;
            }
            if !is_mapped {
                let value = Value::String(copy);
                let location = reference.location;
                mapping.insert(name, Node { value, location });
            }
        }
    }
}

/// Removes the exempted names from `required`. Returns whether there are any.
fn exempt(schema: &mut Mapping, exempted: &BTreeSet<String>) -> bool {
    let Some(Value::Sequence(names)) = schema.get_mut("required").map(|node| &mut node.value)
    else {
        return false;
    };
    let before = names.len();
    names.retain(|name| !is_exempted(name, exempted));
    let is_changed = names.len() < before;
    // OpenAPI 3.0 doesn't allow an empty array.
    if names.is_empty() {
        schema.shift_remove("required");
    }
    is_changed
}
