//! The decision procedure for strings: whether any string satisfies lengths,
//! patterns, formats and exclusions.

use super::fact::Fact;
use super::language::Language;
use crate::inclusion::schema::{format, string::matches};

/// Formats and others that each of their strings has, too (RFC 3986 §4.1, RFC 3987 §2.2).
const SUBSETS: [(&str, &[&str]); 3] = [
    ("iri", &["iri-reference"]),
    ("uri", &["iri", "iri-reference", "uri-reference"]),
    ("uri-reference", &["iri-reference"]),
];

/// Returns whether certainly no string satisfies all `facts`.
pub(super) fn is_empty(facts: &[Fact]) -> bool {
    let is_rejected = |wanted: &str| {
        let is_subset = |name| SUBSETS.iter().any(|(one, of)| *one == wanted && of.contains(name));
        facts.iter().any(
            |fact| matches!(fact, Fact::Format(name, false) if *name == wanted || is_subset(name)),
        )
    };
    let contradicts = |fact: &Fact| matches!(fact, Fact::Format(name, true) if is_rejected(name));
    facts.iter().any(contradicts) || language(facts).is_empty()
}

/// Returns whether `text` may satisfy the patterns and exclusions of `facts`.
pub(super) fn may_satisfy(facts: &[Fact], text: &str) -> bool {
    facts.iter().all(|fact| match fact {
        Fact::Pattern(pattern, is_found) => matches(pattern, text) != Some(!is_found),
        Fact::NotText(other) => *other != text,
        _ => true,
    })
}

/// Returns the language of strings that may satisfy all `facts`.
pub(super) fn language(facts: &[Fact]) -> Language {
    let mut language = Language::default();
    for fact in facts {
        match fact {
            Fact::Pattern(pattern, is_found) => language.pattern(pattern, *is_found),
            Fact::AtLeast(length) => language.at_least(*length),
            Fact::AtMost(length) => language.at_most(*length),
            Fact::NotText(text) => language.without(text),
            Fact::Format(name, true) => {
                if let Some(pattern) = format::outer_pattern(name) {
                    language.pattern(pattern, true);
                }
                if let Some(length) = format::maximum_length(name) {
                    language.at_most(length);
                }
            }
            Fact::Format(name, false) => {
                if let Some(pattern) = format::inner_pattern(name) {
                    language.pattern(pattern, false);
                }
            }
            Fact::Not(value) => {
                if let Some(text) = value.string() {
                    language.without(text);
                }
            }
            _ => {}
        }
    }
    language
}
