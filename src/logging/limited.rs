//! A rate limit for the log records that callers without a credential can cause.
//!
//! A request of 33 bytes causes a record of 500, and a connection can carry many
//! requests at once: without a limit, strangers fill the disk of the log. Records of
//! successful requests are never left out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use slog::{KV, Key, Record, Serializer};

/// The maximum of records of refused requests and of connections in one period.
const MOST: u64 = 200;

const PERIOD: Duration = Duration::from_secs(1);

/// dropshot's message for a new connection.
const ACCEPTED: &str = "accepted connection";

/// Messages that any peer can cause, all of dropshot except "refused".
const OF_PEERS: [&str; 4] = [
    ACCEPTED,
    "refused",
    "request handling cancelled (client disconnected)",
    "request completed after handler was already cancelled",
];

/// The beginning of dropshot's message for a failed TLS handshake.
const HANDSHAKE: &str = "tls accept err";

/// dropshot's message for an answered request.
const COMPLETED: &str = "request completed";

/// Counts records and decides which of them are written.
#[derive(Default)]
pub(super) struct Limit {
    state: Mutex<State>,
    /// Whether records were left out that are not reported yet.
    has_left_out: AtomicBool,
}

#[derive(Default)]
struct State {
    begun: Option<Instant>,
    written: u64,
    left_out: u64,
}

/// The decision about a record.
pub(super) struct Verdict {
    /// Whether the record is written.
    pub(super) is_written: bool,
    /// The number of records left out since the last report, if a report is due.
    pub(super) left_out: u64,
}

impl Limit {
    /// Counts a record with this message. Returns whether to write it.
    pub(super) fn count(&self, record: &Record, message: &str) -> Verdict {
        let is_of_peer = is_of_peer(record, message);
        if !is_of_peer && !self.has_left_out.load(Ordering::Relaxed) {
            return Verdict {
                is_written: true,
                left_out: 0,
            };
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut left_out = 0;
        if state.begun.is_none_or(|begun| begun.elapsed() >= PERIOD) {
            state.begun = Some(Instant::now());
            state.written = 0;
            left_out = std::mem::take(&mut state.left_out);
            self.has_left_out.store(false, Ordering::Relaxed);
        }
        let is_written = !is_of_peer || state.written < MOST;
        if !is_written {
            state.left_out += 1;
            self.has_left_out.store(true, Ordering::Relaxed);
        } else if is_of_peer {
            state.written += 1;
        }
        Verdict {
            is_written,
            left_out,
        }
    }

    /// Counts records again whose report was dropped.
    pub(super) fn count_again(&self, left_out: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.left_out += left_out;
        self.has_left_out.store(true, Ordering::Relaxed);
    }
}

fn is_of_peer(record: &Record, message: &str) -> bool {
    OF_PEERS.contains(&message)
        || message.starts_with(HANDSHAKE)
        || (message == COMPLETED && has_client_error(record))
}

/// Returns whether a record is one of dropshot about a connection or a request.
pub(super) fn is_of_request(record: &Record, message: &str) -> bool {
    record.module().starts_with("dropshot::")
        && (message == ACCEPTED || message.starts_with("request "))
}

/// Returns whether a record has a status of the class 4XX.
fn has_client_error(record: &Record) -> bool {
    let mut status = Status(0);
    // The serializer has no errors.
    let _ = record.kv().serialize(record, &mut status);
    status.0 / 100 == 4
}

/// A serializer that extracts the status of a record.
struct Status(u16);

impl Serializer for Status {
    fn emit_arguments(&mut self, _: Key, _: &std::fmt::Arguments) -> slog::Result {
        Ok(())
    }

    fn emit_u16(&mut self, key: Key, value: u16) -> slog::Result {
        if key == "response_code" {
            self.0 = value;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use slog::{Level, b, record_static};

    use super::*;

    fn count(limit: &Limit, message: &str, status: u16) -> Verdict {
        let origin = record_static!(Level::Info, "");
        let arguments = format_args!("");
        limit.count(
            &Record::new(&origin, &arguments, b!("response_code" => status)),
            message,
        )
    }

    #[test]
    fn refused_requests_beyond_the_limit_are_left_out_and_counted_and_answered_ones_are_not() {
        let limit = Limit::default();
        let many = 10 * MOST;
        let (mut left_out, mut counted) = (0, 0);
        for message in [COMPLETED, "accepted connection", "tls accept err: none"] {
            let before = left_out;
            for _ in 0..many {
                let verdict = count(&limit, message, 401);
                left_out += u64::from(!verdict.is_written);
                counted += verdict.left_out;
            }
            // The test may take more than one period, but not ten.
            assert!(left_out > before, "{message}");
        }
        for status in [200, 503] {
            for _ in 0..many {
                let verdict = count(&limit, COMPLETED, status);
                assert!(verdict.is_written);
                counted += verdict.left_out;
            }
        }
        limit.state.lock().unwrap().begun = None;
        counted += count(&limit, "ready", 0).left_out;
        assert_eq!(counted, left_out);
        assert_eq!(count(&limit, "ready", 0).left_out, 0);
    }
}
