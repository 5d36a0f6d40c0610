//! `if`, `then` and `else` (Core §10.2.2): expanded where the condition is always
//! or never true, and kept as constraints where it depends on the value.

use super::Part;
use super::comparison::Comparison;
use super::expand::{Expansion, restrict};
use super::shape::{Alternative, Kind, Shape};

impl<'d> Comparison<'d> {
    /// Allows in `shape` only what the condition of `part` lets through.
    pub(super) fn choose(
        &mut self,
        shape: &mut Shape<'d>,
        part: Part<'d>,
        expansion: &mut Expansion,
    ) {
        let at = |keyword| {
            let node = part.node.get(keyword)?;
            Some(Part { node, ..part })
        };
        let (then, otherwise) = (at("then"), at("else"));
        let Some(condition) = at("if") else {
            // Alone, the others say nothing.
            return;
        };
        if then.is_none() && otherwise.is_none() {
            if expansion.is_watched {
                shape.constrain("if", condition);
            }
            return;
        }
        // A loose shape may allow more than the condition does.
        let expanded = match expansion.loosely {
            true => None,
            false => Some(self.expand_node(condition, expansion)),
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
                restrict(shape, expanded, keyword, chosen);
            }
            None => {
                for (keyword, part) in
                    [("else", otherwise), ("if", Some(condition)), ("then", then)]
                {
                    if let Some(part) = part {
                        shape.constrain(keyword, part);
                    }
                }
            }
        }
    }
}

/// Whether every value is allowed; a union that takes several branches to allow
/// all isn't seen to.
fn is_everything(shape: &Shape) -> bool {
    Kind::ALL.iter().all(|kind| {
        let of_kind = shape.of_kind(*kind);
        of_kind.into_iter().any(Alternative::is_unrestricted)
    })
}
