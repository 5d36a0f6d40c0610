//! Logging to standard error: one JSON object a line, or lines for people if standard
//! error is a terminal. Credentials and bodies are never logged (`secrets`).
//!
//! A record is formatted by the thread that logs it and written by a separate thread
//! (`records`). Passing it on unformatted (slog-async) costs a create more than
//! formatting it: a copy of each value, and often a switch of threads. No thread of
//! the service waits for the reader of standard error; when it stops reading, records
//! are dropped and counted. The level is checked before a record is formatted, so a
//! record below it costs next to nothing.

mod limited;
mod records;
mod requests;
mod secrets;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use slog::{Drain, Level, Logger, Never, OwnedKVList, Record, b, o, record_static};
use thread_local::ThreadLocal;

use limited::Limit;
use records::{Guard, Records, Waiting};
pub(crate) use requests::{Caller, RequestLog, trace_id};
use secrets::WithoutSecrets;

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// Text if standard error is a terminal, otherwise JSON.
    Auto,
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

/// Returns a logger, its level, and a guard that writes the waiting records when it is
/// dropped.
///
/// # Errors
///
/// The system has no thread left.
pub fn start(level: Level, format: LogFormat) -> io::Result<(Logger, LogLevel, Guard)> {
    let stderr = io::stderr();
    let is_text = match format {
        LogFormat::Auto => stderr.is_terminal(),
        LogFormat::Json => false,
        LogFormat::Text => true,
    };
    start_with(stderr, level, is_text)
}

fn start_with(
    output: impl io::Write + Send + 'static,
    level: Level,
    is_text: bool,
) -> io::Result<(Logger, LogLevel, Guard)> {
    let (waiting, guard) = records::start(output)?;
    let level = LogLevel(Arc::new(AtomicUsize::new(level.as_usize())));
    let log = Log {
        level: level.clone(),
        formats: AssertUnwindSafe(ThreadLocal::new()),
        is_text,
        waiting,
        limit: Limit::default(),
    };
    Ok((Logger::root(log.fuse(), o!()), level, guard))
}

/// Formats records.
type Format = dyn Drain<Ok = (), Err = io::Error> + Send;

/// The root drain. Each thread has its own formatter: with a shared one, workers wait
/// for each other.
struct Log {
    level: LogLevel,
    // A panic in the middle of a record spoils that line of the log only.
    formats: AssertUnwindSafe<ThreadLocal<WithoutSecrets<Box<Format>>>>,
    is_text: bool,
    waiting: Waiting,
    limit: Limit,
}

impl Log {
    fn format(&self) -> &WithoutSecrets<Box<Format>> {
        self.formats.get_or(|| {
            let records = Records::new(&self.waiting);
            WithoutSecrets::new(if self.is_text {
                let plain = slog_term::PlainDecorator::new(records);
                let format = slog_term::FullFormat::new(plain).use_utc_timestamp();
                Box::new(format.build())
            } else {
                let json = slog_json::Json::new(records).add_default_keys();
                Box::new(json.set_flush(true).build())
            })
        })
    }
}

impl Log {
    /// Writes a report about so many records, if there are any. Returns whether the report
    /// was not dropped.
    fn reports(&self, message: &str, records: u64) -> bool {
        let origin = record_static!(Level::Warning, "");
        let report = |message: fmt::Arguments<'_>| {
            let values = b!("records" => records);
            let report = Record::new(&origin, &message, values);
            self.format().log(&report, &o!().into())
        };
        records == 0 || report(format_args!("{message}")).is_ok()
    }
}

impl Drain for Log {
    type Ok = ();
    type Err = Never;

    fn log(&self, record: &Record, values: &OwnedKVList) -> Result<(), Never> {
        if !self.level.includes(record.level()) {
            return Ok(());
        }
        let verdict = self.limit.count(record, &text(record.msg()));
        // A report that is dropped, too, is repeated with the next record.
        let dropped = self.waiting.take_dropped();
        let message = "the log was not read fast enough, records were dropped";
        if !self.reports(message, dropped) {
            self.waiting.count_again(dropped);
        }
        let message = "records of connections and of refused requests were left out";
        if !self.reports(message, verdict.left_out) {
            self.limit.count_again(verdict.left_out);
        }
        if verdict.is_written {
            // Only a dropped record is an error, and it is counted.
            let _ = self.format().log(record, values);
        }
        Ok(())
    }
}

/// Returns formatted text, without a copy if it has no arguments.
fn text(arguments: &fmt::Arguments<'_>) -> Cow<'static, str> {
    match arguments.as_str() {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(arguments.to_string()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// More records than have room before the gate is opened.
    const RECORDS: u64 = 100_000;

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
        let output = Gated {
            gate: is_open,
            written,
        };
        let (log, _, guard) = start_with(output, Level::Info, false).unwrap();
        for _ in 0..RECORDS {
            slog::info!(log, "a record");
        }
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
        assert!(reported > 0);
        assert_eq!(records + reported, RECORDS + 1);
    }
}
