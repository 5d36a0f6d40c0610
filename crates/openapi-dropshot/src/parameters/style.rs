//! Decodes the styles of OpenAPI, by the types of values that they serialize.

use openapi_schema::Texts;
use openapi_schema::http::{Malformed, Style};

use super::sent::Sent;
use super::value_type::ValueType;
use super::{deep_object, form};

/// Returns the texts of a value of a type, or nothing if the parameter is not sent.
/// `is_free` tells whether no parameter declares a name.
pub(super) fn decode(
    (style, explode): (Style, bool),
    value_type: &ValueType,
    name: &str,
    sent: &Sent<'_>,
    is_free: &dyn Fn(&str) -> bool,
) -> Result<Option<Texts>, Malformed> {
    match (style, value_type) {
        (Style::DeepObject, ValueType::Object { .. }) => deep_object::decode(name, sent),
        (Style::DeepObject, ValueType::Array) if deep_object::is_sent(name, sent) => {
            deep_object::decode_items(name, sent)
        }
        (Style::Simple | Style::Label | Style::Matrix, _) => {
            sent.read(style, explode, value_type.kind(), name)
        }
        (
            Style::SpaceDelimited | Style::PipeDelimited,
            ValueType::Array | ValueType::Object { .. },
        ) if !explode => sent.read(style, false, value_type.kind(), name),
        // Undefined by the Specification; the tools write it as `form`.
        _ => form::decode(explode, value_type, name, sent, is_free),
    }
}
