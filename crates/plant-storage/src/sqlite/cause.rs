//! Converts SQLite's errors to a [`Cause`]. rusqlite's own error repeats the
//! message, once with the primary result code and once without.

use std::sync::Arc;

use crate::Cause;

/// A failure of SQLite, with its extended result code, which distinguishes for
/// example a full disk from a failed flush
/// (<https://www.sqlite.org/rescode.html>).
#[derive(Debug, thiserror::Error)]
#[error("{message} (SQLite {code})")]
struct SqliteFailure {
    message: String,
    code: i32,
}

pub(super) fn cause(error: rusqlite::Error) -> Cause {
    match error {
        rusqlite::Error::SqliteFailure(failure, Some(message)) => {
            Arc::new(SqliteFailure { message, code: failure.extended_code })
        }
        other => Arc::new(other),
    }
}
