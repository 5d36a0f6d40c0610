//! The memory and the disk that the bodies of all requests share.
//!
//! Callers with a credential can hold many connections, each with a body that is
//! almost complete. Without a bound on the sum, 1,000 bodies of 1 MiB take 1 GiB. What is
//! counted in memory is what is allocated: the capacity for the body, and the buffers from
//! which it is read.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use bytes::Bytes;

use crate::Rejection;

/// The part of each body that is not counted, in bytes. Small requests are still
/// served when large bodies have used up the memory.
const UNCOUNTED: usize = 16 << 10;

/// The time after which a caller may send a large body again.
pub(crate) const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The memory of a process in which nothing else is set, 128 MiB.
pub(crate) static MEMORY: BodyMemory = BodyMemory::new(128 << 20);

/// The disk of a process in which nothing else is set, 1 GiB.
pub(crate) static DISK: BodyDisk = BodyDisk::new(1 << 30);

/// A number of bytes for the bodies of requests that are being received, validated
/// or decoded. A body beyond it is rejected as [`Rejection::Overloaded`].
#[derive(Debug)]
pub struct BodyMemory(AtomicUsize);

impl BodyMemory {
    /// Returns a memory of so many bytes.
    pub const fn new(bytes: usize) -> Self {
        Self(AtomicUsize::new(bytes))
    }

    pub(crate) fn share(&'static self) -> Share {
        Share(Taken::nothing(&self.0))
    }
}

/// A number of bytes for the temporary files of all forms, from their first byte until the
/// handler drops the last [`FileContent`](crate::FileContent). A form beyond it is rejected as
/// [`Rejection::Unavailable`], as one is when the disk itself is full.
#[derive(Debug)]
pub struct BodyDisk(AtomicUsize);

impl BodyDisk {
    /// Returns a part of the disk of so many bytes.
    pub const fn new(bytes: usize) -> Self {
        Self(AtomicUsize::new(bytes))
    }

    pub(crate) fn nothing(&'static self) -> Taken {
        Taken::nothing(&self.0)
    }
}

/// The bytes that a request has taken, until dropped.
pub(crate) struct Taken {
    left: &'static AtomicUsize,
    bytes: usize,
}

impl Taken {
    fn nothing(left: &'static AtomicUsize) -> Self {
        Self { left, bytes: 0 }
    }

    /// Takes more bytes. Returns `false` if there are not so many.
    pub(crate) fn take(&mut self, more: usize) -> bool {
        let take = |left: usize| left.checked_sub(more);
        let taken = self.left.fetch_update(Relaxed, Relaxed, take);
        self.bytes += taken.map_or(0, |_| more);
        taken.is_ok()
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.left.fetch_add(self.bytes, Relaxed);
    }
}

/// A body that is being received.
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    largest_frame: usize,
    share: Share,
}

impl Buffer {
    pub(crate) fn new(memory: &'static BodyMemory) -> Self {
        Self { bytes: Vec::new(), largest_frame: 0, share: memory.share() }
    }

    /// Returns the length of what has been received.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Appends a frame to a body whose length is `most` at most.
    ///
    /// # Errors
    /// [`Rejection::Overloaded`] if there is no memory for it.
    pub(crate) fn push(&mut self, frame: &[u8], most: usize) -> Result<(), Rejection> {
        let length = self.bytes.len() + frame.len();
        let mut capacity = self.bytes.capacity();
        if length > capacity {
            capacity = capacity.saturating_mul(2).min(most).max(length);
        }
        self.largest_frame = self.largest_frame.max(frame.len());
        if length > UNCOUNTED {
            // hyper fills a buffer while the one before is read.
            let buffers = self.largest_frame.saturating_mul(2);
            self.share.grow_to(capacity.saturating_add(buffers))?;
        }
        self.bytes.reserve_exact(capacity - self.bytes.len());
        self.bytes.extend_from_slice(frame);
        Ok(())
    }

    /// Returns the body, and its part of the memory.
    pub(crate) fn finish(self) -> (Bytes, Share) {
        (self.bytes.into(), self.share)
    }
}

/// The part of a body in the memory, until dropped.
pub(crate) struct Share(Taken);

impl Share {
    /// Makes room for this number of bytes.
    ///
    /// # Errors
    /// [`Rejection::Overloaded`] if there is none.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), Rejection> {
        let counted = bytes.saturating_sub(UNCOUNTED);
        if self.0.take(counted.saturating_sub(self.0.bytes)) {
            return Ok(());
        }
        Err(Rejection::Overloaded { retry_after: RETRY_AFTER })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_body_beyond_the_memory_is_rejected_and_a_small_one_is_not() {
        static MEMORY: BodyMemory = BodyMemory::new(100);
        let mut first = MEMORY.share();
        assert!(first.grow_to(UNCOUNTED + 60).is_ok());
        let mut second = MEMORY.share();
        assert!(second.grow_to(UNCOUNTED).is_ok());
        assert!(second.grow_to(UNCOUNTED + 40).is_ok());
        assert!(second.grow_to(UNCOUNTED + 41).is_err());
        drop(first);
        assert!(second.grow_to(UNCOUNTED + 100).is_ok());
        // What a body took before counts as well.
        assert!(MEMORY.share().grow_to(UNCOUNTED + 1).is_err());
    }

    #[test]
    fn the_capacity_of_a_body_and_the_buffers_of_its_frames_are_counted() {
        const FRAME: usize = 16 << 10;
        static MEMORY: BodyMemory = BodyMemory::new(1 << 20);
        let counted = || (1 << 20) - MEMORY.0.load(Relaxed);
        let mut body = Buffer::new(&MEMORY);
        body.push(&[0; FRAME], 6 * FRAME).unwrap();
        assert_eq!(counted(), 0);
        body.push(&[0; FRAME], 6 * FRAME).unwrap();
        body.push(&[0; FRAME], 6 * FRAME).unwrap();
        assert_eq!(counted(), 4 * FRAME + 2 * FRAME - UNCOUNTED);
        body.push(&[0; 2 * FRAME], 6 * FRAME).unwrap();
        // No more than the body can have.
        assert_eq!(counted(), 6 * FRAME + 4 * FRAME - UNCOUNTED);
        let (bytes, share) = body.finish();
        assert_eq!(bytes.len(), 5 * FRAME);
        drop(share);
        assert_eq!(counted(), 0);
    }
}
