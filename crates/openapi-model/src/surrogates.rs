//! JSON's `\u` escapes for characters beyond U+FFFF: two escapes for one
//! character, which YAML takes for two characters that do not exist.
//!
//! Written out they are the same to both. Columns are still told as they are
//! in the file.

use std::borrow::Cow;

/// The length in characters of two escapes, of which one character is left.
const ESCAPED: usize = 12;

/// A text with the pairs written out, and where they stood.
pub(crate) struct Joined<'t> {
    /// The text to parse.
    pub(crate) text: Cow<'t, str>,
    /// Line from 1 and column from 0, in that text, of every pair.
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
                // The backslash and what it escapes, which may be another one.
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

    /// The column in the file, from 0, of a column in the text.
    pub(crate) fn column_before(&self, line: usize, column: usize) -> usize {
        let first = self.pairs.partition_point(|pair| *pair < (line, 0));
        let last = self.pairs.partition_point(|pair| *pair < (line, column));
        column + (last - first) * (ESCAPED - 1)
    }
}

/// The character that two escapes at the beginning stand for.
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

/// The position after a piece of text.
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
    fn a_pair_is_one_character_and_a_column_is_that_of_the_file() {
        let joined = Joined::new("{\n\"\\ud83c\\udf35\": \"é\\ud83c\\udf35\", \"x\": 1 }");
        assert_eq!(joined.text, "{\n\"🌵\": \"é🌵\", \"x\": 1 }");
        assert_eq!(joined.column_before(2, 1), 1);
        assert_eq!(joined.column_before(2, 2), 13);
        assert_eq!(joined.column_before(2, 10), 32);
        assert_eq!(joined.column_before(3, 10), 10);
    }

    #[test]
    fn what_is_no_pair_is_left_as_it_is() {
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
