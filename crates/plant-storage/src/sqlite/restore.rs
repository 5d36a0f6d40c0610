//! A store from a backup. What was there before gets other names and is never
//! overwritten.
//!
//! At every moment there is either the earlier store, whole, or the new one,
//! whole, or the file `plants.db.restoring`, with which no service starts: while
//! a log is moved away, its database is not a store without it. To restore again
//! ends what was interrupted.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::backup::{Unfinished, examine, file_error, flush, flush_name};
use super::file::{DatabaseFile, MODE, beside};
use super::lock::{SQLITE, try_lock, unlock};
use super::owner::{Owner, lock_path};
use super::{open, parts};
use crate::maintenance::{MaintenanceError, Restored};

/// The files of a store, by what follows its name. The database goes first: a
/// log alone is refused, a database without its log is not.
const PARTS: [&str; 4] = ["", "-wal", "-journal", "-shm"];

/// Makes the store at `store` from the database in `backup`.
pub(crate) fn restore(
    store: &Path,
    backup: &Path,
    replace: bool,
) -> Result<Restored, MaintenanceError> {
    let store = &open::resolve(store)?;
    let unfinished = copied(backup, store)?;
    let contents = examine(&unfinished.0)?;
    flush(&unfinished.0)?;

    let _stopped = Stopped::new(store)?;
    let parts: Vec<&str> = PARTS
        .into_iter()
        .filter(|part| beside(store, part).symlink_metadata().is_ok())
        .collect();
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

/// Copies a backup to the place of the store, under another name and with the
/// owner of the store.
fn copied(backup: &Path, store: &Path) -> Result<Unfinished, MaintenanceError> {
    let log = beside(backup, "-wal");
    if fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        return Err(MaintenanceError::HasLog(backup.to_path_buf()));
    }
    let mut from = File::open(backup).map_err(|error| file_error("read", backup, error))?;
    let unfinished = Unfinished::beside(store)?;
    let path = &unfinished.0;
    let mut options = OpenOptions::new();
    let opened = options.write(true).mode(MODE).open(path);
    let copied = opened.and_then(|mut to| {
        std::io::copy(&mut from, &mut to)?;
        give_to_owner(&to, store)
    });
    copied.map_err(|error| file_error("write", path, error))?;
    Ok(unfinished)
}

/// Gives a file to the user and the group of the store, or of its directory:
/// root may restore what another user serves.
fn give_to_owner(file: &File, store: &Path) -> std::io::Result<()> {
    let directory = store.parent().unwrap_or(Path::new("."));
    let wanted = fs::metadata(store).or_else(|_| fs::metadata(directory))?;
    let found = file.metadata()?;
    if (found.uid(), found.gid()) != (wanted.uid(), wanted.gid()) {
        fchown(file, Some(wanted.uid()), Some(wanted.gid()))?;
    }
    Ok(())
}

/// The right to change the files of a store, which nobody uses meanwhile.
struct Stopped {
    database: Option<Arc<DatabaseFile>>,
    _owner: Owner,
}

impl Stopped {
    fn new(store: &Path) -> Result<Self, MaintenanceError> {
        let database = match store.symlink_metadata() {
            Ok(_) => Some(DatabaseFile::open(store, false)?),
            Err(_) => None,
        };
        let owner = Owner::of(store, database.clone())?;
        let lock = lock_path(store);
        let given = File::open(&lock).and_then(|file| give_to_owner(&file, store));
        given.map_err(|error| file_error("write", &lock, error))?;
        if let Some(database) = &database {
            let locked = try_lock(&database.file, SQLITE);
            if !locked.map_err(|error| file_error("lock", store, error))? {
                return Err(MaintenanceError::Used(store.to_path_buf()));
            }
        }
        Ok(Stopped {
            database,
            _owner: owner,
        })
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        if let Some(database) = &self.database {
            // What fails here ends with the process.
            let _ = unlock(&database.file, SQLITE);
        }
    }
}

/// Returns a name for the files of an earlier store that no file has.
fn unused_name(store: &Path) -> PathBuf {
    let mut names = (1_u64..).map(|number| beside(store, &format!(".replaced-{number}")));
    let is_unused = |name: &PathBuf| {
        let mut files = PARTS.iter().map(|part| beside(name, part));
        files.all(|file| file.symlink_metadata().is_err())
    };
    names.find(is_unused).unwrap_or_default()
}

fn rename(from: &Path, to: &Path) -> Result<(), MaintenanceError> {
    fs::rename(from, to).map_err(|error| file_error("rename", from, error))
}
