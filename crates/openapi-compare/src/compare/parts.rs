//! The schemas that a schema consists of (`$ref`, `allOf`), and those of its members and items.

use crate::Document;
use openapi_source::role::Role;
use openapi_source::{Node, Value};
use std::collections::BTreeMap;

/// The schemas that describe a value, its members and its items.
#[derive(Default)]
pub(super) struct Parts<'d> {
    /// Each one precedes those that it consists of.
    parts: Vec<Part<'d>>,
    /// The declarations of each subschema, such as a property: as many as parts of the schema have.
    /// Conditions have none, and under `oneOf` are, by their `$ref`, the components that are
    /// branches of `oneOf` or `anyOf`.
    pub(super) members: BTreeMap<Member<'d>, Vec<&'d Node>>,
}

/// A schema of the value.
struct Part<'d> {
    node: &'d Node,
    /// The index of the declaration of the value that it is part of.
    declaration: usize,
    /// Whether its texts describe the whole.
    is_whole: bool,
}

/// A keyword, and the name or the index of one of its schemas.
type Member<'d> = (&'d str, &'d str, usize);

impl<'d> Parts<'d> {
    /// Returns the parts of a value that each of these schemas describes.
    pub(super) fn of(document: &'d Document, declarations: &[&'d Node]) -> Parts<'d> {
        let mut parts = Parts::default();
        for (declaration, node) in declarations.iter().enumerate() {
            parts.add(document, Part { node, declaration, is_whole: true });
        }
        parts
    }

    /// Returns the first schema of the value with the keyword `field`, or the schema itself if
    /// there is none.
    pub(super) fn nearest(&self, field: &str) -> &'d Node {
        self.having(field).next().map_or(self.parts[0].node, |(node, _)| node)
    }

    /// Returns a schema of each value whose `field` no declaration of the other value has, or that
    /// has none; `None` if one value has no other field than the other value.
    pub(super) fn different(&self, other: &Parts<'d>, field: &str) -> Option<(&'d Node, &'d Node)> {
        let own = |one: &Self, others: &Self| {
            let mut having = one.having(field).peekable();
            if having.peek().is_none() {
                return Some(one.nearest(field));
            }
            let is_known = |value| others.having(field).any(|(_, other)| other == value);
            having.find(|(_, value)| !is_known(*value)).map(|(node, _)| node)
        };
        own(self, other).zip(own(other, self))
    }

    /// Returns the first schema of each declaration with the keyword `field`, and the value of that.
    fn having(&self, field: &str) -> impl Iterator<Item = (&'d Node, &'d Value)> {
        // A default is that of the value, whichever part has it.
        let is_of_whole = ["title", "description", "discriminator"].contains(&field);
        let declarations = self.parts.chunk_by(|one, next| one.declaration == next.declaration);
        declarations.filter_map(move |parts| {
            let describing = parts.iter().filter(|part| part.is_whole || !is_of_whole);
            let having = describing.filter_map(|part| Some((part, &part.node.get(field)?.value)));
            having.min_by_key(|(part, _)| !part.is_whole).map(|(part, value)| (part.node, value))
        })
    }

    fn add(&mut self, document: &'d Document, part: Part<'d>) {
        let Part { node, declaration, is_whole } = part;
        if self.parts.iter().any(|known| std::ptr::eq(known.node, node)) {
            return;
        }
        self.parts.push(part);
        let mut declare =
            |member, schema: &'d Node| self.members.entry(member).or_default().push(schema);
        for (keyword, value) in node.members() {
            match (keyword, Role::Schema.child(keyword)) {
                ("if" | "then" | "else" | "not" | "$defs" | "definitions", _) => {}
                (_, Role::Schema) => declare((keyword, "", 0), value),
                (_, Role::Map(_)) => {
                    value.members().for_each(|(name, schema)| declare((keyword, name, 0), schema));
                }
                ("prefixItems", _) => {
                    let items = value.items().iter().enumerate();
                    items.for_each(|(index, schema)| declare((keyword, "", index), schema));
                }
                ("oneOf" | "anyOf", _) => {
                    let branches = value.items().iter();
                    let named = branches.filter_map(|one| Some((one.member_text("$ref")?, one)));
                    named.for_each(|(name, branch)| declare(("oneOf", name, 0), branch));
                }
                _ => {}
            }
        }
        if let Some(node) = document.target(node) {
            self.add(document, Part { node, declaration, is_whole });
        }
        let parts = node.get("allOf").map_or(&[][..], Node::items);
        for node in parts {
            // The title of a component that is one of several parts describes that component.
            // An inline part, and a single one, describe the whole.
            let is_whole = is_whole && (parts.len() == 1 || node.get("$ref").is_none());
            self.add(document, Part { node, declaration, is_whole });
        }
    }
}
