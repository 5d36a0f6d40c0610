//! Keywords that a shape can't express, as they stand. It must never take a
//! keyword that JSON Schema doesn't define for one that refuses values.

use super::Part;
use super::literal::role;
use super::shape::Constraint;
use crate::document::{Node, Role};
use std::collections::BTreeSet;

/// The keywords that can refuse a value; all others are annotations (Core §6.5,
/// §7.7).
const ASSERTIONS: [&str; 19] = [
    "$dynamicRef",
    "$ref",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "enum",
    "if",
    "maxContains",
    "minContains",
    "not",
    "oneOf",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

impl<'d> Constraint<'d> {
    /// Whether it can refuse a value.
    pub(crate) fn is_assertion(&self) -> bool {
        ASSERTIONS.contains(&self.keyword)
    }

    /// The schemas that the keyword applies, outermost ones only.
    pub(crate) fn schemas(&self) -> Vec<Part<'d>> {
        let Part { document, node } = self.part;
        let mut schemas = Vec::new();
        let mut rest = vec![(node, role(self.keyword))];
        while let Some((node, role)) = rest.pop() {
            match role {
                Role::Schema => schemas.push(Part { document, node }),
                Role::Data => {}
                role => {
                    rest.extend(node.members().map(|(name, one)| (one, role.child(name))));
                    rest.extend(node.items().iter().map(|one| (one, role.item())));
                }
            }
        }
        schemas
    }

    /// The names of members that stand in it.
    pub(crate) fn names(&self) -> BTreeSet<&'d str> {
        let mut names = BTreeSet::new();
        let mut rest: Vec<(&'d Node, bool)> =
            vec![(self.part.node, self.keyword.starts_with("dependent"))];
        while let Some((node, are_names)) = rest.pop() {
            for (key, child) in node.members() {
                if are_names {
                    names.insert(key);
                }
                let child_has_names =
                    matches!(key, "properties" | "required") || key.starts_with("dependent");
                rest.push((child, child_has_names));
            }
            for item in node.items() {
                names.extend(
                    item.text()
                        .filter(|_| are_names || self.keyword == "dependentRequired"),
                );
                rest.push((item, false));
            }
        }
        names
    }
}
