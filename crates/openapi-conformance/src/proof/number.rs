//! Numbers: whether any is left between bounds, multiples and those excluded.
//! It must never calculate with floats.

use super::fact::{Atom, Fact, Ways, all, always, fact};
use crate::document::Node;
use crate::schema::{format, number::divides};
use bigdecimal::{BigDecimal, RoundingMode, Zero};

/// Multiples that are tried one by one.
const MAXIMUM_TRIED: usize = 1_000;

pub(super) fn meaning<'d>(keyword: &str, value: &'d Node, holds: bool) -> Vec<Ways<'d>> {
    let Some(limit) = value.number().cloned() else {
        return Vec::new();
    };
    let above = |exclusive| Fact::Above(limit.clone(), exclusive);
    let below = |exclusive| Fact::Below(limit.clone(), exclusive);
    match keyword {
        "minimum" => fact(holds, above(false), below(true)),
        "exclusiveMinimum" => fact(holds, above(true), below(false)),
        "maximum" => fact(holds, below(false), above(true)),
        "exclusiveMaximum" => fact(holds, below(true), above(false)),
        _ => all([Atom::Fact(Fact::Multiple(limit, holds))]),
    }
}

/// A numeric format is a range.
pub(super) fn format<'d>(name: &'d Node, holds: bool) -> Vec<Ways<'d>> {
    let Some(range) = name.text().and_then(format::range) else {
        return always(holds);
    };
    let ends = |exclusive| {
        let (low, high) = (range.minimum.clone(), range.maximum.clone());
        match exclusive {
            false => [Fact::Above(low, false), Fact::Below(high, false)],
            true => [Fact::Below(low, true), Fact::Above(high, true)],
        }
    };
    match holds {
        true => all(ends(false).map(Atom::Fact)),
        false => vec![ends(true).map(|end| vec![Atom::Fact(end)]).into()],
    }
}

/// A limit, and whether it is exclusive (of minima) or isn't (of maxima): of two
/// minima the greater one is tighter, of two maxima the smaller one.
type Bound = Option<(BigDecimal, bool)>;

/// Whether certainly no number is like this.
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
    let is_left = |value: &BigDecimal| is_left(facts, value);
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
            // One less, since a quotient has only so many digits.
            let mut value = (below - BigDecimal::from(1)) * &step;
            for _ in 0..MAXIMUM_TRIED {
                if value > maximum {
                    return true;
                }
                if is_left(&value) {
                    return false;
                }
                value += &step;
            }
            false
        }
        None if minimum == maximum => !is_left(&minimum),
        None => minimum > maximum,
    }
}

/// What it is a multiple of; `None` if it needn't be of anything.
pub(super) fn step(facts: &[Fact]) -> Option<BigDecimal> {
    let multiples = facts.iter().filter_map(|fact| match fact {
        Fact::Multiple(of, true) => Some(of.clone()),
        _ => None,
    });
    multiples.reduce(|known, of| common_multiple(&known, &of))
}

/// Whether all facts are so of `value`.
pub(super) fn is_left(facts: &[Fact], value: &BigDecimal) -> bool {
    facts.iter().all(|fact| match fact {
        Fact::Above(limit, exclusive) => value > limit || !exclusive && value == limit,
        Fact::Below(limit, exclusive) => value < limit || !exclusive && value == limit,
        Fact::Multiple(of, holds) => divides(of, value) == *holds,
        Fact::Unlisted(one) => one.number() != Some(value),
        _ => true,
    })
}

/// The smallest number that both divide.
fn common_multiple(one: &BigDecimal, other: &BigDecimal) -> BigDecimal {
    let (mut divisor, mut rest) = (one.clone(), other.clone());
    while !rest.is_zero() {
        let remainder = &divisor % &rest;
        divisor = std::mem::replace(&mut rest, remainder);
    }
    // Exact, since the divisor divides it.
    let times = (one / divisor).with_scale_round(0, RoundingMode::HalfUp);
    times * other
}
