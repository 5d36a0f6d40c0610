//! Applies `not` (Core §10.2.1) to a shape where a shape can express the result.
//! Values are removed only if the negated schema certainly allows them.

use super::Part;
use super::comparison::Comparison;
use super::expand::{Expansion, restrict};
use super::shape::{Alternative, Constraint, Kind, Shape};

impl<'d> Comparison<'d> {
    /// Removes the values that `not` allows from `shape`.
    pub(super) fn apply_negation(
        &mut self,
        shape: &mut Shape<'d>,
        not: Part<'d>,
        expansion: &mut Expansion,
    ) {
        if let (Some(inner), 1) = (not.node.get("not"), not.node.members().count()) {
            let part = Part { node: inner, ..not };
            let expanded = self.expand_node(part, expansion);
            restrict(shape, expanded, "not", not);
            return;
        }
        if expansion.loosely {
            // The expansion of `not` may allow too much to know what to remove.
            return;
        }
        let negated = self.expand_node(not, expansion);
        shape.alternatives.retain(|one| {
            let of_kind = negated.of_kind(one.values.kind());
            !of_kind.iter().any(|negated| negated.is_unrestricted())
        });
        for one in &mut shape.alternatives {
            if self.overlaps_with(one, &negated) {
                one.constrain("not", not);
            }
        }
    }

    /// Whether `constraint` may reject a value of `one`. Returns `true` if that is
    /// unknown.
    pub(super) fn may_reject(
        &mut self,
        constraint: &Constraint<'d>,
        one: &Alternative<'d>,
    ) -> bool {
        if constraint.keyword != "not" {
            return true;
        }
        let negated = self.inhabited(&constraint.part.schema());
        self.overlaps_with(one, &negated)
    }

    fn overlaps_with(&mut self, one: &Alternative<'d>, negated: &Shape<'d>) -> bool {
        let kind: Kind = one.values.kind();
        let of_kind = negated.of_kind(kind);
        of_kind
            .into_iter()
            .any(|negated| !self.are_values_disjoint(&one.values, &negated.values, 0))
    }
}
