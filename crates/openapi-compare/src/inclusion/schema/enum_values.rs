//! Sets of values that `enum` or `const` enumerates, compared as JSON values and not
//! as text.

use super::difference::{Differences, Relation};
use openapi_source::Node;
use std::collections::BTreeMap;

/// Intersects two sets of numbers or strings with the nodes that enumerate them, where
/// `None` is the set of all values.
pub(super) fn intersect_scalars<'d, K: Ord + Clone>(
    left: Option<BTreeMap<K, &'d Node>>,
    right: &Option<BTreeMap<K, &'d Node>>,
) -> Option<BTreeMap<K, &'d Node>> {
    match (left, right) {
        (Some(mut left), Some(right)) => {
            left.retain(|value, _| right.contains_key(value));
            Some(left)
        }
        (left, right) => left.or_else(|| right.clone()),
    }
}

/// Adds the differences between two enumerations of numbers or strings. `to_text`
/// returns a value as JSON.
pub(super) fn compare_scalars<'d, K: Ord>(
    left: &BTreeMap<K, &'d Node>,
    right: &BTreeMap<K, &'d Node>,
    to_text: impl Fn(&K) -> String,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    for (value, node) in left.iter().filter(|(value, _)| !right.contains_key(*value)) {
        differences.add_value(Relation::Narrower, to_text(value), node, at.1);
    }
    for (value, node) in right.iter().filter(|(value, _)| !left.contains_key(*value)) {
        differences.add_value(Relation::Wider, to_text(value), at.0, node);
    }
}

/// Intersects two sets of arrays or objects, where `None` is the set of all values. Returns the outer
/// `None` if the intersection is empty.
#[expect(
    clippy::option_option,
    reason = "an empty intersection differs from a set that isn't enumerated"
)]
pub(crate) fn intersect_enumerated<'d>(
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
    both.as_ref().is_none_or(|enumerated| !enumerated.is_empty()).then_some(both)
}

/// Adds the right values to the left ones if both sets are enumerations without
/// other restrictions. Returns whether they are.
pub(crate) fn absorb_enumerated<'d>(
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

/// Adds the differences between two enumerations of arrays or objects.
pub(crate) fn compare_enumerated<'d>(
    left: &Option<Vec<&'d Node>>,
    right: &Option<Vec<&'d Node>>,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let (left_values, right_values) = match (left, right) {
        (None, None) => return,
        (Some(left), Some(right)) => (left, right),
        (left, right) => {
            let relation = Relation::narrower_if(right.is_some());
            let side = |enumerated: &Option<Vec<&'d Node>>, at| match enumerated {
                Some(enumerated) => {
                    ("only those listed", enumerated.first().copied().unwrap_or(at))
                }
                None => ("not listed", at),
            };
            differences.add(relation, "values", side(left, at.0), side(right, at.1));
            return;
        }
    };
    for value in left_values.iter().filter(|value| !contains(right_values, value)) {
        differences.add_value(Relation::Narrower, value.value.to_string(), value, at.1);
    }
    for value in right_values.iter().filter(|value| !contains(left_values, value)) {
        differences.add_value(Relation::Wider, value.value.to_string(), at.0, value);
    }
}

fn contains(list: &[&Node], value: &Node) -> bool {
    list.iter().any(|known| known.value == value.value)
}
