//! The schemas that a schema consists of and that describe its value, its members and its items.

use crate::Document;
use openapi_source::Node;

/// The annotations of a schema and of the schemas that it consists of (`$ref`,
/// `allOf`).
#[derive(Default)]
pub(super) struct Annotations<'d> {
    /// Schemas whose annotations describe the value as a whole, the nearest first.
    whole: Vec<&'d Node>,
    /// Schemas of the properties and, under the keyword's name, of all items and of
    /// all additional properties. Under `oneOf`, the components in unions.
    pub(super) members: Vec<((&'static str, &'d str), &'d Node)>,
}

impl<'d> Annotations<'d> {
    /// Returns the nearest schema with the keyword `field`, or `otherwise` if there
    /// is none.
    pub(super) fn nearest(&self, field: &str, otherwise: &'d Node) -> &'d Node {
        let has_field = |node: &&&Node| node.get(field).is_some();
        self.whole.iter().find(has_field).copied().unwrap_or(otherwise)
    }

    pub(super) fn of(document: &'d Document, node: &'d Node) -> Annotations<'d> {
        let mut annotations = Annotations::default();
        annotations.add(document, node, true, &mut Vec::new());
        annotations
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
        if is_whole {
            self.whole.push(node);
        }
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
            // An annotation on one of several `allOf` branches describes that
            // branch, not the whole.
            let is_whole = is_whole && (parts.len() == 1 || part.get("$ref").is_none());
            self.add(document, part, is_whole, seen);
        }
    }
}
