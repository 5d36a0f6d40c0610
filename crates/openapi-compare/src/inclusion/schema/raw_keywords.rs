//! Compares constraints, the keywords that a normal form can't express. Two values of a
//! keyword are the same if they are the same JSON outside of their subschemas, and
//! the subschemas are compared as schemas.

use super::comparison::{Comparison, Next, PairId, PairResult};
use super::difference::Relation;
use super::normal_form::{Alternative, Constraint, NormalForm, ValueType, Values};
use super::{Schema, SchemaNode};
use crate::inclusion::effort::spend;
use openapi_source::role::Role;
use openapi_source::{Node, Value};
use std::collections::BTreeSet;

impl<'d> Comparison<'d> {
    /// Adds the constraints that only one side has. A constraint removes values, so
    /// an additional one makes a schema narrower.
    pub(super) fn compare_constraints(
        &mut self,
        left: &Alternative<'d>,
        right: &Alternative<'d>,
        ahead: usize,
        found: &mut PairResult<'d>,
    ) {
        // The value of a constraint may contain the constraint again, in a member
        // or an item. A smaller lookahead ends that recursion.
        let ahead = ahead.saturating_sub(1);
        let mut unevaluated = Vec::new();
        let mut left_only: Vec<&Constraint<'d>> = Vec::new();
        let mut right_only: Vec<&Constraint<'d>> = right.constraints.iter().collect();
        for constraint in &left.constraints {
            match self.nearest(constraint, &right_only, ahead) {
                Some((index, pairs)) => {
                    let other = right_only.remove(index);
                    if constraint.keyword.starts_with("unevaluated") {
                        unevaluated.push((constraint, other));
                    }
                    found.next.extend(pairs.into_iter().map(|pair| Next {
                        pair,
                        step: None,
                        within: Some(constraint.keyword),
                    }));
                }
                None => left_only.push(constraint),
            }
        }
        left_only.retain(|constraint| self.may_reject(constraint, right));
        right_only.retain(|constraint| self.may_reject(constraint, left));
        let differences = &mut found.differences;
        // The meaning of `unevaluated…` depends on the keywords beside it.
        let has_same_context = differences.is_empty()
            && left_only.is_empty()
            && right_only.is_empty()
            && evaluated_by(left) == evaluated_by(right);
        for (one, other) in unevaluated {
            if !has_same_context {
                let what = format!("`{}`", one.keyword);
                differences.add(Relation::Different, what, side(one), side(other));
            }
        }
        for constraint in left_only {
            let keyword = constraint.keyword;
            let what = format!("`{keyword}`");
            let is_assertion = constraint.is_assertion();
            let counterpart =
                right_only.iter().position(|other| other.keyword == constraint.keyword);
            match counterpart.map(|index| right_only.remove(index)) {
                Some(other) if is_assertion => {
                    differences.add(Relation::Different, what, side(constraint), side(other));
                }
                Some(other) => differences.annotate(keyword, shown(constraint), shown(other)),
                None if is_assertion => {
                    let none = ("none".to_owned(), right.at);
                    let relation = unpaired_relation(constraint, Relation::Wider);
                    differences.add(relation, what, side(constraint), none);
                }
                None => differences.annotate(keyword, shown(constraint), (None, right.at)),
            }
        }
        for constraint in right_only {
            if constraint.is_assertion() {
                let what = format!("`{}`", constraint.keyword);
                let none = ("none".to_owned(), left.at);
                let relation = unpaired_relation(constraint, Relation::Narrower);
                differences.add(relation, what, none, side(constraint));
            } else {
                differences.annotate(constraint.keyword, (None, left.at), shown(constraint));
            }
        }
    }

    /// Returns the index of the constraint of `others` that is the same JSON and
    /// whose subschemas differ least, with the pairs of subschemas.
    fn nearest(
        &mut self,
        constraint: &Constraint<'d>,
        others: &[&Constraint<'d>],
        ahead: usize,
    ) -> Option<(usize, Vec<PairId>)> {
        let is_equal = |other: &&Constraint<'d>| self.are_constraints_equal(constraint, other);
        if let Some(index) = others.iter().position(is_equal) {
            return Some((index, Vec::new()));
        }
        let mut candidates = Vec::new();
        for (index, other) in others.iter().enumerate() {
            let mut pairs = Vec::new();
            let role = role(constraint.keyword);
            if constraint.keyword == other.keyword
                && self.is_same(constraint.part, other.part, role, ahead, &mut pairs)
            {
                let mut differing = 0;
                for pair in &pairs {
                    let probe = self.probe(Some(*pair), ahead);
                    differing += usize::from(!probe.shows_no_difference());
                }
                candidates.push((differing, index, pairs));
            }
        }
        let nearest = candidates.into_iter().min_by_key(|(count, index, _)| (*count, *index));
        nearest.map(|(_, index, pairs)| (index, pairs))
    }

    /// Returns whether both are the same keyword with equal values.
    pub(super) fn are_constraints_equal(
        &self,
        left: &Constraint<'d>,
        right: &Constraint<'d>,
    ) -> bool {
        left.keyword == right.keyword
            && self.are_keywords_equal(left.keyword, left.part.node, right.part.node)
    }

    /// Returns whether both are equal values of `keyword`.
    pub(super) fn are_keywords_equal(&self, keyword: &str, left: &Node, right: &Node) -> bool {
        self.are_values_equal(left, right, role(keyword))
    }

    /// Returns whether both are the same JSON outside of their subschemas, and the
    /// subschemas are of the same class.
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

    /// Returns whether both are the same JSON outside of their subschemas. The subschemas
    /// are added to `pairs`.
    fn is_same(
        &mut self,
        left: SchemaNode<'d>,
        right: SchemaNode<'d>,
        role: Role,
        ahead: usize,
        pairs: &mut Vec<PairId>,
    ) -> bool {
        if role == Role::Schema {
            pairs.extend(self.pair(&left.schema(), &right.schema()));
            return true;
        }
        match (&left.node.value, &right.node.value) {
            (Value::Sequence(lefts), Value::Sequence(rights)) if role != Role::Data => {
                let lefts = self.branches(left, lefts);
                let rights = self.branches(right, rights);
                self.pair_branches(lefts, rights, ahead, pairs)
            }
            (Value::Mapping(lefts), Value::Mapping(rights)) => {
                lefts.len() == rights.len()
                    && lefts.iter().all(|(key, node)| {
                        rights.get(key).is_some_and(|other| {
                            let left = SchemaNode { node, ..left };
                            let right = SchemaNode { node: other, ..right };
                            self.is_same(left, right, role.child(key), ahead, pairs)
                        })
                    })
            }
            (left, right) => left == right,
        }
    }

    /// Returns the branches of a union without the branch that allows only null: 3.0
    /// has `nullable` instead, and the comparison of types covers null. If several
    /// branches allow null, none is left out, because their number matters.
    fn branches(&mut self, union: SchemaNode<'d>, items: &'d [Node]) -> Vec<SchemaNode<'d>> {
        let parts = items.iter().map(|node| SchemaNode { node, ..union });
        let normal_forms: Vec<_> = parts.map(|part| (part, self.expand(&part.schema()))).collect();
        let allowing = normal_forms
            .iter()
            .filter(|(_, normal_form)| !normal_form.of_type(ValueType::Null).is_empty());
        let is_shared = allowing.count() > 1;
        let is_null = |normal_form: &NormalForm| {
            let mut alternatives = normal_form.alternatives.iter();
            alternatives
                .all(|one| one.values.value_type() == ValueType::Null && one.constraints.is_empty())
        };
        let kept =
            normal_forms.into_iter().filter(|(_, normal_form)| is_shared || !is_null(normal_form));
        kept.map(|(part, _)| part).collect()
    }

    /// Pairs the branches of two unions in any order, most similar branches first.
    /// Returns whether both unions have the same number of branches.
    fn pair_branches(
        &mut self,
        mut lefts: Vec<SchemaNode<'d>>,
        mut rights: Vec<SchemaNode<'d>>,
        ahead: usize,
        pairs: &mut Vec<PairId>,
    ) -> bool {
        if lefts.len() != rights.len() {
            return false;
        }
        // Equal branches need no comparison, and large unions are mostly equal.
        lefts.retain(|left| {
            spend(1 + rights.len() / 8);
            let is_equal = |right: &SchemaNode| self.classes.are_equal(left.node, right.node);
            let equal = rights.iter().position(is_equal);
            equal.map(|index| rights.remove(index)).is_none()
        });
        let mut candidates = Vec::new();
        for (left, one) in lefts.iter().enumerate() {
            for (right, other) in rights.iter().enumerate() {
                let pair = self.pair(&one.schema(), &other.schema());
                let counts = self.probe(pair, ahead).counts;
                candidates.push((counts, left, right, pair));
            }
        }
        candidates.sort_unstable();
        let (mut used_left, mut used_right) = (Vec::new(), Vec::new());
        for (_, left, right, pair) in candidates {
            spend(1 + used_left.len() / 16);
            if !used_left.contains(&left) && !used_right.contains(&right) {
                used_left.push(left);
                used_right.push(right);
                pairs.extend(pair);
            }
        }
        true
    }
}

impl<'d> SchemaNode<'d> {
    pub(super) fn schema(self) -> Schema<'d> {
        Schema::new(self.document, self.node)
    }
}

/// Returns the role of a constraint's value. For `$ref` and `allOf` the value is the
/// schema that was too large to expand.
pub(super) fn role(keyword: &str) -> Role {
    match keyword {
        "$ref" | "allOf" => Role::Schema,
        _ => Role::Schema.child(keyword),
    }
}

/// Returns the members or items that the schema evaluates: the names and patterns,
/// or the length of the prefix, and whether it evaluates all others.
fn evaluated_by<'d>(one: &Alternative<'d>) -> (BTreeSet<&'d str>, BTreeSet<&'d str>, usize, bool) {
    match &one.values {
        Values::Object(objects) => (
            objects.properties().collect(),
            objects.patterns().into_iter().collect(),
            0,
            !objects.additional(one.at).is_any(),
        ),
        Values::Array(arrays) => {
            let length = arrays.prefix_length();
            let has_rest = !arrays.item(length, one.at).is_any();
            (BTreeSet::new(), BTreeSet::new(), length, has_rest)
        }
        _ => (BTreeSet::new(), BTreeSet::new(), 0, false),
    }
}

/// Returns the relation that a constraint causes which the other side doesn't have.
/// `relation` is for constraints that remove values. `minContains: 0` adds values,
/// and so may an `if` that evaluates members or items beside `unevaluated…`.
fn unpaired_relation(constraint: &Constraint, relation: Relation) -> Relation {
    match constraint.keyword {
        "minContains" | "if" => Relation::Different,
        _ => relation,
    }
}

fn side<'d>(constraint: &Constraint<'d>) -> (String, &'d Node) {
    let node = constraint.part.node;
    (node.value.excerpt(), node)
}

fn shown<'d>(constraint: &Constraint<'d>) -> (Option<String>, &'d Node) {
    let (text, node) = side(constraint);
    (Some(text), node)
}
