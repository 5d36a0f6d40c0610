//! Integers that a value represents exactly, in any part of a body.
//!
//! For JSON Schema, every number without a fraction is an integer. An integer
//! written with a fraction or an exponent is exact only up to 2^53, and has been
//! converted to an integer before validation. A remaining float without a fraction
//! is rejected, because its digits have not survived parsing. A Rust type would
//! reject it too, but not every part of a body has a type.

use jsonschema::{Keyword, ValidationError};
use serde_json::{Map, Value};

/// The extension keyword in embedded documents.
pub(crate) const KEYWORD: &str = "x-openapi-exact-integer";

const RULE: &str = "value is not an integer that is exact as it is written";

/// Beyond 64 bits, the bounds of integers report the violation.
const BEYOND: f64 = (1u128 << 64) as f64;

/// Compiles the keyword.
pub(crate) fn integer<'a>(
    _: &'a Map<String, Value>,
    _: &'a Value,
    _: impl Sized,
) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
    Ok(Box::new(Exact))
}

struct Exact;

impl<'i> Keyword<'i> for Exact {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if Keyword::is_valid(self, instance) { Ok(()) } else { Err(ValidationError::custom(RULE)) }
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        let float = instance.as_f64().filter(|_| instance.is_f64());
        float.is_none_or(|float| float.fract() != 0.0 || float.abs() >= BEYOND)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::{Document, Schema, parse};

    static DOCUMENT: Document =
        Document::new(r#"{ "any": { "type": "integer", "x-openapi-exact-integer": true } }"#);
    static INTEGER: Schema = Schema::at(&DOCUMENT, "#/any");

    fn accepted(text: &str) -> bool {
        let value = parse(text.as_bytes()).unwrap().value;
        INTEGER.accepts(&value).unwrap()
    }

    #[test]
    fn an_integer_must_be_exact_as_written() {
        for text in ["1", "1.0", "1e3", "9007199254740992.0", "9007199254740993"] {
            assert!(accepted(text), "{text}");
        }
        for text in
            ["9007199254740993.0", "1e17", "-9223372036854775809", "1.00000000000000000001", "1.5"]
        {
            assert!(!accepted(text), "{text}");
        }
    }
}
