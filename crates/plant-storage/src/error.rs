//! The errors of a store. Every message names the store or file and a remedy.
//! The crate does not decide which of them a network client may see.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

/// The cause of a backend's failure, for the log. Shared, because one failed
/// transaction is the outcome of many creates.
pub type Cause = Arc<dyn Error + Send + Sync>;

/// A store could not be opened. Existing files and databases are unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The directory of the file does not exist.
    #[error("the directory {} does not exist; create it, or name another file", .0.display())]
    DirectoryMissing(PathBuf),

    /// The store does not exist, and this [`Access`](crate::Access) creates none.
    #[error(
        "there is no store at {0}; `plant-store serve` creates one, and so does the flag \
         --new-store of `token create` and `plants import`"
    )]
    Missing(String),

    /// This user may not write the file or its directory. Reading requires write
    /// permission too: readers and writers share an index in that directory.
    #[error(
        "the store {} cannot be used: {reason}; check the permissions of the file and of its \
         directory",
        path.display()
    )]
    Denied {
        /// The file.
        path: PathBuf,
        /// The error of the database or the operating system.
        reason: Cause,
    },

    /// The file is not a database.
    #[error("{} is not an SQLite database; name another file", .0.display())]
    NotADatabase(PathBuf),

    /// The file is a database of another application.
    #[error("{} is a database of another application; name another file", .0.display())]
    Foreign(PathBuf),

    /// The schema of the file is not the one that this program creates. A trigger, for
    /// example, could delete tokens.
    #[error(
        "the store {} was changed by another program, and differs in {objects} from what \
         plant-store creates; undo the change with sqlite3, or restore another backup",
        path.display()
    )]
    Altered {
        /// The file.
        path: PathBuf,
        /// The first objects that differ: kinds and names, quoted.
        objects: String,
    },

    /// The store was written by a later version of this program.
    #[error(
        "the store {store} has schema version {found}, and this program knows versions up to \
         {supported}; use a newer plant-store"
    )]
    NewerSchema {
        /// The store.
        store: String,
        /// The schema version of the store.
        found: u32,
        /// The newest schema version that this program supports.
        supported: u32,
    },

    /// The schema has to be migrated, which this [`Access`](crate::Access)
    /// doesn't do.
    #[error(
        "the store {store} has schema version {found}, and this program needs version {supported}; \
         `plant-store serve` brings it up to date"
    )]
    OlderSchema {
        /// The store.
        store: String,
        /// The schema version of the store.
        found: u32,
        /// The schema version that this program requires.
        supported: u32,
    },

    /// Another service process owns the store.
    #[error(
        "the store {} is in use by another plant-store service; stop that one, or name another file",
        .0.display()
    )]
    InUse(PathBuf),

    /// A service uses the database file under another path, with the write-ahead
    /// log of that path.
    #[error(
        "a plant-store service uses the database file {} under another path, and its log is \
         there; name the path that the service uses",
        .0.display()
    )]
    OtherPath(PathBuf),

    /// The database fails the integrity check.
    #[error(
        "the store {} is malformed: {reason}; run `plant-store restore` with a backup and \
         --replace, which keeps the files. If a backup was copied over the file of a store that \
         had a log, the log does not belong to the backup",
        path.display()
    )]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The first error of the check.
        reason: String,
    },

    /// A restore of the store was interrupted.
    #[error(
        "a restore of the store was interrupted, and {} is left of it; run `plant-store restore` \
         again, with --replace",
        .0.display()
    )]
    Restoring(PathBuf),

    /// The database file of a write-ahead log is missing or empty. SQLite would
    /// delete the log.
    #[error(
        "the log {} holds plants that are not in the database file, and the database file is \
         missing or empty; put the database file back, or move the log away and restore a backup \
         with `plant-store restore`",
        .0.display()
    )]
    LogAlone(PathBuf),

    /// The database file has several hard links, and each would have its own log.
    #[error(
        "the database file {} has {links} names (hard links), and each name has a log of its \
         own; remove the other names, or copy the file with `plant-store backup`",
        path.display()
    )]
    HardLinks {
        /// The file.
        path: PathBuf,
        /// The number of hard links.
        links: u64,
    },

    /// The database file is mounted by itself, without its log.
    #[error(
        "the database file {} is mounted as a single file, and its log is not; mount the \
         directory that contains the file",
        .0.display()
    )]
    MountedFile(PathBuf),

    /// After a disk error the whole log has to be checkpointed, and the read
    /// transaction of another program prevents it.
    #[error(
        "the store {} had trouble with its disk, and another program that keeps reading it is in \
         the way of its repair; wait for that one, or stop it",
        .0.display()
    )]
    Busy(PathBuf),

    /// The store is on a read-only file system, and a log beside it has plants that are not in
    /// the database file. To read a log, SQLite writes an index.
    #[error(
        "the store {} is on a read-only file system and has a log, {}-wal; copy both files into a \
         directory that can be written, and name the copy with --store",
        .0.display(), .0.display()
    )]
    ReadOnly(PathBuf),

    /// The file system of the store has no space left.
    #[error("the disk with the store {} is full; free space, and try again", .0.display())]
    DiskFull(PathBuf),

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

    /// The database has a table of the name that this program needs, and another
    /// application created it.
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

    /// The database denies this user the connection or a necessary privilege.
    #[error(
        "the store {store} cannot be used: {reason}; check the user, the password and what the \
         user may do"
    )]
    Refused {
        /// The store.
        store: String,
        /// The error of the database.
        reason: Cause,
    },

    /// Any other error of the database or the operating system.
    #[error("the store {store} cannot be opened")]
    Failed {
        /// The store.
        store: String,
        /// The error of the database or the operating system.
        #[source]
        source: Cause,
    },
}

impl OpenError {
    /// Returns whether the error stays until somebody repairs or replaces the store: it is
    /// damaged, or of another program or version. Other errors can end by themselves.
    pub fn is_permanent(&self) -> bool {
        matches!(
            self,
            OpenError::NotADatabase(_)
                | OpenError::Foreign(_)
                | OpenError::Altered { .. }
                | OpenError::NewerSchema { .. }
                | OpenError::OlderSchema { .. }
                | OpenError::Malformed { .. }
                | OpenError::Restoring(_)
                | OpenError::LogAlone(_)
                | OpenError::TableTaken { .. }
        )
    }

    /// Returns the error for a schema of another version than the supported one.
    pub(crate) fn schema(store: String, found: u32, supported: u32) -> Self {
        if found > supported {
            OpenError::NewerSchema { store, found, supported }
        } else {
            OpenError::OlderSchema { store, found, supported }
        }
    }
}

/// An operation on an open store failed. It may succeed later.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// The store could not be read.
    #[error("the store cannot be read")]
    Read(#[source] Cause),

    /// The store could not be written, and the write isn't acknowledged. It may
    /// have reached the store nevertheless; repeating the write shows whether.
    #[error("the store cannot be written")]
    Write(#[source] Cause),

    /// The [`Access`](crate::Access) that the store was opened with doesn't allow
    /// this operation.
    #[error("the store was not opened for this")]
    Access,

    /// The store was closed, or its writer has ended.
    #[error("the store is closed")]
    Closed,
}

/// A plant was not created.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CreateError {
    /// The id belongs to a different plant, which is unchanged.
    #[error("the id {id} belongs to a different plant")]
    Conflict {
        /// The id.
        id: i64,
    },

    /// The queue is full. This create was not begun.
    #[error("too many creates are waiting to be stored")]
    Overloaded,

    /// The store failed, or was busy for too long. The plant may or may not be stored.
    #[error(transparent)]
    Unavailable(#[from] StorageError),
}

/// Plants were not deleted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DeleteError {
    /// No plant was deleted, because these ids have none.
    #[error("no plant is deleted: there is none with the {}", ids(.0))]
    Unknown(Vec<i64>),

    /// The plants are deleted, and copies of their names and tags may be left in the files
    /// of the store. Ids are not freed.
    #[error(
        "the plants are deleted, but copies of their names and tags may be left in the files of \
         the store: {0}; repeat the command"
    )]
    Copies(Cause),

    /// The store failed. The plants may or may not be deleted; a repetition shows which.
    #[error(transparent)]
    Unavailable(#[from] StorageError),
}

/// Returns ids for a message, not all of many.
fn ids(ids: &[i64]) -> String {
    const MOST: usize = 10;
    let mut shown: Vec<_> = ids.iter().take(MOST).map(ToString::to_string).collect();
    if ids.len() > MOST {
        shown.push(format!("… ({} in total)", ids.len()));
    }
    let noun = if ids.len() == 1 { "id" } else { "ids" };
    format!("{noun} {}", shown.join(", "))
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

    /// The store failed. The token may or may not be created or revoked.
    #[error(transparent)]
    Unavailable(#[from] StorageError),
}

impl TokenError {
    pub(crate) fn unless_known(name: &str, is_known: bool) -> Result<(), Self> {
        let name = name.to_owned();
        is_known.then_some(()).ok_or(Self::Unknown { name })
    }
}
