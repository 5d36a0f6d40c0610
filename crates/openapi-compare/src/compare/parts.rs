//! The schemas that a schema consists of (`$ref`, `allOf`), and those of its members and items.

use crate::Document;
use openapi_source::Node;

/// The schemas that describe a value, its members and its items.
#[derive(Default)]
pub(super) struct Parts<'d> {
    /// Schemas of the value, and whether their texts describe the whole. The schema itself is the
    /// first, and each one precedes those that it consists of.
    parts: Vec<(&'d Node, bool)>,
    /// By keyword and name: each property and pattern; those of items and of other members,
    /// without a name; and, under `oneOf`, each component that is a branch of `oneOf` or `anyOf`,
    /// by its `$ref`. A property is there as often as parts of the schema declare it.
    pub(super) members: Vec<((&'static str, &'d str), &'d Node)>,
}

impl<'d> Parts<'d> {
    /// Returns the first schema of the value with the keyword `field`, or the schema itself if
    /// there is none.
    pub(super) fn nearest(&self, field: &str) -> &'d Node {
        let mut having = self.parts.iter().filter(|(node, _)| node.get(field).is_some());
        // A default and a sunset are those of the value, whichever part has them.
        let first = having.clone().next().filter(|_| ["default", "x-sunset"].contains(&field));
        let found = having.find(|(_, is_whole)| *is_whole).or(first);
        found.unwrap_or(&self.parts[0]).0
    }

    pub(super) fn of(document: &'d Document, node: &'d Node) -> Parts<'d> {
        let mut parts = Parts::default();
        parts.add(document, node, true);
        parts
    }

    fn add(&mut self, document: &'d Document, node: &'d Node, is_whole: bool) {
        if self.parts.iter().any(|(known, _)| std::ptr::eq(*known, node)) {
            return;
        }
        self.parts.push((node, is_whole));
        for keyword in ["properties", "patternProperties"] {
            let named = node.get(keyword).into_iter().flat_map(Node::members);
            self.members.extend(named.map(|(name, member)| ((keyword, name), member)));
        }
        for keyword in ["items", "additionalProperties", "propertyNames", "contains"] {
            self.members.extend(node.get(keyword).map(|schema| ((keyword, ""), schema)));
        }
        let items = node.get("prefixItems").into_iter().flat_map(Node::items);
        self.members.extend(items.map(|item| (("prefixItems", ""), item)));
        let unions = [node.get("oneOf"), node.get("anyOf")];
        for branch in unions.into_iter().flatten().flat_map(Node::items) {
            self.members.extend(branch.member_text("$ref").map(|name| (("oneOf", name), branch)));
        }
        if let Some(target) = document.target(node) {
            self.add(document, target, is_whole);
        }
        let parts = node.get("allOf").map_or(&[][..], Node::items);
        for part in parts {
            // The title of a component that is one of several parts describes that component.
            // An inline part, and a single one, describe the whole.
            let is_whole = is_whole && (parts.len() == 1 || part.get("$ref").is_none());
            self.add(document, part, is_whole);
        }
    }
}
