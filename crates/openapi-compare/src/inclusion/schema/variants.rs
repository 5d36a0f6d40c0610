//! Compares unions that gain or lose branches beside keywords whose effect depends
//! on the branch of a value (`unevaluatedProperties`, Core §11.3). Everything else
//! must be equal: then the larger union allows each value of the smaller one.

use super::comparison::{Comparison, PairResult};
use super::difference::Relation;
use super::union::describe;
use super::{Schema, SchemaNode};
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::is_ignored;
use openapi_source::Node;

/// The depth of references and `allOf` that is examined.
const MAXIMUM_DEPTH: usize = 16;

/// Two unions, one of which has all branches of the other.
struct Extended<'d> {
    keyword: &'static str,
    smaller: SchemaNode<'d>,
    larger: SchemaNode<'d>,
    /// The branches that only the larger union has.
    added: Vec<&'d Node>,
    /// Whether the right union is the larger one.
    is_right: bool,
}

impl<'d> Comparison<'d> {
    /// Returns the branches that only one side has, if nothing else differs and the
    /// union is beside `unevaluated…`. Returns `None` in all other cases.
    pub(super) fn compare_variants(
        &mut self,
        left: &Schema<'d>,
        right: &Schema<'d>,
    ) -> Option<PairResult<'d>> {
        let ([one], [other]) = (left.parts.as_slice(), right.parts.as_slice()) else {
            return None;
        };
        let extended = self.extended(*one, *other, false, 0)?;
        let whole = if extended.is_right { left } else { right };
        let mut found = PairResult::default();
        for branch in &extended.added {
            let node = *branch;
            let part = SchemaNode { node, ..extended.larger };
            if extended.keyword == "oneOf" && !self.excludes(whole, part) {
                // A value of another branch may also satisfy this branch.
                return None;
            }
            let normal_form = self.expand(&part.schema());
            let what = normal_form.alternatives.first().map(describe)?;
            let smaller = ("not allowed", extended.smaller.node);
            let larger = ("allowed", node);
            if extended.is_right {
                found.differences.add(Relation::Wider, what, smaller, larger)
            } else {
                found.differences.add(Relation::Narrower, what, larger, smaller)
            }
        }
        Some(found)
    }

    /// Returns whether `schema` and `branch` are disjoint.
    fn excludes(&mut self, schema: &Schema<'d>, branch: SchemaNode<'d>) -> bool {
        let (whole, branch) = (self.expand(schema), self.expand(&branch.schema()));
        whole.alternatives.iter().all(|one| {
            let mut others = branch.alternatives.iter();
            others.all(|other| self.are_values_disjoint(&one.values, &other.values, 0))
        })
    }

    /// Returns the unions that are the only difference between `left` and `right`.
    /// `is_watched` tells whether an enclosing schema has `unevaluated…`.
    fn extended(
        &self,
        left: SchemaNode<'d>,
        right: SchemaNode<'d>,
        is_watched: bool,
        depth: usize,
    ) -> Option<Extended<'d>> {
        let (lefts, rights) = (members(left)?, members(right)?);
        if lefts.len() != rights.len() || depth == MAXIMUM_DEPTH {
            return None;
        }
        let mut differing = None;
        let mut is_watched = is_watched;
        for (keyword, one) in lefts {
            spend(1);
            let (_, other) = rights.iter().find(|(known, _)| *known == keyword)?;
            is_watched |= keyword.starts_with("unevaluated");
            if !self.are_members_equal(keyword, (left, one), (right, other)) {
                if differing.is_some() {
                    return None;
                }
                differing = Some((keyword, one, *other));
            }
        }
        let (keyword, one, other) = differing?;
        let at = |part, node| SchemaNode { node, ..part };
        match keyword {
            "$ref" => {
                let one = left.document.target(left.node)?;
                let other = right.document.target(right.node)?;
                self.extended(at(left, one), at(right, other), is_watched, depth + 1)
            }
            "allOf" if one.items().len() == other.items().len() => {
                spend(one.items().len());
                let pairs = one.items().iter().zip(other.items());
                let mut pairs = pairs.filter(|(one, other)| !self.classes.are_equal(one, other));
                let (one, other) = pairs.next()?;
                match pairs.next() {
                    None => self.extended(at(left, one), at(right, other), is_watched, depth + 1),
                    Some(_) => None,
                }
            }
            "anyOf" | "oneOf" if is_watched => {
                let keyword = if keyword == "oneOf" { "oneOf" } else { "anyOf" };
                let (fewer, more) = (at(left, one), at(right, other));
                let is_right = one.items().len() < other.items().len();
                let (smaller, larger) = if is_right { (fewer, more) } else { (more, fewer) };
                let mut added: Vec<&Node> = larger.node.items().iter().collect();
                for branch in smaller.node.items() {
                    spend(1 + added.len() / 8);
                    let is_same = |known: &&Node| self.classes.are_equal(known, branch);
                    added.remove(added.iter().position(is_same)?);
                }
                Some(Extended { keyword, smaller, larger, added, is_right })
            }
            _ => None,
        }
    }

    fn are_members_equal(
        &self,
        keyword: &str,
        (left, one): (SchemaNode<'d>, &Node),
        (right, other): (SchemaNode<'d>, &Node),
    ) -> bool {
        let targets = (left.document.target(left.node), right.document.target(right.node));
        match (keyword, targets) {
            ("$ref", (Some(left), Some(right))) => self.classes.are_equal(left, right),
            _ => self.are_keywords_equal(keyword, one, other),
        }
    }
}

/// Returns the keywords that affect the allowed values. Returns `None` for a boolean
/// schema, and for a schema with `nullable`, which is a keyword in 3.0 only.
fn members(part: SchemaNode<'_>) -> Option<Vec<(&str, &Node)>> {
    let members = part.node.mapping()?.iter();
    let members = members.map(|(keyword, node)| (keyword.as_str(), node));
    let members: Vec<_> = members.filter(|(keyword, _)| !is_ignored(keyword)).collect();
    let is_nullable = members.iter().any(|(keyword, _)| *keyword == "nullable");
    (!is_nullable).then_some(members)
}
