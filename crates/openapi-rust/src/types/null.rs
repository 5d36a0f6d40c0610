//! Whether an optional member tells null from absent.
//!
//! In the body of a PATCH they mean different things: an absent member stays as it is, and
//! null removes it (RFC 7396). Elsewhere a code-first service writes both for the same
//! `None`, and so do its callers.

use std::collections::HashSet;

use super::{Body, Definition};

/// Reads null as an absent member, except in the types that the bodies of PATCH contain, and
/// where a rule of the object may depend on which members there are.
pub(super) fn make_absent(definitions: &mut [Definition], patched: &HashSet<String>) {
    for definition in definitions {
        if let Body::Struct { fields, rules, .. } = &mut definition.body
            && rules.is_empty()
            && !patched.contains(&definition.name)
        {
            for field in fields {
                let is_optional = !field.required && field.default.is_none();
                field.null_is_absent = is_optional && field.shape.nullable;
            }
        }
    }
}
