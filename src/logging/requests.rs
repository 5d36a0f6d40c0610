//! The records of requests that were refused, and of the store when it fails.
//!
//! While the store fails, each request would leave the same record. So there is one when
//! the failure begins, one in each [`PERIOD`] while it lasts, and one when it ends.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use http::{HeaderMap, HeaderName, StatusCode};
use openapi_dropshot::Rejection;
use slog::{KV, Logger, Record, Serializer, error, info, warn};

use super::OF_PEER;
use crate::error;

static TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The time between two records of a failure that lasts.
const PERIOD: Duration = Duration::from_secs(60);

/// The answer to a request, and who sent it, as far as it is known.
pub(crate) struct Completion<'r> {
    pub(crate) status: StatusCode,
    pub(crate) latency: Duration,
    /// The name of the token.
    pub(crate) token: Option<Cow<'r, str>>,
    /// The trace that the request belongs to.
    pub(crate) trace: Option<&'r str>,
}

impl KV for Completion<'_> {
    fn serialize(&self, _: &Record, serializer: &mut dyn Serializer) -> slog::Result {
        serializer.emit_u16("response_code".into(), self.status.as_u16())?;
        serializer.emit_u128("latency_us".into(), self.latency.as_micros())?;
        if let Some(token) = &self.token {
            serializer.emit_str("token".into(), token)?;
        }
        if let Some(trace) = self.trace {
            serializer.emit_str("trace_id".into(), trace)?;
        }
        Ok(())
    }
}

/// Returns the trace id of the field `traceparent`
/// (<https://www.w3.org/TR/trace-context/#traceparent-header>), unless it is malformed.
pub(crate) fn trace_id(headers: &HeaderMap) -> Option<&str> {
    let mut fields = headers.get_all(&TRACEPARENT).iter();
    let (Some(field), None) = (fields.next(), fields.next()) else {
        return None;
    };
    let mut parts = field.to_str().ok()?.splitn(4, '-');
    let (version, trace, parent) = (parts.next()?, parts.next()?, parts.next()?);
    let is_hex = |text: &str, length| {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        text.len() == length && text.bytes().all(is_digit)
    };
    let is_zero = |text: &str| text.bytes().all(|byte| byte == b'0');
    let is_valid = is_hex(version, 2)
        && version != "ff"
        && is_hex(trace, 32)
        && !is_zero(trace)
        && is_hex(parent, 16)
        && !is_zero(parent)
        && parts.next().is_some();
    is_valid.then_some(trace)
}

/// Logs the rejections of requests.
pub(crate) struct RequestLog {
    period: Duration,
    is_failing: AtomicBool,
    failure: Mutex<Option<Failure>>,
}

impl Default for RequestLog {
    fn default() -> Self {
        RequestLog { period: PERIOD, is_failing: AtomicBool::default(), failure: Mutex::default() }
    }
}

/// A failure of the store that lasts.
struct Failure {
    begun: Instant,
    logged: Instant,
    /// The number of requests that it refused.
    refused: u64,
}

impl RequestLog {
    /// Logs a rejection.
    pub(crate) fn refused(&self, log: &Logger, rejection: &Rejection, answer: &Completion<'_>) {
        if let Rejection::Unavailable { cause, .. } = rejection {
            self.failed(log, &error::chain(&**cause));
        }
        let value = i32::from(error::code_for(rejection));
        let cause = rejection.cause();
        match rejection {
            Rejection::Defect(_) | Rejection::ServerError(_) => {
                error!(log, "{}", rejection; "cause" => cause, "error" => value, answer);
            }
            Rejection::Overloaded { .. } => {
                warn!(log, "{}", rejection; "error" => value, answer);
            }
            _ => {
                let reason = rejection.to_string();
                info!(log, #OF_PEER, "refused"; "reason" => reason, "cause" => cause, "error" => value, answer);
            }
        }
    }

    /// Counts a request that the store could not serve, and logs the failure if that is
    /// due.
    fn failed(&self, log: &Logger, cause: &str) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let Some(known) = failure.as_mut() else {
            *failure = Some(Failure { begun: now, logged: now, refused: 1 });
            self.is_failing.store(true, Ordering::Relaxed);
            error!(log, "the store cannot be used, requests are refused"; "cause" => cause);
            return;
        };
        known.refused += 1;
        if now - known.logged >= self.period {
            known.logged = now;
            let seconds = (now - known.begun).as_secs();
            error!(log, "the store still cannot be used"; "cause" => cause,
                "since_s" => seconds, "refused" => known.refused);
        }
    }

    /// Logs the end of a failure, if there is one.
    pub(crate) fn succeeded(&self, log: &Logger) {
        if !self.is_failing.load(Ordering::Relaxed) {
            return;
        }
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ended) = failure.take() {
            self.is_failing.store(false, Ordering::Relaxed);
            info!(log, "the store can be used again";
                "after_s" => ended.begun.elapsed().as_secs(), "refused" => ended.refused);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http::HeaderValue;
    use slog::{Drain, Never, OwnedKVList, o};

    use super::*;

    /// Keeps the messages of records.
    #[derive(Clone, Default)]
    struct Messages(Arc<Mutex<Vec<String>>>);

    impl Drain for Messages {
        type Ok = ();
        type Err = Never;

        fn log(&self, record: &Record, _: &OwnedKVList) -> Result<(), Never> {
            self.0.lock().unwrap().push(record.msg().to_string());
            Ok(())
        }
    }

    #[test]
    fn a_failure_that_lasts_is_logged_once_in_each_period() {
        let messages = Messages::default();
        let log = Logger::root(messages.clone().fuse(), o!());
        for (period, repeated) in [(Duration::ZERO, 2), (PERIOD, 0)] {
            let requests = RequestLog { period, ..RequestLog::default() };
            requests.succeeded(&log);
            for _ in 0..3 {
                requests.failed(&log, "a cause");
            }
            requests.succeeded(&log);
            requests.succeeded(&log);
            let mut expected = vec!["the store cannot be used, requests are refused"];
            expected.extend(vec!["the store still cannot be used"; repeated]);
            expected.push("the store can be used again");
            assert_eq!(std::mem::take(&mut *messages.0.lock().unwrap()), expected);
        }
    }

    #[test]
    fn the_trace_id_of_a_valid_field_is_taken_over_and_no_other_text() {
        const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
        let zero = "0".repeat(32);
        for (fields, expected) in [
            (vec![format!("00-{TRACE}-00f067aa0ba902b7-01")], Some(TRACE)),
            // A later version may have more parts.
            (vec![format!("cc-{TRACE}-00f067aa0ba902b7-01-what")], Some(TRACE)),
            (vec![], None),
            (vec![String::new()], None),
            (vec![format!("ff-{TRACE}-00f067aa0ba902b7-01")], None),
            (vec![format!("00-{TRACE}-00f067aa0ba902b7")], None),
            (vec![format!("00-{}-00f067aa0ba902b7-01", TRACE.to_uppercase())], None),
            (vec![format!("00-{zero}-00f067aa0ba902b7-01")], None),
            (vec![format!("00-{TRACE}-0000000000000000-01")], None),
            (vec![format!("00-{TRACE}-00f067aa0ba902b7-01"); 2], None),
        ] {
            let mut headers = HeaderMap::new();
            for field in &fields {
                headers.append("traceparent", HeaderValue::from_str(field).unwrap());
            }
            assert_eq!(trace_id(&headers), expected, "{fields:?}");
        }
    }
}
