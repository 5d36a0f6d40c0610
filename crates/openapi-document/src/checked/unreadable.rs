//! Removes schema keywords whose values can't be read, so that the rest of a
//! document can be compared. Each removed keyword is among the diagnostics of the
//! document, which the comparison reports.

use openapi_source::role::{Role, change_children};

use super::operand;
use crate::lift::EXTENSION;
use crate::{Diagnostic, Diagnostics, Document, Node, Value};

/// Removes the unreadable keywords of a document, and returns an error for each.
pub(super) fn remove(document: &mut Document) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let is_3_0 = document.is_3_0;
    remove_below(&mut document.root, Role::Document, is_3_0, &mut diagnostics);
    diagnostics
}

fn remove_below(node: &mut Node, role: Role, is_3_0: bool, diagnostics: &mut Diagnostics) {
    if role == Role::Schema {
        let found = operand::errors(node, is_3_0);
        if let Value::Mapping(members) = &mut node.value {
            members.retain(|_, value| {
                let is_readable = |diagnostic: &Diagnostic| diagnostic.location != value.location;
                found.iter().all(is_readable)
            });
        }
        // A path item that is the target of a reference is read twice.
        diagnostics.extend(found);
    }
    change_children(node, role, |name, child, child_role| match name {
        // Lifting makes these 3.1 keywords of the schema.
        EXTENSION if role == Role::Schema && is_3_0 => {
            remove_below(child, Role::Schema, false, diagnostics);
        }
        _ => remove_below(child, child_role, is_3_0, diagnostics),
    });
}
