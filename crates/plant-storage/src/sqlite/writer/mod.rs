//! The connection that creates plants. The group commit owns it.
//!
//! **After a disk error the writer reconnects.** After a failed flush the operating
//! system may mark the pages as clean: a later flush succeeds, and the bytes are
//! still not on the disk (<https://wiki.postgresql.org/wiki/Fsync_Errors>). If
//! SQLite has to recover the log, it treats the frames of such a commit as valid,
//! and later frames are worthless without them. So after a failure, before
//! anything is acknowledged, the writer opens a new connection and checkpoints
//! the whole log into the database file, which is written and flushed. The
//! restarted log depends on no earlier frame. As long as that fails, creates are
//! refused, and the next batch retries it.
//!
//! **Nothing is written to a full log.** As long as the log cannot be
//! checkpointed, because the disk fails or another program keeps reading, creates
//! are refused.
//!
//! **Nothing is written to a file that was moved or deleted.** The operating
//! system would allow it, and the data would be lost when the service stops.
//! Before each acknowledgement the writer checks that the paths still lead to
//! the open files.

use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use rusqlite::{Connection, ErrorCode};

use super::cause::cause;
use super::checkpoint::Checkpoints;
use super::file::{Identity, beside};
use super::log::{LONGEST, Log};
use super::{open, plants, probe, verify};
use crate::group_commit::{BatchOutcome, BatchWriter};
use crate::{OpenError, PlantRecord, StorageError};

#[cfg(test)]
mod tests;

/// Writes batches to SQLite.
pub(super) struct PlantWriter {
    path: PathBuf,
    files: Files,
    /// `None` after a disk error. Dropped before `checkpoints`, which watches it.
    connection: Option<Connection>,
    checkpoints: Checkpoints,
}

impl PlantWriter {
    /// Creates a writer for the database at `path`, which has been prepared.
    pub(super) fn new(path: &Path) -> Result<Self, OpenError> {
        Self::with_longest_log(path, LONGEST)
    }

    fn with_longest_log(path: &Path, pages: c_int) -> Result<Self, OpenError> {
        let checkpoints = Checkpoints::start(path, pages)?;
        let connection = open::reopen(path)?;
        // An earlier process may have crashed before it flushed a commit. Recovery
        // makes its plants visible, so a repeated create returns `AlreadyExists`, which
        // has to be as durable as any other answer.
        open::full_checkpoint(path, &connection)?;
        Ok(PlantWriter {
            path: path.to_path_buf(),
            files: Files::of(path).map_err(|error| verify::unusable(path, error))?,
            connection: Some(checkpoints.watched(connection)?),
            checkpoints,
        })
    }

    pub(super) fn log(&self) -> Arc<Log> {
        self.checkpoints.log()
    }

    /// Returns a new connection after a disk error.
    fn reconnect(&self) -> Result<Connection, OpenError> {
        let connection = open::reopen(&self.path)?;
        if open::full_checkpoint(&self.path, &connection)? {
            self.checkpoints.watched(connection)
        } else {
            Err(OpenError::Busy(self.path.clone()))
        }
    }

    fn write(&mut self, plants: &[PlantRecord]) -> BatchOutcome {
        self.commit(|connection| plants::insert(connection, plants))
    }

    /// Commits `write` to stable storage.
    fn commit<T>(
        &mut self,
        write: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StorageError> {
        self.files.check()?;
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.reconnect().map_err(|error| StorageError::Write(Arc::new(error)))?,
        };
        if let Err(full) = self.checkpoints.make_room(&connection) {
            self.connection = Some(connection);
            return Err(StorageError::Write(full));
        }
        self.checkpoints.finish(&connection);
        let written = write(&mut connection);
        if written.as_ref().map_or_else(is_harmless, |_| true) {
            self.connection = Some(connection);
        }
        let written = written.map_err(|error| StorageError::Write(cause(error)))?;
        self.files.check()?;
        Ok(written)
    }
}

impl BatchWriter for PlantWriter {
    fn runs_on_workers(&self) -> bool {
        true
    }

    fn write(&mut self, plants: &Arc<Vec<PlantRecord>>, _: Instant) -> BatchOutcome {
        PlantWriter::write(self, plants)
    }

    fn probe(&mut self, _: Instant) -> Result<(), StorageError> {
        self.commit(|connection| probe::write(connection))
    }
}

/// Returns whether an error has another cause than the disk.
fn is_harmless(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::ConstraintViolation)
    )
}

/// The paths and identities of the open files: the database and its log.
struct Files(Vec<(PathBuf, Identity)>);

/// A path no longer leads to the open file.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} was moved, deleted or replaced; put it back, or stop the service and restore a backup",
    .0.display()
)]
struct Moved(PathBuf);

impl Files {
    fn of(path: &Path) -> std::io::Result<Self> {
        let files = [path.to_path_buf(), beside(path, "-wal")];
        let with_identity = |path: PathBuf| Ok((path.clone(), Identity::of(&path)?));
        Ok(Files(files.into_iter().map(with_identity).collect::<Result<_, std::io::Error>>()?))
    }

    fn check(&self) -> Result<(), StorageError> {
        for (path, known) in &self.0 {
            if Identity::of(path).ok() != Some(*known) {
                return Err(StorageError::Write(Arc::new(Moved(path.clone()))));
            }
        }
        Ok(())
    }
}
