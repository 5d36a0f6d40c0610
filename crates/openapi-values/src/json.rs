//! A tree of a JSON text that preserves what a value loses: the notation of
//! numbers, duplicate members, and parts that are invalid JSON.

use std::fmt;

use rand::RngExt;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Random;
use crate::number;

/// The maximum nesting of arrays and objects that must be accepted.
pub(crate) const DEEPEST: usize = 128;

/// A JSON text, possibly invalid.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as written.
    Number(String),
    /// A string, with its escapes resolved.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// Members in text order. A duplicate name makes the text invalid.
    Object(Vec<(String, Json)>),
    /// Bytes that are not a JSON value.
    Malformed(Vec<u8>),
}

impl Json {
    /// Parses a text. Returns `None` if the bytes are not JSON. Faults of a text that follows
    /// the grammar, such as a duplicate member, are detected by [`Json::to_value`].
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        Self::of(serde_json::from_slice(bytes).ok()?, DEEPEST)
    }

    fn of(raw: &RawValue, depth: usize) -> Option<Self> {
        let text = raw.get();
        match text.as_bytes().first()? {
            b'[' => {
                let (items, inside): (Vec<&RawValue>, _) =
                    (serde_json::from_str(text).ok()?, depth.checked_sub(1)?);
                let items = items.into_iter().map(|item| Self::of(item, inside));
                items.collect::<Option<_>>().map(Self::Array)
            }
            b'{' => {
                let (members, inside): (Members, _) =
                    (serde_json::from_str(text).ok()?, depth.checked_sub(1)?);
                let members = members.0.into_iter();
                let members = members.map(|(name, raw)| Some((name, Self::of(raw, inside)?)));
                members.collect::<Option<_>>().map(Self::Object)
            }
            b'-' | b'0'..=b'9' => Some(Self::Number(text.to_owned())),
            _ => Some(Self::from(&serde_json::from_str::<Value>(text).ok()?)),
        }
    }

    /// Returns the value of the text, or `None` if the text is invalid
    /// independently of a schema.
    pub fn to_value(&self) -> Option<Value> {
        self.to_value_within(DEEPEST)
    }

    fn to_value_within(&self, depth: usize) -> Option<Value> {
        match self {
            Self::Null => Some(Value::Null),
            Self::Bool(value) => Some(Value::Bool(*value)),
            Self::Number(literal) => number::to_value(literal),
            Self::String(text) => Some(Value::String(text.clone())),
            Self::Array(items) => {
                let inside = depth.checked_sub(1)?;
                items.iter().map(|item| item.to_value_within(inside)).collect()
            }
            Self::Object(members) => {
                let inside = depth.checked_sub(1)?;
                let mut object = serde_json::Map::new();
                for (name, member) in members {
                    let member = member.to_value_within(inside)?;
                    if object.insert(name.clone(), member).is_some() {
                        return None;
                    }
                }
                Some(Value::Object(object))
            }
            Self::Malformed(_) => None,
        }
    }

    /// Returns whether any number in it is beyond the range of 64-bit floats.
    pub fn has_beyond_floats(&self) -> bool {
        match self {
            Self::Number(literal) => number::is_beyond_floats(literal),
            Self::Array(items) => items.iter().any(Self::has_beyond_floats),
            Self::Object(members) => members.iter().any(|(_, it)| it.has_beyond_floats()),
            _ => false,
        }
    }

    /// Returns the text without optional white space and escapes.
    pub fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        self.write(&mut text, &mut None);
        text
    }

    /// Returns the text with random white space and escapes where JSON allows them.
    pub fn text_with_formatting(&self, random: &mut Random) -> Vec<u8> {
        let mut text = Vec::new();
        let mut random = Some(random);
        space(&mut text, &mut random);
        self.write(&mut text, &mut random);
        space(&mut text, &mut random);
        text
    }

    fn write(&self, text: &mut Vec<u8>, random: &mut Option<&mut Random>) {
        match self {
            Self::Null => text.extend(b"null"),
            Self::Bool(value) => text.extend(value.to_string().bytes()),
            Self::Number(literal) => text.extend(literal.bytes()),
            Self::String(string) => write_string(string, text, random),
            Self::Array(items) => {
                text.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    separate(index, text, random);
                    item.write(text, random);
                    space(text, random);
                }
                text.push(b']');
            }
            Self::Object(members) => {
                text.push(b'{');
                for (index, (name, member)) in members.iter().enumerate() {
                    separate(index, text, random);
                    write_string(name, text, random);
                    space(text, random);
                    text.push(b':');
                    space(text, random);
                    member.write(text, random);
                    space(text, random);
                }
                text.push(b'}');
            }
            Self::Malformed(bytes) => text.extend(bytes),
        }
    }
}

/// Parses bytes as a single JSON value. Returns `None` if they are not JSON or contain a
/// duplicate member.
pub fn parse_json(bytes: &[u8]) -> Option<Value> {
    Json::parse(bytes)?.to_value()
}

/// The members of an object, also those that have the same name.
struct Members<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                std::iter::from_fn(|| map.next_entry().transpose())
                    .collect::<Result<_, _>>()
                    .map(Members)
            }
        }

        deserializer.deserialize_map(Object)
    }
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Number(number.to_string()),
            Value::String(text) => Self::String(text.clone()),
            Value::Array(items) => Self::Array(items.iter().map(Self::from).collect()),
            Value::Object(members) => {
                let members = members.iter();
                Self::Object(members.map(|(name, value)| (name.clone(), value.into())).collect())
            }
        }
    }
}

fn separate(index: usize, text: &mut Vec<u8>, random: &mut Option<&mut Random>) {
    if index > 0 {
        text.push(b',');
    }
    space(text, random);
}

fn space(text: &mut Vec<u8>, random: &mut Option<&mut Random>) {
    if let Some(random) = random
        && random.random_bool(0.2)
    {
        for _ in 0..random.random_range(1..4) {
            text.push(b" \t\n\r"[random.random_range(0..4)]);
        }
    }
}

/// Writes a string: RFC 8259 §7 requires some escapes and allows all others.
fn write_string(string: &str, text: &mut Vec<u8>, random: &mut Option<&mut Random>) {
    text.push(b'"');
    for character in string.chars() {
        let must = character < ' ' || character == '"' || character == '\\';
        let may = random.as_mut().is_some_and(|random| random.random_bool(0.1));
        if !must && !may {
            text.extend(character.encode_utf8(&mut [0; 4]).bytes());
            continue;
        }
        let short = match character {
            '"' | '\\' | '/' => Some(character),
            '\u{8}' => Some('b'),
            '\u{c}' => Some('f'),
            '\n' => Some('n'),
            '\r' => Some('r'),
            '\t' => Some('t'),
            _ => None,
        };
        let long = random.as_mut().is_some_and(|random| random.random_bool(0.3));
        match short.filter(|_| !long) {
            Some(letter) => text.extend([b'\\', letter as u8]),
            None => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let upper = random.as_mut().is_some_and(|random| random.random_bool(0.5));
                    let escape =
                        if upper { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") };
                    text.extend(escape.bytes());
                }
            }
        }
    }
    text.push(b'"');
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use serde_json::{Value, json};

    use super::{DEEPEST, Json};
    use crate::Random;

    #[test]
    fn every_notation_of_a_value_has_the_same_value() {
        let value = json!({"a/\"\\": [1, -2.5e-3, null, true, {}], "é😀\0\n\u{7f}": "\u{2028}"});
        let tree = Json::from(&value);
        assert_eq!(tree.to_value().unwrap(), value);
        let mut random = Random::seed_from_u64(1);
        for _ in 0..200 {
            let text = tree.text_with_formatting(&mut random);
            assert_eq!(serde_json::from_slice::<Value>(&text).unwrap(), value);
            assert_eq!(Json::parse(&text).unwrap(), tree);
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
            assert_eq!(Json::parse(text.as_bytes()), None, "{text:.20}");
        }
        assert_eq!(Json::parse(b"\"\xff\""), None);
        assert_eq!(Json::parse(b"\"\xed\xa0\x80\""), None);
    }

    #[test]
    fn text_that_is_invalid_without_a_schema_has_no_value() {
        let nested = |depth| {
            (0..depth).fold(None, |inner, _| Some(Json::Array(inner.into_iter().collect())))
        };
        let twice = Json::Object(vec![("a".into(), Json::Null), ("a".into(), Json::Null)]);
        assert_eq!(twice.to_value(), None);
        assert_eq!(Json::Array(vec![Json::Malformed(b"'a'".into())]).to_value(), None);
        assert!(nested(DEEPEST).unwrap().to_value().is_some());
        assert_eq!(nested(DEEPEST + 1).unwrap().to_value(), None);
    }
}
