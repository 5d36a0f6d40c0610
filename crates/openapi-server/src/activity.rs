//! What a connection does, as far as it matters for its deadlines and for who
//! may be evicted.
//!
//! It waits for its peer, or it answers a request. Between the two stands a
//! request whose body is still on its way; for a while that is kept, then it
//! counts as waiting, as does a head that is not complete.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a connection is kept for the body of a request.
const PROTECTED: Duration = Duration::from_secs(5);

/// The activity of one connection. Times are in microseconds since it began.
pub(crate) struct Activity {
    begun: Instant,
    /// When the first byte of a request came; or [`NEVER`].
    first_byte: AtomicU64,
    /// When a request's head was complete that is not answered; or [`NEVER`].
    head: AtomicU64,
    /// Whether all of that request is there.
    complete: AtomicBool,
    /// When the last answer was made; at first the beginning.
    answered: AtomicU64,
}

const NEVER: u64 = u64::MAX;

impl Activity {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
            first_byte: AtomicU64::new(NEVER),
            head: AtomicU64::new(NEVER),
            complete: AtomicBool::new(false),
            answered: AtomicU64::new(0),
        }
    }

    /// The peer has sent something.
    pub(crate) fn sent(&self) {
        if self.first_byte.load(Ordering::Relaxed) == NEVER {
            self.first_byte.store(self.now(), Ordering::Relaxed);
        }
    }

    /// A request's head is there. Returns when its first byte came; that is now
    /// for one that was sent before the last answer was made.
    pub(crate) fn asked(&self) -> Instant {
        self.sent();
        self.head.store(self.now(), Ordering::Relaxed);
        self.begun + Duration::from_micros(self.first_byte.load(Ordering::Relaxed))
    }

    /// The request is there to its last byte.
    pub(crate) fn completed(&self) {
        self.complete.store(true, Ordering::Relaxed);
    }

    /// The request is answered.
    pub(crate) fn answered(&self) {
        self.answered.store(self.now(), Ordering::Relaxed);
        self.complete.store(false, Ordering::Relaxed);
        self.head.store(NEVER, Ordering::Relaxed);
        self.first_byte.store(NEVER, Ordering::Relaxed);
    }

    /// Since when it waits for its peer; nothing if it may be busy.
    pub(crate) fn waiting_since(&self) -> Option<Instant> {
        let head = self.head.load(Ordering::Relaxed);
        let protected = u64::try_from(PROTECTED.as_micros()).unwrap_or(u64::MAX);
        let is_busy = head != NEVER
            && (self.complete.load(Ordering::Relaxed)
                || self.now().saturating_sub(head) < protected);
        let answered = Duration::from_micros(self.answered.load(Ordering::Relaxed));
        (!is_busy).then(|| self.begun + answered)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(NEVER - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_whose_body_does_not_come_waits_after_a_while_and_a_complete_one_never() {
        let activity = Activity::new();
        assert!(activity.waiting_since().is_some(), "nothing was sent");
        activity.sent();
        assert!(activity.waiting_since().is_some(), "half a head was sent");
        activity.asked();
        assert!(activity.waiting_since().is_none());
        let long_ago = Activity {
            begun: activity.begun - 2 * PROTECTED,
            ..activity
        };
        assert!(long_ago.waiting_since().is_some());
        long_ago.completed();
        assert!(long_ago.waiting_since().is_none());
        long_ago.answered();
        assert!(long_ago.waiting_since().is_some());
    }

    #[test]
    fn a_request_begins_with_its_first_byte() {
        let activity = Activity::new();
        activity.sent();
        let first_byte = activity.first_byte.load(Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(2));
        activity.sent();
        let begun = activity.begun + Duration::from_micros(first_byte);
        assert_eq!(activity.asked(), begun);
        activity.answered();
        assert!(activity.asked() > begun, "the next one begins anew");
    }
}
