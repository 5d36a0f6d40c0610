//! The schemas that a schema consists of (`$ref`, `allOf`), and those of its members and items.

use crate::Document;
use openapi_source::{Node, Value};
use std::collections::BTreeMap;

/// The schemas that describe a value, its members and its items.
#[derive(Default)]
pub(super) struct Parts<'d> {
    /// Each one precedes those that it consists of.
    parts: Vec<Part<'d>>,
    /// The declarations of each property, pattern, dependent schema and prefix item, of items and
    /// of other members; and, under `oneOf`, each component that is a branch of `oneOf` or
    /// `anyOf`, by its `$ref`. A property has as many as parts of the schema declare it.
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
type Member<'d> = (&'static str, &'d str, usize);

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
        for keyword in ["properties", "patternProperties", "dependentSchemas"] {
            for (name, schema) in node.get(keyword).into_iter().flat_map(Node::members) {
                declare((keyword, name, 0), schema);
            }
        }
        for keyword in [
            "items",
            "additionalProperties",
            "propertyNames",
            "contains",
            "unevaluatedItems",
            "unevaluatedProperties",
            "contentSchema",
        ] {
            node.get(keyword).into_iter().for_each(|schema| declare((keyword, "", 0), schema));
        }
        let items = node.get("prefixItems").map_or(&[][..], Node::items);
        for (index, schema) in items.iter().enumerate() {
            declare(("prefixItems", "", index), schema);
        }
        let unions = [node.get("oneOf"), node.get("anyOf")];
        for branch in unions.into_iter().flatten().flat_map(Node::items) {
            branch
                .member_text("$ref")
                .into_iter()
                .for_each(|name| declare(("oneOf", name, 0), branch));
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
