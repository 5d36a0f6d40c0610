//! The error of a call, with a message for people, its causes, and what a caller
//! decides by: the reason, whether to repeat the call, and when.
//!
//! `progenitor_client::Error` prints headers and debug output, and a rejected response
//! without the rule that it violates.

use std::error::Error as StdError;
use std::fmt::{self, Debug, Display, Formatter};
use std::io;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::SystemTime;

use progenitor_client::{Error, ResponseValue};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Response, StatusCode};

use crate::InvalidResponse;
use crate::platform::{is_connect, is_final};
use crate::transport::FAILED;

/// The error of a call, which `?` and [`Retry`](crate::Retry) make of the error of the
/// generated method.
///
/// The message is one sentence without the address, the headers or the body; `source`
/// leads to the causes, such as the error of the operating system.
pub struct CallError<E> {
    cause: Cause<E>,
    attempts: usize,
}

enum Cause<E> {
    /// The generated method failed. Boxed, because it is large.
    Method(Box<Error<E>>),
    /// The deadline of the retry policy passed during the first attempt.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "there are no policies"))]
    Deadline(Duration),
}

/// The reason why a call has no value.
#[derive(Debug)]
#[non_exhaustive]
pub enum Reason<'e, E> {
    /// The response is a failure that the document declares.
    Declared(&'e ResponseValue<E>),
    /// The response violates the document: the server or a proxy sends what the
    /// document doesn't declare.
    Invalid(&'e Response, &'e InvalidResponse),
    /// The document declares the response, and the generated types don't represent it. In a
    /// browser also any response that violates the document; `source` says why.
    Unrepresented,
    /// The request violates the document or can't be built, and was not sent.
    NotSent,
    /// A credential that is set can't be had or sent, and the request was not sent. Of one that
    /// isn't set, the reason is [`Self::NotSent`].
    NoCredential,
    /// A middleware of [`Contract::transport`](crate::Contract) failed, before the request was
    /// sent or after it.
    Middleware,
    /// There is no complete response within the time-out.
    TimedOut,
    /// Nothing accepts connections at the address.
    Refused,
    /// There is no connection for another reason: the name of the host, the network or
    /// TLS.
    NotConnected,
    /// The connection ended before the response was complete, or carries no HTTP.
    Interrupted,
    /// A stream of the caller, such as a file, can't be read or has another length than it
    /// declares, or the HTTP client follows no more redirections. The same call fails again.
    NotCompleted,
}

impl<E> CallError<E> {
    /// Returns the error of the attempt with this number, from 1.
    pub(crate) fn of_attempt(attempts: usize, error: Error<E>) -> Self {
        let cause = Cause::Method(Box::new(error));
        Self { cause, attempts }
    }

    /// Returns the error of a first attempt that the deadline ended.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn deadline(deadline: Duration) -> Self {
        Self { cause: Cause::Deadline(deadline), attempts: 1 }
    }

    /// Counts another attempt, which the deadline ended without an error of its own.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn and_one_attempt(mut self) -> Self {
        self.attempts += 1;
        self
    }

    /// Returns the reason, to match on.
    pub fn reason(&self) -> Reason<'_, E> {
        let Cause::Method(error) = &self.cause else {
            return Reason::TimedOut;
        };
        match &**error {
            Error::ErrorResponse(failure) => Reason::Declared(failure),
            Error::UnexpectedResponse(response) => match InvalidResponse::of(error) {
                Some(InvalidResponse::Unrepresented(_)) | None => Reason::Unrepresented,
                Some(invalid) => Reason::Invalid(response, invalid),
            },
            Error::InvalidResponsePayload(..) => Reason::Unrepresented,
            Error::InvalidRequest(_) => Reason::NotSent,
            Error::Custom(message) if message.starts_with(FAILED) => Reason::Middleware,
            // `Contract::prepare` makes it.
            Error::Custom(_) => Reason::NoCredential,
            Error::CommunicationError(error)
            | Error::InvalidUpgrade(error)
            | Error::ResponseBodyError(error) => match error {
                error if error.is_builder() => Reason::NotSent,
                error if error.is_timeout() => Reason::TimedOut,
                error if is_refusal(error) => Reason::Refused,
                error if is_connect(error) => Reason::NotConnected,
                error if is_final(error) => Reason::NotCompleted,
                _ => Reason::Interrupted,
            },
        }
    }

    /// Returns the status of the response, if there is one.
    pub fn status(&self) -> Option<StatusCode> {
        self.method_error().and_then(Error::status)
    }

    /// Returns whether the failure is transient, so that the same call can succeed
    /// later: there is no complete response, or the status is 408, 429, 502, 503 or
    /// 504, from the server or, except in a browser, from a proxy. Only the caller knows whether the call may
    /// be repeated.
    pub fn is_retryable(&self) -> bool {
        match self.reason() {
            Reason::NotSent | Reason::NoCredential | Reason::Middleware | Reason::NotCompleted => {
                false
            }
            Reason::TimedOut | Reason::Refused | Reason::NotConnected | Reason::Interrupted => true,
            Reason::Declared(_) | Reason::Invalid(..) | Reason::Unrepresented => {
                self.method_error().is_some_and(Error::is_retryable)
            }
        }
    }

    /// Returns the time after which the server asks to repeat the call
    /// (`Retry-After`, RFC 9110 §10.2.3), zero for a date in the past. `None` if the
    /// field is missing or malformed.
    pub fn retry_after(&self) -> Option<Duration> {
        match self.method_error()? {
            Error::ErrorResponse(failure) => retry_after(failure.headers()),
            Error::UnexpectedResponse(response) => retry_after(response.headers()),
            _ => None,
        }
    }

    /// Returns the number of attempts, 1 without a retry policy. The one that is not sent is one,
    /// and so is one whose request is sent again after 401.
    pub fn attempts(&self) -> usize {
        self.attempts
    }

    /// Returns the error of the generated method. `None` if the deadline of a retry
    /// policy ended the first attempt.
    pub fn into_inner(self) -> Option<Error<E>> {
        match self.cause {
            Cause::Method(error) => Some(*error),
            Cause::Deadline(_) => None,
        }
    }

    fn method_error(&self) -> Option<&Error<E>> {
        match &self.cause {
            Cause::Method(error) => Some(error),
            Cause::Deadline(_) => None,
        }
    }

    /// Returns the error of the HTTP client, if that is the cause.
    fn http_error(&self) -> Option<&reqwest::Error> {
        match self.method_error()? {
            Error::CommunicationError(error)
            | Error::InvalidUpgrade(error)
            | Error::ResponseBodyError(error) => Some(error),
            _ => None,
        }
    }
}

impl<E> From<Error<E>> for CallError<E> {
    fn from(error: Error<E>) -> Self {
        Self::of_attempt(1, error)
    }
}

impl<E: Display> Display for CallError<E> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self.reason() {
            Reason::Declared(failure) => write!(formatter, "{}", **failure),
            Reason::Invalid(response, invalid) => {
                let status = response.status();
                write!(formatter, "the response {status} violates the document: {invalid}")
            }
            Reason::Unrepresented => {
                formatter.write_str("the client has no type for the response")?;
                self.status().map_or(Ok(()), |status| write!(formatter, " {status}"))
            }
            Reason::NotSent => match self.method_error() {
                Some(Error::InvalidRequest(message)) => {
                    write!(formatter, "the request is invalid: {message}")
                }
                _ => formatter.write_str("the request can't be built"),
            },
            Reason::NoCredential => match self.method_error() {
                Some(Error::Custom(message)) => {
                    write!(formatter, "no credential for the request: {message}")
                }
                _ => formatter.write_str("no credential for the request"),
            },
            Reason::Middleware => match self.method_error() {
                Some(Error::Custom(message)) => formatter.write_str(message),
                _ => formatter.write_str("a middleware failed"),
            },
            Reason::TimedOut => match (&self.cause, self.http_error()) {
                (Cause::Deadline(deadline), _) => {
                    write!(formatter, "no response within the deadline of {deadline:?}")
                }
                (_, Some(error)) if is_connect(error) => {
                    formatter.write_str("no connection within the time-out")
                }
                _ => formatter.write_str("no complete response within the time-out"),
            },
            Reason::Refused => formatter.write_str("the connection was refused"),
            Reason::NotConnected => formatter.write_str("no connection to the server"),
            Reason::Interrupted => {
                formatter.write_str("the connection ended without a complete response")
            }
            Reason::NotCompleted => formatter.write_str("the request can't be completed"),
        }?;
        match self.attempts {
            1 => Ok(()),
            attempts => write!(formatter, " (after {attempts} attempts)"),
        }
    }
}

impl<E: Debug> Debug for CallError<E> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("CallError");
        match self.reason() {
            // A response has headers, such as a session's cookie.
            Reason::Invalid(response, invalid) => {
                shown.field("status", &response.status()).field("reason", invalid)
            }
            reason => shown.field("reason", &reason),
        };
        shown.field("attempts", &self.attempts).finish()
    }
}

impl<E: Debug + Display> StdError for CallError<E> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self.method_error()? {
            Error::InvalidResponsePayload(_, error) => Some(error),
            error @ Error::UnexpectedResponse(_) => match InvalidResponse::of(error)? {
                unrepresented @ InvalidResponse::Unrepresented(_) => Some(unrepresented),
                // Its message is part of this error's.
                invalid => invalid.source(),
            },
            _ => self.http_error().map(|error| error as _),
        }
    }
}

/// Returns whether the operating system reports a refused connection.
fn is_refusal(error: &reqwest::Error) -> bool {
    let first: &(dyn StdError + 'static) = error;
    std::iter::successors(Some(first), |error| (*error).source())
        .filter_map(|error| error.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::ConnectionRefused)
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    #[cfg(not(target_arch = "wasm32"))]
    if let Ok(date) = httpdate::parse_http_date(text) {
        return Some(date.duration_since(SystemTime::now()).unwrap_or_default());
    }
    None
}
