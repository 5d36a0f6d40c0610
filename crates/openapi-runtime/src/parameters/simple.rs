//! The style `simple`: values separated by commas (RFC 6570 §3.2.2).

use openapi_validation::Texts;

use super::sent::Sent;
use super::split::{alternating, assignments, items, scalar};
use super::style::{Malformed, ValueType};

/// Fields of a header with the same name are one list (RFC 9110 §5.3).
pub(super) fn decode(
    explode: bool,
    value_type: &ValueType,
    name: &str,
    sent: &Sent<'_>,
) -> Result<Option<Texts>, Malformed> {
    if *value_type == ValueType::Scalar {
        let text = sent.one(name)?;
        return text.map(|text| scalar(text, sent)).transpose();
    }
    let texts = sent.all(name)?;
    if texts.is_empty() {
        return Ok(None);
    }
    let parts = texts.iter().flat_map(|text| text.split(','));
    let decoded = match value_type {
        ValueType::Scalar | ValueType::Array => items(parts, sent),
        ValueType::Object { .. } if explode => assignments(parts, sent),
        ValueType::Object { .. } => alternating(parts, sent),
    };
    decoded.map(Some)
}
