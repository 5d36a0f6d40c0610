//! The style `simple`: values separated by commas (RFC 6570 §3.2.2).

use openapi_validation::Texts;

use super::sent::Sent;
use super::split::{compound, scalar};
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
    compound(value_type, explode, parts, sent)
}
