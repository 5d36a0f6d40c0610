//! The reasons why a text or a value is refused, or can't be validated.

use crate::http::Malformed;
use crate::violation::Violations;

/// The document could not be compiled. The generator checks the document, so this
/// error means that the generated code and the document don't belong together.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// The text is not JSON.
    #[error("the embedded document is not JSON: {0}")]
    NotJson(String),
    /// A schema does not compile.
    #[error("the schema at {pointer} does not compile: {message}")]
    NotASchema {
        /// The JSON Pointer in the document.
        pointer: &'static str,
        /// The message of `jsonschema`.
        message: String,
    },
}

/// The reason why a text or a value is none of a schema and a type.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The text is not a single JSON document.
    #[error("{0}")]
    NotJson(String),
    /// The schema rejects the value, or the type cannot represent it.
    #[error("{0}")]
    Invalid(Violations),
    /// The schema does not compile.
    #[error(transparent)]
    Schema(#[from] SchemaError),
}

impl From<Violations> for DecodeError {
    fn from(violations: Violations) -> Self {
        Self::Invalid(violations)
    }
}

impl From<Malformed> for DecodeError {
    fn from(malformed: Malformed) -> Self {
        Self::Invalid(Violations::one("", malformed))
    }
}
