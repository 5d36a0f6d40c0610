//! The decision procedure for numbers: whether any number satisfies bounds, divisors
//! and exclusions, and numbers that do, from both sides of every limit. All numbers are
//! decimals, because floats are inexact.

use super::fact::{Condition, Dnf, Fact, all, always, fact};
use crate::inclusion::schema::{format, number::divides};
use bigdecimal::{BigDecimal, One, RoundingMode, Zero};
use openapi_source::{Node, representable};
use serde_json::Value;

/// The number of multiples that are tried.
const MAXIMUM_TRIED: usize = 1_000;

/// Returns the conditions under which a number is above the limit `value`, or isn't if
/// `holds` is `false`.
pub(super) fn minimum(value: &Node, is_exclusive: bool, holds: bool) -> Vec<Dnf<'_>> {
    let conditions = value.number().map(|limit| {
        let above = Fact::Above(limit.clone(), is_exclusive);
        fact(holds, above, Fact::Below(limit.clone(), !is_exclusive))
    });
    conditions.unwrap_or_default()
}

/// Returns the same for a limit that the number is below.
pub(super) fn maximum(value: &Node, is_exclusive: bool, holds: bool) -> Vec<Dnf<'_>> {
    let conditions = value.number().map(|limit| {
        let below = Fact::Below(limit.clone(), is_exclusive);
        fact(holds, below, Fact::Above(limit.clone(), !is_exclusive))
    });
    conditions.unwrap_or_default()
}

/// Returns the same for a divisor.
pub(super) fn multiple(value: &Node, holds: bool) -> Vec<Dnf<'_>> {
    let divisor = value.number().cloned();
    let fact = divisor.map(|divisor| Condition::Fact(Fact::Multiple(divisor, holds)));
    fact.map_or_else(Vec::new, |fact| all([fact]))
}

/// Returns the same for a numeric format, which is a range.
pub(super) fn format<'d>(name: &'d Node, holds: bool) -> Vec<Dnf<'d>> {
    let Some(range) = name.string().and_then(format::range) else {
        return always(holds);
    };
    let ends = |exclusive| {
        let (low, high) = (range.minimum.clone(), range.maximum.clone());
        if exclusive {
            [Fact::Below(low, true), Fact::Above(high, true)]
        } else {
            [Fact::Above(low, false), Fact::Below(high, false)]
        }
    };
    if holds {
        all(ends(false).map(Condition::Fact))
    } else {
        vec![ends(true).map(|end| vec![Condition::Fact(end)]).into()]
    }
}

/// A bound. The flag means exclusive for minima and inclusive for maxima, so that
/// the tighter of two minima is the greater one, and of two maxima the smaller one.
type Bound = Option<(BigDecimal, bool)>;

/// Returns whether certainly no number satisfies all `facts`.
pub(super) fn is_empty(facts: &[Fact]) -> bool {
    let (mut minimum, mut maximum): (Bound, Bound) = (None, None);
    let step = step(facts);
    for fact in facts {
        match fact {
            Fact::Above(value, exclusive) => {
                let tighter = (value.clone(), *exclusive);
                minimum = Some(minimum.map_or(tighter.clone(), |known| known.max(tighter)));
            }
            Fact::Below(value, exclusive) => {
                let tighter = (value.clone(), !*exclusive);
                maximum = Some(maximum.map_or(tighter.clone(), |known| known.min(tighter)));
            }
            _ => {}
        }
    }
    let satisfies = |value: &BigDecimal| satisfies(facts, value);
    let never = |fact: &Fact| match (fact, &step) {
        (Fact::Multiple(of, false), Some(step)) => divides(of, step),
        _ => false,
    };
    if facts.iter().any(never) {
        return true;
    }
    let (Some((minimum, _)), Some((maximum, _))) = (minimum, maximum) else {
        return false;
    };
    match step {
        Some(step) => {
            let below = (&minimum / &step).with_scale_round(0, RoundingMode::Floor);
            // One less, since the quotient is rounded to a limited number of digits.
            let mut value = (below - BigDecimal::from(1)) * &step;
            for _ in 0..MAXIMUM_TRIED {
                if value > maximum {
                    return true;
                }
                if satisfies(&value) {
                    return false;
                }
                value += &step;
            }
            false
        }
        None if minimum == maximum => !satisfies(&minimum),
        None => minimum > maximum,
    }
}

/// Returns the least common multiple of all divisors; `None` without divisors.
fn step(facts: &[Fact]) -> Option<BigDecimal> {
    let multiples = facts.iter().filter_map(|fact| match fact {
        Fact::Multiple(of, true) => Some(of.clone()),
        _ => None,
    });
    multiples.reduce(|known, of| common_multiple(&known, &of))
}

/// Returns whether `value` satisfies all `facts` for numbers.
pub(super) fn satisfies(facts: &[Fact], value: &BigDecimal) -> bool {
    facts.iter().all(|fact| match fact {
        Fact::Above(limit, exclusive) => value > limit || !exclusive && value == limit,
        Fact::Below(limit, exclusive) => value < limit || !exclusive && value == limit,
        Fact::Multiple(of, holds) => divides(of, value) == *holds,
        Fact::Not(one) => one.number() != Some(value),
        _ => true,
    })
}

/// Returns numbers that satisfy `facts`, shortest first: of those near the limits, between two of
/// them, and a few steps away, of the divisors and of half a divisor, which is no multiple.
pub(super) fn values(facts: &[Fact]) -> Vec<Value> {
    let half = BigDecimal::new(5.into(), 1);
    let mut points = vec![BigDecimal::zero()];
    let mut steps = vec![BigDecimal::one(), half.clone()];
    for fact in facts {
        match fact {
            Fact::Above(limit, _) | Fact::Below(limit, _) => points.push(limit.clone()),
            Fact::Multiple(of, _) => steps.extend([of.clone(), of * &half]),
            _ => {}
        }
    }
    steps.extend(step(facts));
    points.sort();
    let between = points.windows(2).map(|pair| (&pair[0] + &pair[1]) * &half);
    points.extend(between.collect::<Vec<_>>());
    let mut found: Vec<BigDecimal> = Vec::new();
    for point in &points {
        found.push(point.clone());
        for step in &steps {
            let below = (point / step).with_scale_round(0, RoundingMode::Floor) * step;
            found.extend((-2..=8).map(|times| &below + step * BigDecimal::from(times)));
            found.extend([point - step, point + step]);
        }
    }
    found.retain(|number| satisfies(facts, number));
    found.sort_by_cached_key(|number| (number.to_string().len(), number.abs(), number.clone()));
    found.dedup();
    found.iter().flat_map(representable).collect()
}

/// Returns the least common multiple of two numbers.
fn common_multiple(one: &BigDecimal, other: &BigDecimal) -> BigDecimal {
    let (mut divisor, mut rest) = (one.clone(), other.clone());
    while !rest.is_zero() {
        let remainder = &divisor % &rest;
        divisor = std::mem::replace(&mut rest, remainder);
    }
    // The quotient is an integer, so rounding is exact.
    let times = (one / divisor).with_scale_round(0, RoundingMode::HalfUp);
    times * other
}
