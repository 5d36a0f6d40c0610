//! A watch over workers that wait for the disk.
//!
//! A worker of a tokio runtime that writes handles nothing else. The other workers
//! may be asleep, and then nobody looks after sockets and timers: tokio lets one
//! worker at a time do that, and wakes another one only when there is more to do
//! than one task. So if a write takes longer than [`TICK`], a thread wakes a worker.
//!
//! To wake one before each write would do as well, and was tried: p50 of one
//! connection 1.01 times that of a commit for each request, with this 0.95.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::Handle;

/// How often the thread looks at the workers while they write, and about the longest
/// time that sockets and timers wait for the disk.
const TICK: Duration = Duration::from_millis(5);

/// The thread that watches. Asleep while no worker writes.
pub(super) struct Watch {
    state: Arc<State>,
    /// Absent when it is dropped.
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    /// Counts the beginnings and the ends of writes: odd while a worker writes.
    writes: AtomicU64,
    is_awake: AtomicBool,
    is_closed: AtomicBool,
}

impl Watch {
    /// Starts the thread for the workers of `runtime`.
    ///
    /// # Errors
    ///
    /// When the system has no thread left.
    pub(super) fn start(runtime: Handle) -> std::io::Result<Self> {
        let state = Arc::new(State::default());
        let of_thread = Arc::clone(&state);
        let thread = std::thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || of_thread.run(&runtime))?;
        Ok(Watch {
            state,
            thread: Some(thread),
        })
    }

    /// Runs `write` on a worker of the runtime. Of one at a time.
    pub(super) fn over(&self, write: impl FnOnce()) {
        self.state.writes.fetch_add(1, Ordering::SeqCst);
        if !self.state.is_awake.swap(true, Ordering::SeqCst) {
            self.wake();
        }
        write();
        self.state.writes.fetch_add(1, Ordering::SeqCst);
    }

    fn wake(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }
}

impl State {
    fn run(&self, runtime: &Handle) {
        let mut seen = 0;
        while !self.is_closed.load(Ordering::SeqCst) {
            let writes = self.writes.load(Ordering::SeqCst);
            let is_writing = writes % 2 == 1;
            if writes != seen {
                seen = writes;
                std::thread::sleep(TICK);
            } else if is_writing {
                // A worker wakes for this, and stays to look after the rest.
                runtime.spawn(async {});
                std::thread::sleep(TICK);
            } else {
                self.is_awake.store(false, Ordering::SeqCst);
                // A write that has begun since has not woken this thread.
                if self.writes.load(Ordering::SeqCst) == seen {
                    std::thread::park();
                }
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.state.is_closed.store(true, Ordering::SeqCst);
        self.wake();
        if let Some(thread) = self.thread.take() {
            // A panic has been reported where it happened.
            let _ = thread.join();
        }
    }
}
