//! Decodes the styles of OpenAPI, by the types of values that they serialize.

use openapi_schema::Texts;
use openapi_schema::http::{Malformed, Style, ValueKind};

use super::sent::Sent;
use super::{deep_object, form};

/// Returns the texts of a value of a type, or nothing if the parameter is not sent.
/// `is_member` tells whether an exploded object has the text under a name.
pub(super) fn decode(
    (style, explode): (Style, bool),
    kind: ValueKind,
    name: &str,
    sent: &Sent<'_>,
    is_member: &dyn Fn(&str) -> bool,
) -> Result<Option<Texts>, Malformed> {
    match (style, kind) {
        (Style::DeepObject, ValueKind::Object) => deep_object::decode(name, sent),
        (Style::DeepObject, ValueKind::Array) if deep_object::is_sent(name, sent) => {
            deep_object::decode_items(name, sent)
        }
        (Style::Simple | Style::Label | Style::Matrix, _) => sent.read(style, explode, kind, name),
        (Style::SpaceDelimited | Style::PipeDelimited, ValueKind::Array | ValueKind::Object)
            if !explode =>
        {
            sent.read(style, false, kind, name)
        }
        // Undefined by the Specification; the tools write it as `form`.
        _ => form::decode(explode, kind, name, sent, is_member),
    }
}
