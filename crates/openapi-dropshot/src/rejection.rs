//! The reasons why an operation does not handle a request.
//!
//! The `Display` of a rejection is for the caller: a plain sentence without
//! internals. Its `source` chain is for the log. The generator chooses the
//! declared response that carries a rejection; the service writes its body.

use std::error::Error;
use std::iter::successors;
use std::time::Duration;

use dropshot::HttpError;
use http::StatusCode;
use http::header::{HeaderName, RETRY_AFTER, WWW_AUTHENTICATE};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::security::{Challenges, scope};
use crate::{DeclaredStatus, Violations};

/// The cause of a rejection, for the log.
pub type Cause = Box<dyn Error + Send + Sync>;

/// The reason why an operation does not handle a request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Rejection {
    /// No credential was sent of those that the operation requires.
    #[error("This operation needs a {}.", .0.credential)]
    NoCredential(Challenges),
    /// A credential was sent and is not accepted. Unknown, expired, revoked and
    /// malformed credentials are not distinguished.
    #[error("The {} is not accepted.", .0.credential)]
    CredentialRefused(Challenges),
    /// The credential is accepted, and lacks scopes that the operation requires
    /// (RFC 6750 §3.1).
    #[error("The credential does not allow this operation.")]
    InsufficientScope {
        /// The scopes that the operation requires.
        scopes: &'static [&'static str],
    },
    /// A parameter is missing or violates its schema.
    #[error("The parameters are not valid: {0}.")]
    Parameters(Violations),
    /// The content type is missing or differs from the operation's.
    #[error("The content type must be {expected}.")]
    ContentType {
        /// The content types that the document declares.
        expected: String,
    },
    /// The body, or a part of a form, is larger than the limit.
    #[error("{} is larger than {limit} bytes.", body_or(part.as_deref()))]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
        /// The beginning of the name of the part.
        part: Option<String>,
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
    /// The body has another form than its content type.
    #[error("The body is not {expected}: {reason}.")]
    Malformed {
        /// The form that the content type requires.
        expected: &'static str,
        /// The error, without the content of the body.
        reason: String,
    },
    /// The body has the right form, but its schema does not accept it.
    #[error("The body is not valid: {0}.")]
    Invalid(Violations),
    /// Something that the service needs is unavailable; another attempt can
    /// succeed.
    #[error("The service cannot do this at the moment. Try again.")]
    Unavailable {
        /// The time after which another attempt can succeed.
        retry_after: Duration,
        /// The cause, for the log.
        #[source]
        cause: Cause,
    },
    /// Too much work is waiting; another attempt can succeed.
    #[error("The service has too much to do at the moment. Try again.")]
    Overloaded {
        /// The time after which another attempt can succeed.
        retry_after: Duration,
    },
    /// A defect of the service.
    #[error("The service has a defect; this request could not be answered.")]
    Defect(#[source] Cause),
    /// dropshot's error with a status of the class 4XX, from a function that
    /// the operation calls. The external message goes to the caller.
    #[error("{}", .0.external_message)]
    ClientError(HttpError),
    /// dropshot's error with a status of the class 5XX, from a function that
    /// the operation calls. The external message goes to the caller, the
    /// internal one to the log.
    #[error("{}", .0.external_message)]
    ServerError(HttpError),
    /// An error of the service with a type of its own, from [`Rejection::new`]. That of a
    /// status of the class 4XX goes to the caller, another one to the log.
    #[error("{}", message(*status, error))]
    #[non_exhaustive]
    Service {
        /// A status of the class 4XX or 5XX.
        status: StatusCode,
        /// The error, which [`Rejection::downcast_ref`] returns.
        #[source]
        error: Cause,
    },
}

fn message(status: StatusCode, error: &Cause) -> String {
    match status.is_server_error() {
        true => status.canonical_reason().unwrap_or("Error").to_owned(),
        false => error.to_string(),
    }
}

fn body_or(part: Option<&str>) -> String {
    match part {
        Some(name) => format!("The part {name:?}"),
        None => "The body".to_owned(),
    }
}

/// Functions that return dropshot's error can be called with `?`.
impl From<HttpError> for Rejection {
    fn from(error: HttpError) -> Self {
        if error.status_code.is_client_error() {
            Self::ClientError(error)
        } else {
            Self::ServerError(error)
        }
    }
}

/// A rejection that a declared response is to report.
#[derive(Clone, Copy, Debug)]
pub struct Report<'r> {
    /// The rejection.
    pub rejection: &'r Rejection,
    /// The declared response.
    pub declared: DeclaredStatus,
    /// The status that is sent.
    pub status: StatusCode,
}

impl Rejection {
    /// Returns an error of the service with a type of its own, to be reported with this
    /// status. With a status that is not of an error, it is a defect.
    ///
    /// ```
    /// use http::StatusCode;
    /// use openapi_dropshot::Rejection;
    ///
    /// #[derive(Debug, thiserror::Error)]
    /// #[error("the id belongs to {owner}")]
    /// struct Taken {
    ///     owner: String,
    /// }
    ///
    /// /// So that functions that return `Taken` can be called with `?`.
    /// impl From<Taken> for Rejection {
    ///     fn from(taken: Taken) -> Self {
    ///         Self::new(StatusCode::CONFLICT, taken)
    ///     }
    /// }
    ///
    /// let owner = "Ada".to_owned();
    /// let rejection = Rejection::from(Taken { owner });
    /// assert_eq!(rejection.status(), StatusCode::CONFLICT);
    /// assert_eq!(rejection.to_string(), "the id belongs to Ada");
    /// let taken = rejection.downcast_ref::<Taken>();
    /// assert_eq!(taken.map(|taken| taken.owner.as_str()), Some("Ada"));
    /// ```
    pub fn new(status: StatusCode, error: impl Into<Cause>) -> Self {
        let error = error.into();
        match status.is_client_error() || status.is_server_error() {
            true => Self::Service { status, error },
            false => Self::Defect(error),
        }
    }

    /// Returns the first error of this type among the causes of the rejection: the error of
    /// [`Rejection::new`], the cause of another rejection, or a cause of these.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        successors(self.source(), |cause| (*cause).source()).find_map(|cause| cause.downcast_ref())
    }

    /// Returns a defect with this cause.
    pub fn defect(cause: impl Into<Cause>) -> Self {
        Self::Defect(cause.into())
    }

    /// Returns the status that fits best. The document may declare only a broader one.
    pub fn status(&self) -> StatusCode {
        self.own_status().unwrap_or(self.statuses()[0])
    }

    /// Returns the status that the error of a function has.
    fn own_status(&self) -> Option<StatusCode> {
        match self {
            Self::ClientError(error) | Self::ServerError(error) => {
                Some(error.status_code.as_status())
            }
            Self::Service { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// Returns the suitable statuses, in order of preference (RFC 9110 §15.5, §15.6).
    fn statuses(&self) -> &'static [StatusCode] {
        use StatusCode as Status;
        match self {
            Self::NoCredential(_) | Self::CredentialRefused(_) => {
                &[Status::UNAUTHORIZED, Status::FORBIDDEN]
            }
            Self::InsufficientScope { .. } => &[Status::FORBIDDEN, Status::UNAUTHORIZED],
            Self::Parameters(_)
            | Self::NotJson(_)
            | Self::Malformed { .. }
            | Self::Invalid(_)
            | Self::Incomplete(_)
            | Self::ClientError(_) => &[Status::BAD_REQUEST, Status::UNPROCESSABLE_ENTITY],
            Self::ContentType { .. } => {
                &[Status::UNSUPPORTED_MEDIA_TYPE, Status::BAD_REQUEST, Status::UNPROCESSABLE_ENTITY]
            }
            Self::TooLarge { .. } => {
                &[Status::PAYLOAD_TOO_LARGE, Status::BAD_REQUEST, Status::UNPROCESSABLE_ENTITY]
            }
            Self::TooSlow { .. } => {
                &[Status::REQUEST_TIMEOUT, Status::BAD_REQUEST, Status::UNPROCESSABLE_ENTITY]
            }
            Self::Unavailable { .. } | Self::Overloaded { .. } => {
                &[Status::SERVICE_UNAVAILABLE, Status::INTERNAL_SERVER_ERROR]
            }
            Self::Service { status, .. } if status.is_client_error() => {
                &[Status::BAD_REQUEST, Status::UNPROCESSABLE_ENTITY]
            }
            Self::Defect(_) | Self::ServerError(_) | Self::Service { .. } => {
                &[Status::INTERNAL_SERVER_ERROR]
            }
        }
    }

    /// Returns the status that the service chose, unless it is not that of an error.
    pub(crate) fn status_or(&self, chosen: StatusCode) -> StatusCode {
        if chosen.is_client_error() || chosen.is_server_error() { chosen } else { self.status() }
    }

    /// Returns the reports in order of preference: first those with the status that the
    /// service chose, or that its error has, then those with a suitable status.
    pub(crate) fn reports(&self, chosen: StatusCode) -> impl Iterator<Item = Report<'_>> {
        let own = self.status();
        let report = |declared, status| Report { rejection: self, declared, status };
        let covering = move |status: StatusCode| {
            DeclaredStatus::covering(status.as_u16()).map(|declared| report(declared, status))
        };
        let exact = move |status| covering(status)[0];
        let broad = move |status| covering(status).into_iter().skip(1);
        let is_chosen = chosen != own || self.own_status().is_some();
        let chosen = is_chosen.then_some(chosen).into_iter();
        chosen
            .flat_map(covering)
            .chain(self.statuses().iter().copied().map(exact))
            .chain(broad(self.statuses()[0]))
    }

    /// Returns the value of `WWW-Authenticate` for a rejected credential.
    pub fn challenge(&self) -> Option<String> {
        match self {
            Self::NoCredential(challenges) | Self::CredentialRefused(challenges) => {
                Some(challenges.field.clone())
            }
            Self::InsufficientScope { scopes } => {
                Some(format!("Bearer error=\"insufficient_scope\"{}", scope(scopes)))
            }
            _ => self.header(WWW_AUTHENTICATE).map(str::to_owned),
        }
    }

    /// Returns the value of `Retry-After` in seconds, rounded up and at least 1 (RFC 9110
    /// §10.2.3). Returns `None` if the type cannot hold it, or if an [`HttpError`] has a date
    /// instead.
    pub fn retry_after<T: TryFrom<u64>>(&self) -> Option<T> {
        let seconds = match self {
            Self::Unavailable { retry_after, .. } | Self::Overloaded { retry_after } => {
                retry_after.as_secs_f64().ceil() as u64
            }
            _ => self.header(RETRY_AFTER)?.parse().ok()?,
        };
        T::try_from(seconds.max(1)).ok()
    }

    /// Returns the value of `WWW-Authenticate` or `Retry-After` in the type of a declared
    /// header, if the type can hold it.
    pub fn header_value<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let value = |value: Value| serde_json::from_value(value).ok();
        if RETRY_AFTER.as_str().eq_ignore_ascii_case(name) {
            let Some(seconds) = self.retry_after::<u64>() else {
                return value(self.header(RETRY_AFTER)?.into());
            };
            return value(seconds.into()).or_else(|| value(seconds.to_string().into()));
        }
        value(self.challenge()?.into())
    }

    fn header(&self, name: HeaderName) -> Option<&str> {
        match self {
            Self::ClientError(error) | Self::ServerError(error) => {
                error.headers.as_ref()?.get(name)?.to_str().ok()
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::time::Duration;

    use dropshot::{ClientErrorStatusCode, HttpError};
    use http::StatusCode;
    use http::header::RETRY_AFTER;

    use super::Rejection;

    #[test]
    fn a_caller_is_told_to_wait_for_whole_seconds_rounded_up_and_at_least_one() {
        for (millis, seconds) in [(0, 1), (400, 1), (1_000, 1), (1_001, 2)] {
            let retry_after = Duration::from_millis(millis);
            let rejection = Rejection::Overloaded { retry_after };
            assert_eq!(rejection.retry_after(), Some(seconds), "{millis} ms");
        }
    }

    #[test]
    fn the_retry_after_of_an_http_error_is_kept_in_the_type_of_the_declared_header() {
        let date = "Wed, 21 Oct 2026 07:28:00 GMT";
        for (sent, number, text) in
            [("7", Some(7), Some("7")), ("0", Some(1), Some("1")), (date, None, Some(date))]
        {
            let status = ClientErrorStatusCode::TOO_MANY_REQUESTS;
            let error = HttpError::for_client_error(None, status, "often".to_owned());
            let error = error.with_header(RETRY_AFTER, sent).expect("the value is one of a header");
            let rejection = Rejection::from(error);
            let header = rejection.header_value::<String>("retry-after");
            assert_eq!(header.as_deref(), text);
            assert_eq!(rejection.header_value::<u64>("Retry-After"), number);
        }
    }

    #[test]
    fn the_message_of_an_error_goes_to_the_caller_for_a_status_of_the_class_4xx_alone() {
        for (status, message, reported) in [
            (409, "the disk is gone", 409),
            (502, "Bad Gateway", 502),
            (599, "Error", 599),
            (200, "The service has a defect; this request could not be answered.", 500),
        ] {
            let status = StatusCode::from_u16(status).unwrap_or_default();
            let rejection = Rejection::new(status, io::Error::other("the disk is gone"));
            assert_eq!(rejection.to_string(), message);
            assert_eq!(rejection.status(), reported);
            let cause = rejection.downcast_ref::<io::Error>();
            assert_eq!(cause.map(ToString::to_string).as_deref(), Some("the disk is gone"));
        }
    }
}
