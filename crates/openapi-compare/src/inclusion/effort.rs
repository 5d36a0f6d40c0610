//! The effort of a comparison, in steps. A document of two kilobytes can describe schemas
//! whose comparison takes more steps than any computer does, so the number of steps is
//! limited by the size of the documents.
//!
//! The step beyond the limit unwinds to the call of the comparison: what was found on the
//! way is incomplete, so that no function in between has to decide what it means. In a
//! build with `panic = "abort"` that step ends the process.

use serde_json::Value;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The steps of a comparison of small documents, and those for each byte of the documents.
const STEPS: usize = 2_400_000;
const STEPS_PER_BYTE: usize = 10;

/// The bytes of a value that are made or read in one step.
const BYTES_PER_STEP: usize = 64;

thread_local! {
    /// The steps that the current call may still take.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// The steps that a comparison may still take.
#[derive(Debug)]
pub(crate) struct Effort(usize);

impl Default for Effort {
    fn default() -> Effort {
        Effort::of(0)
    }
}

impl Effort {
    /// Returns the effort for documents of so many bytes.
    pub(crate) fn of(bytes: usize) -> Effort {
        Effort(STEPS.saturating_add(bytes.saturating_mul(STEPS_PER_BYTE)))
    }

    /// Runs a part of the comparison. Returns `None` if it takes more steps than are left;
    /// then none are left for other parts.
    pub(crate) fn within<T>(&mut self, run: impl FnOnce() -> T) -> Option<T> {
        let around = LEFT.replace(self.0);
        // The state that is left behind is never read: each later call that needs a step
        // ends in the same way.
        let result = catch_unwind(AssertUnwindSafe(run));
        self.0 = LEFT.replace(around);
        match result {
            Ok(value) => Some(value),
            Err(reason) if reason.is::<Spent>() => None,
            Err(reason) => resume_unwind(reason),
        }
    }
}

/// The reason of unwinding.
struct Spent;

/// Takes steps. Does not return if fewer are left.
pub(crate) fn spend(steps: usize) {
    let left = LEFT.get();
    LEFT.set(left.saturating_sub(steps));
    if left < steps {
        resume_unwind(Box::new(Spent));
    }
}

/// Takes the steps for making or reading so many bytes of a value.
pub(crate) fn spend_bytes(bytes: usize) {
    spend(1 + bytes / BYTES_PER_STEP);
}

/// Takes the steps for copying a value.
pub(crate) fn spend_copy(value: &Value) {
    match value {
        Value::Array(items) => items.iter().for_each(spend_copy),
        Value::Object(members) => members.values().for_each(spend_copy),
        Value::String(text) => return spend_bytes(text.len()),
        _ => {}
    }
    spend(1);
}
