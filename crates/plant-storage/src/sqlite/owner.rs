//! Ownership of a database file by one service process at a time. Two locks mark
//! it, and the operating system releases both when the process ends, however it
//! ends.
//!
//! The lock on the companion file `plants.db.lock` excludes a second service from
//! the path. The lock file itself is never deleted: otherwise two processes could
//! lock two files of the same name.
//!
//! The lock on the database file excludes a second service from the file under
//! any path, and shows other commands that a service uses the file. If the lock
//! file of a command's path is free then, the service uses another path and has
//! its log there: a reader without that log misses plants, and a writer without
//! it destroys the database. Commands test the lock on the database first, since
//! the service takes the two locks in the reverse order.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::file::{DatabaseFile, beside, denied, open_or_create};
use super::lock::{SERVICE, is_locked, try_lock, unlock};
use crate::OpenError;

/// The number of tests whether a service uses another path. A process that ends
/// may release the two locks in any order.
const TESTS: u32 = 10;

/// The pause between two tests.
const PAUSE: Duration = Duration::from_millis(10);

/// Ownership of a database file, until dropped.
pub(super) struct Owner {
    /// `None` if the database file does not exist.
    database: Option<Arc<DatabaseFile>>,
    _lock: File,
}

impl Owner {
    /// Acquires ownership of the database at `path`.
    pub(super) fn of(path: &Path, database: Option<Arc<DatabaseFile>>) -> Result<Self, OpenError> {
        let lock = lock_file(path)
            .map_err(|error| denied(path, error))?
            .ok_or_else(|| OpenError::InUse(path.to_path_buf()))?;
        if let Some(database) = &database {
            let mut owned_at = database.owned_at();
            // The lock does not exclude a second service of the same process.
            if owned_at.is_some()
                || !try_lock(&database.file, SERVICE).map_err(|error| denied(path, error))?
            {
                return Err(OpenError::InUse(path.to_path_buf()));
            }
            *owned_at = Some(path.to_path_buf());
        }
        Ok(Owner { database, _lock: lock })
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        if let Some(database) = &self.database {
            *database.owned_at() = None;
            // After a failure the lock ends with the process.
            let _ = unlock(&database.file, SERVICE);
        }
    }
}

/// Opens and locks the companion lock file. Returns `None` if another process has
/// the lock.
fn lock_file(path: &Path) -> io::Result<Option<File>> {
    let lock = open_or_create(&lock_path(path), path)?;
    match lock.try_lock() {
        // `is_path_locked` can test this second lock without taking it.
        Ok(()) => Ok(try_lock(&lock, SERVICE)?.then_some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Returns whether a service owns the file under `path`. Returns an error if a
/// service owns the file under another path, and so has its log elsewhere.
pub(super) fn is_served(path: &Path, database: &DatabaseFile) -> Result<bool, OpenError> {
    match &*database.owned_at() {
        Some(owned) if owned == path => return Ok(true),
        Some(_) => return Err(OpenError::OtherPath(path.to_path_buf())),
        None => {}
    }
    for _ in 0..TESTS {
        if !is_locked(&database.file, SERVICE).map_err(|error| denied(path, error))? {
            return Ok(false);
        }
        if is_path_locked(path).map_err(|error| denied(path, error))? {
            return Ok(true);
        }
        std::thread::sleep(PAUSE);
    }
    Err(OpenError::OtherPath(path.to_path_buf()))
}

fn is_path_locked(path: &Path) -> io::Result<bool> {
    match File::open(lock_path(path)) {
        Ok(lock) => is_locked(&lock, SERVICE),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn lock_path(path: &Path) -> PathBuf {
    beside(path, ".lock")
}
