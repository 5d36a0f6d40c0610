//! Constructs strings that satisfy facts.

use super::super::fact::Fact;
use super::super::language::has_automaton;
use super::super::string;
use crate::inclusion::effort::spend_bytes;
use crate::inclusion::schema::format;
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

/// Returns strings that may satisfy `facts`: `wanted`, if the search finds as many.
pub(super) fn values(facts: &[Fact], wanted: usize) -> Vec<Value> {
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
