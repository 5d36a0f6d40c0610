//! What is known of the log of a database: how long it is, and whether it can be
//! moved into the database file. A log that is not moved loses nothing, and
//! grows: it fills the disk, and to open the store takes as long as to read it.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::cause::cause;
use super::open::BUSY_TIMEOUT;
use crate::{Cause, Health};

/// How many pages the log may have: 1 GiB. A start reads that much in seconds;
/// a log of a service whose disk works has a hundredth of it.
pub(super) const LONGEST: c_int = (1 << 30) / FRAME as c_int;

/// The length of a page in the log, in bytes: the page and its header.
const FRAME: u64 = 4096 + 24;

/// The log of a database.
pub(super) struct Log {
    /// How long it is, in pages.
    pub(super) pages: AtomicI32,
    /// Whether creates are refused, because it is longer than it may be.
    is_full: AtomicBool,
    last: Mutex<Last>,
    /// Locked while pages are being moved.
    moving: Mutex<()>,
}

/// What came of moving it.
struct Last {
    complete: Instant,
    error: Option<Cause>,
}

/// The log is as long as it may be.
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
            last: Mutex::new(Last {
                complete: Instant::now(),
                error: None,
            }),
            moving: Mutex::default(),
        }
    }
}

impl Log {
    /// Returns what an operator has to know.
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

    /// Returns whether pages are being moved at this moment.
    pub(super) fn is_moving(&self) -> bool {
        matches!(self.moving.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Moves what can be moved without waiting for a reader; how many pages of
    /// the log are moved now.
    pub(super) fn checkpoint(&self, connection: &Connection) -> Result<c_int, Cause> {
        let _moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        let (pages, moved) = self.run(connection, "PRAGMA wal_checkpoint(PASSIVE)")?;
        if pages == moved {
            self.note_complete();
        }
        Ok(moved)
    }

    /// Moves all of it and lets it begin anew, unless a reader is in the way.
    pub(super) fn begin_anew(&self, connection: &Connection) -> Result<(), LogFull> {
        self.is_full.store(true, Ordering::Relaxed);
        let full = |reason: String| LogFull {
            bytes: self.bytes(),
            reason,
        };
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

    /// Runs a checkpoint, and notes whether it failed; how many pages the log
    /// has then, and how many of them are moved.
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
