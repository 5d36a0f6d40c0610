//! The schemas that a schema consists of and that describe its value, its members and its items.

use crate::Document;
use openapi_source::Node;

/// The schemas that a schema consists of (`$ref`, `allOf`), those of its members and of its items.
#[derive(Default)]
pub(super) struct Parts<'d> {
    /// Schemas of the value, the nearest first, and whether their texts describe the whole.
    parts: Vec<(&'d Node, bool)>,
    /// By keyword and name: each property; the items and the additional properties, without a name;
    /// and, under `oneOf`, each component that is a branch of `oneOf` or `anyOf`, by its `$ref`.
    pub(super) members: Vec<((&'static str, &'d str), &'d Node)>,
}

impl<'d> Parts<'d> {
    /// Returns the nearest schema with the keyword `field`, or `otherwise` if there
    /// is none.
    pub(super) fn nearest(&self, field: &str, otherwise: &'d Node) -> &'d Node {
        let mut having = self.parts.iter().filter(|(node, _)| node.get(field).is_some());
        // A default and a sunset are those of the value, whichever branch has them.
        let first = having.clone().next().filter(|_| ["default", "x-sunset"].contains(&field));
        let found = having.find(|(_, is_whole)| *is_whole).or(first);
        found.map_or(otherwise, |(node, _)| node)
    }

    pub(super) fn of(document: &'d Document, node: &'d Node) -> Parts<'d> {
        let mut parts = Parts::default();
        parts.add(document, node, true, &mut Vec::new());
        parts
    }

    fn add(
        &mut self,
        document: &'d Document,
        node: &'d Node,
        is_whole: bool,
        seen: &mut Vec<*const Node>,
    ) {
        if seen.contains(&std::ptr::from_ref(node)) {
            return;
        }
        seen.push(node);
        self.parts.push((node, is_whole));
        let properties = node
            .get("properties")
            .into_iter()
            .flat_map(Node::members)
            .map(|(name, member)| (("properties", name), member));
        let all = ["items", "additionalProperties"]
            .into_iter()
            .filter_map(|keyword| Some(((keyword, ""), node.get(keyword)?)));
        let unions = [node.get("oneOf"), node.get("anyOf")];
        let branches = unions.into_iter().flatten().flat_map(Node::items);
        let components =
            branches.filter_map(|branch| Some((("oneOf", branch.member_text("$ref")?), branch)));
        for (name, member) in properties.chain(all).chain(components) {
            if !self.members.iter().any(|(known, _)| *known == name) {
                self.members.push((name, member));
            }
        }
        if let Some(target) = document.target(node) {
            self.add(document, target, is_whole, seen);
        }
        let parts = node.get("allOf").map_or(&[][..], Node::items);
        for part in parts {
            // The title of a component that is one of several branches describes that component.
            // An inline branch, and a single one, describe the whole.
            let is_whole = is_whole && (parts.len() == 1 || part.get("$ref").is_none());
            self.add(document, part, is_whole, seen);
        }
    }
}
