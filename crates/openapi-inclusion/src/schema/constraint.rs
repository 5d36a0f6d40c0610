//! Which keywords can reject a value. Keywords that JSON Schema doesn't define are
//! annotations (Core §6.5), so they reject none.

use super::shape::Constraint;

/// The keywords kept as constraints that can reject a value. All others are
/// annotations (Core §6.5, §7.7).
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
    /// Whether the constraint can reject a value.
    pub(crate) fn is_assertion(&self) -> bool {
        ASSERTIONS.contains(&self.keyword)
    }
}
