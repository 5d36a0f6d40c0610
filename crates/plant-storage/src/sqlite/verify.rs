//! Integrity checks of a database by SQLite's own pragmas. Reads only.
//!
//! The checks find, above all, a backup that was copied over the database file of a store that was
//! not closed properly: the log of that store is still beside it, and SQLite applies it to the
//! copy. Such a database answers most statements, so that only a check shows the damage.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use super::cause::cause;
use super::file::is_disk_full;
use crate::{OpenError, OpenWarning};

/// The time limit of a check that is not asked for: at the start of a service, and before a command
/// uses a store that has a log. The check reads the whole file.
pub(super) const LIMIT: Duration = Duration::from_secs(5);

/// The number of steps between two looks at the clock: instructions of SQLite's virtual machine, or
/// pages of a tree.
const STEPS: std::ffi::c_int = 1000;

/// Checks everything but whether indexes match their tables, for `limit` at most. Returns a warning
/// if the time was too short.
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

fn malformed(path: &Path, reason: String) -> OpenError {
    OpenError::Malformed { path: path.to_path_buf(), reason }
}

/// Returns the error for a failure of SQLite during opening.
pub(super) fn failed(path: &Path, error: rusqlite::Error) -> OpenError {
    let path = path.to_path_buf();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) => malformed(&path, cause(error).to_string()),
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
