//! Candidate strings: on both sides of every length, pattern, format and
//! enumeration.

use super::pattern;
use super::search::lengths_near;
use crate::effort::spend_bytes;
use crate::proof::language::Language;
use crate::schema::format;
use crate::schema::normal_form::{Alternative, Values};
use crate::schema::string::Strings;
use serde_json::Value;

/// The maximum length of a candidate. Greater limits are ignored.
const MAXIMUM_LENGTH: u64 = 1 << 21;

/// Strings that rarely match a pattern or a format.
const PLAIN: [&str; 8] = ["", "a", "b", "A", "0", " ", "-", "\u{e9}"];

/// Returns strings near the limits of `strings` and of `others`.
pub(super) fn near(strings: &Strings, others: &[&Alternative]) -> Vec<Value> {
    let others = others.iter().filter_map(|other| match &other.values {
        Values::String(strings) => Some(strings),
        _ => None,
    });
    let sets: Vec<&Strings> = std::iter::once(strings).chain(others).collect();
    let mut texts: Vec<String> = PLAIN.map(str::to_owned).into();
    for set in &sets {
        texts.extend(
            set.enumerated
                .iter()
                .flat_map(|enumerated| enumerated.keys().map(|text| (*text).to_owned())),
        );
        let examples = set
            .formats
            .keys()
            .filter_map(|format| format::example(format));
        texts.extend(examples.map(str::to_owned));
        for pattern in set.patterns.keys() {
            texts.extend(pattern::strings(pattern));
        }
    }
    texts.extend(sets[1..].iter().flat_map(|other| outside(strings, other)));
    let limits = sets.iter().flat_map(|set| [set.minimum, set.maximum]);
    let lengths = lengths_near(limits.flatten(), 3, MAXIMUM_LENGTH);
    let mut resized = Vec::new();
    for text in &texts {
        for length in &lengths {
            resized.extend(resize(text, *length as usize));
        }
    }
    texts.extend(resized);
    texts.extend(near_misses(&texts[..texts.len().min(40)]));
    texts.into_iter().map(Value::String).collect()
}

/// Returns strings that match all patterns of `strings` but not one of `other`.
fn outside(strings: &Strings, other: &Strings) -> Vec<String> {
    let mut language = Language::default();
    for pattern in strings.patterns.keys() {
        language.pattern(pattern, true);
    }
    if let Some(limit) = strings.minimum {
        language.at_least(limit.value);
    }
    if let Some(limit) = strings.maximum {
        language.at_most(limit.value);
    }
    let patterns = other.patterns.keys();
    let patterns = patterns.filter(|pattern| !strings.patterns.contains_key(*pattern));
    let outside = patterns.map(|pattern| {
        let mut language = language.clone();
        language.pattern(pattern, false);
        language.shortest()
    });
    outside.flatten().collect()
}

/// Returns variants of `texts` with a character added or removed at either end.
fn near_misses(texts: &[String]) -> Vec<String> {
    let mut misses = Vec::new();
    for text in texts {
        spend_bytes(text.len() * PLAIN.len() * 2);
        for other in PLAIN {
            misses.push(format!("{text}{other}"));
            misses.push(format!("{other}{text}"));
        }
        let mut characters = text.chars();
        characters.next();
        misses.push(characters.as_str().to_owned());
        let mut characters = text.chars();
        characters.next_back();
        misses.push(characters.as_str().to_owned());
    }
    misses
}

/// Returns `text` truncated to `length`, or with its last character repeated.
fn resize(text: &str, length: usize) -> Option<String> {
    spend_bytes(length);
    let count = text.chars().count();
    if count >= length {
        return Some(text.chars().take(length).collect());
    }
    let last = text.chars().next_back()?;
    let more = std::iter::repeat_n(last, length - count);
    Some(text.chars().chain(more).collect())
}
