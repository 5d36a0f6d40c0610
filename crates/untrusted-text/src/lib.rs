//! Escapes text of documents and services before it reaches a terminal or a build log.
//!
//! Such text can move the cursor of a terminal, forge lines of a report, reverse the
//! order of what is shown, and run commands of build services: GitHub Actions runs a line
//! that begins with `::`, and `##[` anywhere in a line; Azure Pipelines and TeamCity run
//! `##vso[` and `##teamcity[`.

// The examples of the README are compiled, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

use std::borrow::Cow;

/// Returns a text as a part of one line, with escapes of Rust. Escaping twice is escaping
/// once.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let start = text.len() - text.trim_start().len();
    let is_harmless = |(at, character)| {
        let is_command =
            (at == start + 1 && ends_with("::", text, at)) || ends_with("##", text, at);
        !is_escaped(character) && !is_command
    };
    if text.char_indices().all(is_harmless) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::new();
    for (at, character) in text.char_indices() {
        if is_harmless((at, character)) {
            escaped.push(character);
        } else if is_escaped(character) {
            escaped.extend(character.escape_default());
        } else {
            escaped.extend(character.escape_unicode());
        }
    }
    Cow::Owned(escaped)
}

/// Returns a JSON text with the escapes of JSON. The values and the line breaks between
/// them stay the same.
pub fn json(text: &str) -> Cow<'_, str> {
    let is_harmless = |(at, character): (usize, char)| {
        // A JSON text has `##` in strings only.
        character == '\n' || !(is_escaped(character) || ends_with("##", text, at))
    };
    if text.char_indices().all(is_harmless) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::new();
    for (at, character) in text.char_indices() {
        if is_harmless((at, character)) {
            escaped.push(character);
        } else {
            // All of them are in the basic multilingual plane.
            escaped.push_str(&format!("\\u{:04x}", u32::from(character)));
        }
    }
    Cow::Owned(escaped)
}

/// Returns whether a character is escaped wherever it stands: a control character (C0,
/// DEL and C1), a line or paragraph separator, or a directional formatting character of
/// Unicode's bidirectional algorithm (UAX #9 §2).
pub fn is_escaped(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Returns whether a pair of characters ends with the character at a position. The first of
/// them stays, so that an escaped prefix of a text is a prefix of the escaped text.
fn ends_with(pair: &str, text: &str, at: usize) -> bool {
    at > 0 && text.as_bytes()[at - 1..].starts_with(pair.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_a_part_of_one_line() {
        for (text, expected) in [
            ("GET /plain/é漢😀", "GET /plain/é漢😀"),
            ("a\u{1b}[2J\u{9b}\u{7f}\0", r"a\u{1b}[2J\u{9b}\u{7f}\u{0}"),
            ("a\r\nb\tc\u{85}\u{2028}", r"a\r\nb\tc\u{85}\u{2028}"),
            ("\u{202e}a\u{2066}\u{61c}", r"\u{202e}a\u{2066}\u{61c}"),
            ("::stop-commands::a", r":\u{3a}stop-commands::a"),
            ("  ::error::a", r"  :\u{3a}error::a"),
            (": a", ": a"),
            ("std::string::String: b", "std::string::String: b"),
            ("a ##[error]b # c", r"a #\u{23}[error]b # c"),
            ("####", r"#\u{23}\u{23}\u{23}"),
        ] {
            assert_eq!(one_line(text), expected);
            assert_eq!(one_line(expected), expected);
        }
    }

    #[test]
    fn a_prefix_of_a_text_is_a_prefix_of_the_line() {
        let text = " ::a\u{1b}##[b";
        for (at, _) in text.char_indices() {
            assert!(one_line(text).starts_with(&*one_line(&text[..at])));
        }
    }

    #[test]
    fn escaped_json_has_the_same_value() {
        let text = "{\n  \"\u{7f}\u{9b}\u{202e}##[a]\": \"é\\n\\u001b\"\n}";
        let expected = "{\n  \"\\u007f\\u009b\\u202e#\\u0023[a]\": \"é\\n\\u001b\"\n}";
        assert_eq!(json(text), expected);
    }
}
