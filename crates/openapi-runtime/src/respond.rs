//! Converts the outcome of an operation to a response.
//!
//! Every outcome ends here: a response, a rejection, a panic, a response that
//! cannot be serialized. The chain of causes goes to the log and nowhere else.

use std::any::Any;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

use dropshot::{Body, RequestContext, ServerContext};
use futures::FutureExt;
use http::header::WWW_AUTHENTICATE;
use http::{HeaderValue, Method, Response, StatusCode};
use slog::{Logger, error, info, warn};

use crate::protocol::{bare, refuse};
use crate::{OperationResponse, Rejection};

/// How an operation is run.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The method in the document.
    pub method: Method,
    /// The path in the document, with its variables.
    pub path: &'static str,
    /// Whether response bodies are validated before they are sent. A body that
    /// its schema refuses is a defect of the service.
    pub validates_responses: bool,
}

impl Operation {
    /// Runs the operation unless HTTP forbids the request, and returns a response
    /// that the operation declares. `rejected` returns the response for a
    /// rejection, or nothing where the document declares none; then the answer is
    /// the bare status.
    pub async fn run<R: OperationResponse, C: ServerContext>(
        &self,
        rqctx: &RequestContext<C>,
        operation: impl Future<Output = Result<R, Rejection>>,
        rejected: impl Fn(&Rejection) -> Option<R>,
    ) -> Response<Body> {
        if let Some(refusal) = refuse(rqctx, self) {
            return refusal;
        }
        let outcome = AssertUnwindSafe(operation).catch_unwind().await;
        let rejection = match outcome.unwrap_or_else(|panic| Err(panicked(panic.as_ref()))) {
            Ok(response) => match self.finish(response, &rqctx.log) {
                Ok(response) => return response,
                Err(rejection) => rejection,
            },
            Err(rejection) => rejection,
        };
        log(&rqctx.log, &rejection);
        let challenged = |response| challenge(&rejection, response);
        let status = rejection.status();
        // The service writes the body of the response, which may panic too.
        let response = || rejected(&rejection).map(|response| self.finish(response, &rqctx.log));
        let response = catch_unwind(AssertUnwindSafe(response));
        match response.unwrap_or_else(|panic| Some(Err(panicked(panic.as_ref())))) {
            Some(Ok(response)) => challenged(response),
            Some(Err(second)) => {
                log(&rqctx.log, &second);
                challenged(bare(status))
            }
            None => {
                error!(rqctx.log, "the document declares no response for this"; "status" => status.as_u16());
                challenged(bare(status))
            }
        }
    }

    fn finish(
        &self,
        response: impl OperationResponse,
        log: &Logger,
    ) -> Result<Response<Body>, Rejection> {
        response
            .into_builder()
            .finish(self.validates_responses, log)
    }
}

/// Adds the challenge that a 401 must have (RFC 9110 §15.5.2), and a 403 for a lack of
/// scopes too (RFC 6750 §3.1), whether or not the document declares the header.
fn challenge(rejection: &Rejection, mut response: Response<Body>) -> Response<Body> {
    if [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&response.status())
        && let Some(challenge) = rejection.challenge()
        && let Ok(challenge) = HeaderValue::from_str(&challenge)
    {
        let headers = response.headers_mut();
        headers.entry(WWW_AUTHENTICATE).or_insert(challenge);
    }
    response
}

fn panicked(panic: &(dyn Any + Send)) -> Rejection {
    let message = panic
        .downcast_ref::<&str>()
        .map(|message| (*message).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "of an unknown type".to_owned());
    Rejection::defect(format!("the handler panicked: {message}"))
}

/// Logs a rejection; the caller's own mistakes at no more than `info`.
fn log(log: &Logger, rejection: &Rejection) {
    let cause = match rejection {
        Rejection::ClientError(error) | Rejection::ServerError(error) => {
            error.internal_message.clone()
        }
        _ => causes(rejection),
    };
    match rejection {
        Rejection::Defect(_) | Rejection::ServerError(_) => {
            error!(log, "{}", rejection; "cause" => cause)
        }
        Rejection::Unavailable { .. } | Rejection::Overloaded { .. } => {
            warn!(log, "{}", rejection; "cause" => cause)
        }
        _ => info!(log, "refused"; "reason" => rejection.to_string(), "cause" => cause),
    }
}

/// Returns the causes of an error in one line.
pub(crate) fn causes(error: &dyn Error) -> String {
    let causes = std::iter::successors(error.source(), |error| (*error).source());
    let causes: Vec<_> = causes.map(ToString::to_string).collect();
    causes.join(": ")
}
