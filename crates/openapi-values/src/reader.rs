//! A JSON parser by the grammar of RFC 8259 and nothing else, independent of
//! `serde_json`, so that an error of `serde_json` is not repeated here.
//!
//! Faults of a text that follows the grammar, such as a duplicate member, are
//! detected by [`Json::to_value`].

use crate::json::{DEEPEST, Json};

/// Parses a text. Returns `None` if the bytes are not JSON.
pub fn read(bytes: &[u8]) -> Option<Json> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut reader = Reader { rest: text };
    let value = reader.element(0)?;
    reader.rest.is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    /// Parses a value with surrounding white space (§2).
    fn element(&mut self, depth: usize) -> Option<Json> {
        self.space();
        let value = self.value(depth)?;
        self.space();
        Some(value)
    }

    /// Parses a value (§3).
    fn value(&mut self, depth: usize) -> Option<Json> {
        for (literal, value) in [
            ("null", Json::Null),
            ("true", Json::Bool(true)),
            ("false", Json::Bool(false)),
        ] {
            if self.takes(literal) {
                return Some(value);
            }
        }
        match self.rest.bytes().next()? {
            b'"' => self.string().map(Json::String),
            b'[' => self.array(depth),
            b'{' => self.object(depth),
            _ => self.number(),
        }
    }

    /// Parses an array (§5).
    fn array(&mut self, depth: usize) -> Option<Json> {
        let mut items = Vec::new();
        self.list("[", "]", depth, |reader| {
            items.push(reader.element(depth + 1)?);
            Some(())
        })?;
        Some(Json::Array(items))
    }

    /// Parses an object (§4).
    fn object(&mut self, depth: usize) -> Option<Json> {
        let mut members = Vec::new();
        self.list("{", "}", depth, |reader| {
            reader.space();
            let name = reader.string()?;
            reader.space();
            reader.takes(":").then_some(())?;
            members.push((name, reader.element(depth + 1)?));
            Some(())
        })?;
        Some(Json::Object(members))
    }

    fn list(
        &mut self,
        begin: &str,
        end: &str,
        depth: usize,
        mut entry: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        // Deeper nesting has no value, and would overflow the stack.
        (depth < DEEPEST && self.takes(begin)).then_some(())?;
        self.space();
        if self.takes(end) {
            return Some(());
        }
        loop {
            entry(self)?;
            if self.takes(end) {
                return Some(());
            }
            self.takes(",").then_some(())?;
        }
    }

    /// Parses a number (§6). The characters are checked by the conversion to a
    /// value.
    fn number(&mut self) -> Option<Json> {
        let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        let length = self.rest.bytes().take_while(|byte| is_part(byte)).count();
        let (literal, rest) = self.rest.split_at(length);
        self.rest = rest;
        let number = Json::Number(literal.to_owned());
        number.to_value().map(|_| number)
    }

    /// Parses a string (§7).
    fn string(&mut self) -> Option<String> {
        self.takes("\"").then_some(())?;
        let mut string = String::new();
        loop {
            let character = self.character()?;
            match character {
                '"' => return Some(string),
                '\\' => string.push(self.escaped()?),
                '\0'..' ' => return None,
                _ => string.push(character),
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        Some(match self.character()? {
            quoted @ ('"' | '\\' | '/') => quoted,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => match self.unit()? {
                high @ 0xd800..0xdc00 => {
                    self.takes("\\u").then_some(())?;
                    let low = self.unit().filter(|low| (0xdc00..0xe000).contains(low))?;
                    char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))?
                }
                unit => char::from_u32(unit)?,
            },
            _ => return None,
        })
    }

    /// Parses four hexadecimal digits.
    fn unit(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |unit, _| {
            Some(unit * 16 + self.character()?.to_digit(16)?)
        })
    }

    fn character(&mut self) -> Option<char> {
        let character = self.rest.chars().next()?;
        self.rest = &self.rest[character.len_utf8()..];
        Some(character)
    }

    fn space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn takes(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rand::SeedableRng;
    use serde_json::json;

    use super::read;
    use crate::Random;
    use crate::json::Json;

    #[test]
    fn a_text_is_parsed_as_it_was_written() {
        let value =
            json!({"a/\"\\": [1, -2.5e-3, null, true, {}, []], "é😀\0\n\u{7f}": "\u{2028}"});
        let tree = Json::from(&value);
        let mut random = Random::seed_from_u64(1);
        for _ in 0..200 {
            let text = tree.text_with_formatting(&mut random);
            assert_eq!(read(&text).unwrap(), tree);
        }
    }

    #[test]
    fn text_outside_of_the_grammar_is_rejected() {
        let deep = "[".repeat(1 << 20);
        for text in [
            "",
            " ",
            "nul",
            "True",
            "nulll",
            "[",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{\"a\":1,}",
            "{\"a\" 1}",
            "{a:1}",
            "{\"a\"}",
            "1 2",
            "01",
            "+1",
            "1.",
            ".5",
            "1e",
            "-",
            "0x1",
            "NaN",
            "\"a",
            "\"\n\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\ud800\"",
            "\"\\udc00\"",
            "\"\\ud800\\u0041\"",
            "\u{feff}1",
            "\u{a0}1",
            "'a'",
            &deep,
        ] {
            assert_eq!(read(text.as_bytes()), None, "{text:.20}");
        }
        assert_eq!(read(b"\"\xff\""), None);
        assert_eq!(read(b"\"\xed\xa0\x80\""), None);
    }
}
