//! Sends requests: by the HTTP client of the generated client, or through the middleware that the
//! caller sets.
//!
//! progenitor's hook returns an error of reqwest, which a middleware can't make. Its error is
//! therefore an empty response until [`Contract::accept`] makes an error of it.

#[cfg(feature = "middleware")]
use progenitor_client::Error;
use reqwest::{Client, Request, Response};

#[cfg(not(feature = "middleware"))]
pub(crate) use reqwest::Error as SendError;
#[cfg(feature = "middleware")]
pub(crate) use reqwest_middleware::Error as SendError;

use crate::intercept::ATTEMPT;
use crate::{Call, Contract, Operation};

/// The beginning of the message of a failed middleware. The other message of this crate begins
/// with the name of a security scheme, which has no space (OpenAPI 3.1.1 §4.8.7).
pub(crate) const FAILED: &str = "a middleware failed: ";

#[cfg(feature = "middleware")]
/// The message where the URL has a credential, which the error of a middleware may show.
const WITHHELD: &str = "its message is withheld, because the URL has a credential";

#[cfg(feature = "middleware")]
/// The message of the error of a middleware, in a response that no service sent: the generated
/// function `exec` returns errors of reqwest alone.
#[derive(Clone)]
struct Failed(String);

impl Contract {
    /// Sends all requests through the middleware of this client, instead of the HTTP client of
    /// the generated client. The middleware gets a valid request with its credentials, once for
    /// each attempt, and its response is validated.
    #[cfg(feature = "middleware")]
    #[must_use]
    pub fn transport(mut self, client: reqwest_middleware::ClientWithMiddleware) -> Self {
        self.transport = Some(client);
        self
    }

    /// Sends a request once. `resent` is 1 after a token was replaced.
    pub(crate) async fn send(
        &self,
        client: &Client,
        mut request: Request,
        operation: &Operation,
        resent: usize,
    ) -> Result<Response, SendError> {
        let call = Call {
            operation: operation.id,
            path: operation.path,
            attempt: ATTEMPT.try_with(|attempt| attempt.number).unwrap_or(1) + resent,
        };
        for interceptor in &self.interceptors {
            interceptor.before(&mut request, &call);
        }
        #[cfg(feature = "tracing")]
        let result = crate::trace::in_span(self, client, request, &call).await;
        #[cfg(not(feature = "tracing"))]
        let result = self.exchange(client, request).await;
        for interceptor in &self.interceptors {
            interceptor.after(result.as_ref().map_err(|error| error as _), &call);
        }
        result
    }

    pub(crate) async fn exchange(
        &self,
        client: &Client,
        request: Request,
    ) -> Result<Response, SendError> {
        #[cfg(feature = "middleware")]
        if let Some(client) = &self.transport {
            return client.execute(request).await;
        }
        #[allow(clippy::useless_conversion, reason = "the feature has an error of its own")]
        client.execute(request).await.map_err(SendError::from)
    }
}

/// Returns the error of an attempt to send a request, or that of a middleware in a response.
/// `has_secret` says whether the URL has a credential.
pub(crate) fn failed(error: SendError, has_secret: bool) -> reqwest::Result<Response> {
    let hidden = |error: reqwest::Error| if has_secret { error.without_url() } else { error };
    #[cfg(not(feature = "middleware"))]
    return Err(hidden(error));
    #[cfg(feature = "middleware")]
    match error {
        SendError::Reqwest(error) => Err(hidden(error)),
        SendError::Middleware(error) => {
            let message = if has_secret { WITHHELD.to_owned() } else { format!("{error:#}") };
            let mut response = http::Response::new("");
            response.extensions_mut().insert(Failed(message));
            Ok(response.into())
        }
    }
}

/// Returns the error of a middleware that [`failed`] put into a response.
#[cfg(feature = "middleware")]
pub(crate) fn failure<E>(response: &Response) -> Option<Error<E>> {
    let Failed(message) = response.extensions().get()?;
    Some(Error::Custom(format!("{FAILED}{message}")))
}
