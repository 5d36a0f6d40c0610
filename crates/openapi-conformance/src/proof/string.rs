//! Strings: whether any is left between lengths, patterns, formats and those
//! excluded.

use super::fact::Fact;
use super::language::Language;
use crate::schema::{format, string::matches};

/// Formats of which every string is one of another, too (RFC 3986 §4.1, RFC 3987
/// §2.2).
const WITHIN: [(&str, &str); 5] = [
    ("iri", "iri-reference"),
    ("uri", "iri"),
    ("uri", "iri-reference"),
    ("uri", "uri-reference"),
    ("uri-reference", "iri-reference"),
];

/// Whether certainly no string is like this.
pub(super) fn is_empty(facts: &[Fact]) -> bool {
    let contradicts = |fact: &Fact| match fact {
        Fact::Format(wanted, true) => {
            let is_opposite = |other: &Fact| match other {
                Fact::Format(refused, false) => {
                    wanted == refused || WITHIN.contains(&(wanted, refused))
                }
                _ => false,
            };
            facts.iter().any(is_opposite)
        }
        _ => false,
    };
    facts.iter().any(contradicts) || language(facts).is_empty()
}

/// Whether `text` is as patterns and exclusions say, as far as that can be told.
pub(super) fn leaves(facts: &[Fact], text: &str) -> bool {
    facts.iter().all(|fact| match fact {
        Fact::Pattern(pattern, is_found) => matches(pattern, text) != Some(!is_found),
        Fact::Unnamed(other) => *other != text,
        _ => true,
    })
}

/// What the facts say about the characters of a string.
pub(super) fn language(facts: &[Fact]) -> Language {
    let mut language = Language::default();
    for fact in facts {
        match fact {
            Fact::Pattern(pattern, is_found) => language.pattern(pattern, *is_found),
            Fact::AtLeast(length) => language.at_least(*length),
            Fact::AtMost(length) => language.at_most(*length),
            Fact::Unnamed(text) => language.without(text),
            Fact::Format(name, true) => {
                if let Some(pattern) = format::outside(name) {
                    language.pattern(pattern, true);
                }
                if let Some(longest) = format::longest(name) {
                    language.at_most(longest);
                }
            }
            Fact::Format(name, false) => {
                if let Some(pattern) = format::inside(name) {
                    language.pattern(pattern, false);
                }
            }
            Fact::Unlisted(value) => {
                if let Some(text) = value.text() {
                    language.without(text);
                }
            }
            _ => {}
        }
    }
    language
}
