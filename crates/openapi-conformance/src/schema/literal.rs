//! Compares keywords that a shape can't express. It must take two values for
//! the same only if they are the same JSON, but for the schemas in them, which
//! are the same if they allow the same values.

use super::comparison::Comparison;
use super::difference::{Differences, Relation};
use super::shape::{Alternative, Constraint, Kind};
use super::{Part, Schema};
use crate::document::{Content, Node, Role};

impl<'d> Comparison<'d> {
    /// Adds what one side demands and the other doesn't. A constraint takes
    /// values away, so one more makes a schema narrower.
    pub(crate) fn compare_constraints(
        &mut self,
        left: &Alternative<'d>,
        right: &Alternative<'d>,
        differences: &mut Differences<'d>,
    ) {
        let mut left_only: Vec<&Constraint<'d>> = Vec::new();
        let mut right_only: Vec<&Constraint<'d>> = right.constraints.iter().collect();
        for constraint in &left.constraints {
            let same = right_only.iter().position(|other| {
                constraint.keyword == other.keyword
                    && self.is_same(constraint.part, other.part, role(constraint.keyword))
            });
            match same {
                Some(index) => {
                    right_only.remove(index);
                }
                None => left_only.push(constraint),
            }
        }
        for constraint in left_only {
            let what = format!("`{}`", constraint.keyword);
            let counterpart = right_only
                .iter()
                .position(|other| other.keyword == constraint.keyword);
            match counterpart.map(|index| right_only.remove(index)) {
                Some(other) => {
                    differences.add(Relation::Different, what, side(constraint), side(other));
                }
                None => {
                    let none = ("none".to_owned(), right.at);
                    differences.add(Relation::Wider, what, side(constraint), none);
                }
            }
        }
        for constraint in right_only {
            let what = format!("`{}`", constraint.keyword);
            let none = ("none".to_owned(), left.at);
            differences.add(Relation::Narrower, what, none, side(constraint));
        }
    }

    fn is_same(&mut self, left: Part<'d>, right: Part<'d>, role: Role) -> bool {
        if role == Role::Schema {
            return self.compare(&left.schema(), &right.schema()).is_empty();
        }
        match (&left.node.content, &right.node.content) {
            (Content::Sequence(lefts), Content::Sequence(rights)) if role != Role::Data => {
                let branches = |part: Part<'d>, items: &'d [Node]| {
                    items.iter().map(|node| Part { node, ..part }).collect()
                };
                self.are_branches_same(branches(left, lefts), branches(right, rights))
            }
            (Content::Mapping(lefts), Content::Mapping(rights)) => {
                lefts.len() == rights.len()
                    && lefts.iter().all(|(key, node)| {
                        rights.get(key).is_some_and(|other| {
                            let left = Part { node, ..left };
                            let right = Part {
                                node: other,
                                ..right
                            };
                            self.is_same(left, right, role.child(key))
                        })
                    })
            }
            (left, right) => left == right,
        }
    }

    /// Compares the branches of a union, in any order.
    fn are_branches_same(&mut self, left: Vec<Part<'d>>, right: Vec<Part<'d>>) -> bool {
        let mut left_only: Vec<Part<'d>> = Vec::new();
        let mut right_only = right;
        for branch in left {
            let same = right_only
                .iter()
                .position(|other| self.is_same(branch, *other, Role::Schema));
            match same {
                Some(index) => {
                    right_only.remove(index);
                }
                None => left_only.push(branch),
            }
        }
        // Null is no matter here: 3.0 has no branch for it, but `nullable`.
        // That it is allowed on one side only shows in the types.
        left_only.into_iter().chain(right_only).all(|branch| {
            let shape = self.expand(&branch.schema());
            let mut kinds = shape.alternatives.iter().map(|one| one.values.kind());
            kinds.all(|kind| kind == Kind::Null)
        })
    }
}

impl<'d> Part<'d> {
    fn schema(self) -> Schema<'d> {
        Schema::new(self.document, self.node)
    }
}

/// What the value of a constraint is. For `$ref` and `allOf` the constraint
/// holds the schema that was too large to write out.
fn role(keyword: &str) -> Role {
    match keyword {
        "$ref" | "allOf" => Role::Schema,
        _ => Role::Schema.child(keyword),
    }
}

fn side<'d>(constraint: &Constraint<'d>) -> (String, &'d Node) {
    (constraint.part.node.content.excerpt(), constraint.part.node)
}
