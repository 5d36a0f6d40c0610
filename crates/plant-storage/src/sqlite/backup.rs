//! Backup and full integrity check of a database.
//!
//! `VACUUM INTO` makes the copy, within one read transaction. SQLite's backup
//! interface was tried and dropped: it restarts whenever another process writes,
//! and beside a service with 20 creates a second it never ended.
//!
//! A backup gets its name only when it is complete, checked and on stable
//! storage. It never replaces a file.

use std::ffi::c_int;
use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{io, mem};

use rusqlite::Connection;

use super::cause::cause;
use super::file::{MODE, beside};
use super::{open, parts, schema, verify};
use crate::maintenance::outcome::{Contents, MaintenanceError, Progress, ProgressObserver};

/// The number of virtual machine instructions between two reports of the progress.
const STEPS: c_int = 1000;

/// Copies the database at `store` into the new file `target`.
pub(crate) fn backup(
    store: &Path,
    target: &Path,
    progress: &ProgressObserver,
) -> Result<Contents, MaintenanceError> {
    if target.symlink_metadata().is_ok() {
        return Err(MaintenanceError::Exists(target.to_path_buf()));
    }
    // Also of an older schema: a backup is made before an upgrade.
    let mut source = open::for_reading(&open::resolve(store)?, schema::OLDEST)?;
    let (unfinished, _) = TemporaryFile::beside(target)?;
    copy(&mut source, &unfinished.0, progress)?;
    drop(source);
    let contents = examine(&unfinished.0, progress)?;
    flush(&unfinished.0)?;
    unfinished.finish(target)?;
    Ok(contents)
}

/// Checks the whole database at `store`. Returns the number of its records.
pub(crate) fn check(
    store: &Path,
    progress: &ProgressObserver,
) -> Result<Contents, MaintenanceError> {
    let store = &open::resolve(store)?;
    let connection = open::for_reading(store, schema::OLDEST)?;
    parts::keep_log(store, &connection, parts::has_log(store))?;
    checked_contents(store, &connection, progress)
}

/// Checks a database that no process uses. Returns the number of its records.
pub(super) fn examine(
    path: &Path,
    progress: &ProgressObserver,
) -> Result<Contents, MaintenanceError> {
    let connection = open::open_to_read(path, schema::OLDEST)?;
    checked_contents(path, &connection, progress)
}

/// Checks the database at `path`, which is open. Returns the number of its records.
fn checked_contents(
    path: &Path,
    connection: &Connection,
    progress: &ProgressObserver,
) -> Result<Contents, MaintenanceError> {
    progress(Progress::Checking);
    verify::full_check(path, connection)?;
    let count = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    let counted = version.and_then(|version| {
        let plants = count(match version {
            // No plant of an older schema is deleted.
            ..3_u32 => "SELECT count(*) FROM plants",
            _ => "SELECT count(*) FROM plants WHERE deleted_at IS NULL",
        })?;
        let tokens = count("SELECT count(*) FROM tokens")?;
        Ok(Contents { plants: plants.unsigned_abs(), tokens: tokens.unsigned_abs() })
    });
    Ok(counted.map_err(|error| verify::failed(path, error))?)
}

fn copy(
    source: &mut Connection,
    target: &Path,
    progress: &ProgressObserver,
) -> Result<(), MaintenanceError> {
    let failed = |error| MaintenanceError::Copy(cause(error));
    observe_copy(source, target, progress).map_err(failed)?;
    // A connection with `query_only` refuses to write the copy, too.
    source.pragma_update(None, "query_only", false).map_err(failed)?;
    let name = target.to_string_lossy();
    source.execute("VACUUM INTO ?1", [&*name]).map_err(failed)?;
    Ok(())
}

/// Reports the size of the file `target` while `source` copies itself into it.
fn observe_copy(
    source: &mut Connection,
    target: &Path,
    progress: &ProgressObserver,
) -> rusqlite::Result<()> {
    let total = super::size(source)?;
    let (target, progress) = (target.to_path_buf(), Arc::clone(progress));
    let report = move || {
        let bytes = fs::metadata(&target).map_or(0, |file| file.len().min(total));
        progress(Progress::Copying { bytes, total });
        // To go on.
        false
    };
    source.progress_handler(STEPS, Some(report))
}

/// Flushes a file to stable storage.
pub(super) fn flush(path: &Path) -> Result<(), MaintenanceError> {
    let flushed = File::open(path).and_then(|file| file.sync_all());
    flushed.map_err(|error| file_error("flush", path, error))
}

/// Flushes the directory of a file, and so its name, to stable storage.
pub(super) fn flush_name(path: &Path) -> Result<(), MaintenanceError> {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    flush(directory)
}

pub(super) fn file_error(action: &'static str, path: &Path, source: io::Error) -> MaintenanceError {
    MaintenanceError::File { action, path: path.to_path_buf(), source }
}

/// A file that is not complete yet. Deleted when dropped.
pub(super) struct TemporaryFile(pub(super) PathBuf);

impl TemporaryFile {
    /// Creates an empty file in the directory of `target`. A caller that writes to it by its
    /// name may write to another file, which has replaced it.
    pub(super) fn beside(target: &Path) -> Result<(Self, File), MaintenanceError> {
        for number in 0_u32.. {
            let path = beside(target, &format!(".unfinished-{number}"));
            let mut options = OpenOptions::new();
            match options.create_new(true).write(true).mode(MODE).open(&path) {
                Ok(file) => return Ok((TemporaryFile(path), file)),
                // Left by a process that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(file_error("create", &path, error)),
            }
        }
        Err(MaintenanceError::Exists(target.to_path_buf()))
    }

    /// Renames the file to `target`, unless there is a file of this name.
    fn finish(self, target: &Path) -> Result<(), MaintenanceError> {
        // A rename replaces an existing file. So an empty file reserves the name
        // first, which fails if the file exists. Not a hard link, which some file
        // systems for backups don't support.
        let reserved = OpenOptions::new().create_new(true).write(true).open(target);
        reserved.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => MaintenanceError::Exists(target.to_path_buf()),
            _ => file_error("create", target, error),
        })?;
        self.rename_to(target)
    }

    /// Renames the file to `target`. A file of this name is replaced.
    pub(super) fn rename_to(self, target: &Path) -> Result<(), MaintenanceError> {
        fs::rename(&self.0, target).map_err(|error| file_error("create", target, error))?;
        // Another process may have created a file with the former name, so it must not be deleted.
        mem::forget(self);
        flush_name(target)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
