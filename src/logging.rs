//! Where log records go: to standard error, one JSON object a line, or in a
//! readable form when that is a terminal. Credentials and bodies never do;
//! [`secrets`] sees to that.
//!
//! Records are written by a thread of their own, behind a bounded channel. When
//! whoever reads standard error stops reading, records are dropped and counted;
//! the service doesn't wait for them. The level is judged in front of the
//! channel, so a record below it costs next to nothing.

mod secrets;

use std::io::{self, BufWriter, IsTerminal};
use std::sync::Arc;

use slog::{Drain, Level, Logger, Record, o};
use slog_async::{AsyncGuard, OverflowStrategy};

use crate::front::Peers;
use secrets::WithoutSecrets;

/// How many records may wait to be written.
const WAITING_RECORDS: usize = 8192;

/// A logger, and the guard that writes what is waiting when it is dropped.
/// Addresses are written as those of the peers that stand behind them.
pub fn start(level: Level, peers: Arc<Peers>) -> (Logger, AsyncGuard) {
    let stderr = io::stderr();
    let (drain, guard) = if stderr.is_terminal() {
        let decorator = slog_term::TermDecorator::new().stderr().build();
        asynchronous(
            slog_term::FullFormat::new(decorator)
                .use_utc_timestamp()
                .build(),
            peers,
        )
    } else {
        // Buffered, so that a record is one write and lines don't mingle.
        let json = slog_json::Json::new(BufWriter::new(stderr));
        asynchronous(json.add_default_keys().set_flush(true).build(), peers)
    };
    let drain = drain.filter(move |record| importance(record).is_at_least(level));
    (Logger::root(drain.ignore_res(), o!()), guard)
}

/// The level of a record, but where we know better than who wrote it. dropshot
/// tells at `info` of each connection, of which the front has told already, and
/// takes a wrong `Host` for an error of its own.
fn importance(record: &Record) -> Level {
    match (record.msg().as_str(), record.level()) {
        (Some("accepted connection"), Level::Info) => Level::Trace,
        (Some("failed to determine request API version"), _) => Level::Trace,
        (_, level) => level,
    }
}

fn asynchronous<D>(drain: D, peers: Arc<Peers>) -> (slog_async::Async, AsyncGuard)
where
    D: Drain<Err = io::Error, Ok = ()> + Send + 'static,
{
    // Standard error may be closed; there is nobody left to tell.
    slog_async::Async::new(WithoutSecrets { drain, peers }.ignore_res())
        .chan_size(WAITING_RECORDS)
        .overflow_strategy(OverflowStrategy::DropAndReport)
        .build_with_guard()
}
