//! Whether a database is sound: its pages belong together, and each is where it
//! has to be. Reads only.
//!
//! A backup that is copied over the file of a store that was not stopped meets
//! the log of that store. SQLite applies the log, which makes a malformed
//! database of both, and answers most statements nevertheless.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use super::cause::cause;
use crate::{Finding, OpenError};

/// How long the check at a start takes at most. It reads the whole file, and a
/// service of a large store is not to be kept from its callers for long.
pub(super) const LIMIT: Duration = Duration::from_secs(5);

/// How many steps SQLite does before it looks at the time.
const STEPS: std::ffi::c_int = 1000;

/// Checks everything but indexes until the limit, and returns what was left
/// undone.
pub(super) fn quick_check(
    path: &Path,
    connection: &mut Connection,
    limit: Duration,
) -> Result<Option<Finding>, OpenError> {
    let end = Instant::now() + limit;
    let said = connection
        .progress_handler(STEPS, Some(move || Instant::now() >= end))
        .and_then(|()| first_line(connection, "PRAGMA quick_check(1)"));
    let is_interrupted = |error: &rusqlite::Error| {
        error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted)
    };
    let finding = match said {
        Err(error) if is_interrupted(&error) => Some(Finding::NotFullyChecked(limit)),
        said => {
            verdict(path, said)?;
            None
        }
    };
    connection
        .progress_handler(0, None::<fn() -> bool>)
        .map_err(|error| super::open::failed(path, error))?;
    Ok(finding)
}

/// Checks everything, however long it takes.
pub(super) fn full_check(path: &Path, connection: &Connection) -> Result<(), OpenError> {
    verdict(path, first_line(connection, "PRAGMA integrity_check(1)"))
}

fn first_line(connection: &Connection, check: &str) -> rusqlite::Result<String> {
    connection.query_row(check, [], |row| row.get(0))
}

fn verdict(path: &Path, said: rusqlite::Result<String>) -> Result<(), OpenError> {
    match said {
        Ok(said) if said == "ok" => Ok(()),
        Ok(said) => Err(malformed(path, said.replace('\n', " "))),
        Err(error) => Err(super::open::failed(path, error)),
    }
}

/// The error for a database that is not sound.
pub(super) fn malformed(path: &Path, reason: String) -> OpenError {
    OpenError::Malformed {
        path: path.to_path_buf(),
        reason,
    }
}

/// What SQLite said when it found a database malformed by itself.
pub(super) fn malformed_by(path: &Path, error: rusqlite::Error) -> OpenError {
    malformed(path, cause(error).to_string())
}
