//! Figures of a store that was opened to serve, for operators.

use std::time::Duration;

/// The creates that wait to be written or are being written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// The number of creates.
    pub creates: usize,
    /// The size of their names and tags, in bytes.
    pub bytes: usize,
}

/// A batch that was written, or failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchReport {
    /// The number of creates in the batch, at least 1.
    pub creates: usize,
    /// The time for writing it, until it was on stable storage or failed.
    pub duration: Duration,
    /// Whether it was written.
    pub is_written: bool,
}

/// Gets the report of each batch, before its creates are answered. The caller is the
/// thread that writes: a function that waits delays all creates.
pub type BatchObserver = Box<dyn Fn(&BatchReport) + Send + Sync>;
