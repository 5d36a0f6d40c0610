//! One service process at a time owns a database file. The sign of it is an
//! advisory lock on a file beside it, `plants.db.lock`, which the system lets
//! go of when the process ends, however it ends. The file itself stays: to
//! remove it would let two processes lock two files of the same name.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::OpenError;

/// Ownership of a database file, until dropped.
pub(super) struct Owner {
    _lock: File,
}

impl Owner {
    /// Becomes the owner of the database at `path`.
    pub(super) fn of(path: &Path) -> Result<Self, OpenError> {
        let denied = |error: std::io::Error| OpenError::Denied {
            path: path.to_path_buf(),
            reason: Arc::new(error),
        };
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(lock_path(path))
            .map_err(denied)?;
        match lock.try_lock() {
            Ok(()) => Ok(Owner { _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_path_buf())),
            Err(TryLockError::Error(error)) => Err(denied(error)),
        }
    }
}

fn lock_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".lock");
    name.into()
}
