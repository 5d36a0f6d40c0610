//! The styles `spaceDelimited` and `pipeDelimited`.
//!
//! The delimiter is percent-encoded, and a value cannot contain it (OpenAPI 3.1.1,
//! Appendix E).

use openapi_validation::Texts;

use super::sent::Sent;
use super::split::{alternating, items};
use super::style::{Malformed, ValueType};

/// `delimiters` are the forms of the delimiter in a query.
pub(super) fn decode(
    delimiters: &[&str],
    value_type: &ValueType,
    name: &str,
    sent: &Sent<'_>,
) -> Result<Option<Texts>, Malformed> {
    let Some(text) = sent.one(name)? else {
        return Ok(None);
    };
    let mut parts = vec![text];
    for delimiter in delimiters {
        parts = parts
            .into_iter()
            .flat_map(|part| part.split(delimiter))
            .collect();
    }
    let parts = parts.into_iter();
    let decoded = match value_type {
        ValueType::Object { .. } => alternating(parts, sent),
        ValueType::Scalar | ValueType::Array => items(parts, sent),
    };
    decoded.map(Some)
}
