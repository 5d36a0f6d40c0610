//! Backup, restore and integrity check of a store that is a file. For database
//! servers the error message names their own programs instead.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::task::spawn_blocking;

use crate::{OpenError, StoreUrl, sqlite};

/// The number of records in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The number of plants.
    pub plants: u64,
    /// The number of tokens, expired and revoked tokens included.
    pub tokens: u64,
}

/// A store that was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The number of records in the restored store.
    pub contents: Contents,
    /// The new paths of the files of the earlier store.
    pub kept: Vec<PathBuf>,
}

/// The progress of a function of this module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The database is copied.
    Copying {
        /// The size of the copy until now, in bytes.
        bytes: u64,
        /// The size of the whole copy in bytes, at most.
        total: u64,
    },
    /// The database is checked. SQLite does not tell how much of it.
    Checking,
}

/// Gets the progress now and then. The caller is the thread that works: a function that
/// waits delays the work.
pub type ProgressObserver = Arc<dyn Fn(Progress) + Send + Sync>;

/// A store could not be backed up, restored or checked. Existing files are
/// unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MaintenanceError {
    /// The store is not a file.
    #[error("{0} is not a file; use pg_dump and pg_restore for a PostgreSQL database")]
    NotAFile(String),

    /// The store, or the database in a file, cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),

    /// The target of a backup exists. A backup overwrites nothing.
    #[error("the file {} exists; name a file that does not exist", .0.display())]
    Exists(PathBuf),

    /// A restore would replace a store, and `replace` is false.
    #[error(
        "there is a store at {}; name another store, or give --replace, which keeps its files \
         under other names",
        .0.display()
    )]
    StoreExists(PathBuf),

    /// Part of the backup is in a write-ahead log, which a restore doesn't apply.
    #[error(
        "the file {} has a log beside it, and is no backup without it; make backups with \
         `plant-store backup`",
        .0.display()
    )]
    HasLog(PathBuf),

    /// Another program has the store open.
    #[error("another program uses the store {}; stop it", .0.display())]
    Used(PathBuf),

    /// A file could not be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    File {
        /// The operation that failed, as a verb.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The database could not be copied.
    #[error("the store cannot be copied: {0}")]
    Copy(crate::Cause),
}

/// Copies the store at `url`, which may be in use, into a new file, and checks
/// the copy. The copy has every plant that was acknowledged before the call.
///
/// # Errors
///
/// See [`MaintenanceError`]. No file is created then.
pub async fn backup(
    url: &StoreUrl,
    file: &Path,
    progress: ProgressObserver,
) -> Result<Contents, MaintenanceError> {
    let file = file.to_path_buf();
    run(url, move |store| sqlite::backup(store, &file, &progress)).await
}

/// Checks a backup and restores the store at `url` from it. With `replace` the
/// files of an earlier store are renamed.
///
/// # Errors
///
/// See [`MaintenanceError`].
pub async fn restore(
    url: &StoreUrl,
    file: &Path,
    replace: bool,
    progress: ProgressObserver,
) -> Result<Restored, MaintenanceError> {
    let file = file.to_path_buf();
    run(url, move |store| sqlite::restore(store, &file, replace, &progress)).await
}

/// Returns whether there is a file of the store at `url`, also one that an interrupted
/// restore has left.
pub fn is_there(url: &StoreUrl) -> bool {
    match url {
        StoreUrl::Sqlite(path) => sqlite::is_there(path),
        StoreUrl::Postgres(_) => true,
    }
}

/// Checks the whole store at `url`, which may be in use. Changes nothing.
///
/// # Errors
///
/// [`OpenError::Malformed`] when the store fails the integrity check.
pub async fn check(
    url: &StoreUrl,
    progress: ProgressObserver,
) -> Result<Contents, MaintenanceError> {
    run(url, move |store| sqlite::check(store, &progress)).await
}

/// Runs `work` with the path of a store, on a thread that may block.
async fn run<T: Send + 'static>(
    url: &StoreUrl,
    work: impl FnOnce(&Path) -> Result<T, MaintenanceError> + Send + 'static,
) -> Result<T, MaintenanceError> {
    let StoreUrl::Sqlite(path) = url else {
        return Err(MaintenanceError::NotAFile(url.to_string()));
    };
    let path = path.clone();
    let done = spawn_blocking(move || work(&path)).await;
    done.unwrap_or_else(|error| Err(MaintenanceError::Copy(Arc::new(error))))
}
