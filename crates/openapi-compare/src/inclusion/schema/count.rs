//! Limits on counts of characters, items and members (Validation §6.3 to §6.5).

use super::difference::{Differences, Relation};
use bigdecimal::{BigDecimal, ToPrimitive};
use openapi_source::Node;
use std::cmp::Ordering;

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
    right.into_iter().chain(left).max_by_key(|limit| limit.value)
}

pub(crate) fn lowest<'d>(left: Option<Count<'d>>, right: Option<Count<'d>>) -> Option<Count<'d>> {
    left.into_iter().chain(right).min_by_key(|limit| limit.value)
}

pub(crate) fn compare_minimum<'d>(
    keyword: &str,
    left: Option<Count<'d>>,
    right: Option<Count<'d>>,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let value = |count: Option<Count>| count.map_or(0, |count| count.value);
    compare(keyword, value(right).cmp(&value(left)), (left, right), at, differences);
}

pub(crate) fn compare_maximum<'d>(
    keyword: &str,
    left: Option<Count<'d>>,
    right: Option<Count<'d>>,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let value = |count: Option<Count>| count.map_or(u64::MAX, |count| count.value);
    compare(keyword, value(left).cmp(&value(right)), (left, right), at, differences);
}

/// Adds a difference; `strictness` is the order of the right limit and the left one by
/// how much they reject.
fn compare<'d>(
    keyword: &str,
    strictness: Ordering,
    (left, right): (Option<Count<'d>>, Option<Count<'d>>),
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let relation = match strictness {
        Ordering::Equal => return,
        Ordering::Greater => Relation::Narrower,
        Ordering::Less => Relation::Wider,
    };
    let side = |count: Option<Count<'d>>, at| match count {
        Some(count) => (Some(count.value.to_string()), count.at),
        None => (None, at),
    };
    differences.add_keyword(relation, keyword, side(left, at.0), side(right, at.1));
}
