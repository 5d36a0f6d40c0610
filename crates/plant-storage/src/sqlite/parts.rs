//! Checks that the database and the write-ahead log of a store belong together.
//! Files that don't are refused and stay unchanged.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::file::beside;
use super::verify;
use crate::OpenError;

/// Returns the path of the new database of an incomplete restore. While the file
/// exists, no service starts.
pub(super) fn restoring(path: &Path) -> PathBuf {
    beside(path, ".restoring")
}

/// Refuses an incomplete store. SQLite assumes that a log without its database is
/// left of an earlier database, and deletes it.
pub(super) fn refuse_incomplete(path: &Path) -> Result<(), OpenError> {
    let restoring = restoring(path);
    if restoring.exists() {
        return Err(OpenError::Restoring(restoring));
    }
    if is_empty(path) && has_log(path) {
        return Err(OpenError::LogAlone(beside(path, "-wal")));
    }
    Ok(())
}

/// Returns whether the log of a database exists and is not empty.
pub(super) fn has_log(path: &Path) -> bool {
    !is_empty(&beside(path, "-wal"))
}

fn is_empty(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| metadata.len() == 0)
}

/// Checks a store with a log, which its service did not close properly, before
/// the last connection to close moves the log into the database file. A large store
/// is checked in part.
pub(super) fn check_log(path: &Path, connection: &mut Connection) -> Result<(), OpenError> {
    if has_log(path) {
        verify::quick_check(path, connection)?;
    }
    Ok(())
}

/// Sets whether a connection leaves the log unchanged when it is closed. `keep` is
/// true until the check that log and database belong together has passed.
pub(super) fn keep_log(path: &Path, connection: &Connection, keep: bool) -> Result<(), OpenError> {
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep)
        .map_err(|error| verify::failed(path, error))?;
    Ok(())
}
