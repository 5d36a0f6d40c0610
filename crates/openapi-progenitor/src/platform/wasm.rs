//! Responses of `fetch`, which nothing can be added to, and which are gone when their body is read.

pub use futures::future::LocalBoxFuture as Boxed;

use bytes::{Bytes, BytesMut};
use futures::TryStreamExt;
use progenitor_client::{Error, ResponseValue};
use reqwest::{Client, Response};
use serde::de::Error as _;

use crate::InvalidResponse;

/// Returns the HTTP client of a generated client that is made without one.
pub fn http_client() -> Client {
    Client::new()
}

/// A response without its body. Reading the body consumes it, and nothing else of it is needed.
pub(crate) type Head = ();

/// Reads the body, unless it is larger than the limit.
pub(crate) async fn read(
    response: Response,
    limit: usize,
) -> reqwest::Result<(Head, Option<Bytes>)> {
    let mut chunks = ResponseValue::stream(response).into_inner_stream();
    let mut body = BytesMut::new();
    while let Some(chunk) = chunks.try_next().await? {
        if body.len() + chunk.len() > limit {
            return Ok(((), None));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(((), Some(body.freeze())))
}

/// Returns the error for a response that violates the document.
pub(crate) fn unexpected<E>(_: Response, invalid: InvalidResponse) -> Error<E> {
    unexpected_body((), Bytes::new(), invalid)
}

/// Returns the error for a response whose body violates the document: the error of progenitor that
/// has a message.
pub(crate) fn unexpected_body<E>(_: Head, body: Bytes, invalid: InvalidResponse) -> Error<E> {
    Error::InvalidResponsePayload(body, serde_json::Error::custom(invalid))
}

/// Returns no reason, which is a text in the error.
pub(crate) fn invalid<E>(_: &Error<E>) -> Option<&InvalidResponse> {
    None
}

/// Returns the response, whose `Debug` shows no URL.
pub(crate) fn without_secrets(response: Response, _: &[&str]) -> Response {
    response
}

/// There are no uploads, and the browser follows redirections.
pub(crate) fn is_final(_: &reqwest::Error) -> bool {
    false
}

/// A browser doesn't say why there is no response.
pub(crate) fn is_connect(_: &reqwest::Error) -> bool {
    false
}
