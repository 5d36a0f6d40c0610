//! Decodes the styles of OpenAPI, by the types of values that they serialize.

use openapi_validation::Texts;
pub use openapi_validation::http::Style;

use super::sent::Sent;
use super::{deep_object, delimited, form, label, matrix, simple};

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
    pub(super) fn is_object(&self) -> bool {
        matches!(self, Self::Object { .. })
    }

    /// Returns whether a name is a declared member.
    pub(super) fn declares(&self, name: &str) -> bool {
        matches!(self, Self::Object { members, .. } if members.contains(&name))
    }
}

/// The text of a parameter is not in its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Malformed {
    #[error("is not UTF-8")]
    NotUtf8,
    #[error("is sent more than once")]
    Repeated,
    #[error("does not begin with {0:?}")]
    Prefix(char),
    #[error("does not have its name before the value")]
    Name,
    #[error("has a member without a value")]
    NoValue,
    #[error("has a member more than once")]
    MemberRepeated,
    #[error("has a name that is not `name[member]`")]
    Brackets,
    #[error("is nested too deep")]
    Nested,
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
        (Style::Simple, _) => simple::decode(explode, value_type, name, sent),
        (Style::Label, _) => label::decode(explode, value_type, name, sent),
        (Style::Matrix, _) => matrix::decode(explode, value_type, name, sent),
        (Style::DeepObject, ValueType::Object { .. }) => deep_object::decode(name, sent),
        (Style::SpaceDelimited, ValueType::Array | ValueType::Object { .. }) if !explode => {
            delimited::decode(&["%20", "+"], value_type, name, sent)
        }
        (Style::PipeDelimited, ValueType::Array | ValueType::Object { .. }) if !explode => {
            delimited::decode(&["|", "%7C", "%7c"], value_type, name, sent)
        }
        // Undefined by the Specification; the tools write it as `form`.
        _ => form::decode(explode, value_type, name, sent, is_free),
    }
}
