//! Logging to standard error: one JSON object a line, with the priority in front of it if
//! standard error is journald's, or lines for people if it is a terminal. Credentials and bodies
//! are never logged (`line`). slog-json behind a drain that masks each value took 8,000
//! instructions for a record; a line takes 5,300.
//!
//! A record is formatted by the thread that logs it and written by a separate thread
//! (`records`). Passing it on unformatted (slog-async) costs a create more than
//! formatting it: a copy of each value, and often a switch of threads. No thread of
//! the service waits for the reader of standard error; when it stops reading, records
//! are dropped and counted. The level is checked before a record is formatted, so a
//! record below it costs next to nothing.

mod limited;
mod line;
mod records;
mod requests;

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use prometheus::IntCounter;
use slog::{Drain, Level, Logger, Never, OwnedKVList, Record, b, o, record_static};

pub(crate) use limited::OF_PEER;
use limited::{Limit, is_answered, is_of_dropshot};
use records::{Guard, Waiting};
pub(crate) use requests::{Completion, RequestLog, trace_id};

/// The tag of our record of a connection that cannot be accepted.
pub(crate) const NOT_ACCEPTED: &str = "not-accepted";

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// Text if standard error is a terminal, journal if it is journald's, otherwise JSON.
    Auto,
    /// `<n>` in front of each JSON object, the priority as journald and syslog number it.
    Journal,
    /// One JSON object a line.
    Json,
    /// Lines for people.
    Text,
}

/// The minimum level of records, which can be changed while the service runs.
#[derive(Clone)]
pub struct LogLevel(Arc<AtomicUsize>);

impl LogLevel {
    /// Sets the level. Returns whether it was another one.
    pub fn set(&self, level: Level) -> bool {
        self.0.swap(level.as_usize(), Ordering::Relaxed) != level.as_usize()
    }

    fn includes(&self, level: Level) -> bool {
        level.as_usize() <= self.0.load(Ordering::Relaxed)
    }
}

/// The counters of the log.
#[derive(Clone)]
pub struct LogCounts {
    /// Records that were not written because the log was not read fast enough.
    pub(crate) dropped: IntCounter,
    /// Records that were not written because of [`Limit`].
    pub(crate) limited: IntCounter,
    /// Connections that could not be accepted. dropshot reports them by a record only.
    pub(crate) accept_errors: IntCounter,
}

impl LogCounts {
    fn new() -> Result<Self, prometheus::Error> {
        Ok(LogCounts {
            dropped: IntCounter::new(
                "log_dropped_records_total",
                "Log records that were lost because the log was not read fast enough",
            )?,
            limited: IntCounter::new(
                "log_limited_records_total",
                "Log records of connections and refused requests beyond the limit",
            )?,
            accept_errors: IntCounter::new(
                "accept_errors_total",
                "Failed attempts to accept a connection, as without a free descriptor",
            )?,
        })
    }
}

/// A log that has been started.
pub struct Log {
    /// The root logger.
    pub logger: Logger,
    /// Its level.
    pub level: LogLevel,
    /// Its counters.
    pub counts: LogCounts,
    /// Writes the waiting records when it is dropped.
    pub guard: Guard,
}

/// Starts the log. Without `has_requests`, all records of dropshot below warnings are left out,
/// as those of connections and requests.
///
/// # Errors
///
/// The system has no thread left.
pub fn start(level: Level, format: LogFormat, has_requests: bool) -> io::Result<Log> {
    let stderr = io::stderr();
    let format = match format {
        LogFormat::Auto if stderr.is_terminal() => LogFormat::Text,
        LogFormat::Auto if is_of_journald(&stderr) => LogFormat::Journal,
        LogFormat::Auto => LogFormat::Json,
        format => format,
    };
    start_with(stderr, level, format, has_requests)
}

/// Returns whether this is the stream that systemd has connected with journald: the
/// variable has its device and inode
/// (<https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#%24JOURNAL_STREAM>).
/// A process that inherits the variable may have another standard error.
fn is_of_journald(stream: &io::Stderr) -> bool {
    let status = rustix::fs::fstat(stream);
    let named = std::env::var("JOURNAL_STREAM");
    status.is_ok_and(|status| named == Ok(format!("{}:{}", status.st_dev, status.st_ino)))
}

fn start_with(
    output: impl io::Write + Send + 'static,
    level: Level,
    format: LogFormat,
    has_requests: bool,
) -> io::Result<Log> {
    let (waiting, guard) = records::start(output)?;
    let level = LogLevel(Arc::new(AtomicUsize::new(level.as_usize())));
    let counts = LogCounts::new().map_err(io::Error::other)?;
    let root = Root {
        level: level.clone(),
        format,
        has_requests,
        waiting,
        dropped: AtomicU64::new(0),
        limit: Limit::default(),
        counts: counts.clone(),
    };
    Ok(Log { logger: Logger::root(root.fuse(), o!()), level, counts, guard })
}

thread_local! {
    /// The buffer in which a thread writes a record.
    static LINE: Cell<String> = const { Cell::new(String::new()) };
}

/// The root drain.
struct Root {
    level: LogLevel,
    format: LogFormat,
    has_requests: bool,
    waiting: Waiting,
    /// The number of dropped records that is not reported yet.
    dropped: AtomicU64,
    limit: Limit,
    counts: LogCounts,
}

impl Root {
    /// Formats a record and adds it to those that wait. Returns false if it has no room.
    fn write(&self, record: &Record, values: &OwnedKVList) -> bool {
        let mut text = LINE.take();
        line::write(&mut text, self.format, record, values);
        let has_room = self.waiting.add(text.as_bytes());
        text.clear();
        LINE.set(text);
        has_room
    }

    /// Writes a report about so many records, if there are any. Returns false if it has no room.
    fn report(&self, message: &str, records: u64) -> bool {
        let origin = record_static!(Level::Warning, "");
        let (message, values) = (format_args!("{message}"), b!("records" => records));
        records == 0 || self.write(&Record::new(&origin, &message, values), &o!().into())
    }
}

impl Drain for Root {
    type Ok = ();
    type Err = Never;

    fn log(&self, record: &Record, values: &OwnedKVList) -> Result<(), Never> {
        let is_included = self.level.includes(record.level());
        // Some warnings are counted, whatever the level is.
        let is_warning = record.level() == Level::Warning;
        if !is_included && !is_warning {
            return Ok(());
        }
        if record.tag() == NOT_ACCEPTED
            || is_of_dropshot(record) && record.msg().as_str() == Some("accept error")
        {
            self.counts.accept_errors.inc();
        }
        let is_request = || is_of_dropshot(record) && !record.level().is_at_least(Level::Warning);
        if !is_included || is_answered(record) || (!self.has_requests && is_request()) {
            return Ok(());
        }
        let verdict = self.limit.count(record);
        // A report that is dropped, too, is repeated with the next record.
        let dropped = match self.dropped.load(Ordering::Relaxed) {
            0 => 0,
            _ => self.dropped.swap(0, Ordering::Relaxed),
        };
        let message = "the log was not read fast enough, records were dropped";
        if !self.report(message, dropped) {
            self.dropped.fetch_add(dropped, Ordering::Relaxed);
        }
        let message = "records of connections and of refused requests were left out";
        if !self.report(message, verdict.left_out) {
            self.limit.count_again(verdict.left_out);
        }
        if !verdict.is_written {
            self.counts.limited.inc();
        } else if !self.write(record, values) {
            self.counts.dropped.inc();
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread::sleep;
    use std::time::Duration;

    use slog::{RecordLocation, RecordStatic};

    use super::*;

    /// More records than have room before the gate is opened.
    const RECORDS: u64 = 100_000;

    /// More records that peers cause than the limit permits.
    const OF_PEERS: u64 = 300;

    /// A writer whose first write waits for the gate.
    struct Gated {
        gate: Receiver<()>,
        written: Sender<Vec<u8>>,
    }

    impl io::Write for Gated {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            // Open for all later writes, when the sender is dropped.
            let _ = self.gate.recv();
            self.written.send(bytes.to_vec()).unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_reports_of_dropped_records_have_the_number_of_all_of_them() {
        let ((gate, is_open), (written, text)) = (channel(), channel());
        let output = Gated { gate: is_open, written };
        let Log { logger: log, counts, guard, .. } =
            start_with(output, Level::Info, LogFormat::Json, true).unwrap();
        for _ in 0..RECORDS {
            slog::info!(log, "a record");
        }
        for _ in 0..OF_PEERS {
            slog::info!(log, #OF_PEER, "a refused request");
        }
        // With the next record, it is time to report those beyond the limit. There is no room.
        sleep(Duration::from_millis(1100));
        slog::info!(log, "a record");
        drop(gate);
        // The writer has taken what waited when it writes for the second time.
        let mut writes = vec![text.recv().unwrap(), text.recv().unwrap()];
        slog::info!(log, "the last record");
        drop((log, guard));
        writes.extend(text.try_iter());
        let (mut records, mut reported) = (0, 0);
        for line in writes.concat().split(|byte| *byte == b'\n') {
            match serde_json::from_slice::<serde_json::Value>(line) {
                Ok(record) if record["records"].is_u64() => {
                    reported += record["records"].as_u64().unwrap();
                }
                Ok(_) => records += 1,
                Err(_) => assert!(line.is_empty()),
            }
        }
        assert!(reported > 0 && counts.limited.get() > 0);
        assert_eq!(records + reported + counts.limited.get(), RECORDS + OF_PEERS + 2);
        assert_eq!(counts.dropped.get(), reported);
    }

    #[test]
    fn a_connection_that_is_not_accepted_is_counted_by_the_origin_of_its_record() {
        let Log { logger: log, counts, .. } =
            start_with(io::sink(), Level::Error, LogFormat::Json, true).unwrap();
        for (module, tag, counted) in [
            ("dropshot::server", "", 1),
            ("plant_store::handlers", "", 1),
            ("plant_store::admin::listener", NOT_ACCEPTED, 2),
        ] {
            let location = RecordLocation { file: "", line: 0, column: 0, function: "", module };
            let origin = RecordStatic { location: &location, tag, level: Level::Warning };
            log.log(&Record::new(&origin, &format_args!("accept error"), b!()));
            assert_eq!(counts.accept_errors.get(), counted, "{module} {tag}");
        }
    }
}
