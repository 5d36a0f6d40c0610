//! Checkpoints: a thread moves committed pages from the write-ahead log into the
//! database file, while another thread writes.
//!
//! By default SQLite runs a checkpoint in the commit that makes the log 1000
//! pages long: that commit, and every caller with it, waits until scattered
//! pages are written and flushed. Here another thread runs checkpoints on
//! another connection, and the writer does not wait. SQLite restarts the log
//! only after all of it is moved, which never happens while the writer appends;
//! so the writer moves the few remaining pages when the checkpoint thread has
//! caught up with it. Connections that write tokens or delete plants keep SQLite's
//! default: without creates, nothing else would move their pages.
//!
//! Measured with `examples/load.rs`, 500,000 plants with random ids, 64 callers:
//! of 570,000 pages the writer moved all without the thread, at most 1037 pages
//! in a row, and moves 29,000 with it, at most 181 in a row.

use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::hooks::Wal;

use super::log::{Log, LogFull};
use super::{open, verify};
use crate::OpenError;

/// A checkpoint begins each time the log has grown by this many pages of 4 KiB.
const CHECKPOINT_PAGES: c_int = 1000;

/// The checkpoint thread stops when no more pages than this remain. The writer moves
/// them, and those of its last batch, in a few milliseconds.
const REMAINDER_PAGES: c_int = 100;

/// A log of at least this many pages shows that the writer appends pages faster
/// than the checkpoint thread moves them.
const BACKLOG_PAGES: c_int = 4_000;

/// The wait of the writer before each batch, for each [`BACKLOG_PAGES`] pages of
/// the log. Many short waits delay callers less than a single long wait.
const BACKLOG_DELAY: Duration = Duration::from_millis(5);

/// The interval at which the writer tries to checkpoint a full log. Each attempt
/// writes the whole log while callers wait.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// The writer's handle of the checkpoint thread. Dropping the handle ends the
/// thread. Connections from [`Checkpoints::watched`] have to be dropped before, or
/// the drop waits for ever: the thread ends when no connection can request a
/// checkpoint.
pub(super) struct Checkpoints {
    path: PathBuf,
    shared: Arc<Shared>,
    /// The maximum length of the log, in pages.
    longest: c_int,
    /// The time and the error of the last attempt to checkpoint a full log, if
    /// the attempt failed.
    refused: Option<(Instant, Arc<LogFull>)>,
    /// `None` only while it is dropped.
    begin: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The state that the writer and the checkpoint thread share.
#[derive(Default)]
struct Shared {
    log: Arc<Log>,
    /// Set by the checkpoint thread when at most [`REMAINDER_PAGES`] pages remain.
    /// Cleared by the writer, which then moves them.
    caught_up: AtomicBool,
}

impl Checkpoints {
    /// Starts the checkpoint thread for the database at `path`, whose log may
    /// have `longest` pages.
    pub(super) fn start(path: &Path, longest: c_int) -> Result<Self, OpenError> {
        let connection = open::reopen(path)?;
        let (begin, begins) = sync_channel(1);
        let shared = Arc::new(Shared::default());
        let thread_shared = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("checkpoint".to_owned())
            .spawn(move || run(&connection, &begins, &thread_shared))
            .map_err(|error| verify::unusable(path, error))?;
        Ok(Checkpoints {
            path: path.to_path_buf(),
            shared,
            longest,
            refused: None,
            begin: Some(begin),
            thread: Some(thread),
        })
    }

    pub(super) fn log(&self) -> Arc<Log> {
        Arc::clone(&self.shared.log)
    }

    /// If the log is full, moves all of it into the database file and truncates it,
    /// while callers wait. If that fails, it is tried again after [`RETRY_INTERVAL`],
    /// and the error is returned until then. Called by the writer between batches.
    pub(super) fn make_room(&mut self, writer: &Connection) -> Result<(), Arc<LogFull>> {
        if self.shared.log.pages.load(Ordering::Relaxed) < self.longest {
            return Ok(());
        }
        match &self.refused {
            Some((at, reason)) if at.elapsed() < RETRY_INTERVAL => return Err(Arc::clone(reason)),
            _ => {}
        }
        let restarted = self.shared.log.restart(writer).map_err(Arc::new);
        self.refused = restarted.as_ref().err().map(|reason| (Instant::now(), Arc::clone(reason)));
        restarted
    }

    /// Adds a hook to the writer's connection that records the length of the log
    /// and triggers checkpoints. Returns the connection.
    pub(super) fn watched(&self, mut writer: Connection) -> Result<Connection, OpenError> {
        let shared = Arc::clone(&self.shared);
        let begin = self.begin.clone();
        // The length of the log at the last request.
        let mut requested: c_int = 0;
        let hook = move |_: &mut Wal, pages: c_int| {
            shared.log.pages.store(pages, Ordering::Relaxed);
            // Greater than the length if the log was restarted.
            requested = requested.min(pages);
            if pages >= requested + CHECKPOINT_PAGES {
                requested = pages;
                // Fails when a checkpoint is requested already.
                let _ = begin.as_ref().map(|begin| begin.try_send(()));
            }
            // SQLite would report an error here as an error of the commit.
            Ok(())
        };
        match writer.wal_hook(Some(hook)) {
            Ok(()) => Ok(writer),
            Err(error) => Err(verify::unusable(&self.path, error)),
        }
    }

    /// Moves the remaining pages if they are few. Waits if the checkpoint thread
    /// is behind. Called by the writer between batches.
    pub(super) fn finish(&self, writer: &Connection) {
        if self.shared.caught_up.swap(false, Ordering::Relaxed) {
            // After a failure the pages stay in the log, where they are as
            // durable. The log records the failure.
            let _ = self.shared.log.checkpoint(writer);
            return;
        }
        let excess = self.shared.log.pages.load(Ordering::Relaxed) / BACKLOG_PAGES;
        // If no checkpoint is running, because another program keeps reading, waiting
        // would not help.
        if self.shared.log.is_moving() && excess > 0 {
            std::thread::sleep(BACKLOG_DELAY * excess.unsigned_abs());
        }
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.begin = None;
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic already.
            let _ = thread.join();
        }
    }
}

fn run(connection: &Connection, begins: &Receiver<()>, shared: &Shared) {
    while begins.recv().is_ok() {
        let mut moved_before = 0;
        // The log records a failure. The next attempt follows when the log has grown.
        while let Ok(moved) = shared.log.checkpoint(connection) {
            // The current length: SQLite returns the length at the beginning.
            if shared.log.pages.load(Ordering::Relaxed) - moved <= REMAINDER_PAGES {
                shared.caught_up.store(true, Ordering::Relaxed);
                break;
            }
            if moved == moved_before {
                break;
            }
            moved_before = moved;
        }
    }
}
