//! The style `label`: values after periods (RFC 6570 §3.2.5).

use openapi_validation::Texts;

use super::sent::Sent;
use super::split::{compound, scalar};
use super::style::{Malformed, ValueType};

pub(super) fn decode(
    explode: bool,
    value_type: &ValueType,
    name: &str,
    sent: &Sent<'_>,
) -> Result<Option<Texts>, Malformed> {
    let Some(text) = sent.one(name)? else {
        return Ok(None);
    };
    let text = text.strip_prefix('.').ok_or(Malformed::Prefix('.'))?;
    let parts = text.split(if explode { '.' } else { ',' });
    match value_type {
        ValueType::Scalar => scalar(text, sent).map(Some),
        _ => compound(value_type, explode, parts, sent),
    }
}
