//! Removes schema keywords whose values can't be read, so that the rest of a
//! document can be compared. Each removed keyword is among the diagnostics of the
//! document, which the comparison reports.

use crate::Version;
use crate::lift::EXTENSION;
use crate::operand;
use openapi_source::role::{Role, change_children};
use openapi_source::{Diagnostic, Node, Value};

/// Removes unreadable keywords from `node`, which has the role `role`, and from
/// everything below it.
pub(crate) fn remove(
    node: &mut Node,
    role: Role,
    version: Version,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if role == Role::Schema {
        let mut found = Vec::new();
        operand::check(node, version, &mut found);
        if let Value::Mapping(members) = &mut node.value {
            members.retain(|_, value| {
                let is_readable = |diagnostic: &Diagnostic| diagnostic.location != value.location;
                found.iter().all(is_readable)
            });
        }
        // A path item that is the target of a reference is read twice.
        found.retain(|diagnostic| !diagnostics.contains(diagnostic));
        diagnostics.append(&mut found);
    }
    let is_schema_of_3_0 = role == Role::Schema && version == Version::V3_0;
    change_children(node, role, |name, child, role| match name {
        // Lifting makes these 3.1 keywords of the schema.
        EXTENSION if is_schema_of_3_0 => {
            remove(child, Role::Schema, Version::V3_1, diagnostics);
        }
        _ => remove(child, role, version, diagnostics),
    });
}
