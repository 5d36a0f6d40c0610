//! The HTTP client, and responses that are built again after their body was read.

use std::time::Duration;

pub use futures::future::BoxFuture as Boxed;

use bytes::{Bytes, BytesMut};
use progenitor_client::Error;
use reqwest::{Body, Client, Response, ResponseBuilderExt, Url, redirect};

use crate::InvalidResponse;

/// The time-out of the HTTP client of a generated client.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Returns the HTTP client of a generated client that is made without one. Its time-outs are 15
/// seconds. It follows no redirection: a declared one is a success, and keys in headers of their
/// own would be sent to other hosts. In a browser (`wasm32`), the browser decides both.
///
/// # Panics
/// TLS can't be set up.
pub fn http_client() -> Client {
    Client::builder()
        .redirect(redirect::Policy::none())
        .connect_timeout(TIMEOUT)
        .timeout(TIMEOUT)
        .build()
        .expect("TLS can be set up")
}

/// A response without its body.
pub(crate) type Head = Response;

/// Reads the body, unless it is larger than the limit.
pub(crate) async fn read(
    mut response: Response,
    limit: usize,
) -> reqwest::Result<(Head, Option<Bytes>)> {
    let declared = response.content_length();
    if declared.is_some_and(|length| length > limit as u64) {
        return Ok((response, None));
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > limit {
            return Ok((response, None));
        }
        body.extend_from_slice(&chunk);
    }
    Ok((response, Some(body.freeze())))
}

/// Returns the error for a response that violates the document.
pub(crate) fn unexpected<E>(mut response: Response, invalid: InvalidResponse) -> Error<E> {
    response.extensions_mut().insert(invalid);
    Error::UnexpectedResponse(response)
}

/// Returns the error for a response whose body violates the document.
pub(crate) fn unexpected_body<E>(head: Head, body: Bytes, invalid: InvalidResponse) -> Error<E> {
    let url = head.url().clone();
    let (parts, _) = http::Response::<Body>::from(head).into_parts();
    unexpected(rebuilt(parts, url, body), invalid)
}

/// Returns the reason that [`unexpected`] has put into an error.
pub(crate) fn invalid<E>(error: &Error<E>) -> Option<&InvalidResponse> {
    match error {
        Error::UnexpectedResponse(response) => response.extensions().get(),
        _ => None,
    }
}

/// Removes parameters from the URL of a response, which errors show.
pub(crate) fn without_secrets(response: Response, parameters: &[&str]) -> Response {
    let mut url = response.url().clone();
    let pairs = url.query_pairs().into_owned();
    let others: Vec<_> = pairs.filter(|(name, _)| !parameters.contains(&&**name)).collect();
    url.set_query(None);
    if !others.is_empty() {
        url.query_pairs_mut().extend_pairs(others);
    }
    let (parts, body) = http::Response::<Body>::from(response).into_parts();
    rebuilt(parts, url, body)
}

fn rebuilt(parts: http::response::Parts, url: Url, body: impl Into<Body>) -> Response {
    let rebuilt = http::Response::builder().url(url).body(body.into());
    // The builder fails only for an invalid status or header; neither is set.
    let mut rebuilt = rebuilt.unwrap_or_default();
    *rebuilt.status_mut() = parts.status;
    *rebuilt.version_mut() = parts.version;
    *rebuilt.headers_mut() = parts.headers;
    rebuilt.extensions_mut().extend(parts.extensions);
    rebuilt.into()
}

/// Returns whether the same request fails again: an upload is not what it declares, or the HTTP client
/// follows no more redirections.
pub(crate) fn is_final(error: &reqwest::Error) -> bool {
    error.is_redirect() || crate::upload::is_cause(error)
}

/// Returns whether there was no connection.
pub(crate) fn is_connect(error: &reqwest::Error) -> bool {
    error.is_connect()
}
