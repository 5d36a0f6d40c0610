//! Compares constraints, the keywords that a normal form can't express: two of them are equal if
//! their values are the same JSON outside of subschemas, and the subschemas are of one class.

use super::comparison::{Comparison, Next, PairResult};
use super::difference::{Differences, Relation};
use super::normal_form::{Alternative, Constraint};
use crate::inclusion::keyword::is_assertion;
use openapi_source::role::Role;
use openapi_source::{Node, Value};

impl<'d> Comparison<'d> {
    /// Adds the constraints of which the other side has no equal one. Two schemas that contain
    /// themselves are compared next.
    pub(super) fn compare_constraints(
        &mut self,
        left: &Alternative<'d>,
        right: &Alternative<'d>,
        found: &mut PairResult<'d>,
    ) {
        let mut left_only: Vec<&Constraint<'d>> = left.constraints.iter().collect();
        let mut right_only: Vec<&Constraint<'d>> = right.constraints.iter().collect();
        left_only.retain(|one| {
            let is_equal = |other: &&Constraint<'d>| match one.keyword {
                "$ref" => other.keyword == "$ref",
                // Its meaning depends on the keywords beside it.
                "unevaluatedProperties" | "unevaluatedItems" => false,
                _ => self.are_constraints_equal(one, other),
            };
            let Some(index) = right_only.iter().position(is_equal) else {
                return true;
            };
            let other = right_only.remove(index);
            if one.keyword == "$ref" {
                let pair = self.pair(&one.part.schema(), &other.part.schema());
                found.next.extend(pair.map(|pair| Next { pair, step: None }));
            }
            false
        });
        let differences = &mut found.differences;
        for one in left_only {
            let same = right_only.iter().position(|other| other.keyword == one.keyword);
            let other = same.map(|index| right_only.remove(index));
            add(one, (Some(one), other), (left.at, right.at), differences);
        }
        for one in right_only {
            add(one, (None, Some(one)), (left.at, right.at), differences);
        }
    }

    /// Returns whether both are the same keyword with equal values.
    fn are_constraints_equal(&self, left: &Constraint<'d>, right: &Constraint<'d>) -> bool {
        let role = match left.keyword {
            // Its value is the schema that is too large to expand.
            "allOf" => Role::Schema,
            keyword => Role::Schema.child(keyword),
        };
        left.keyword == right.keyword
            && self.are_values_equal(left.part.node, right.part.node, role)
    }

    fn are_values_equal(&self, left: &Node, right: &Node, role: Role) -> bool {
        match (&left.value, &right.value) {
            _ if role == Role::Schema => self.classes.are_equal(left, right),
            (Value::Sequence(lefts), Value::Sequence(rights)) => {
                let mut pairs = lefts.iter().zip(rights);
                lefts.len() == rights.len()
                    && pairs.all(|(left, right)| self.are_values_equal(left, right, role.item()))
            }
            (Value::Mapping(lefts), Value::Mapping(rights)) => {
                lefts.len() == rights.len()
                    && lefts.iter().all(|(key, left)| {
                        rights.get(key).is_some_and(|right| {
                            self.are_values_equal(left, right, role.child(key))
                        })
                    })
            }
            (left, right) => left == right,
        }
    }
}

/// Adds a constraint that differs, or that one side lacks.
fn add<'d>(
    one: &Constraint<'d>,
    (left, right): (Option<&Constraint<'d>>, Option<&Constraint<'d>>),
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let side = |constraint: Option<&Constraint<'d>>, at| match constraint {
        Some(one) => (Some(one.part.node.value.excerpt()), one.part.node),
        None => (None, at),
    };
    let sides = (side(left, at.0), side(right, at.1));
    if is_assertion(one.keyword) {
        let relation = match (left, right) {
            // A constraint removes values, but not `minContains: 0`, and not an `if` that evaluates
            // members or items beside `unevaluated…`.
            _ if ["if", "minContains"].contains(&one.keyword) => Relation::Different,
            (Some(_), Some(_)) => Relation::Different,
            (_, right) => Relation::narrower_if(right.is_some()),
        };
        differences.add_keyword(relation, one.keyword, sides.0, sides.1);
    } else {
        differences.annotate(one.keyword, sides.0, sides.1);
    }
}
