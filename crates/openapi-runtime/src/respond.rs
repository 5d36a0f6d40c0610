//! From what an operation did to the bytes that go out.
//!
//! Whatever happens in a handler ends here: an answer, a fault, a panic, an
//! answer that can't be serialized. The chain of causes goes to the log and
//! nowhere else.

use std::any::Any;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::Bytes;
use futures::FutureExt;
use http::{Response, StatusCode};
use slog::{Logger, error, info, warn};

use crate::{Fault, Reply, Request};

/// Runs an operation and answers with a response that it declares. `refusal`
/// gives the one for a fault, or nothing where the document declares none;
/// then the bare status goes out, as it does where a refusal can't be made.
pub async fn respond<R: Reply>(
    request: &Request,
    operation: impl Future<Output = Result<R, Fault>>,
    refusal: impl Fn(&Fault) -> Option<R>,
) -> Response<Bytes> {
    let outcome = AssertUnwindSafe(operation).catch_unwind().await;
    let fault = match outcome.unwrap_or_else(|panic| Err(panicked(panic.as_ref()))) {
        Ok(reply) => match reply.into_answer().finish() {
            Ok(response) => return response,
            Err(fault) => fault,
        },
        Err(fault) => fault,
    };
    log(request.log(), &fault);
    let status = fault.status();
    // The service says what a refusal's body is, so that may panic too.
    let refused = || refusal(&fault).map(|reply| reply.into_answer().finish());
    let refused = catch_unwind(AssertUnwindSafe(refused));
    match refused.unwrap_or_else(|panic| Some(Err(panicked(panic.as_ref())))) {
        Some(Ok(response)) => response,
        Some(Err(second)) => {
            log(request.log(), &second);
            bare(status)
        }
        None => {
            error!(request.log(), "the document declares no response for this"; "status" => status.as_u16());
            bare(status)
        }
    }
}

fn bare(status: StatusCode) -> Response<Bytes> {
    let mut response = Response::default();
    *response.status_mut() = status;
    response
}

fn panicked(panic: &(dyn Any + Send)) -> Fault {
    let message = panic
        .downcast_ref::<&str>()
        .map(|message| (*message).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "of an unknown type".to_owned());
    Fault::defect(format!("the handler panicked: {message}"))
}

/// The caller's own faults are not worth more than `info`.
fn log(log: &Logger, fault: &Fault) {
    let mut chain = String::new();
    let mut cause = fault.source();
    while let Some(error) = cause {
        chain.push_str(if chain.is_empty() { "" } else { ": " });
        chain.push_str(&error.to_string());
        cause = error.source();
    }
    match fault {
        Fault::Defect(_) => error!(log, "{}", fault; "cause" => chain),
        Fault::Unavailable { .. } | Fault::Overloaded { .. } => {
            warn!(log, "{}", fault; "cause" => chain)
        }
        _ => info!(log, "refused"; "reason" => fault.to_string(), "cause" => chain),
    }
}
