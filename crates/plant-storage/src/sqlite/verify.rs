//! Integrity checks of a database by SQLite's own pragmas. Reads only.
//!
//! When a backup is copied over the database file of a store that was not closed
//! properly, the log of that store stays beside the copy. SQLite applies the log
//! to the copy. The result is a malformed database, which answers most statements
//! nevertheless.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use super::cause::cause;
use super::file::is_disk_full;
use crate::{OpenError, OpenWarning};

/// The time limit of the check at a start. The check reads the whole file, and
/// must not delay the start of a service with a large store for long.
pub(super) const LIMIT: Duration = Duration::from_secs(5);

/// The number of virtual machine instructions between two checks of the time.
const STEPS: std::ffi::c_int = 1000;

/// Checks everything but indexes, for `limit` at most. Returns a warning if the
/// check is incomplete.
pub(super) fn quick_check(
    path: &Path,
    connection: &mut Connection,
    limit: Duration,
) -> Result<Option<OpenWarning>, OpenError> {
    let end = Instant::now() + limit;
    let result = connection
        .progress_handler(STEPS, Some(move || Instant::now() >= end))
        .and_then(|()| first_line(connection, "PRAGMA quick_check(1)"));
    let is_interrupted = |error: &rusqlite::Error| {
        error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted)
    };
    let warning = match result {
        Err(error) if is_interrupted(&error) => Some(OpenWarning::NotFullyChecked(limit)),
        result => {
            require_ok(path, result)?;
            None
        }
    };
    connection.progress_handler(0, None::<fn() -> bool>).map_err(|error| failed(path, error))?;
    Ok(warning)
}

/// Checks everything, however long it takes.
pub(super) fn full_check(path: &Path, connection: &Connection) -> Result<(), OpenError> {
    require_ok(path, first_line(connection, "PRAGMA integrity_check(1)"))
}

fn first_line(connection: &Connection, check: &str) -> rusqlite::Result<String> {
    connection.query_row(check, [], |row| row.get(0))
}

fn require_ok(path: &Path, result: rusqlite::Result<String>) -> Result<(), OpenError> {
    match result {
        Ok(message) if message == "ok" => Ok(()),
        Ok(message) => Err(malformed(path, message.replace('\n', " "))),
        Err(error) => Err(failed(path, error)),
    }
}

/// Returns the error for a database that fails a check for this reason.
pub(super) fn malformed(path: &Path, reason: String) -> OpenError {
    OpenError::Malformed { path: path.to_path_buf(), reason }
}

/// Returns the error for a database that SQLite reports as malformed outside a
/// check.
pub(super) fn malformed_by(path: &Path, error: rusqlite::Error) -> OpenError {
    malformed(path, cause(error).to_string())
}

/// Returns the error for a failure of SQLite during opening.
pub(super) fn failed(path: &Path, error: rusqlite::Error) -> OpenError {
    let path = path.to_path_buf();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) => malformed_by(&path, error),
        Some(ErrorCode::DiskFull) => OpenError::DiskFull(path),
        // SQLite does not tell why it cannot extend the index of the log.
        Some(ErrorCode::SystemIoFailure) if is_disk_full(&path) => OpenError::DiskFull(path),
        Some(ErrorCode::NotADatabase) => OpenError::NotADatabase(path),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            let reason = cause(error);
            OpenError::Denied { path, reason }
        }
        _ => {
            let (store, source) = (path.display().to_string(), cause(error));
            OpenError::Failed { store, source }
        }
    }
}
