//! `not` (Core §10.2.1): what it leaves of a shape, where a shape can say so. It
//! must never take away a value that the excluded schema may not allow.

use super::Part;
use super::comparison::Comparison;
use super::expand::{Expansion, restrict};
use super::shape::{Alternative, Constraint, Kind, Shape};

impl<'d> Comparison<'d> {
    /// Takes what `not` allows out of `shape`.
    pub(super) fn exclude(
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
            // What is refused can't be told from a shape that allows too much.
            return;
        }
        let refused = self.expand_node(not, expansion);
        shape.alternatives.retain(|one| {
            let of_kind = refused.of_kind(one.values.kind());
            !of_kind.iter().any(|refused| refused.is_unrestricted())
        });
        for one in &mut shape.alternatives {
            if self.overlaps_with(one, &refused) {
                one.constrain("not", not);
            }
        }
    }

    /// Whether `constraint` can refuse a value of `one`, or whether that can't
    /// be told.
    pub(super) fn can_refuse(
        &mut self,
        constraint: &Constraint<'d>,
        one: &Alternative<'d>,
    ) -> bool {
        if constraint.keyword != "not" {
            return true;
        }
        let refused = self.inhabited(&constraint.part.schema());
        self.overlaps_with(one, &refused)
    }

    fn overlaps_with(&mut self, one: &Alternative<'d>, refused: &Shape<'d>) -> bool {
        let kind: Kind = one.values.kind();
        let of_kind = refused.of_kind(kind);
        of_kind
            .into_iter()
            .any(|refused| !self.are_values_disjoint(&one.values, &refused.values, 0))
    }
}
