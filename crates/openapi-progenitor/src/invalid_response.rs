//! The reasons why a response violates the document.

use std::sync::Arc;

use openapi_schema::{SchemaError, Violations};
use progenitor_client::Error;
use reqwest::StatusCode;

use crate::platform;

/// The reason why a response violates the document's declaration of its operation.
///
/// The error is [`Error::UnexpectedResponse`] with the response itself, its status
/// and its headers. The response has its body too, whole or still unread, except
/// for [`InvalidResponse::TooLarge`]. In a browser (`wasm32`), the error is
/// [`Error::InvalidResponsePayload`] with the body, and its message is the reason.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidResponse {
    /// The operation declares no response with this status.
    #[error("no response {} is declared", .0.as_u16())]
    UndeclaredStatus(StatusCode),
    /// Headers are missing or violate their schemas. A pointer is `/` followed by
    /// the field name.
    #[error("the headers are not as declared: {0}")]
    Headers(Violations),
    /// The content type is missing, sent twice, or undeclared.
    #[error("the content type is {}, not {declared}", shown(.sent.as_deref()))]
    ContentType {
        /// The field value as sent, several fields separated by commas.
        sent: Option<String>,
        /// The media types that the client accepts, separated by ` or `.
        declared: String,
    },
    /// The response has a body although none is declared.
    #[error("there is a body, and none is declared")]
    UndeclaredBody,
    /// The body is larger than the client's limit. The part already read is
    /// discarded.
    #[error("the body is larger than the limit of {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The body is not in the format of its media type, which is named, for a reason: a text
    /// that is not UTF-8, or JSON that is not a single document (RFC 8259) without duplicate
    /// members, lone surrogates or invalid UTF-8 (RFC 7493).
    #[error("the body is not {0}: {1}")]
    Malformed(&'static str, String),
    /// The value of the body violates its schema.
    #[error("the body is not as declared: {0}")]
    Body(Violations),
    /// The document allows the response, and the generated type can't represent it.
    #[error("the type can't represent the response: {0}")]
    Unrepresented(Violations),
    /// The client was not generated from the embedded document.
    #[error("the client has a defect")]
    Defect(#[source] Arc<SchemaError>),
}

impl InvalidResponse {
    /// Returns the reason why a response violates the document, if the error has
    /// this cause. `None` in a browser.
    pub fn of<E>(error: &Error<E>) -> Option<&Self> {
        platform::invalid(error)
    }
}

impl From<SchemaError> for InvalidResponse {
    fn from(error: SchemaError) -> Self {
        Self::Defect(Arc::new(error))
    }
}

fn shown(content_type: Option<&str>) -> String {
    content_type.map_or_else(|| "missing".to_owned(), |text| format!("{text:?}"))
}
