//! Sets of numbers or strings that `enum` or `const` enumerates, compared as JSON values and not
//! as text.

use super::difference::{Differences, Relation, Side};
use openapi_source::Node;
use std::collections::BTreeMap;

/// Enumerated values with the nodes that enumerate them; `None` for the set of all values.
pub(super) type Enumerated<'d, K> = Option<BTreeMap<K, &'d Node>>;

/// Intersects two sets.
pub(super) fn intersect<'d, K: Ord + Clone>(
    left: Enumerated<'d, K>,
    right: &Enumerated<'d, K>,
) -> Enumerated<'d, K> {
    match (left, right) {
        (Some(mut left), Some(right)) => {
            left.retain(|value, _| right.contains_key(value));
            Some(left)
        }
        (left, right) => left.or_else(|| right.clone()),
    }
}

/// Adds the differences between two sets. `to_text` returns a value as JSON, and `is_allowed`
/// whether the other keywords of both sides allow it.
pub(super) fn compare<'d, K: Ord>(
    left: &Enumerated<'d, K>,
    right: &Enumerated<'d, K>,
    to_text: impl Fn(&K) -> String,
    is_allowed: impl Fn(&K) -> bool,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let side = |enumerated: &Enumerated<'d, K>, at| match enumerated {
        Some(values) => {
            let texts: Vec<String> = values.keys().map(&to_text).collect();
            (format!("only {}", texts.join(", ")), values.values().next().copied().unwrap_or(at))
        }
        None => ("not listed".to_owned(), at),
    };
    match (left, right) {
        (None, None) => {}
        (Some(left), Some(right)) => {
            for (value, node) in left.iter().filter(|(value, _)| !right.contains_key(*value)) {
                differences.add_value(Side::Left, to_text(value), node, at.1);
            }
            for (value, node) in right.iter().filter(|(value, _)| !left.contains_key(*value)) {
                differences.add_value(Side::Right, to_text(value), at.0, node);
            }
        }
        _ => {
            let mut values = left.iter().chain(right).flat_map(BTreeMap::keys);
            let relation = match values.all(is_allowed) {
                true => Relation::narrower_if(right.is_some()),
                false => Relation::Different,
            };
            differences.add(relation, "values", side(left, at.0), side(right, at.1));
        }
    }
}
