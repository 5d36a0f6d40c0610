//! Decodes a validated document to a type, or reports why the type can't represent
//! it.
//!
//! A schema may accept values that no Rust type can represent: an integer beyond 64
//! bits, a number beyond a float. Such a value is reported as a violation and never
//! replaced by another value. A type of another crate may have further rules.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Value};
use serde_path_to_error::{Path, Segment};

use crate::json_schema::token;
use crate::{DecodeError, Json, Schema, Violations, parse};

impl Json<'_> {
    /// Decodes the document, which must have been validated.
    ///
    /// # Errors
    /// The first value that the type can't represent, with the expected type.
    pub fn decode<T: DeserializeOwned>(self) -> Result<T, Violations> {
        let decoded = if self.is_clamped {
            // Only the text contains the numbers that are clamped in the value.
            T::deserialize(&mut reader(&self.text))
        } else {
            T::deserialize(self.value)
        };
        // The position of an error is determined only after a failure, since that
        // requires a second pass.
        decoded.map_err(|_| locate_failure::<T>(&self.text))
    }
}

impl Schema {
    /// Parses, validates and decodes a JSON text.
    ///
    /// Most texts are validated while they are read and decoded from the same text. The
    /// others are parsed to a value, which the validator accepts or rejects. Debug builds
    /// do both, and panic if only the plan
    /// accepts.
    ///
    /// # Errors
    /// The text is not JSON, or the schema rejects it, or the type cannot represent it.
    pub fn decode<T: DeserializeOwned>(&self, text: &[u8]) -> Result<T, DecodeError> {
        let planned = self.planned(text).and_then(|text| serde_json::from_str(text).ok());
        if let Some(decoded) = planned {
            debug_assert!(
                self.decode_exactly::<T>(text).is_ok(),
                "a plan accepts a text that its schema rejects"
            );
            return Ok(decoded);
        }
        self.decode_exactly(text)
    }

    /// Parses and validates a JSON text, as [`Schema::decode`] does. Returns the text, in which
    /// integers are written as integers ([`Json::text`](Json)).
    ///
    /// # Errors
    /// The text is not JSON, or the schema rejects it.
    pub fn validate_json<'t>(&self, text: &'t [u8]) -> Result<Cow<'t, [u8]>, DecodeError> {
        if self.planned(text).is_some() {
            debug_assert!(
                self.validate_exactly(text).is_ok(),
                "a plan accepts a text that its schema rejects"
            );
            return Ok(text.into());
        }
        Ok(self.validate_exactly(text)?.text)
    }

    /// Returns the text, if the plan accepts it.
    fn planned<'t>(&self, text: &'t [u8]) -> Option<&'t str> {
        let text = str::from_utf8(text).ok()?;
        self.plan()?.accepts(text).then_some(text)
    }

    fn decode_exactly<T: DeserializeOwned>(&self, text: &[u8]) -> Result<T, DecodeError> {
        let json = self.validate_exactly(text)?;
        Ok(json.decode()?)
    }

    fn validate_exactly<'t>(&self, text: &'t [u8]) -> Result<Json<'t>, DecodeError> {
        let json = parse(text).map_err(DecodeError::NotJson)?;
        self.validate(&json.value)?;
        Ok(json)
    }
}

/// Decodes a validated value that has no text of its own, such as the parameters of a
/// request.
///
/// # Errors
/// The first value that the type can't represent.
pub fn decode_value<T: DeserializeOwned>(value: &Value) -> Result<T, Violations> {
    T::deserialize(value).map_err(|_| {
        let decoded: Result<T, _> = serde_path_to_error::deserialize(value);
        decoded.map_or_else(violation, |_| unlocated())
    })
}

fn reader(text: &[u8]) -> Deserializer<serde_json::de::SliceRead<'_>> {
    let mut reader = Deserializer::from_slice(text);
    // The text has been parsed before, so its depth is bounded.
    reader.disable_recursion_limit();
    reader
}

fn locate_failure<T: DeserializeOwned>(text: &[u8]) -> Violations {
    let decoded: Result<T, _> = serde_path_to_error::deserialize(&mut reader(text));
    decoded.map_or_else(violation, |_| unlocated())
}

fn unlocated() -> Violations {
    Violations::one("", "the type can't represent the value")
}

fn violation(error: serde_path_to_error::Error<serde_json::Error>) -> Violations {
    let position = format!(" at line {} column {}", error.inner().line(), error.inner().column());
    let message = error.inner().to_string();
    // The pointer is shown instead.
    let message = message.strip_suffix(&position).unwrap_or(&message);
    // serde would repeat the value, as the float that it was converted to.
    let is_of_serde =
        ["invalid type: ", "invalid value: "].iter().any(|start| message.starts_with(start));
    let expected = message.rsplit_once("expected ").filter(|_| is_of_serde);
    let rule = match expected {
        // The text has been parsed before, so only a number can cause a syntax
        // error.
        _ if error.inner().is_syntax() => "value does not fit a 64-bit float".to_owned(),
        Some((_, expected)) => format!("value does not fit {expected} exactly"),
        None => message.to_owned(),
    };
    Violations::one(pointer(error.path()), rule)
}

fn pointer(path: &Path) -> String {
    let tokens = path.iter().filter_map(|segment| match segment {
        Segment::Map { key } | Segment::Enum { variant: key } => Some(token(key)),
        Segment::Seq { index } => Some(index.to_string()),
        _ => None,
    });
    tokens.map(|token| format!("/{token}")).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::Value;

    use crate::{decode_value, parse};

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only whether it can be decoded is looked at")]
    struct Target {
        count: Option<i64>,
        weight: Option<f64>,
        any: Option<Value>,
        weights: Option<BTreeMap<String, Vec<f64>>>,
        names: Option<Vec<Name>>,
    }

    /// A type with a rule of its own.
    #[derive(Debug, Deserialize)]
    #[serde(try_from = "String")]
    struct Name;

    impl TryFrom<String> for Name {
        type Error = &'static str;

        fn try_from(text: String) -> Result<Self, Self::Error> {
            let is_right = text == "right";
            is_right.then_some(Self).ok_or("not as expected here")
        }
    }

    fn violation(text: &str) -> String {
        let json = parse(text.as_bytes()).unwrap();
        json.decode::<Target>().unwrap_err().to_string()
    }

    #[test]
    fn a_value_that_the_type_cannot_represent_is_reported_with_its_location() {
        for (text, expected) in [
            (r#"{"count":9223372036854775808}"#, r#"at "/count" value does not fit i64 exactly"#),
            (r#"{"weight":1e400}"#, r#"at "/weight" value does not fit a 64-bit float"#),
            (
                r#"{"weights":{"a/b":[1,-1e999]}}"#,
                r#"at "/weights/a~1b/1" value does not fit a 64-bit float"#,
            ),
            (r#"{"any":[1e400]}"#, r#"at "/any/0" value does not fit a 64-bit float"#),
        ] {
            assert_eq!(violation(text), expected, "{text}");
        }
    }

    #[test]
    fn a_type_with_rules_of_its_own_says_what_is_wrong() {
        let text = r#"{"names":["right","wrong"]}"#;
        let expected = r#"at "/names/1" not as expected here"#;
        assert_eq!(violation(text), expected);
        let value: Value = serde_json::from_str(text).unwrap();
        let violations = decode_value::<Target>(&value).unwrap_err();
        assert_eq!(violations.to_string(), expected);
    }

    #[test]
    fn a_violation_in_a_variant_names_it_and_not_the_value() {
        #[derive(Debug, Deserialize)]
        #[allow(dead_code, reason = "only whether it can be decoded is looked at")]
        enum Form {
            Circle { radius: u8 },
        }
        let text = r#"{"Circle":{"radius":300}}"#;
        let expected = r#"at "/Circle/radius" value does not fit u8 exactly"#;
        let json = parse(text.as_bytes()).unwrap();
        assert_eq!(json.decode::<Form>().unwrap_err().to_string(), expected);
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(decode_value::<Form>(&value).unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_number_beyond_floats_in_an_unused_member_is_accepted() {
        let json = parse(br#"{"count":1.0,"other":[1e400],"weight":2}"#).unwrap();
        let target: Target = json.decode().unwrap();
        assert_eq!((target.count, target.weight), (Some(1), Some(2.0)));
    }

    #[test]
    fn the_largest_float_is_decoded() {
        for text in ["1.7976931348623157e308", "1.7976931348623158e308"] {
            let json = parse(text.as_bytes()).unwrap();
            assert_eq!(json.decode::<f64>().unwrap(), f64::MAX, "{text}");
        }
    }
}
