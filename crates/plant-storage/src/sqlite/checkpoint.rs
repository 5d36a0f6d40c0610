//! Moving what was committed from the log into the database file, beside the
//! thread that writes and not on it.
//!
//! SQLite by itself does it in whichever commit makes the log 1000 pages long:
//! that commit, and every caller with it, waits until scattered pages are
//! written and flushed. Here another thread does it with another connection,
//! which no writer has to wait for. The log begins anew only once all of it is
//! moved, which never happens while more is written; so the writer moves the
//! little that is left when the other thread has caught up with it.
//!
//! Measured with `examples/load.rs`, 500,000 plants with random ids, 64 callers:
//! of 570,000 pages the writer moved all by itself before, at most 1037 of them
//! in a row, and moves 29,000 now, at most 181 in a row.

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
use super::open;
use crate::OpenError;

/// After how many pages more the log is moved, 4 KiB each.
const PAGES: c_int = 1000;

/// How many pages the writer may be left with: it writes and flushes them in a
/// few milliseconds.
const LEFT: c_int = 100;

/// From what length of the log on plants come faster than pages can be moved.
const MOST: c_int = 4_000;

/// How long the writer then waits before each batch, once for each [`MOST`]
/// pages. Many short waits keep callers less than one long one.
const BREATH: Duration = Duration::from_millis(5);

/// How often the writer tries to move a log that is full. Each attempt writes
/// all of it, and callers wait meanwhile.
const PAUSE: Duration = Duration::from_secs(1);

/// The writer's side of the other thread. When it is dropped the thread ends;
/// the connections that are watched have to be dropped before.
pub(super) struct Checkpoints {
    path: PathBuf,
    shared: Arc<Shared>,
    /// How long the log may be, in pages.
    longest: c_int,
    /// When a full log could not be moved.
    refused: Option<(Instant, Arc<LogFull>)>,
    /// Absent when it is dropped.
    begin: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What both threads know.
#[derive(Default)]
struct Shared {
    log: Arc<Log>,
    /// Whether only little of it is left to move.
    caught_up: AtomicBool,
}

impl Checkpoints {
    /// Starts the other thread for the database at `path`, whose log may have
    /// `longest` pages.
    pub(super) fn start(path: &Path, longest: c_int) -> Result<Self, OpenError> {
        let connection = open::reopen(path)?;
        let (begin, begins) = sync_channel(1);
        let shared = Arc::new(Shared::default());
        let other = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("checkpoint".to_owned())
            .spawn(move || run(&connection, &begins, &other))
            .map_err(|error| open::unusable(path, error))?;
        Ok(Checkpoints {
            path: path.to_path_buf(),
            shared,
            longest,
            refused: None,
            begin: Some(begin),
            thread: Some(thread),
        })
    }

    /// The log that is moved.
    pub(super) fn log(&self) -> Arc<Log> {
        Arc::clone(&self.shared.log)
    }

    /// Refuses to let the log become longer than it may be. For the writer,
    /// between batches.
    pub(super) fn require_room(&mut self, writer: &Connection) -> Result<(), Arc<LogFull>> {
        if self.shared.log.pages.load(Ordering::Relaxed) < self.longest {
            return Ok(());
        }
        match &self.refused {
            Some((at, reason)) if at.elapsed() < PAUSE => return Err(Arc::clone(reason)),
            _ => {}
        }
        let begun_anew = self.shared.log.begin_anew(writer).map_err(Arc::new);
        self.refused = begun_anew
            .as_ref()
            .err()
            .map(|reason| (Instant::now(), Arc::clone(reason)));
        begun_anew
    }

    /// Watches how the log grows by what is written through this connection.
    pub(super) fn watched(&self, mut writer: Connection) -> Result<Connection, OpenError> {
        let shared = Arc::clone(&self.shared);
        let begin = self.begin.clone();
        let mut at = PAGES;
        let hook = move |_: &mut Wal, pages: c_int| {
            if pages < shared.log.pages.swap(pages, Ordering::Relaxed) {
                at = PAGES;
            }
            if pages >= at {
                at = pages + PAGES;
                // Full when it is at it already.
                let _ = begin.as_ref().map(|begin| begin.try_send(()));
            }
            // An error here would be taken for one of the commit.
            Ok(())
        };
        match writer.wal_hook(Some(hook)) {
            Ok(()) => Ok(writer),
            Err(error) => Err(open::unusable(&self.path, error)),
        }
    }

    /// Moves what is left, if it is little, and gives the other thread time if it
    /// needs that. For the writer, between batches.
    pub(super) fn finish(&self, writer: &Connection) {
        if self.shared.caught_up.swap(false, Ordering::Relaxed) {
            // What fails stays in the log, where it is as durable, and is noted.
            let _ = self.shared.log.checkpoint(writer);
            return;
        }
        let excess = self.shared.log.pages.load(Ordering::Relaxed) / MOST;
        // While somebody keeps reading, nothing can be moved, and waiting for it
        // would be in vain.
        if self.shared.log.is_moving() && excess > 0 {
            std::thread::sleep(BREATH * excess.unsigned_abs());
        }
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.begin = None;
        if let Some(thread) = self.thread.take() {
            // A panic has been reported where it happened.
            let _ = thread.join();
        }
    }
}

fn run(connection: &Connection, begins: &Receiver<()>, shared: &Shared) {
    while begins.recv().is_ok() {
        let mut moved_before = 0;
        // What fails is noted, and tried again when the log has grown.
        while let Ok(moved) = shared.log.checkpoint(connection) {
            // SQLite's own figure is how long the log was when this began.
            if shared.log.pages.load(Ordering::Relaxed) - moved <= LEFT {
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
