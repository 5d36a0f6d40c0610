//! The types of values that styles serialize.

use openapi_schema::http::ValueKind;

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
