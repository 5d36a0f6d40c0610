//! Integrity checks of a database by SQLite's own pragmas. Reads only.
//!
//! The checks find, above all, a backup that was copied over the database file of a store that was
//! not closed properly: the log of that store is still beside it, and SQLite applies it to the
//! copy. Such a database answers most statements, so that only a check shows the damage.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use super::cause::cause;
use super::file::is_disk_full;
use crate::{OpenError, OpenWarning};

/// The time limit of a check that is not asked for: at the start of a service, and before a command
/// uses a store that has a log. The check reads the whole file.
const LIMIT: Duration = Duration::from_secs(5);

/// The number of steps between two looks at the clock: instructions of SQLite's virtual machine, or
/// pages of a tree.
const STEPS: std::ffi::c_int = 1000;

/// Checks everything but `UNIQUE` and whether indexes match their tables. Returns a warning if the
/// time was too short.
pub(super) fn quick_check(
    path: &Path,
    connection: &mut Connection,
) -> Result<Option<OpenWarning>, OpenError> {
    let end = Instant::now() + LIMIT;
    let result = connection
        .progress_handler(STEPS, Some(move || Instant::now() >= end))
        .and_then(|()| first_line(connection, "PRAGMA quick_check(1)"));
    connection.progress_handler(0, None::<fn() -> bool>).map_err(|error| failed(path, error))?;
    match result {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => {
            Ok(Some(OpenWarning::NotFullyChecked(LIMIT)))
        }
        result => require_ok(path, result).map(|()| None),
    }
}

/// Checks everything, however long it takes.
pub(super) fn full_check(path: &Path, connection: &Connection) -> Result<(), OpenError> {
    require_ok(path, first_line(connection, "PRAGMA integrity_check(1)"))
}

fn first_line(connection: &Connection, check: &str) -> rusqlite::Result<String> {
    connection.query_row(check, [], |row| row.get(0))
}

fn require_ok(path: &Path, result: rusqlite::Result<String>) -> Result<(), OpenError> {
    match result.map(|message| message.replace('\n', " ")) {
        Ok(message) if message == "ok" => Ok(()),
        Ok(message) if is_unread(&message) => Err(unusable(path, std::io::Error::other(message))),
        Ok(message) => Err(malformed(path, message)),
        Err(error) => Err(failed(path, error)),
    }
}

/// Returns whether the check ended at a page that the disk, say, did not return. SQLite has the same
/// message for a page that is malformed, with the code `SQLITE_CORRUPT`, 11.
fn is_unread(message: &str) -> bool {
    message.contains("failed to get page")
        || message.contains("unable to get the page.") && !message.ends_with("=11")
}

fn malformed(path: &Path, reason: String) -> OpenError {
    OpenError::Malformed { path: path.to_path_buf(), reason }
}

/// Returns the error for a failure of SQLite while a store is opened or checked.
pub(super) fn failed(path: &Path, error: rusqlite::Error) -> OpenError {
    let path = path.to_path_buf();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) => malformed(&path, cause(error).to_string()),
        Some(ErrorCode::DiskFull) => OpenError::DiskFull(path),
        // SQLite does not tell why it cannot extend the index of the log.
        Some(ErrorCode::SystemIoFailure) if is_disk_full(&path) => OpenError::DiskFull(path),
        Some(ErrorCode::NotADatabase) => OpenError::NotADatabase(path),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            OpenError::Denied { path, reason: cause(error) }
        }
        _ => OpenError::Failed { store: path.display().to_string(), source: cause(error) },
    }
}

/// Returns the error for a failure that makes an open database unusable.
pub(super) fn unusable(path: &Path, source: impl Error + Send + Sync + 'static) -> OpenError {
    OpenError::Failed { store: path.display().to_string(), source: Arc::new(source) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_cannot_be_read_is_no_damage() {
        for (message, is_damage) in [
            ("Tree 2 page 12: unable to get the page. error code=8458", false),
            ("Freelist: failed to get page 12", false),
            ("Tree 2 page 12: unable to get the page. error code=11", true),
            ("Tree 2 page 12: btreeInitPage() returns error code 11", true),
        ] {
            let error = require_ok(Path::new("plants.db"), Ok(message.to_owned())).unwrap_err();
            assert_eq!(error.is_permanent(), is_damage, "{error}");
        }
    }
}
