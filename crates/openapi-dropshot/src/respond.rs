//! Converts the outcome of an operation to a response.
//!
//! Every outcome ends here: a response, a rejection, a panic, a response that
//! cannot be serialized. The chain of causes goes to the log and nowhere else.

use std::any::Any;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::time::{Duration, Instant};

use dropshot::{Body, RequestContext, ServerContext};
use futures::{FutureExt, TryFutureExt};
use http::header::WWW_AUTHENTICATE;
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use slog::{Logger, error, info, warn};

use crate::protocol::{bare, refuse};
use crate::rejection::Report;
use crate::{Operation, OperationResponse, Rejection, ResponseBuilder};

/// The outcome of a request to an operation, for the log and for metrics.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome<'r> {
    /// The status of the response.
    pub status: StatusCode,
    /// Where the response comes from.
    pub origin: ResponseOrigin<'r>,
    /// The time since the head of the request was read, without the time to send the
    /// response.
    pub latency: Duration,
    /// The version of the API that answers, if the service serves several: see
    /// [`Versions::of`](crate::Versions::of).
    pub version: Option<&'static str>,
}

/// Where the response to a request comes from.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ResponseOrigin<'r> {
    /// The service's own function returned the response.
    Operation,
    /// The response reports this rejection.
    Rejection(&'r Rejection),
    /// HTTP forbids the request, or no operation has its path or method.
    Protocol,
}

/// Functions of the service that are called for each operation.
pub struct Hooks<C: ServerContext> {
    /// Returns whether responses are validated before they are sent. A body or a header
    /// that its schema refuses is a defect of the service.
    pub validates_responses: fn(&RequestContext<C>) -> bool,
    /// Returns the status that reports a rejection, if the operation declares it.
    pub status_for: fn(&RequestContext<C>, &Rejection) -> StatusCode,
    /// Gets the outcome and the header fields of the response.
    pub on_response: fn(&RequestContext<C>, &Outcome<'_>, &mut HeaderMap),
}

impl Outcome<'_> {
    /// Logs the rejection, if there is one, as [`Rejection::log`] does.
    pub fn log(&self, log: &Logger) {
        if let ResponseOrigin::Rejection(rejection) = self.origin {
            rejection.log(log);
        }
    }
}

impl Operation {
    /// Runs the operation unless HTTP forbids the request, and returns a response
    /// that the operation declares. `rejected` returns the declared response for a
    /// rejection, if there is one that the rejection can fill. If there is none at all,
    /// the answer is the bare status.
    #[allow(clippy::manual_async_fn, reason = "which copies each future that it takes by value")]
    pub fn run<R: OperationResponse, C: ServerContext>(
        &self,
        rqctx: &RequestContext<C>,
        hooks: Hooks<C>,
        operation: impl Future<Output = Result<R, Rejection>> + Send,
        rejected: impl Fn(&Report<'_>) -> Option<R> + Sync,
    ) -> impl Future<Output = Response<Body>> {
        async move {
            let operation = pin!(operation.map_ok(R::into_builder));
            let rejected = |report: &Report<'_>| rejected(report).map(R::into_builder);
            let response = self.respond(rqctx, hooks, operation, &rejected);
            #[cfg(feature = "tracing")]
            let response = crate::trace::in_span(self, rqctx, response);
            response.await
        }
    }

    /// The same code for all operations of a service, which are compiled sooner so.
    async fn respond<C: ServerContext>(
        &self,
        rqctx: &RequestContext<C>,
        hooks: Hooks<C>,
        operation: Pin<&mut (dyn Future<Output = Result<ResponseBuilder, Rejection>> + Send)>,
        rejected: &(dyn Fn(&Report<'_>) -> Option<ResponseBuilder> + Sync),
    ) -> Response<Body> {
        let begun = Instant::now();
        let refusal = refuse(rqctx, self);
        let is_refused = refusal.is_some();
        let (mut response, rejection) = match refusal {
            Some(refusal) => (refusal, None),
            None => {
                let validates = (hooks.validates_responses)(rqctx);
                let finish = |response: ResponseBuilder| response.finish(validates, &rqctx.log);
                match handled(operation, finish).await {
                    Ok(response) => (response, None),
                    Err(rejection) => {
                        let status_for =
                            |rejection: &Rejection| (hooks.status_for)(rqctx, rejection);
                        let rejected = |report: &Report<'_>| rejected(report).map(finish);
                        let response = report(&rqctx.log, &rejection, status_for, rejected);
                        (challenge(&rejection, response), Some(rejection))
                    }
                }
            }
        };
        let outcome = Outcome {
            status: response.status(),
            origin: match &rejection {
                Some(rejection) => ResponseOrigin::Rejection(rejection),
                None if is_refused => ResponseOrigin::Protocol,
                None => ResponseOrigin::Operation,
            },
            latency: begun.elapsed(),
            version: self.versions.and_then(|versions| versions.of(rqctx)),
        };
        // The service's own function, which may panic.
        let respond = AssertUnwindSafe(|| {
            (hooks.on_response)(rqctx, &outcome, response.headers_mut());
        });
        if let Err(panic) = catch_unwind(respond) {
            panicked(panic.as_ref()).log(&rqctx.log);
        }
        response
    }
}

/// Returns the response of the operation, or the rejection that is to be reported.
async fn handled(
    operation: impl Future<Output = Result<ResponseBuilder, Rejection>>,
    finish: impl FnOnce(ResponseBuilder) -> Result<Response<Body>, Rejection>,
) -> Result<Response<Body>, Rejection> {
    let outcome = AssertUnwindSafe(operation).catch_unwind().await;
    outcome.unwrap_or_else(|panic| Err(panicked(panic.as_ref()))).and_then(finish)
}

/// Returns the response that reports a rejection: the first that the operation declares
/// and that can be filled, or the bare status.
fn report(
    log: &Logger,
    rejection: &Rejection,
    status_for: impl FnOnce(&Rejection) -> StatusCode,
    rejected: impl Fn(&Report<'_>) -> Option<Result<Response<Body>, Rejection>>,
) -> Response<Body> {
    let mut status = rejection.status();
    // The service chooses the status and writes the body, which may panic too.
    let response = catch_unwind(AssertUnwindSafe(|| {
        status = rejection.status_or(status_for(rejection));
        rejection.reports(status).find_map(|report| rejected(&report))
    }));
    match response.unwrap_or_else(|panic| Some(Err(panicked(panic.as_ref())))) {
        Some(Ok(response)) => response,
        Some(Err(second)) => {
            second.log(log);
            bare(status)
        }
        None => {
            error!(log, "the document declares no response for this"; "status" => status.as_u16());
            bare(status)
        }
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

impl Rejection {
    /// Logs the rejection with its causes: a mistake of the caller at `info`, the state
    /// of the service at `warning`, a defect at `error`.
    pub fn log(&self, log: &Logger) {
        let cause = self.cause();
        match self {
            Self::Unavailable { .. } | Self::Overloaded { .. } => {
                warn!(log, "{}", self; "cause" => cause)
            }
            _ if self.status().is_server_error() => error!(log, "{}", self; "cause" => cause),
            _ => info!(log, "refused"; "reason" => self.to_string(), "cause" => cause),
        }
    }

    /// Returns the cause in one line, for the log: of an invalid value, the locations of
    /// the violated keywords in the document; of a malformed credential, what no credential of
    /// its scheme has.
    pub fn cause(&self) -> String {
        match self {
            Self::ClientError(error) | Self::ServerError(error) => error.internal_message.clone(),
            Self::Parameters(violations) | Self::Invalid(violations) => violations.keywords(),
            Self::CredentialRefused(challenges) => challenges.cause.clone(),
            // The message of the rejection is that of the error.
            Self::Service { status, error } if status.is_client_error() => causes(error.as_ref()),
            _ => causes(self),
        }
    }
}

/// Returns the causes of an error in one line.
pub(crate) fn causes(error: &dyn Error) -> String {
    let causes = std::iter::successors(error.source(), |error| (*error).source());
    let causes: Vec<_> = causes.map(ToString::to_string).collect();
    causes.join(": ")
}
