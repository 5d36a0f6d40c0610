//! A rate limit for the log records of refused requests and of connections.
//!
//! A request of 33 bytes causes a record of 500, and a connection can carry many
//! requests at once: without a limit, strangers fill the disk of the log. Records of
//! successful requests are never left out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use slog::{KV, Key, Level, Record, Serializer};

/// The maximum of records of refused requests and of connections in one period.
const MOST: u64 = 200;

const PERIOD: Duration = Duration::from_secs(1);

/// The tag of our records of refused requests and of connections.
pub(crate) const OF_PEER: &str = "peer";

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
    /// Counts a record. Returns whether to write it.
    pub(super) fn count(&self, record: &Record) -> Verdict {
        let is_of_peer = is_of_peer(record);
        if !is_of_peer && !self.has_left_out.load(Ordering::Relaxed) {
            return Verdict { is_written: true, left_out: 0 };
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
        Verdict { is_written, left_out }
    }

    /// Counts records again whose report was dropped.
    pub(super) fn count_again(&self, left_out: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.left_out += left_out;
        self.has_left_out.store(true, Ordering::Relaxed);
    }
}

/// A peer can cause dropshot's records but errors, such as a handler that panicked, and those of
/// answers that are no 4XX. A few others, at the start and the end, count as well.
fn is_of_peer(record: &Record) -> bool {
    record.tag() == OF_PEER
        || is_of_dropshot(record)
            && record.level() != Level::Error
            && matches!(Fields::of(record).status / 100, 0 | 4)
}

/// Returns whether this is dropshot's record of an answer that an endpoint gave. The service logs
/// its operations itself, with more fields, and preflight requests not at all.
pub(super) fn is_answered(record: &Record) -> bool {
    is_of_dropshot(record)
        && record.msg().as_str() == Some("request completed")
        && !Fields::of(record).has_error
}

pub(super) fn is_of_dropshot(record: &Record) -> bool {
    record.module().starts_with("dropshot::")
}

/// The fields of dropshot's records that say whether a record counts for the limit, and whether it
/// repeats one of ours.
#[derive(Default)]
struct Fields {
    /// The status of a response, or 0.
    status: u16,
    /// Whether dropshot itself answers, as for a path without an endpoint.
    has_error: bool,
}

impl Fields {
    fn of(record: &Record) -> Self {
        let mut fields = Self::default();
        // The serializer has no errors.
        let _ = record.kv().serialize(record, &mut fields);
        fields
    }
}

impl Serializer for Fields {
    fn emit_arguments(&mut self, _: Key, _: &std::fmt::Arguments) -> slog::Result {
        Ok(())
    }

    fn emit_str(&mut self, key: Key, _: &str) -> slog::Result {
        self.has_error |= key == "error_message_internal";
        Ok(())
    }

    fn emit_u16(&mut self, _: Key, status: u16) -> slog::Result {
        self.status = status;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use slog::{RecordLocation, RecordStatic, b};

    use super::*;

    fn count(limit: &Limit, module: &'static str, tag: &str, status: u16) -> Verdict {
        count_at(Level::Info, limit, module, tag, status)
    }

    fn count_at(
        level: Level,
        limit: &Limit,
        module: &'static str,
        tag: &str,
        status: u16,
    ) -> Verdict {
        let location = RecordLocation { file: "", line: 0, column: 0, function: "", module };
        let origin = RecordStatic { location: &location, tag, level };
        let arguments = format_args!("");
        limit.count(&Record::new(&origin, &arguments, b!("response_code" => status)))
    }

    #[test]
    fn refused_requests_beyond_the_limit_are_left_out_and_counted_and_answered_ones_are_not() {
        let limit = Limit::default();
        let many = 10 * MOST;
        let (mut left_out, mut counted) = (0, 0);
        for (module, tag, status) in [
            ("dropshot::server", "", 401),
            ("dropshot::server", "", 0),
            ("plant_store::handlers", OF_PEER, 0),
        ] {
            let before = left_out;
            for _ in 0..many {
                let verdict = count(&limit, module, tag, status);
                left_out += u64::from(!verdict.is_written);
                counted += verdict.left_out;
            }
            // The test may take more than one period, but not ten.
            assert!(left_out > before, "{module} {tag}");
        }
        for status in [200, 503] {
            for _ in 0..many {
                let verdict = count(&limit, "dropshot::server", "", status);
                assert!(verdict.is_written);
                counted += verdict.left_out;
            }
        }
        for _ in 0..many {
            let verdict = count_at(Level::Error, &limit, "dropshot::server", "", 0);
            assert!(verdict.is_written);
            counted += verdict.left_out;
        }
        limit.state.lock().unwrap().begun = None;
        counted += count(&limit, "plant_store", "", 0).left_out;
        assert_eq!(counted, left_out);
        assert_eq!(count(&limit, "plant_store", "", 0).left_out, 0);
    }
}
