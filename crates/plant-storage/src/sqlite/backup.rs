//! Copies of a database, and whether a database is sound.
//!
//! `VACUUM INTO` makes the copy, within one read transaction. SQLite's backup
//! interface was tried and dropped: it begins anew whenever another process
//! writes, and beside a service with 20 creates a second it never ended.
//!
//! A backup appears under its name only when it is complete, checked and on
//! stable storage. It never takes the place of a file.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::cause::cause;
use super::file::{MODE, beside};
use super::{open, parts, verify};
use crate::maintenance::{Contents, MaintenanceError};

/// Copies the database at `store` into the new file `target`.
pub(crate) fn backup(store: &Path, target: &Path) -> Result<Contents, MaintenanceError> {
    if target.symlink_metadata().is_ok() {
        return Err(MaintenanceError::Exists(target.to_path_buf()));
    }
    let source = open::for_reading(&open::resolve(store)?)?;
    let unfinished = Unfinished::beside(target)?;
    copy(&source, &unfinished.0)?;
    drop(source);
    let contents = examine(&unfinished.0)?;
    flush(&unfinished.0)?;
    unfinished.finish(target)?;
    Ok(contents)
}

/// Checks the database at `store` completely.
pub(crate) fn check(store: &Path) -> Result<Contents, MaintenanceError> {
    let store = &open::resolve(store)?;
    let connection = open::for_reading(store)?;
    parts::keep_log(store, &connection, parts::has_log(store))?;
    sound_contents(store, &connection)
}

/// Checks a database that nobody uses, and returns what is in it.
pub(super) fn examine(path: &Path) -> Result<Contents, MaintenanceError> {
    let connection = open::open_to_read(path)?;
    sound_contents(path, &connection)
}

fn sound_contents(path: &Path, connection: &Connection) -> Result<Contents, MaintenanceError> {
    verify::full_check(path, connection)?;
    let count = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let counted = count("SELECT count(*) FROM plants").and_then(|plants| {
        let tokens = count("SELECT count(*) FROM tokens")?;
        Ok(Contents {
            plants: plants.unsigned_abs(),
            tokens: tokens.unsigned_abs(),
        })
    });
    Ok(counted.map_err(|error| open::failed(path, error))?)
}

fn copy(source: &Connection, target: &Path) -> Result<(), MaintenanceError> {
    let failed = |error| MaintenanceError::Copy(cause(error));
    // A connection that reads only refuses to write the copy, too.
    source
        .pragma_update(None, "query_only", false)
        .map_err(failed)?;
    let name = target.to_string_lossy();
    source.execute("VACUUM INTO ?1", [&*name]).map_err(failed)?;
    Ok(())
}

/// Puts a file on stable storage.
pub(super) fn flush(path: &Path) -> Result<(), MaintenanceError> {
    let flushed = File::open(path).and_then(|file| file.sync_all());
    flushed.map_err(|error| file_error("flush", path, error))
}

/// Puts the names in the directory of a file on stable storage.
pub(super) fn flush_name(path: &Path) -> Result<(), MaintenanceError> {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    flush(directory)
}

pub(super) fn file_error(action: &'static str, path: &Path, source: io::Error) -> MaintenanceError {
    MaintenanceError::File {
        action,
        path: path.to_path_buf(),
        source,
    }
}

/// A file that is not complete yet. Removed when dropped.
pub(super) struct Unfinished(pub(super) PathBuf);

impl Unfinished {
    /// Makes an empty file beside another one.
    pub(super) fn beside(target: &Path) -> Result<Self, MaintenanceError> {
        for number in 0_u32.. {
            let path = beside(target, &format!(".unfinished-{number}"));
            let mut options = OpenOptions::new();
            match options.create_new(true).write(true).mode(MODE).open(&path) {
                Ok(_) => return Ok(Unfinished(path)),
                // What a process has left that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(file_error("create", &path, error)),
            }
        }
        Err(MaintenanceError::Exists(target.to_path_buf()))
    }

    /// Gives the file its name, unless there is a file of this name.
    fn finish(self, target: &Path) -> Result<(), MaintenanceError> {
        // A rename replaces what has the name. So the name is taken first, by an
        // empty file, which fails where there is one. Not by a link, which some
        // file systems for backups don't have.
        let taken = OpenOptions::new().create_new(true).write(true).open(target);
        taken.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => MaintenanceError::Exists(target.to_path_buf()),
            _ => file_error("create", target, error),
        })?;
        fs::rename(&self.0, target).map_err(|error| file_error("create", target, error))?;
        flush_name(target)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Fails when the file has got its name.
        let _ = fs::remove_file(&self.0);
    }
}
