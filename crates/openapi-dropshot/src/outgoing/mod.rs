//! Requests that a service sends: webhooks and callbacks.
//!
//! A generated function validates and serializes a request, gives it to the HTTP client
//! of the application, and validates and decodes the response. The application chooses
//! the client ([`Transport`]), which adds credentials and limits the time and the size of
//! the response.

mod request;
mod response;

use bytes::Bytes;

use crate::Cause;
pub use request::OutgoingRequest;
pub use response::ReceivedResponse;

/// An HTTP client. Each function from a request to the future of a response is one.
///
/// The client must not follow redirects, as reqwest does unless its `redirect::Policy` is `none()`:
/// a redirect is a response that the document declares or not. The URL of a callback comes from a caller: refuse addresses that
/// callers must not reach through the service, such as those of its own network.
pub trait Transport: Sync {
    /// The error of a request without a response.
    type Error;

    /// Sends a request. Returns the response with its whole body.
    fn send(
        &self,
        request: http::Request<Bytes>,
    ) -> impl Future<Output = Result<http::Response<Bytes>, Self::Error>> + Send;
}

impl<F, R, E> Transport for F
where
    F: Fn(http::Request<Bytes>) -> R + Sync,
    R: Future<Output = Result<http::Response<Bytes>, E>> + Send,
{
    type Error = E;

    fn send(
        &self,
        request: http::Request<Bytes>,
    ) -> impl Future<Output = Result<http::Response<Bytes>, E>> + Send {
        self(request)
    }
}

/// The reason why a webhook or a callback has no response that the document declares.
#[derive(Debug, thiserror::Error)]
pub enum SendError<E> {
    /// The request violates the document or can't be written in HTTP, or the URL is not one of
    /// HTTP. It is not sent.
    #[error("the request is not sent: {0}")]
    Request(Cause),
    /// The HTTP client has no response. The message is that of `E` without its causes: match this
    /// variant to print them.
    #[error("there is no response: {0}")]
    Transport(E),
    /// The response violates the document.
    #[error("the response violates the document: {reason}")]
    Response {
        /// The violation.
        reason: Cause,
        /// The response.
        response: Box<http::Response<Bytes>>,
    },
}
