//! The results, the progress and the failures of maintenance.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::OpenError;

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

/// The progress of maintenance.
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
