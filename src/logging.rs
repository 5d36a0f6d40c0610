//! Where log records go: to standard error, one JSON object a line, or in a
//! readable form when that is a terminal. Credentials and bodies never do;
//! `secrets` sees to that.
//!
//! A record is made by whoever logs it, and written by a thread of its own
//! (`records`). To hand it to that thread unmade (slog-async) costs a create
//! more than making it: a copy of each value, and often a switch of threads.
//! Nobody waits for whoever reads standard error; when it stops reading, records
//! are dropped and counted. The level is judged before a record is made, so one
//! below it costs next to nothing.

mod limited;
mod records;
mod secrets;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal};
use std::panic::AssertUnwindSafe;

use slog::{Drain, Level, Logger, Never, OwnedKVList, Record, b, o, record_static};
use thread_local::ThreadLocal;

use limited::Limit;
use records::{Guard, Records, Waiting};
use secrets::WithoutSecrets;

/// A logger, and the guard that writes what is waiting when it is dropped.
///
/// # Errors
///
/// When the system has no thread left.
pub fn start(level: Level) -> io::Result<(Logger, Guard)> {
    let stderr = io::stderr();
    let is_terminal = stderr.is_terminal();
    let (waiting, guard) = records::start(stderr)?;
    let log = Log {
        formats: AssertUnwindSafe(ThreadLocal::new()),
        is_terminal,
        waiting,
        limit: Limit::default(),
    };
    Ok((Logger::root(log.filter_level(level).fuse(), o!()), guard))
}

/// Makes a record of its parts.
type Format = dyn Drain<Ok = (), Err = io::Error> + Send;

/// Makes records. Each thread has a format of its own: with one for all, workers
/// wait for each other.
struct Log {
    // After a panic in the middle of a record, that line of the log is spoiled, and
    // no other one.
    formats: AssertUnwindSafe<ThreadLocal<WithoutSecrets<Box<Format>>>>,
    is_terminal: bool,
    waiting: Waiting,
    limit: Limit,
}

impl Log {
    fn format(&self) -> &WithoutSecrets<Box<Format>> {
        self.formats.get_or(|| {
            let records = Records::new(&self.waiting);
            WithoutSecrets::new(if self.is_terminal {
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
                // To keep a record in memory can't fail.
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

/// Returns formatted text, without a copy of it where nothing is formatted.
fn text(arguments: &fmt::Arguments<'_>) -> Cow<'static, str> {
    match arguments.as_str() {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(arguments.to_string()),
    }
}
