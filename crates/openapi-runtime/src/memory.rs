//! The memory that the bodies of all requests share.
//!
//! Callers with a credential can hold many connections, each with a body that is
//! almost complete. Without a bound on the sum, 1,000 bodies of 1 MiB take 1 GiB.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::Rejection;

/// The part of each body that is not counted, in bytes. Small requests are still
/// served when large bodies have used up the memory.
const UNCOUNTED: usize = 16 << 10;

/// The time after which a caller may send a large body again.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The memory of a process in which nothing else is set, 128 MiB.
pub(crate) static MEMORY: BodyMemory = BodyMemory::new(128 << 20);

/// A number of bytes for the bodies of requests that are being received, validated
/// or decoded. A body beyond it is rejected as [`Rejection::Overloaded`].
#[derive(Debug)]
pub struct BodyMemory(Semaphore);

impl BodyMemory {
    /// Returns a memory of so many bytes.
    pub const fn new(bytes: usize) -> Self {
        Self(Semaphore::const_new(bytes))
    }

    pub(crate) fn share(&'static self) -> Share {
        Share {
            memory: self,
            permit: None,
        }
    }
}

/// The part of a body in the memory, until dropped.
pub(crate) struct Share {
    memory: &'static BodyMemory,
    permit: Option<SemaphorePermit<'static>>,
}

impl Share {
    /// Makes room for a body of this length.
    ///
    /// # Errors
    /// [`Rejection::Overloaded`] if there is none.
    pub(crate) fn grow_to(&mut self, length: usize) -> Result<(), Rejection> {
        let counted = length.saturating_sub(UNCOUNTED);
        let held = self.permit.as_ref().map_or(0, SemaphorePermit::num_permits);
        if counted <= held {
            return Ok(());
        }
        let more = u32::try_from(counted - held).unwrap_or(u32::MAX);
        let more = self
            .memory
            .0
            .try_acquire_many(more)
            .map_err(|_| Rejection::Overloaded {
                retry_after: RETRY_AFTER,
            })?;
        match &mut self.permit {
            Some(permit) => permit.merge(more),
            None => self.permit = Some(more),
        }
        Ok(())
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
}
