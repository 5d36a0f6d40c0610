//! The connection that creates plants; it belongs to the group commit.
//!
//! **After trouble with the disk it begins anew.** What the system could not
//! flush it forgets that it has to: a later flush succeeds, and the bytes are
//! still not on the disk (<https://wiki.postgresql.org/wiki/Fsync_Errors>). SQLite
//! reads the frames of such a commit as good ones if it has to recover the log,
//! and those that follow are worth nothing without them. So after a failure the
//! connection is opened again and everything is moved from the log into the
//! database file, which is written and flushed for that, before anything is
//! acknowledged; the log begins anew, and rests on nothing that was there. As
//! long as that fails, creates are refused, and the next batch tries it again.
//!
//! **A log that is full is written no more.** As long as it cannot be moved into
//! the database file, because the disk fails or another program keeps reading,
//! creates are refused.
//!
//! **A file that somebody moved or deleted is written no more.** The system
//! would let us, and lose it when the service stops. Whether the names still
//! lead to the open files is looked at before each acknowledgement.

use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use rusqlite::{Connection, ErrorCode};

use super::cause::cause;
use super::checkpoint::Checkpoints;
use super::file::{Identity, beside};
use super::log::{LONGEST, Log};
use super::{open, plants};
use crate::group_commit::{BatchWriter, Written};
use crate::{OpenError, Plant, StorageError};

#[cfg(test)]
mod tests;

/// Writes batches to SQLite.
pub(super) struct PlantWriter {
    path: PathBuf,
    files: Files,
    /// Absent after trouble with the disk. Goes before what watches it.
    connection: Option<Connection>,
    checkpoints: Checkpoints,
}

impl PlantWriter {
    /// A writer for the database at `path`, which has been prepared.
    pub(super) fn new(path: &Path) -> Result<Self, OpenError> {
        Self::with_longest_log(path, LONGEST)
    }

    fn with_longest_log(path: &Path, pages: c_int) -> Result<Self, OpenError> {
        let checkpoints = Checkpoints::start(path, pages)?;
        let connection = open::reopen(path)?;
        // An earlier process may have died before it had flushed what it wrote.
        // Such plants are visible again, so a repeated create is answered by
        // them, and that answer has to be as durable as any.
        open::settle(path, &connection)?;
        Ok(PlantWriter {
            path: path.to_path_buf(),
            files: Files::of(path).map_err(|error| open::unusable(path, error))?,
            connection: Some(checkpoints.watched(connection)?),
            checkpoints,
        })
    }

    /// The log of the database.
    pub(super) fn log(&self) -> Arc<Log> {
        self.checkpoints.log()
    }

    /// A new connection, after trouble with the disk.
    fn begin_anew(&self) -> Result<Connection, OpenError> {
        let connection = open::reopen(&self.path)?;
        if open::settle(&self.path, &connection)? {
            self.checkpoints.watched(connection)
        } else {
            Err(OpenError::Busy(self.path.clone()))
        }
    }

    fn write(&mut self, plants: &[Plant]) -> Result<Vec<Written>, StorageError> {
        self.files.check()?;
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self
                .begin_anew()
                .map_err(|error| StorageError::Write(Arc::new(error)))?,
        };
        if let Err(full) = self.checkpoints.require_room(&connection) {
            self.connection = Some(connection);
            return Err(StorageError::Write(full));
        }
        self.checkpoints.finish(&connection);
        let written = plants::insert(&mut connection, plants);
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

    fn write(
        &mut self,
        plants: &Arc<Vec<Plant>>,
        _: Instant,
    ) -> Result<Vec<Written>, StorageError> {
        PlantWriter::write(self, plants)
    }
}

/// Whether a failure has nothing to do with the disk.
fn is_harmless(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::ConstraintViolation)
    )
}

/// Which files are open: the database and its log.
struct Files(Vec<(PathBuf, Identity)>);

/// A file is no longer what its name leads to.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} was moved, deleted or replaced; put it back, or stop the service and start it again",
    .0.display()
)]
struct Moved(PathBuf);

impl From<Moved> for StorageError {
    fn from(moved: Moved) -> Self {
        StorageError::Write(Arc::new(moved))
    }
}

impl Files {
    fn of(path: &Path) -> std::io::Result<Self> {
        let files = [path.to_path_buf(), beside(path, "-wal")];
        let with_identity = |path: PathBuf| Ok((path.clone(), Identity::of(&path)?));
        Ok(Files(
            files
                .into_iter()
                .map(with_identity)
                .collect::<Result<_, std::io::Error>>()?,
        ))
    }

    fn check(&self) -> Result<(), Moved> {
        for (path, known) in &self.0 {
            if Identity::of(path).ok() != Some(*known) {
                return Err(Moved(path.clone()));
            }
        }
        Ok(())
    }
}
