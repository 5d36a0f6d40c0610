//! The state of a database's write-ahead log: its length, and whether it can be
//! checkpointed into the database file. A log that can't be checkpointed loses no
//! data but grows: it fills the disk, and opening the store has to read all of it.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::cause::cause;
use super::open::BUSY_TIMEOUT;
use crate::{Cause, Health};

/// The maximum length of the log in pages: 1 GiB. A start reads that much in
/// seconds; with a working disk the log is a hundred times shorter.
pub(super) const LONGEST: c_int = (1 << 30) / FRAME as c_int;

/// The length of a page in the log, in bytes: the page and its header.
const FRAME: u64 = 4096 + 24;

/// The write-ahead log of a database.
pub(super) struct Log {
    /// The length in pages.
    pub(super) pages: AtomicI32,
    /// Whether creates are refused, because the log has its maximum length.
    is_full: AtomicBool,
    last: Mutex<Last>,
    /// Locked during a checkpoint.
    moving: Mutex<()>,
}

/// The outcomes of the last checkpoints.
struct Last {
    /// The time of the last complete checkpoint.
    complete: Instant,
    /// The error of the last checkpoint.
    error: Option<Cause>,
}

/// The log has its maximum length.
#[derive(Debug, thiserror::Error)]
#[error(
    "the log of the store is full ({bytes} bytes), and cannot be moved into the database file: \
     {reason}"
)]
pub(super) struct LogFull {
    bytes: u64,
    reason: String,
}

impl Default for Log {
    fn default() -> Self {
        Log {
            pages: AtomicI32::default(),
            is_full: AtomicBool::default(),
            last: Mutex::new(Last { complete: Instant::now(), error: None }),
            moving: Mutex::default(),
        }
    }
}

impl Log {
    /// Returns the state of the log for an operator.
    pub(super) fn health(&self) -> Health {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        Health {
            log_bytes: self.bytes(),
            since_checkpoint: last.complete.elapsed(),
            checkpoint_error: last.error.clone(),
            is_log_full: self.is_full.load(Ordering::Relaxed),
        }
    }

    fn bytes(&self) -> u64 {
        u64::from(self.pages.load(Ordering::Relaxed).unsigned_abs()) * FRAME
    }

    /// Returns whether a checkpoint is running.
    pub(super) fn is_moving(&self) -> bool {
        matches!(self.moving.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Runs a checkpoint that does not wait for readers. Returns the number of
    /// pages of the log that are in the database file afterwards, or 0 if another
    /// connection is running a checkpoint.
    pub(super) fn checkpoint(&self, connection: &Connection) -> Result<c_int, Cause> {
        let _moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        let (pages, moved) = self.run(connection, "PRAGMA wal_checkpoint(PASSIVE)")?;
        // Both are -1 beside another checkpoint.
        if pages == moved && moved >= 0 {
            self.note_complete();
        }
        Ok(moved.max(0))
    }

    /// Moves the whole log into the database file and truncates the log, unless a
    /// reader prevents it.
    pub(super) fn restart(&self, connection: &Connection) -> Result<(), LogFull> {
        self.is_full.store(true, Ordering::Relaxed);
        let full = |reason: String| LogFull { bytes: self.bytes(), reason };
        let _moving = match self.moving.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(full("it is being moved".to_owned())),
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Ok(moving) => moving,
        };
        let wait = |time| connection.busy_timeout(time).map_err(cause);
        let done = wait(Duration::ZERO)
            .and_then(|()| self.run(connection, "PRAGMA wal_checkpoint(TRUNCATE)"));
        match wait(BUSY_TIMEOUT).and(done) {
            Ok((0, _)) => {
                self.pages.store(0, Ordering::Relaxed);
                self.is_full.store(false, Ordering::Relaxed);
                self.note_complete();
                Ok(())
            }
            Ok(_) => Err(full("another program keeps reading the store".to_owned())),
            Err(error) => Err(full(error.to_string())),
        }
    }

    /// Runs a checkpoint, and records its error. Returns the length of the log in
    /// pages, and the number of pages that are in the database file.
    fn run(&self, connection: &Connection, statement: &str) -> Result<(c_int, c_int), Cause> {
        let done = connection.query_row(statement, [], |row| Ok((row.get(1)?, row.get(2)?)));
        let done = done.map_err(cause);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.error = done.as_ref().err().cloned();
        done
    }

    fn note_complete(&self) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.complete = Instant::now();
    }
}
