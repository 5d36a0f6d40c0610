//! Why a response is not what the document says.

use std::sync::Arc;

use openapi_schema::{SchemaError, Violations};
use progenitor_client::Error;
use reqwest::StatusCode;

/// Why a response is not what the document says of its operation.
///
/// The response itself is beside it, in [`Error::UnexpectedResponse`], with its
/// status and headers. Its body is there too, whole or not read yet, except for
/// [`ResponseFault::TooLarge`].
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResponseFault {
    /// The operation declares no response of that status.
    #[error("no response {} is declared", .0.as_u16())]
    UndeclaredStatus(StatusCode),
    /// Headers are missing or are not what their schemas say. A pointer here is
    /// `/` and the field's name.
    #[error("the headers are not as declared: {0}")]
    Headers(Violations),
    /// The content type is missing, sent twice, or none that is declared.
    #[error("the content type is {}, not {declared}", shown(.sent.as_deref()))]
    ContentType {
        /// What was sent, several fields separated by commas.
        sent: Option<String>,
        /// What the client takes, separated by ` or `.
        declared: String,
    },
    /// There is a body, and none is declared.
    #[error("there is a body, and none is declared")]
    UndeclaredBody,
    /// The body is larger than the client takes. What was read of it is gone.
    #[error("the body is larger than the limit of {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The body is not one JSON document (RFC 8259) without a member twice, a
    /// lone surrogate or invalid UTF-8 (RFC 7493).
    #[error("the body is not one JSON document: {0}")]
    NotJson(String),
    /// The body is JSON, and its schema doesn't accept it.
    #[error("the body is not as declared: {0}")]
    Invalid(Violations),
    /// The client was not generated from the document that it embeds.
    #[error("the client has a defect")]
    Defect(#[source] Arc<SchemaError>),
}

impl ResponseFault {
    /// The fault in an error, if it is one of the response.
    ///
    /// `None` for another error, and for [`Error::UnexpectedResponse`] with a
    /// response that the document declares and no generated type stands for: a
    /// redirection, or a failure of another type than the operation's others.
    pub fn of<E>(error: &Error<E>) -> Option<&Self> {
        match error {
            Error::UnexpectedResponse(response) => response.extensions().get(),
            _ => None,
        }
    }
}

impl From<SchemaError> for ResponseFault {
    fn from(error: SchemaError) -> Self {
        Self::Defect(Arc::new(error))
    }
}

fn shown(content_type: Option<&str>) -> String {
    content_type.map_or_else(|| "missing".to_owned(), |text| format!("{text:?}"))
}
