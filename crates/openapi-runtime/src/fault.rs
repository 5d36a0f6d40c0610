//! Everything that keeps a request from being answered by its operation.
//!
//! A fault's `Display` is for the caller: a plain sentence without internals.
//! Its `source` chain is for the log. Which declared response carries it is
//! decided when the server is generated; what the response's body says is the
//! service's part.

use std::time::Duration;

use http::StatusCode;

use crate::Violations;
use crate::bearer::Challenge;

/// What went wrong underneath, for the log.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a request is not answered by its operation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// No bearer credential was sent (RFC 6750 §3.1).
    #[error("This operation needs a bearer token.")]
    NoCredential(Challenge),
    /// A credential was sent and is not accepted. Unknown, expired, revoked and
    /// malformed ones are not told apart.
    #[error("The bearer token is not accepted.")]
    CredentialRefused(Challenge),
    /// A parameter is missing or is not what its schema says.
    #[error("The parameters are not valid: {0}.")]
    Parameters(Violations),
    /// The content type is missing or another than the operation's.
    #[error("The content type must be {expected}.")]
    ContentType {
        /// What the document says.
        expected: &'static str,
    },
    /// The body is larger than the limit.
    #[error("The body is larger than {limit} bytes.")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The body did not arrive in time.
    #[error("The body did not arrive within {} s.", .limit.as_secs_f64())]
    TooSlow {
        /// The time allowed for the whole body.
        limit: Duration,
    },
    /// The connection broke before the body was complete.
    #[error("The body did not arrive completely.")]
    Incomplete(#[source] Cause),
    /// The body is not one JSON document.
    #[error("The body is not one JSON document: {0}.")]
    NotJson(String),
    /// The body is JSON, but its schema does not accept it.
    #[error("The body is not valid: {0}.")]
    Invalid(Violations),
    /// Something the service needs is not there; trying again can help.
    #[error("The service cannot do this at the moment. Try again.")]
    Unavailable {
        /// When trying again can help.
        retry_after: Duration,
        /// What is not there, for the log.
        #[source]
        cause: Cause,
    },
    /// Too much work is waiting; trying again can help.
    #[error("The service has too much to do at the moment. Try again.")]
    Overloaded {
        /// When trying again can help.
        retry_after: Duration,
    },
    /// A defect of the service.
    #[error("The service has a defect; this request could not be answered.")]
    Defect(#[source] Cause),
}

impl Fault {
    /// A defect, from whatever went wrong.
    pub fn defect(cause: impl Into<Cause>) -> Self {
        Self::Defect(cause.into())
    }

    /// The status that HTTP has for it. The document may declare a broader one.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NoCredential(_) | Self::CredentialRefused(_) => StatusCode::UNAUTHORIZED,
            Self::Parameters(_) | Self::NotJson(_) | Self::Invalid(_) | Self::Incomplete(_) => {
                StatusCode::BAD_REQUEST
            }
            Self::ContentType { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::Unavailable { .. } | Self::Overloaded { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::Defect(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The value of `WWW-Authenticate`, for a fault of the credential.
    pub fn challenge(&self) -> Option<String> {
        match self {
            Self::NoCredential(challenge) => Some(challenge.to_string()),
            Self::CredentialRefused(challenge) => {
                Some(format!("{challenge}, error=\"invalid_token\""))
            }
            _ => None,
        }
    }

    /// The value of `Retry-After` in seconds, at least 1 (RFC 9110 §10.2.3);
    /// none if it does not fit.
    pub fn retry_after<T: TryFrom<u64>>(&self) -> Option<T> {
        match self {
            Self::Unavailable { retry_after, .. } | Self::Overloaded { retry_after } => {
                T::try_from(retry_after.as_secs().max(1)).ok()
            }
            _ => None,
        }
    }
}
