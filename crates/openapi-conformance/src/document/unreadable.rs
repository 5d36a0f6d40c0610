//! Takes the keywords out of schemas whose values can't be read, so that the rest of
//! a document can be compared. Each of them must be among the problems of the
//! document, which the comparison tells.

use super::Version;
use super::keyword;
use super::lift::EXTENSION;
use super::node::{Content, Node};
use super::problem::Problem;
use super::role::Role;

/// Takes them out of `node`, which is a `role` of the document, and out of
/// everything below it.
pub(crate) fn take_out(node: &mut Node, role: Role, version: Version, problems: &mut Vec<Problem>) {
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
        // A path item that a reference repeats is read twice.
        found.retain(|problem| !problems.contains(problem));
        problems.append(&mut found);
    }
    match &mut node.content {
        Content::Mapping(members) => {
            for (key, child) in members {
                let is_lifted = role == Role::Schema && key == EXTENSION;
                match version {
                    // Lifting makes these keywords of 3.1.
                    Version::V3_0 if is_lifted => {
                        take_out(child, Role::Schema, Version::V3_1, problems);
                    }
                    _ => take_out(child, role.child(key), version, problems),
                }
            }
        }
        Content::Sequence(items) => {
            for item in items {
                take_out(item, role.item(), version, problems);
            }
        }
        _ => {}
    }
}
