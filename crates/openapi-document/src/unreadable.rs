//! Removes schema keywords whose values can't be read, so that the rest of a
//! document can be compared. Each removed keyword is among the diagnostics of the
//! document, which the comparison reports.

use crate::Version;
use crate::lift::EXTENSION;
use crate::operand;
use crate::role::Role;
use openapi_source::{Diagnostic, Node, Value};

/// Removes unreadable keywords from `node`, which has the role `role`, and from
/// everything below it.
pub(crate) fn remove(
    node: &mut Node,
    role: Role,
    version: Version,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if role == Role::Data {
        return;
    }
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
    match &mut node.value {
        Value::Mapping(members) => {
            for (key, child) in members {
                let is_lifted = role == Role::Schema && key == EXTENSION;
                match version {
                    // Lifting makes these 3.1 keywords of the schema.
                    Version::V3_0 if is_lifted => {
                        remove(child, Role::Schema, Version::V3_1, diagnostics);
                    }
                    _ => remove(child, role.child(key), version, diagnostics),
                }
            }
        }
        Value::Sequence(items) => {
            for item in items {
                remove(item, role.item(), version, diagnostics);
            }
        }
        _ => {}
    }
}
