//! Restores a store from a backup. The files of an earlier store are renamed and
//! never overwritten.
//!
//! At every moment there is either the complete earlier store, or the complete
//! new store, or the file `plants.db.restoring`, which keeps services from
//! starting: between the renames of a database and its log, neither is a complete
//! store. Another restore completes an interrupted restore.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::backup::{TemporaryFile, examine, file_error, flush, flush_name};
use super::file::{DatabaseFile, beside, give, open_or_create, owner};
use super::lock::{SQLITE, try_lock, unlock};
use super::owner::Owner;
use super::{open, parts};
use crate::maintenance::outcome::{MaintenanceError, Progress, ProgressObserver, Restored};

/// The suffixes of the files of a store, in the order of renaming. The database
/// is first: a log without a database is refused, a database without its log is
/// not. Therefore the database must not be opened under its new name until its log has
/// been renamed, too.
const PARTS: [&str; 4] = ["", "-wal", "-journal", "-shm"];

/// The number of bytes that are copied between two reports of the progress.
const CHUNK: u64 = 16 << 20;

/// Returns whether there is a file of the store, or one of an interrupted restore.
pub(crate) fn is_there(store: &Path) -> bool {
    !existing(store).is_empty() || is_interrupted(store)
}

/// Returns whether there is the new database of an interrupted restore.
fn is_interrupted(store: &Path) -> bool {
    parts::restoring(store).symlink_metadata().is_ok()
}

/// Returns the suffixes of the files of a store that exist.
fn existing(store: &Path) -> Vec<&'static str> {
    let exists = |part: &&str| beside(store, part).symlink_metadata().is_ok();
    PARTS.into_iter().filter(exists).collect()
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
    let found = existing(store);
    if !found.is_empty() && !replace {
        return Err(MaintenanceError::StoreExists(store.clone()));
    }
    let name = name_of_earlier(store, &found)?;
    let ready = parts::restoring(store);
    unfinished.rename_to(&ready)?;
    for part in found {
        rename(&beside(store, part), &beside(&name, part))?;
    }
    flush_name(store)?;
    rename(&ready, store)?;
    flush_name(store)?;
    let kept = existing(&name).into_iter().map(|part| beside(&name, part)).collect();
    Ok(Restored { contents, kept })
}

/// Copies a backup into the directory of the store, under a temporary name and
/// with the owner of the store: root may restore the store of another user's service.
fn copy_beside(
    backup: &Path,
    store: &Path,
    progress: &ProgressObserver,
) -> Result<TemporaryFile, MaintenanceError> {
    if parts::has_log(backup) {
        return Err(MaintenanceError::HasLog(backup.to_path_buf()));
    }
    let cannot_read = |error| file_error("read", backup, error);
    let from = File::open(backup).map_err(cannot_read)?;
    let (total, mut bytes) = (from.metadata().map_err(cannot_read)?.len(), 0);
    let (unfinished, mut to) = TemporaryFile::beside(store)?;
    let cannot_write = |error| file_error("write", &unfinished.0, error);
    let mut chunk = Vec::new();
    while (&from).take(CHUNK).read_to_end(&mut chunk).map_err(cannot_read)? > 0 {
        to.write_all(&chunk).map_err(cannot_write)?;
        bytes += chunk.len() as u64;
        chunk.clear();
        progress(Progress::Copying { bytes, total });
    }
    owner(store).and_then(|owner| give(&to, &owner)).map_err(cannot_write)?;
    Ok(unfinished)
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

/// Returns the name for the files `found` of an earlier store. It is the last one that is in
/// use, if an interrupted restore has given it to the database of these files, and a new one
/// otherwise.
fn name_of_earlier(store: &Path, found: &[&str]) -> Result<PathBuf, MaintenanceError> {
    let number = last_number(store)?;
    let name = |number| beside(store, &format!(".replaced-{number}"));
    let last = existing(&name(number));
    let is_rest = last.contains(&"") && !last.iter().any(|part| found.contains(part));
    if is_rest && is_interrupted(store) {
        return Ok(name(number));
    }
    let name = name(number + 1);
    if found.first().is_some_and(|part| !part.is_empty()) {
        // The database is lost. An empty one has its name: if this restore is interrupted, the
        // next one must not take the log for that of the last database.
        open_or_create(&name, store).map_err(|error| file_error("create", &name, error))?;
    }
    Ok(name)
}

/// Returns the highest number in the names of the files of earlier stores.
fn last_number(store: &Path) -> Result<u64, MaintenanceError> {
    let prefix = beside(store, ".replaced-");
    let prefix = prefix.to_string_lossy();
    let directory = store.parent().unwrap_or(store);
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| file_error("read", directory, error))?;
    let numbers = entries.iter().filter_map(|entry| {
        let path = entry.path();
        path.to_string_lossy().strip_prefix(&*prefix)?.split('-').next()?.parse().ok()
    });
    Ok(numbers.max().unwrap_or(0))
}

fn rename(from: &Path, to: &Path) -> Result<(), MaintenanceError> {
    fs::rename(from, to).map_err(|error| file_error("rename", from, error))
}
