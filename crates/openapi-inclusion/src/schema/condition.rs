//! Expands `if`, `then` and `else` (Core §10.2.2) where the condition is always or
//! never true. A condition that depends on the value is kept as constraints.

use super::SchemaNode;
use super::comparison::Comparison;
use super::expand::{Expansion, restrict};
use super::normal_form::{Alternative, NormalForm, ValueType};

impl<'d> Comparison<'d> {
    /// Intersects `normal_form` with the condition of `part`.
    pub(super) fn apply_condition(
        &mut self,
        normal_form: &mut NormalForm<'d>,
        part: SchemaNode<'d>,
        expansion: &mut Expansion,
    ) {
        let at = |keyword| {
            let node = part.node.get(keyword)?;
            Some(SchemaNode { node, ..part })
        };
        let (then, otherwise) = (at("then"), at("else"));
        let Some(condition) = at("if") else {
            // Without `if`, `then` and `else` have no effect.
            return;
        };
        if then.is_none() && otherwise.is_none() {
            if expansion.is_watched {
                normal_form.constrain("if", condition);
            }
            return;
        }
        // A loose normal form may allow more than the condition does, so it can't decide.
        let expanded = if expansion.loosely {
            None
        } else {
            Some(self.expand_node(condition, expansion))
        };
        let chosen = match &expanded {
            Some(expanded) if is_everything(expanded) => Some(("then", then)),
            Some(expanded) if expanded.alternatives.is_empty() => Some(("else", otherwise)),
            _ => None,
        };
        match chosen {
            Some((_, None)) => {}
            Some((keyword, Some(chosen))) => {
                let expanded = self.expand_node(chosen, expansion);
                restrict(normal_form, expanded, keyword, chosen);
            }
            None => {
                for (keyword, part) in
                    [("else", otherwise), ("if", Some(condition)), ("then", then)]
                {
                    if let Some(part) = part {
                        normal_form.constrain(keyword, part);
                    }
                }
            }
        }
    }
}

/// Returns whether every value is allowed. Unions that need several alternatives of one
/// type to allow all its values aren't recognized.
fn is_everything(normal_form: &NormalForm) -> bool {
    ValueType::ALL.iter().all(|kind| {
        let of_type = normal_form.of_type(*kind);
        of_type.into_iter().any(Alternative::is_unrestricted)
    })
}
