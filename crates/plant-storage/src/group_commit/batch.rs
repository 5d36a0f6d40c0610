//! The creates of one transaction, and the decision of their races for an id.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, oneshot};

use super::{BatchOutcome, NotBegun, WriteOutcome};
use crate::{CreateError, CreateResult, Created, OnDecided, Plant, PlantRecord, StorageError};

/// The maximum number of creates in a batch, also of those with the same id. In larger
/// batches the cost of the flush per create is negligible already, and only the latency
/// grows.
pub(super) const BATCH_CREATES: usize = 1024;

/// Where the outcome of a create is sent.
pub(super) type Answer = oneshot::Sender<CreateResult>;

/// A create in the queue.
pub(super) struct Waiting {
    pub(super) record: PlantRecord,
    /// The time by which the caller needs an answer.
    pub(super) deadline: Instant,
    pub(super) then: OnDecided,
    pub(super) answer: Answer,
    pub(super) place: Place,
}

/// The place of a create in the queue, released before the create is answered.
pub(super) struct Place {
    /// The create's part of [`QUEUE_BYTES`](super::QUEUE_BYTES).
    _bytes: OwnedSemaphorePermit,
    waiting: Arc<AtomicUsize>,
}

impl Place {
    /// Counts a create among those that wait.
    pub(super) fn new(bytes: OwnedSemaphorePermit, waiting: &Arc<AtomicUsize>) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Place { _bytes: bytes, waiting: Arc::clone(waiting) }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The creates of one transaction.
#[derive(Default)]
pub(super) struct Batch {
    /// The first plant of each id.
    pub(super) plants: Vec<PlantRecord>,
    /// The index in `plants` of each id.
    indexes: HashMap<i64, usize>,
    /// A claim for each create, in the order of arrival.
    pub(super) claims: Vec<Claim>,
    /// The deadline of the first create. `None` while the batch is empty.
    pub(super) deadline: Option<Instant>,
}

/// A create's claim to an id.
pub(super) struct Claim {
    /// The index in [`Batch::plants`] of the first plant with the id.
    index: usize,
    /// The plant of this create, unless it is that first plant.
    rival: Option<Plant>,
    then: OnDecided,
    answer: Answer,
    place: Place,
}

impl Batch {
    /// Adds queued creates, without waiting for more.
    pub(super) fn fill(&mut self, queue: &Receiver<Waiting>) {
        while self.claims.len() < BATCH_CREATES {
            let Ok(next) = queue.try_recv() else { break };
            self.add(next);
        }
    }

    /// Adds a create, unless its deadline has passed; then it is answered.
    pub(super) fn add(&mut self, waiting: Waiting) {
        if waiting.deadline <= Instant::now() {
            drop(waiting.place);
            // Not `Overloaded`: a retry a little later would wait as long. The send fails
            // when the caller no longer waits.
            let refused = StorageError::Write(Arc::new(NotBegun));
            let _ = waiting.answer.send(Err(refused.into()));
            return;
        }
        self.deadline.get_or_insert(waiting.deadline);
        let Waiting { record, then, answer, place, .. } = waiting;
        let (index, rival) = match self.indexes.entry(record.plant.id) {
            Entry::Occupied(occupied) => (*occupied.get(), Some(record.plant)),
            Entry::Vacant(vacant) => {
                let index = self.plants.len();
                vacant.insert(index);
                self.plants.push(record);
                (index, None)
            }
        };
        self.claims.push(Claim { index, rival, then, answer, place });
    }
}

impl Claim {
    /// Answers the create.
    pub(super) fn answer(self, plants: &[PlantRecord], written: &BatchOutcome) {
        let outcome = match written {
            Ok(written) => {
                decide(&plants[self.index].plant, &written[self.index], self.rival.as_ref())
            }
            Err(error) => Err(error.clone().into()),
        };
        // The panic hook has reported a panic already; the create is decided all the same.
        let _ = catch_unwind(AssertUnwindSafe(|| (self.then)(&outcome)));
        // Before the answer, so that the caller's next create finds an empty queue.
        drop(self.place);
        // Fails when the caller no longer waits, which changes nothing.
        let _ = self.answer.send(outcome);
    }
}

/// Returns the outcome of one create. `first` is the plant that was written, with
/// the outcome `written`; `rival` is the plant of a later create of the same id.
fn decide(first: &Plant, written: &WriteOutcome, rival: Option<&Plant>) -> CreateResult {
    let stored = match written {
        WriteOutcome::New if rival.is_none() => return Ok(Created::New),
        WriteOutcome::New => first,
        WriteOutcome::Existing(stored) => stored,
        WriteOutcome::Deleted => return Err(CreateError::Conflict { id: first.id }),
    };
    if rival.unwrap_or(first) == stored {
        Ok(Created::AlreadyExists)
    } else {
        Err(CreateError::Conflict { id: first.id })
    }
}
