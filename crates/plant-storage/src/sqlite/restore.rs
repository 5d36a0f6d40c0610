//! Restores a store from a backup. The files of an earlier store are renamed and
//! never overwritten.
//!
//! At every moment there is either the complete earlier store, or the complete
//! new store, or the file `plants.db.restoring`, which keeps services from
//! starting: between the renames of a database and its log, neither is a complete
//! store. Another restore completes an interrupted restore.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::backup::{TemporaryFile, examine, file_error, flush, flush_name};
use super::file::{DatabaseFile, MODE, beside, give, owner};
use super::lock::{SQLITE, try_lock, unlock};
use super::owner::Owner;
use super::{open, parts};
use crate::maintenance::outcome::{MaintenanceError, Progress, ProgressObserver, Restored};

/// The suffixes of the files of a store, in the order of renaming. The database
/// is first: a log without a database is refused, a database without its log is
/// not.
const PARTS: [&str; 4] = ["", "-wal", "-journal", "-shm"];

/// The number of bytes that are copied between two reports of the progress.
const CHUNK: u64 = 16 << 20;

/// Returns whether there is a file of the store, or one of an interrupted restore.
pub(crate) fn is_there(store: &Path) -> bool {
    let mut parts = PARTS.map(|part| beside(store, part)).into_iter();
    let exists = |file: &Path| file.symlink_metadata().is_ok();
    parts.any(|part| exists(&part)) || exists(&parts::restoring(store))
}

/// Restores the store at `store` from the database in `backup`. No service starts while the copy
/// has the name of an incomplete restore, so that none sees a part of the old store.
pub(crate) fn restore(
    store: &Path,
    backup: &Path,
    replace: bool,
    progress: &ProgressObserver,
) -> Result<Restored, MaintenanceError> {
    let store = &open::resolve(store)?;
    let unfinished = copy_beside(backup, store, progress)?;
    // The backup may have an older schema.
    open::migrate(&unfinished.0)?;
    let contents = examine(&unfinished.0, progress)?;
    flush(&unfinished.0)?;

    let _exclusive = ExclusiveAccess::new(store)?;
    let parts: Vec<&str> =
        PARTS.into_iter().filter(|part| beside(store, part).symlink_metadata().is_ok()).collect();
    if !parts.is_empty() && !replace {
        return Err(MaintenanceError::StoreExists(store.clone()));
    }
    let ready = parts::restoring(store);
    rename(&unfinished.0, &ready)?;
    flush_name(store)?;
    let name = unused_name(store);
    let mut kept = Vec::new();
    for part in parts {
        let aside = beside(&name, part);
        rename(&beside(store, part), &aside)?;
        kept.push(aside);
    }
    flush_name(store)?;
    rename(&ready, store)?;
    flush_name(store)?;
    Ok(Restored { contents, kept })
}

/// Copies a backup into the directory of the store, under a temporary name and
/// with the owner of the store: root may restore the store of another user's service.
fn copy_beside(
    backup: &Path,
    store: &Path,
    progress: &ProgressObserver,
) -> Result<TemporaryFile, MaintenanceError> {
    let log = beside(backup, "-wal");
    if fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        return Err(MaintenanceError::HasLog(backup.to_path_buf()));
    }
    let mut from = File::open(backup).map_err(|error| file_error("read", backup, error))?;
    let unfinished = TemporaryFile::beside(store)?;
    let path = &unfinished.0;
    let mut options = OpenOptions::new();
    let opened = options.write(true).mode(MODE).open(path);
    let copied = opened.and_then(|mut to| {
        copy(&mut from, &mut to, progress)?;
        give(&to, &owner(store)?)
    });
    copied.map_err(|error| file_error("write", path, error))?;
    Ok(unfinished)
}

fn copy(from: &mut File, to: &mut File, progress: &ProgressObserver) -> io::Result<()> {
    let (total, mut bytes) = (from.metadata()?.len(), 0);
    loop {
        match io::copy(&mut from.take(CHUNK), to)? {
            0 => return Ok(()),
            copied => bytes += copied,
        }
        progress(Progress::Copying { bytes, total });
    }
}

/// Exclusive access to the files of a store, which no other process uses.
struct ExclusiveAccess {
    database: Option<Arc<DatabaseFile>>,
    _owner: Owner,
}

impl ExclusiveAccess {
    fn new(store: &Path) -> Result<Self, MaintenanceError> {
        let database = match store.symlink_metadata() {
            Ok(_) => Some(DatabaseFile::open(store, false)?),
            Err(_) => None,
        };
        let owner = Owner::of(store, database.clone())?;
        if let Some(database) = &database {
            let locked = try_lock(&database.file, SQLITE);
            if !locked.map_err(|error| file_error("lock", store, error))? {
                return Err(MaintenanceError::Used(store.to_path_buf()));
            }
        }
        Ok(ExclusiveAccess { database, _owner: owner })
    }
}

impl Drop for ExclusiveAccess {
    fn drop(&mut self) {
        if let Some(database) = &self.database {
            // After a failure the lock ends with the process.
            let _ = unlock(&database.file, SQLITE);
        }
    }
}

/// Returns an unused name for the files of an earlier store.
fn unused_name(store: &Path) -> PathBuf {
    let mut number = 1_u64;
    loop {
        let name = beside(store, &format!(".replaced-{number}"));
        let mut files = PARTS.iter().map(|part| beside(&name, part));
        if files.all(|file| file.symlink_metadata().is_err()) {
            return name;
        }
        number += 1;
    }
}

fn rename(from: &Path, to: &Path) -> Result<(), MaintenanceError> {
    fs::rename(from, to).map_err(|error| file_error("rename", from, error))
}
