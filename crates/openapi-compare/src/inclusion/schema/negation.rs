//! Applies `not` (Core §10.2.1) to a normal form where a normal form can express the result.
//! Values are removed only if the negated schema certainly allows them.

use super::SchemaNode;
use super::comparison::Comparison;
use super::expand::{Expansion, restrict};
use super::normal_form::{Alternative, Constraint, NormalForm, ValueType};

impl<'d> Comparison<'d> {
    /// Removes the values that `not` allows from `normal_form`.
    pub(super) fn apply_negation(
        &mut self,
        normal_form: &mut NormalForm<'d>,
        not: SchemaNode<'d>,
        expansion: &mut Expansion,
    ) {
        // Below `not` nothing is evaluated (Core §11), so that a negation that is negated is
        // another schema beside `unevaluated…`.
        if let (Some(inner), 1, false) =
            (not.node.get("not"), not.node.members().count(), expansion.is_watched)
        {
            let part = SchemaNode { node: inner, ..not };
            let expanded = self.expand_node(part, expansion);
            restrict(normal_form, expanded, "not", not);
            return;
        }
        if expansion.loosely {
            // The expansion of `not` may allow too much to know what to remove.
            return;
        }
        let negated = self.expand_node(not, expansion);
        normal_form.alternatives.retain(|one| {
            let of_type = negated.of_type(one.values.value_type());
            !of_type.iter().any(|negated| negated.is_unrestricted())
        });
        for one in &mut normal_form.alternatives {
            if self.overlaps_with(one, &negated) {
                one.constrain("not", not);
            }
        }
    }

    /// Returns whether `constraint` may reject a value of `one`. Returns `true` if that is
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

    fn overlaps_with(&mut self, one: &Alternative<'d>, negated: &NormalForm<'d>) -> bool {
        let kind: ValueType = one.values.value_type();
        let of_type = negated.of_type(kind);
        of_type
            .into_iter()
            .any(|negated| !self.are_values_disjoint(&one.values, &negated.values, 0))
    }
}
