//! Removes schema keywords whose values can't be read, so that the rest of a
//! document can be compared. Each removed keyword is among the problems of the
//! document, which the comparison reports.

use super::Version;
use super::keyword;
use super::lift::EXTENSION;
use super::node::{Content, Node};
use super::problem::Problem;
use super::role::Role;

/// Removes unreadable keywords from `node`, which has the role `role`, and from
/// everything below it.
pub(crate) fn remove(node: &mut Node, role: Role, version: Version, problems: &mut Vec<Problem>) {
    if role == Role::Data {
        return;
    }
    if role == Role::Schema {
        let mut found = Vec::new();
        keyword::check(node, version, &mut found);
        if let Content::Mapping(members) = &mut node.content {
            members.retain(|_, value| {
                let is_readable = |problem: &Problem| problem.pointer != value.source.pointer;
                found.iter().all(is_readable)
            });
        }
        // A path item that is the target of a reference is read twice.
        found.retain(|problem| !problems.contains(problem));
        problems.append(&mut found);
    }
    match &mut node.content {
        Content::Mapping(members) => {
            for (key, child) in members {
                let is_lifted = role == Role::Schema && key == EXTENSION;
                match version {
                    // Lifting makes these 3.1 keywords of the schema.
                    Version::V3_0 if is_lifted => {
                        remove(child, Role::Schema, Version::V3_1, problems);
                    }
                    _ => remove(child, role.child(key), version, problems),
                }
            }
        }
        Content::Sequence(items) => {
            for item in items {
                remove(item, role.item(), version, problems);
            }
        }
        _ => {}
    }
}
