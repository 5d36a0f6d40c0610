//! Limits on counts of characters, items and members (Validation §6.3 to §6.5).

use super::difference::{Differences, Relation};
use bigdecimal::{BigDecimal, ToPrimitive};
use openapi_source::Node;

/// A limit on a count, and the keyword that declares it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count<'d> {
    pub(crate) value: u64,
    pub(crate) at: &'d Node,
}

/// Returns the limit that `keyword` declares. A limit beyond `u64` is `u64::MAX`,
/// which no count exceeds.
pub(crate) fn count<'d>(schema: &'d Node, keyword: &str) -> Option<Count<'d>> {
    let at = schema.get(keyword)?;
    let value = at.number().and_then(BigDecimal::to_u64).unwrap_or(u64::MAX);
    Some(Count { value, at })
}

pub(crate) fn highest<'d>(left: Option<Count<'d>>, right: Option<Count<'d>>) -> Option<Count<'d>> {
    match (left, right) {
        (Some(left), Some(right)) => Some(if left.value >= right.value {
            left
        } else {
            right
        }),
        (left, right) => left.or(right),
    }
}

pub(crate) fn lowest<'d>(left: Option<Count<'d>>, right: Option<Count<'d>>) -> Option<Count<'d>> {
    match (left, right) {
        (Some(left), Some(right)) => Some(if left.value <= right.value {
            left
        } else {
            right
        }),
        (left, right) => left.or(right),
    }
}

pub(crate) fn compare_minimum<'d>(
    what: &str,
    left: Option<Count<'d>>,
    right: Option<Count<'d>>,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let value = |count: Option<Count>| count.map_or(0, |count| count.value);
    let relation = match value(right).cmp(&value(left)) {
        std::cmp::Ordering::Equal => return,
        std::cmp::Ordering::Greater => Relation::Narrower,
        std::cmp::Ordering::Less => Relation::Wider,
    };
    differences.add(relation, what, side(left, at.0), side(right, at.1));
}

pub(crate) fn compare_maximum<'d>(
    what: &str,
    left: Option<Count<'d>>,
    right: Option<Count<'d>>,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let value = |count: Option<Count>| count.map_or(u64::MAX, |count| count.value);
    let relation = match value(right).cmp(&value(left)) {
        std::cmp::Ordering::Equal => return,
        std::cmp::Ordering::Greater => Relation::Wider,
        std::cmp::Ordering::Less => Relation::Narrower,
    };
    differences.add(relation, what, side(left, at.0), side(right, at.1));
}

fn side<'d>(count: Option<Count<'d>>, at: &'d Node) -> (String, &'d Node) {
    match count {
        Some(count) => (count.value.to_string(), count.at),
        None => ("none".to_owned(), at),
    }
}
