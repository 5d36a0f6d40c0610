//! Removes schema keywords whose values can't be read, so that the rest of a document can be
//! compared or generated. A check removes all of them. A document for the generators loses those
//! by which a validator wouldn't compile and which no type depends on.

use openapi_source::Operand;
use openapi_source::role::{Role, change_children};

use crate::lift::EXTENSION;
use crate::{Diagnostics, Document, Node, Severity, Value, operand};

/// Removes the unreadable keywords of a document, and returns an error for each.
pub(crate) fn remove(document: &mut Document) -> Diagnostics {
    remove_if(document, |_| true)
}

/// Removes the unreadable keywords that no type depends on, with a warning for each.
pub(crate) fn remove_narrowing(document: &mut Document) {
    let is_narrowing = |operand| {
        use Operand::{Boolean, Count, Number, Pattern, PositiveNumber, Text};
        matches!(operand, Boolean | Count | Number | Pattern | PositiveNumber | Text)
    };
    let left_out = remove_if(document, is_narrowing).into_iter();
    document.warnings.extend(left_out.map(|mut diagnostic| {
        diagnostic.severity = Severity::Warning;
        diagnostic.message.push_str("; it is left out");
        diagnostic
    }));
}

fn remove_if(document: &mut Document, is_removed: fn(Operand) -> bool) -> Diagnostics {
    let mut errors = Diagnostics::default();
    let is_3_0 = document.is_3_0;
    let (root, role) = (&mut document.root, Role::Document);
    remove_below(root, role, is_3_0, is_removed, &mut errors);
    errors
}

fn remove_below(
    node: &mut Node,
    role: Role,
    is_3_0: bool,
    is_removed: fn(Operand) -> bool,
    errors: &mut Diagnostics,
) {
    if let (Role::Schema, Value::Mapping(members)) = (role, &mut node.value) {
        members.retain(|keyword, value| {
            let error = operand::error(keyword, value, is_3_0);
            let error = error.filter(|_| is_removed(operand::of(keyword)));
            let is_kept = error.is_none();
            errors.extend(error);
            is_kept
        });
    }
    change_children(node, role, |name, child, child_role| match name {
        // Lifting makes these 3.1 keywords of the schema.
        EXTENSION if role == Role::Schema && is_3_0 => {
            remove_below(child, Role::Schema, false, is_removed, errors);
        }
        _ => remove_below(child, child_role, is_3_0, is_removed, errors),
    });
}
