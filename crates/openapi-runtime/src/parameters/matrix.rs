//! The style `matrix`: names and values after semicolons (RFC 6570 §3.2.7).

use openapi_validation::Texts;

use super::sent::Sent;
use super::split::{alternating, assignments, items, scalar};
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
    let text = text.strip_prefix(';').ok_or(Malformed::Prefix(';'))?;
    // An empty value has no `=`.
    let value = |part| match str::split_once(part, '=').unwrap_or((part, "")) {
        (known, value) if sent.decode(known)? == name => Ok(value),
        _ => Err(Malformed::Name),
    };
    let decoded = match (value_type, explode) {
        (ValueType::Scalar, _) => scalar(value(text)?, sent),
        (ValueType::Array, false) => items(value(text)?.split(','), sent),
        (ValueType::Array, true) => {
            let values: Vec<_> = text.split(';').map(value).collect::<Result<_, _>>()?;
            items(values.into_iter(), sent)
        }
        (ValueType::Object { .. }, false) => alternating(value(text)?.split(','), sent),
        (ValueType::Object { .. }, true) => assignments(text.split(';'), sent),
    };
    decoded.map(Some)
}
