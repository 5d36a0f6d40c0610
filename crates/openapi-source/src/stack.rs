//! The stack for recursion over documents.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::thread;

/// The size of the stack in bytes. The system reserves addresses, and memory only for
/// what is used.
const SIZE: usize = 256 << 20;

thread_local! {
    /// Whether this thread has the large stack.
    static IS_LARGE: Cell<bool> = const { Cell::new(false) };
}

pub(crate) fn has_large_stack() -> bool {
    IS_LARGE.get()
}

/// Returns the result of `work`, which runs on a thread with a stack that is large enough
/// for every document: readers and generators follow nested schemas by recursion, and the
/// stack of a caller may be small.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if has_large_stack() {
        return work();
    }
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .name("openapi".to_owned())
            .stack_size(SIZE)
            .spawn_scoped(scope, || {
                IS_LARGE.set(true);
                work()
            });
        let worker = worker.expect("the system has memory for the addresses of a stack");
        worker.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
