//! Constructs numbers and strings that satisfy facts. Numbers are taken from both
//! sides of every limit.

use super::super::fact::Fact;
use super::super::language::has_automaton;
use super::super::{number, string};
use crate::inclusion::effort::spend_bytes;
use crate::inclusion::schema::format;
use bigdecimal::{BigDecimal, One, RoundingMode, Zero};
use openapi_source::representable;
use serde_json::Value;

/// The maximum number of strings from one language.
const MAXIMUM_STRINGS: usize = 64;

/// The number of characters that are tried as the repeated one of a long string, and
/// the maximum length of such a string.
const MAXIMUM_STRETCHED: usize = 10;
const MAXIMUM_LENGTH: u64 = 1 << 21;

/// The number of strings that are varied at their ends, for what no automaton expresses,
/// and the characters for that.
const MAXIMUM_MISSED: usize = 24;
const ENDS: [&str; 4] = ["a", "-", " ", "\u{e9}"];

/// Returns numbers that satisfy `facts`, shortest first: of those near the limits, between two of
/// them, and a few steps away, of the divisors and of half a divisor, which is no multiple.
pub(super) fn numbers(facts: &[Fact]) -> Vec<Value> {
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
    steps.extend(number::step(facts));
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
    found.retain(|number| number::satisfies(facts, number));
    found.sort_by_cached_key(|number| (number.to_string().len(), number.abs(), number.clone()));
    found.dedup();
    found.iter().flat_map(representable).collect()
}

/// Returns strings that may satisfy `facts`: `wanted`, if the search finds as many.
pub(super) fn strings(facts: &[Fact], wanted: usize) -> Vec<Value> {
    let mut language = string::language(facts);
    let mut found: Vec<String> = Vec::new();
    for fact in facts {
        if let Fact::Format(name, true) = fact {
            found.extend(format::example(name).map(str::to_owned));
            if let Some(pattern) = format::inner_pattern(name) {
                language.pattern(pattern, true);
            }
        }
    }
    // Without an automaton of each fact, strings of the language may violate the facts.
    let is_exact = facts.iter().all(|fact| match fact {
        Fact::Pattern(pattern, _) => has_automaton(pattern),
        Fact::Format(..) => false,
        _ => true,
    });
    while found.len() < wanted.min(MAXIMUM_STRINGS) {
        let Some(text) = language.shortest() else {
            break;
        };
        language.without(&text);
        found.push(text);
    }
    let lengths = facts.iter().map(|fact| match fact {
        Fact::AtLeast(length) => *length,
        _ => 0,
    });
    let length = lengths.max().unwrap_or(0).min(MAXIMUM_LENGTH) as usize;
    if let Some(text) = found.last() {
        found.extend(stretched(text, length));
    }
    if !is_exact {
        found.extend(near_misses(&found));
    }
    found.into_iter().map(Value::String).collect()
}

/// Returns variants of `texts` with a character added at either end.
fn near_misses(texts: &[String]) -> Vec<String> {
    let near = texts.iter().take(MAXIMUM_MISSED).flat_map(|text| {
        spend_bytes(text.len() * ENDS.len() * 2);
        ENDS.iter().flat_map(move |end| [format!("{text}{end}"), format!("{end}{text}")])
    });
    near.collect()
}

/// Returns variants of `text` with one character repeated up to the length
/// `length`, for lengths that no automaton expresses.
fn stretched(text: &str, length: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let Some(missing) = length.checked_sub(characters.len()).filter(|more| *more > 0) else {
        return Vec::new();
    };
    let last = characters.iter().enumerate().rev().take(MAXIMUM_STRETCHED);
    let all = last.map(|(index, character)| {
        let (before, after) = characters.split_at(index);
        let more = std::iter::repeat_n(character, missing);
        before.iter().chain(more).chain(after).collect()
    });
    all.collect()
}
