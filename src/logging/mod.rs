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
    let (waiting, guard) = records::start(stderr)?;
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

impl Drain for Log {
    type Ok = ();
    type Err = Never;

    fn log(&self, record: &Record, values: &OwnedKVList) -> Result<(), Never> {
        if !self.level.includes(record.level()) {
            return Ok(());
        }
        let verdict = self.limit.count(record, &text(record.msg()));
        let format = self.format();
        for (message, records) in [
            (
                "the log was not read fast enough, records were dropped",
                self.waiting.take_dropped(),
            ),
            (
                "records of connections and of refused requests were left out",
                verdict.left_out,
            ),
        ] {
            if records > 0 {
                let origin = record_static!(Level::Warning, "");
                // Writing to memory can't fail.
                let _ = format.log(
                    &Record::new(
                        &origin,
                        &format_args!("{message}"),
                        b!("records" => records),
                    ),
                    &o!().into(),
                );
            }
        }
        if verdict.is_written {
            let _ = format.log(record, values);
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
