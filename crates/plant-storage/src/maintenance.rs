//! Backup, restore and check of a store that is a file. The database systems
//! have programs of their own for that, which are named instead.

use std::io;
use std::path::{Path, PathBuf};

use tokio::task::spawn_blocking;

use crate::{OpenError, StoreUrl, sqlite};

/// How much is in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The number of plants.
    pub plants: u64,
    /// The number of tokens, those that are no longer accepted included.
    pub tokens: u64,
}

/// A store that was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What is in the store now.
    pub contents: Contents,
    /// Where the files of the earlier store are now.
    pub kept: Vec<PathBuf>,
}

/// A store could not be backed up, restored or checked. Whatever was there is
/// as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MaintenanceError {
    /// The store is no file.
    #[error("{0} is not a file; use pg_dump and pg_restore for a PostgreSQL database")]
    NotAFile(String),

    /// The store, or the database in a file, cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),

    /// A backup overwrites nothing.
    #[error("the file {} exists; name a file that does not exist", .0.display())]
    Exists(PathBuf),

    /// A restore overwrites nothing unless it is told to.
    #[error(
        "there is a store at {}; name another store, or give --replace, which keeps its files \
         under other names",
        .0.display()
    )]
    StoreExists(PathBuf),

    /// A part of the backup is in a log, which a restore does not apply.
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
        /// What was to be done with the file.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },

    /// The database could not be copied.
    #[error("the store cannot be copied: {0}")]
    Copy(crate::Cause),
}

/// Copies the store at `url`, which may be in use, into a new file, and checks
/// the copy. Every plant that was acknowledged before is in the copy.
///
/// # Errors
///
/// See [`MaintenanceError`]. There is no file then.
pub async fn backup(url: &StoreUrl, file: &Path) -> Result<Contents, MaintenanceError> {
    let file = file.to_path_buf();
    run(url, move |store| sqlite::backup(store, &file)).await
}

/// Makes the store at `url` from a backup, after it has checked the backup. With
/// `replace` the files of an earlier store get other names.
///
/// # Errors
///
/// See [`MaintenanceError`].
pub async fn restore(
    url: &StoreUrl,
    file: &Path,
    replace: bool,
) -> Result<Restored, MaintenanceError> {
    let file = file.to_path_buf();
    run(url, move |store| sqlite::restore(store, &file, replace)).await
}

/// Checks the store at `url`, which may be in use, completely. Changes nothing.
///
/// # Errors
///
/// [`OpenError::Malformed`] when the store is not sound.
pub async fn check(url: &StoreUrl) -> Result<Contents, MaintenanceError> {
    run(url, sqlite::check).await
}

/// Does `work` with the path of a store, on a thread that may block.
async fn run<T: Send + 'static>(
    url: &StoreUrl,
    work: impl FnOnce(&Path) -> Result<T, MaintenanceError> + Send + 'static,
) -> Result<T, MaintenanceError> {
    let StoreUrl::Sqlite(path) = url else {
        return Err(MaintenanceError::NotAFile(url.to_string()));
    };
    let path = path.clone();
    let done = spawn_blocking(move || work(&path)).await;
    done.unwrap_or_else(|error| Err(MaintenanceError::Copy(std::sync::Arc::new(error))))
}
