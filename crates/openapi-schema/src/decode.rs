//! From a document that a schema accepts to a type that holds it, or why the
//! type can't.
//!
//! A schema may accept what no type of Rust holds: an integer beyond 64 bits, a
//! number beyond a float. That is a fault of its own and never another value.

use serde::de::DeserializeOwned;
use serde_json::Deserializer;
use serde_path_to_error::Segment;

use crate::{Json, Violations};

impl Json<'_> {
    /// Decodes the document, which is to be judged first.
    ///
    /// # Errors
    /// The first part that the type can't hold, and what it would have held.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, Violations> {
        let decoded = if self.is_clamped {
            // Only its text still has the numbers that the value has not.
            T::deserialize(&mut self.reader())
        } else {
            T::deserialize(&self.value)
        };
        // Where it failed is looked for only then, since it costs a second look.
        decoded.map_err(|_| self.not_held::<T>())
    }

    fn reader(&self) -> Deserializer<serde_json::de::SliceRead<'_>> {
        let mut reader = Deserializer::from_slice(&self.text);
        // The text was read before, so its depth is known to be bounded.
        reader.disable_recursion_limit();
        reader
    }

    fn not_held<T: DeserializeOwned>(&self) -> Violations {
        let decoded: Result<T, _> = if self.is_clamped {
            serde_path_to_error::deserialize(&mut self.reader())
        } else {
            serde_path_to_error::deserialize(&self.value)
        };
        let Err(error) = decoded else {
            return Violations::one("", "value can't be held");
        };
        let mut pointer = String::new();
        for segment in error.path() {
            if let Segment::Seq { .. } | Segment::Map { .. } = segment {
                let token = match segment {
                    Segment::Map { key } => key.replace('~', "~0").replace('/', "~1"),
                    segment => segment.to_string().trim_matches(['[', ']']).to_owned(),
                };
                pointer.push_str(&format!("/{token}"));
            }
        }
        // serde would repeat the value, as the float that it has become.
        let message = error.inner().to_string();
        let rule = match message.rsplit_once("expected ") {
            // The text was read before, so only a number can be wrong with it.
            _ if error.inner().is_syntax() => "value does not fit a 64-bit float".to_owned(),
            Some((_, expected)) => format!("value does not fit {expected} exactly"),
            None => message,
        };
        Violations::one(pointer, rule)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::Value;

    use crate::parse;

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only whether it can be decoded is looked at")]
    struct Held {
        count: Option<i64>,
        weight: Option<f64>,
        any: Option<Value>,
        weights: Option<BTreeMap<String, Vec<f64>>>,
    }

    fn fault(text: &str) -> String {
        let json = parse(text.as_bytes()).unwrap();
        json.decode::<Held>().unwrap_err().to_string()
    }

    #[test]
    fn what_a_type_cannot_hold_is_a_fault_with_its_place() {
        for (text, expected) in [
            (
                r#"{"count":9223372036854775808}"#,
                r#"at "/count" value does not fit i64 exactly"#,
            ),
            (
                r#"{"weight":1e400}"#,
                r#"at "/weight" value does not fit a 64-bit float"#,
            ),
            (
                r#"{"weights":{"a/b":[1,-1e999]}}"#,
                r#"at "/weights/a~1b/1" value does not fit a 64-bit float"#,
            ),
            (
                r#"{"any":[1e400]}"#,
                r#"at "/any/0" value does not fit a 64-bit float"#,
            ),
        ] {
            assert_eq!(fault(text), expected, "{text}");
        }
    }

    #[test]
    fn a_number_beyond_floats_that_nobody_reads_is_nobodys_fault() {
        let json = parse(br#"{"count":1.0,"other":[1e400],"weight":2}"#).unwrap();
        let held: Held = json.decode().unwrap();
        assert_eq!((held.count, held.weight), (Some(1), Some(2.0)));
    }

    #[test]
    fn the_largest_float_is_held() {
        for text in ["1.7976931348623157e308", "1.7976931348623158e308"] {
            let json = parse(text.as_bytes()).unwrap();
            assert_eq!(json.decode::<f64>().unwrap(), f64::MAX, "{text}");
        }
    }
}
