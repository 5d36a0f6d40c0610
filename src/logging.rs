//! Where log records go: to standard error, one JSON object a line, or in a
//! readable form when that is a terminal. Credentials and bodies never do;
//! [`secrets`] sees to that.
//!
//! Records are written by a thread of their own, behind a bounded channel. When
//! whoever reads standard error stops reading, records are dropped and counted;
//! the service doesn't wait for them. The level is judged in front of the
//! channel, so a record below it costs next to nothing.

mod batched;
mod secrets;

use std::io::{self, IsTerminal};

use slog::{Drain, Level, Logger, o};
use slog_async::{AsyncGuard, OverflowStrategy};

use batched::Batched;
use secrets::WithoutSecrets;

/// How many records may wait to be written.
const WAITING_RECORDS: usize = 8192;

/// A logger, and the guard that writes what is waiting when it is dropped.
///
/// # Errors
///
/// When the system has no thread left.
pub fn start(level: Level) -> io::Result<(Logger, AsyncGuard)> {
    let stderr = io::stderr();
    let (drain, guard) = if stderr.is_terminal() {
        let decorator = slog_term::TermDecorator::new().stderr().build();
        asynchronous(
            slog_term::FullFormat::new(decorator)
                .use_utc_timestamp()
                .build(),
        )
    } else {
        let json = slog_json::Json::new(Batched::new(stderr)?);
        asynchronous(json.add_default_keys().set_flush(true).build())
    };
    let drain = drain.filter_level(level);
    Ok((Logger::root(drain.ignore_res(), o!()), guard))
}

fn asynchronous<D>(drain: D) -> (slog_async::Async, AsyncGuard)
where
    D: Drain<Err = io::Error, Ok = ()> + Send + 'static,
{
    // Standard error may be closed; there is nobody left to tell.
    slog_async::Async::new(WithoutSecrets { drain }.ignore_res())
        .chan_size(WAITING_RECORDS)
        .overflow_strategy(OverflowStrategy::DropAndReport)
        .build_with_guard()
}
