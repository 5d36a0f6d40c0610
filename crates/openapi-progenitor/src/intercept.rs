//! Interceptors, which run around each attempt to send a request.

use std::error::Error;

use reqwest::{Client, Request, Response};

use crate::transport::SendError;
use crate::{Contract, Operation};

tokio::task_local! {
    /// The number of the attempt, from 1, which a policy of [`Retry`](crate::Retry) sets.
    pub(crate) static ATTEMPT: usize;
}

/// Runs around each attempt to send a request: of each [`Retry`](crate::Retry), and after a
/// token was replaced.
pub trait Interceptor: Send + Sync + 'static {
    /// Changes a request before it is sent. It is validated and has its credentials, so a log
    /// of it has to leave out what is sensitive.
    fn before(&self, _request: &mut Request, _call: &Call<'_>) {}

    /// Takes the response, or the reason why there is none. The body of the response is not
    /// read, and the response is not validated.
    fn after(&self, _result: Result<&Response, &(dyn Error + 'static)>, _call: &Call<'_>) {}
}

/// An attempt to send the request of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call<'c> {
    /// The name of the method.
    pub operation: &'c str,
    /// The path template, for example `/trees/{id}`.
    pub path: &'c str,
    /// The number of the attempt, from 1.
    pub attempt: usize,
}

impl Contract {
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
            attempt: ATTEMPT.try_with(|attempt| *attempt).unwrap_or(1) + resent,
        };
        for interceptor in self.interceptors() {
            interceptor.before(&mut request, &call);
        }
        #[cfg(feature = "tracing")]
        let result = crate::trace::in_span(self, client, request, &call).await;
        #[cfg(not(feature = "tracing"))]
        let result = self.exchange(client, request).await;
        for interceptor in self.interceptors() {
            interceptor.after(result.as_ref().map_err(|error| error as _), &call);
        }
        result
    }
}
