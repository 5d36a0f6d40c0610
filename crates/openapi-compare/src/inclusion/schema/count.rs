//! Limits on counts of characters, items and members (Validation §6.3 to §6.5).

use super::difference::{Differences, Relation};
use bigdecimal::{BigDecimal, ToPrimitive};
use openapi_source::Node;
use std::cmp::Ordering;

/// A limit on a count, and the keyword that declares it.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// Adds the differences of the limits on a number of `Items`, for example: of the least and of the
/// greatest number that each side allows.
pub(crate) fn compare<'d>(
    of: &str,
    ([low, high], [other_low, other_high]): ([Option<Count<'d>>; 2], [Option<Count<'d>>; 2]),
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let value = |count: Option<Count>, absent| count.map_or(absent, |count| count.value);
    let side = |count: Option<Count<'d>>, at| match count {
        Some(count) => (Some(count.value.to_string()), count.at),
        None => (None, at),
    };
    for (end, strictness, left, right) in [
        ("min", value(other_low, 0).cmp(&value(low, 0)), low, other_low),
        ("max", value(high, u64::MAX).cmp(&value(other_high, u64::MAX)), high, other_high),
    ] {
        let relation = match strictness {
            Ordering::Equal => continue,
            Ordering::Greater => Relation::Narrower,
            Ordering::Less => Relation::Wider,
        };
        let (left, right) = (side(left, at.0), side(right, at.1));
        differences.add_keyword(relation, &format!("{end}{of}"), left, right);
    }
}
