//! Arrays and objects that are listed one by one, by `enum` or `const`. It
//! must compare them as JSON values, not as texts.

use super::difference::{Differences, Relation};
use crate::document::Node;

/// The listed values of both; `None` if nothing is left.
#[expect(
    clippy::option_option,
    reason = "nothing left, and nothing listed, are two answers"
)]
pub(crate) fn intersect_listed<'d>(
    left: Option<Vec<&'d Node>>,
    right: &Option<Vec<&'d Node>>,
) -> Option<Option<Vec<&'d Node>>> {
    let both = match (left, right) {
        (Some(mut left), Some(right)) => {
            left.retain(|value| contains(right, value));
            Some(left)
        }
        (left, right) => left.or_else(|| right.clone()),
    };
    both.as_ref()
        .is_none_or(|listed| !listed.is_empty())
        .then_some(both)
}

/// Takes the right list into the left one, if both sets are lists and nothing
/// else (`true`).
pub(crate) fn absorb_listed<'d>(
    left: (&mut Option<Vec<&'d Node>>, bool),
    right: (&Option<Vec<&'d Node>>, bool),
) -> bool {
    match (left, right) {
        ((Some(left), true), (Some(right), true)) => {
            for value in right {
                if !contains(left, value) {
                    left.push(value);
                }
            }
            true
        }
        _ => false,
    }
}

/// Adds where two lists of arrays or objects differ.
pub(crate) fn compare_listed<'d>(
    left: &Option<Vec<&'d Node>>,
    right: &Option<Vec<&'d Node>>,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let (left_values, right_values) = match (left, right) {
        (None, None) => return,
        (Some(left), Some(right)) => (left, right),
        (left, right) => {
            let relation = if right.is_some() {
                Relation::Narrower
            } else {
                Relation::Wider
            };
            let side = |listed: &Option<Vec<&'d Node>>, at| match listed {
                Some(listed) => ("only those listed", listed.first().copied().unwrap_or(at)),
                None => ("not listed", at),
            };
            differences.add(relation, "values", side(left, at.0), side(right, at.1));
            return;
        }
    };
    for value in left_values
        .iter()
        .filter(|value| !contains(right_values, value))
    {
        differences.add_value(Relation::Narrower, value.content.to_string(), value, at.1);
    }
    for value in right_values
        .iter()
        .filter(|value| !contains(left_values, value))
    {
        differences.add_value(Relation::Wider, value.content.to_string(), at.0, value);
    }
}

fn contains(list: &[&Node], value: &Node) -> bool {
    list.iter().any(|known| known.content == value.content)
}
