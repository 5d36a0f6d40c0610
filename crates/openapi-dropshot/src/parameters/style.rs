//! Decodes the styles of OpenAPI, by the types of values that they serialize.

use openapi_schema::Texts;
pub use openapi_schema::http::Style;
use openapi_schema::http::{Malformed, ValueKind};

use super::sent::Sent;
use super::{deep_object, form, simple};

/// A type of values that the schema of a parameter allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A string, number or boolean.
    Scalar,
    /// An array.
    Array,
    /// An object.
    Object {
        /// The names of the declared members, which are sent under their own names
        /// if the object is exploded.
        members: &'static [&'static str],
        /// Whether there may be other members, which take the names that no other
        /// parameter declares.
        open: bool,
    },
}

impl ValueType {
    pub(super) fn kind(&self) -> ValueKind {
        match self {
            Self::Scalar => ValueKind::Scalar,
            Self::Array => ValueKind::Array,
            Self::Object { .. } => ValueKind::Object,
        }
    }

    pub(super) fn is_object(&self) -> bool {
        matches!(self, Self::Object { .. })
    }

    /// Returns whether a name is a declared member.
    pub(super) fn declares(&self, name: &str) -> bool {
        matches!(self, Self::Object { members, .. } if members.contains(&name))
    }
}

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
        (Style::Simple, _) => simple::decode(explode, value_type.kind(), name, sent),
        (Style::DeepObject, ValueType::Object { .. }) => deep_object::decode(name, sent),
        (Style::DeepObject, ValueType::Array) if deep_object::is_sent(name, sent) => {
            deep_object::decode_items(name, sent)
        }
        (Style::Label | Style::Matrix, _) => sent.read(style, explode, value_type.kind(), name),
        (
            Style::SpaceDelimited | Style::PipeDelimited,
            ValueType::Array | ValueType::Object { .. },
        ) if !explode => sent.read(style, false, value_type.kind(), name),
        // Undefined by the Specification; the tools write it as `form`.
        _ => form::decode(explode, value_type, name, sent, is_free),
    }
}
