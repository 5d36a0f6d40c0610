//! Surrogate pairs in JSON: two `\u` escapes for a character above U+FFFF, which a
//! YAML parser reads as two invalid characters.
//!
//! Replaced by the character itself they mean the same in JSON and YAML. Columns
//! are still reported as in the file.

use std::borrow::Cow;

/// The length in characters of a pair of escapes, which becomes a single character.
const ESCAPED: usize = 12;

/// A text with surrogate pairs replaced by their characters, and the positions of
/// the replacements.
pub(crate) struct Joined<'t> {
    /// The text to parse.
    pub(crate) text: Cow<'t, str>,
    /// Line from 1 and column from 0, in the new text, of every replacement.
    pairs: Vec<(usize, usize)>,
}

impl<'t> Joined<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        if !text.trim_start().starts_with('{') || !text.contains("\\u") {
            return Self {
                text: text.into(),
                pairs: Vec::new(),
            };
        }
        let mut joined = String::with_capacity(text.len());
        let mut pairs = Vec::new();
        let mut position = (1, 0);
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            let (plain, escape) = rest.split_at(at);
            position = after(position, plain);
            joined.push_str(plain);
            let length = if let Some(character) = pair(escape) {
                pairs.push(position);
                position.1 += 1;
                joined.push(character);
                ESCAPED
            } else {
                // The backslash and the escaped character, which may be another
                // backslash.
                let length = escape.chars().take(2).map(char::len_utf8).sum();
                position = after(position, &escape[..length]);
                joined.push_str(&escape[..length]);
                length
            };
            rest = &escape[length..];
        }
        joined.push_str(rest);
        Self {
            text: joined.into(),
            pairs,
        }
    }

    /// Returns the column in the file, from 0, for a column in the new text.
    pub(crate) fn column_before(&self, line: usize, column: usize) -> usize {
        let first = self.pairs.partition_point(|pair| *pair < (line, 0));
        let last = self.pairs.partition_point(|pair| *pair < (line, column));
        column + (last - first) * (ESCAPED - 1)
    }
}

/// Returns the character if the text begins with a surrogate pair.
fn pair(text: &str) -> Option<char> {
    let unit = |from: usize| {
        let escape = text.get(from..from + ESCAPED / 2)?;
        u16::from_str_radix(escape.strip_prefix("\\u")?, 16).ok()
    };
    let units = [unit(0)?, unit(ESCAPED / 2)?];
    let mut characters = char::decode_utf16(units);
    match (characters.next(), characters.next()) {
        (Some(Ok(character)), None) => Some(character),
        _ => None,
    }
}

/// Returns the position at the end of a piece of text that begins at the given
/// position.
fn after((line, column): (usize, usize), text: &str) -> (usize, usize) {
    match text.rsplit_once('\n') {
        Some((before, last)) => (
            line + 1 + before.matches('\n').count(),
            last.chars().count(),
        ),
        None => (line, column + text.chars().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::Joined;

    #[test]
    fn a_pair_becomes_a_character_and_columns_are_reported_as_in_the_file() {
        let joined = Joined::new("{\n\"\\ud83c\\udf35\": \"é\\ud83c\\udf35\", \"x\": 1 }");
        assert_eq!(joined.text, "{\n\"🌵\": \"é🌵\", \"x\": 1 }");
        assert_eq!(joined.column_before(2, 1), 1);
        assert_eq!(joined.column_before(2, 2), 13);
        assert_eq!(joined.column_before(2, 10), 32);
        assert_eq!(joined.column_before(3, 10), 10);
    }

    #[test]
    fn an_escape_outside_a_pair_is_unchanged() {
        for text in [
            "{ \"\\ud83c\": 1 }",
            "{ \"\\u0041\\u0042\": 1 }",
            "{ \"\\\\ud83c\\\\udf35\": 1 }",
            "{ \"\\ud83c\\ud",
            "{ \"\\",
            "key: \"\\ud83c\\udf35\"",
        ] {
            assert_eq!(Joined::new(text).text, text);
        }
    }
}
