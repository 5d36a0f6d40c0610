//! The styles `spaceDelimited` and `pipeDelimited`.
//!
//! The delimiter is percent-encoded, and a value cannot contain it (OpenAPI 3.1.1,
//! Appendix E).

use openapi_validation::Texts;

use super::sent::Sent;
use super::split::compound;
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
    compound(value_type, false, parts.into_iter(), sent)
}
