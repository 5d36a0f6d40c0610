//! What can go wrong with a store. Every message names the thing and says what
//! can be done; none says what a caller over the network may hear of it.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

/// Why a backend failed, for the log. Shared, because one failed transaction
/// answers many creates.
pub type Cause = Arc<dyn Error + Send + Sync>;

/// A store could not be opened. Nothing was damaged: what was found is as it
/// was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file is to be in a directory that isn't there.
    #[error("the directory {} does not exist; create it, or name another file", .0.display())]
    DirectoryMissing(PathBuf),

    /// There is no such store, and this kind of access creates none.
    #[error(
        "there is no store at {0}; `plant-store serve` creates one, and so does `plant-store token \
         create --new-store`"
    )]
    Missing(String),

    /// The system doesn't let this user write the file or its directory.
    /// Reading takes that too: readers and writers share an index there.
    #[error(
        "the store {} cannot be used: {reason}; check the permissions of the file and of its \
         directory",
        path.display()
    )]
    Denied {
        /// The file.
        path: PathBuf,
        /// What the database or the system said.
        reason: Cause,
    },

    /// The file is something else than a database.
    #[error("{} is not an SQLite database; name another file", .0.display())]
    NotADatabase(PathBuf),

    /// The file is a database that another application made.
    #[error("{} is a database of another application; name another file", .0.display())]
    Foreign(PathBuf),

    /// The store was written by a later version of this program.
    #[error(
        "the store {store} has schema version {found}, and this program knows versions up to \
         {supported}; use a newer plant-store"
    )]
    NewerSchema {
        /// The store.
        store: String,
        /// The version that the store has.
        found: u32,
        /// The newest version that this program knows.
        supported: u32,
    },

    /// The store has to be brought up to date, which this kind of access
    /// doesn't do.
    #[error(
        "the store {store} has schema version {found}, and this program needs version {supported}; \
         `plant-store serve` brings it up to date"
    )]
    OlderSchema {
        /// The store.
        store: String,
        /// The version that the store has.
        found: u32,
        /// The version that this program needs.
        supported: u32,
    },

    /// Another service process owns the store.
    #[error(
        "the store {} is in use by another plant-store service; stop that one, or name another file",
        .0.display()
    )]
    InUse(PathBuf),

    /// A service uses the database file under another path, with the log that
    /// is beside that path.
    #[error(
        "a plant-store service uses the database file {} under another path, and its log is \
         there; name the path that the service uses",
        .0.display()
    )]
    OtherPath(PathBuf),

    /// The database is not sound.
    #[error(
        "the store {} is malformed: {reason}; run `plant-store restore` with a backup and \
         --replace, which keeps the files. If a backup was copied over the file of a store that \
         had a log, the log does not belong to the backup",
        path.display()
    )]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What was found.
        reason: String,
    },

    /// A restore of the store was interrupted.
    #[error(
        "a restore of the store was interrupted, and {} is left of it; run `plant-store restore` \
         again, with --replace",
        .0.display()
    )]
    Restoring(PathBuf),

    /// There is a log, and the database file that it belongs to is missing or
    /// empty. SQLite would delete the log.
    #[error(
        "the log {} holds plants that are not in the database file, and the database file is \
         missing or empty; put the database file back, or move the log away and restore a backup \
         with `plant-store restore`",
        .0.display()
    )]
    LogAlone(PathBuf),

    /// The database file has several names, and each would have its own log.
    #[error(
        "the database file {} has {links} names (hard links), and each name has a log of its \
         own; remove the other names, or copy the file with `plant-store backup`",
        path.display()
    )]
    HardLinks {
        /// The file.
        path: PathBuf,
        /// How many names the file has.
        links: u64,
    },

    /// The database file is mounted by itself, without its log.
    #[error(
        "the database file {} is mounted as a single file, and its log is not; mount the \
         directory that contains the file",
        .0.display()
    )]
    MountedFile(PathBuf),

    /// After trouble with the disk everything has to be moved out of the log,
    /// and somebody who keeps reading is in the way.
    #[error(
        "the store {} had trouble with its disk, and another program that keeps reading it is in \
         the way of its repair; wait for that one, or stop it",
        .0.display()
    )]
    Busy(PathBuf),

    /// The server has no database of this name.
    #[error(
        "there is no database {name:?} for the store {store}; create it, or name another database"
    )]
    DatabaseMissing {
        /// The store.
        store: String,
        /// The name of the database.
        name: String,
    },

    /// The database has a table that this program needs and did not make.
    #[error(
        "the database of the store {store} has a table named {table} that plant-store did not \
         make; name another database"
    )]
    TableTaken {
        /// The store.
        store: String,
        /// The name of the table.
        table: String,
    },

    /// The database doesn't let this user in, or not do what is necessary.
    #[error(
        "the store {store} cannot be used: {reason}; check the user, the password and what the \
         user may do"
    )]
    Refused {
        /// The store.
        store: String,
        /// What the database said.
        reason: Cause,
    },

    /// Anything else that the database or the system refused.
    #[error("the store {store} cannot be opened")]
    Failed {
        /// The store.
        store: String,
        /// What the database or the system said.
        #[source]
        source: Cause,
    },
}

/// The store could not do what it was asked. It may be able to later.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// The store could not be read.
    #[error("the store cannot be read")]
    Read(#[source] Cause),

    /// The store could not be written, and what was to be written isn't
    /// acknowledged. It may have reached the store all the same: to find out,
    /// repeat the write.
    #[error("the store cannot be written")]
    Write(#[source] Cause),

    /// The store was opened with an [`Access`](crate::Access) that doesn't
    /// allow this.
    #[error("the store was not opened for this")]
    Access,

    /// The store was closed, or what writes to it has ended.
    #[error("the store is closed")]
    Closed,
}

/// A plant was not created.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CreateError {
    /// The id belongs to a different plant, which is untouched.
    #[error("the id {id} belongs to a different plant")]
    Conflict {
        /// The id.
        id: i64,
    },

    /// Too many creates are waiting already. This one was not begun.
    #[error("too many creates are waiting to be stored")]
    Overloaded,

    /// The store could not do it. Whether the plant is stored is not known.
    #[error(transparent)]
    Unavailable(#[from] StorageError),
}

/// A token was not created or revoked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TokenError {
    /// A token of this name exists, or existed and was revoked.
    #[error("there is a token named {name:?} already; names are not used twice")]
    NameTaken {
        /// The name.
        name: String,
    },

    /// There never was a token of this name.
    #[error("there is no token named {name:?}")]
    Unknown {
        /// The name.
        name: String,
    },

    /// The store could not do it.
    #[error(transparent)]
    Unavailable(#[from] StorageError),
}
