//! Parses bytes to a single JSON document.
//!
//! Stricter than `serde_json` alone, by RFC 7493 (I-JSON): no duplicate members at
//! any depth, and a bound on nesting. `serde_json` itself rejects invalid UTF-8 and
//! lone surrogates, because every string is parsed.
//!
//! An integral number written with a fraction or an exponent becomes an integer if
//! it is exact, up to 2^53; above that it remains a float, which no integer type
//! accepts.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Deserializer, Map, Number, Value};

use crate::number;

/// The maximum nesting of arrays and objects.
const DEEPEST: usize = 128;

/// A parsed JSON document.
#[derive(Clone, Debug, PartialEq)]
pub struct Json<'t> {
    /// The value, in which numbers beyond a float are replaced by the largest
    /// float: only for validation.
    pub value: Value,
    /// The text, unchanged unless it contains numbers with a fraction or an
    /// exponent. In this case integral numbers are rewritten as integers, so that
    /// less capable parsers read the same value.
    pub text: Cow<'t, [u8]>,
    /// Whether the value contains the largest float in place of a larger number in
    /// the text.
    pub(crate) is_clamped: bool,
}

/// Parses a single JSON document.
///
/// # Errors
/// The first syntax error with its position; the text after it is not reliable.
pub fn parse(text: &[u8]) -> Result<Json<'_>, String> {
    let has_integral_float = Cell::new(false);
    let out_of_range = match read(text, &has_integral_float) {
        Ok(value) if !has_integral_float.get() => {
            return Ok(Json { value, text: Cow::Borrowed(text), is_clamped: false });
        }
        // Such floats are rare, so the text is rewritten only if it contains one.
        Ok(_) => None,
        Err(message) if message.starts_with(OUT_OF_RANGE) => Some(message),
        Err(message) => return Err(message),
    };
    let number::Rewritten { with_integers, within_floats } = number::rewrite(text);
    let readable = within_floats.as_ref().unwrap_or(&with_integers);
    // The position of an error would refer to the rewritten text.
    let value =
        read(readable, &has_integral_float).map_err(|message| out_of_range.unwrap_or(message))?;
    Ok(Json { value, text: Cow::Owned(with_integers), is_clamped: within_floats.is_some() })
}

/// The beginning of `serde_json`'s message for a number beyond a float.
const OUT_OF_RANGE: &str = "number out of range";

fn read(bytes: &[u8], has_integral_float: &Cell<bool>) -> Result<Value, String> {
    let mut deserializer = Deserializer::from_slice(bytes);
    // The visitor below counts instead, so that 128 levels are allowed rather than
    // 127.
    deserializer.disable_recursion_limit();
    Strict::new(has_integral_float)
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| error.to_string())
}

/// Reads a value strictly.
#[derive(Clone, Copy)]
pub(crate) struct Strict<'f> {
    depth: usize,
    /// Whether a number with a fraction or an exponent may be an integer, or is beyond the
    /// integers that are read exactly.
    has_integral_float: &'f Cell<bool>,
}

impl<'f> Strict<'f> {
    pub(crate) fn new(has_integral_float: &'f Cell<bool>) -> Self {
        Self { depth: 0, has_integral_float }
    }

    fn deeper<E: Error>(self) -> Result<Self, E> {
        match self.depth + 1 {
            depth if depth > DEEPEST => {
                Err(E::custom(format_args!("nested deeper than {DEEPEST} levels")))
            }
            depth => Ok(Self { depth, ..self }),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        // A number whose nearest float has a fraction is neither an integer nor beyond
        // floats, so that it is never rewritten.
        if value.fract() == 0.0 {
            self.has_integral_float.set(true);
        }
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number out of range"))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let nested = self.deeper()?;
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(nested)? {
            // A vector reserves four elements at first, which is too much for many
            // arrays with a single item.
            if array.is_empty() {
                array.reserve_exact(1);
            }
            array.push(item);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let nested = self.deeper()?;
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let value = members.next_value_seed(nested)?;
            // Without the name, which may be long and must not be repeated.
            if object.insert(name, value).is_some() {
                return Err(A::Error::custom("a member stands twice in one object"));
            }
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{DEEPEST, parse};

    #[test]
    fn bytes_other_than_a_single_json_document_are_rejected() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let rejected: [(&str, &[u8]); 12] = [
            ("nothing", b""),
            ("bytes after it", b"{} {}"),
            ("a comma too much", b"[1,]"),
            ("a byte order mark", b"\xef\xbb\xbf{}"),
            ("invalid UTF-8 in a member nobody reads", b"{\"a\":\"\xff\"}"),
            ("a lone surrogate", br#"{"a":"\ud800"}"#),
            ("a lone surrogate in a name", br#"{"\udc00":1}"#),
            ("a member twice", br#"{"a":1,"a":1}"#),
            ("a member twice, once escaped", br#"{"a":1,"\u0061":1}"#),
            ("a member twice, far inside", br#"{"x":[{"a":{"b":1,"b":2}}]}"#),
            ("a raw control character", b"\"\x01\""),
            ("nested too deep", nested(DEEPEST + 1).leak().as_bytes()),
        ];
        for (case, bytes) in rejected {
            assert!(parse(bytes).is_err(), "{case}");
        }
        assert!(parse(nested(DEEPEST).as_bytes()).is_ok());
    }

    #[test]
    fn integral_numbers_are_integers_in_every_notation() {
        for (text, integer) in [
            ("1.0", 1),
            ("1e3", 1000),
            ("-0", 0),
            ("-0.0", 0),
            ("9007199254740992.0", 9_007_199_254_740_992),
            ("-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(parse(text.as_bytes()).unwrap().value.as_i64(), Some(integer), "{text}");
        }
        for text in [
            "9007199254740993.0",
            "1.00000000000000000001",
            "1e300",
            "1e400",
            "-9223372036854775809",
            "9223372036854775808",
            "1.5",
        ] {
            assert_eq!(parse(text.as_bytes()).unwrap().value.as_i64(), None, "{text}");
        }
    }
}
