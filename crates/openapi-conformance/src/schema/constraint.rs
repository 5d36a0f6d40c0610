//! Keywords that a shape can't express, as they stand. It must never take a
//! keyword that JSON Schema doesn't define for one that refuses values.

use super::shape::Constraint;

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

impl Constraint<'_> {
    /// Whether it can refuse a value.
    pub(crate) fn is_assertion(&self) -> bool {
        ASSERTIONS.contains(&self.keyword)
    }
}
