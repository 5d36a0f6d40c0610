//! Whether the files of a store belong together: the database and its log. What
//! does not is refused, and stays as it is.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::file::beside;
use super::{open, verify};
use crate::{Finding, OpenError};

/// The file with which no service starts: the new store of a restore that is
/// not complete.
pub(super) fn restoring(path: &Path) -> PathBuf {
    beside(path, ".restoring")
}

/// Refuses files that are not a whole store. SQLite takes a log without its
/// database for one of an earlier database, and deletes it.
pub(super) fn refuse(path: &Path) -> Result<(), OpenError> {
    let restoring = restoring(path);
    if restoring.exists() {
        return Err(OpenError::Restoring(restoring));
    }
    if is_empty(path) && has_log(path) {
        return Err(OpenError::LogAlone(beside(path, "-wal")));
    }
    Ok(())
}

/// Returns whether a database has something in a log.
pub(super) fn has_log(path: &Path) -> bool {
    !is_empty(&beside(path, "-wal"))
}

fn is_empty(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| metadata.len() == 0)
}

/// Checks a store that was not stopped, before the connection that is closed
/// last moves the log into the database file. Returns what was left undone.
pub(super) fn trust_log(
    path: &Path,
    connection: &mut Connection,
) -> Result<Option<Finding>, OpenError> {
    if has_log(path) {
        verify::quick_check(path, connection, verify::LIMIT)
    } else {
        Ok(None)
    }
}

/// Says whether a connection leaves the log as it is when it is closed: as long
/// as it is not known that log and database belong together.
pub(super) fn keep_log(path: &Path, connection: &Connection, keep: bool) -> Result<(), OpenError> {
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep)
        .map_err(|error| open::failed(path, error))?;
    Ok(())
}
