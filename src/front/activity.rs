//! What a connection does, as far as its bytes tell.
//!
//! It waits for its peer, or it was sent something that is not answered yet.
//! That may be a request, but also one byte of a head every other second, so
//! what has not been answered for a while counts as waiting too.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// How long what was sent can be a request that is being answered.
const PROTECTED: Duration = Duration::from_secs(5);

/// The activity of one connection.
pub(super) struct Activity {
    begun: Instant,
    /// When the first byte was sent that is not answered, in microseconds since
    /// the beginning; or [`NOTHING`].
    unanswered_since: AtomicU64,
    /// When the last answer was sent, in the same way; at first the beginning.
    answered: AtomicU64,
    settled: Notify,
}

const NOTHING: u64 = u64::MAX;

impl Activity {
    pub(super) fn new() -> Self {
        Self {
            begun: Instant::now(),
            unanswered_since: AtomicU64::new(NOTHING),
            answered: AtomicU64::new(0),
            settled: Notify::new(),
        }
    }

    /// The peer has sent something.
    pub(super) fn asked(&self) {
        if self.unanswered_since.load(Ordering::Relaxed) == NOTHING {
            self.unanswered_since.store(self.now(), Ordering::Relaxed);
        }
    }

    /// The peer was sent something.
    pub(super) fn answered(&self) {
        self.answered.store(self.now(), Ordering::Relaxed);
        self.unanswered_since.store(NOTHING, Ordering::Relaxed);
        self.settled.notify_one();
    }

    /// Waits until everything that was sent is answered, as far as can be told.
    pub(super) async fn settled(&self) {
        while self.unanswered_since.load(Ordering::Relaxed) != NOTHING {
            self.settled.notified().await;
        }
    }

    /// Since when it waits for its peer; nothing if it may be busy.
    pub(super) fn waiting_since(&self) -> Option<Instant> {
        let unanswered = self.unanswered_since.load(Ordering::Relaxed);
        let protected = u64::try_from(PROTECTED.as_micros()).unwrap_or(u64::MAX);
        if unanswered != NOTHING && self.now().saturating_sub(unanswered) < protected {
            return None;
        }
        let answered = Duration::from_micros(self.answered.load(Ordering::Relaxed));
        Some(self.begun + answered)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(NOTHING - 1)
    }
}
