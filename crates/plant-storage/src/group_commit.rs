//! Many creates, one transaction: the group commit in front of every backend.
//!
//! Creates wait in a bounded queue. One thread takes what is there, writes it
//! as one batch, and answers each create only after the batch is on stable
//! storage. While it waits for the disk the next batch gathers, so batches grow
//! with the load by themselves; nothing ever lingers for company, so a create
//! that is alone pays no delay.
//!
//! A create that has waited for [`PATIENCE`] is answered, whatever the backend
//! does: it was not begun, or it is not acknowledged. So a store that can't
//! write for minutes keeps no caller for longer than that. The batch of such a
//! create is still written, and keeps its part of the queue until it is.
//!
//! A panic of the backend fails its batch and no other one: the thread goes on,
//! and the backend begins anew, as it does after trouble with the disk.
//!
//! A backend sees each id at most once in a batch. Racing creates of one id are
//! decided here, by comparing plants, and hence alike for every backend.
//!
//! Once queued, a create no longer depends on its caller: it is written once,
//! whether or not somebody still waits for the answer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use crate::{CreateError, Created, Plant, StorageError};

#[cfg(test)]
mod tests;

/// How many creates may wait.
const QUEUE_PLANTS: usize = 8192;
/// How many bytes of names and tags may wait, the batch being written
/// included. The bound on what the queue can cost in memory.
const QUEUE_BYTES: usize = 64 << 20;
/// How many plants one transaction takes. Beyond this the disk's part of the
/// cost of a plant is negligible, and only the wait for the answer grows.
const BATCH_PLANTS: usize = 1024;
/// How long a create waits for its answer, about.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much longer a caller waits than the backend is given: a backend that
/// keeps its deadline says what it was waiting for.
const GRACE: Duration = Duration::from_millis(500);

/// Writes batches to stable storage.
pub(crate) trait BatchWriter: Send + 'static {
    /// Writes those plants whose ids are free, all in one transaction, and
    /// returns what became of each, in the order of `plants`, after the
    /// transaction is on stable storage. The ids are distinct. Gives up at the
    /// deadline, as far as it can. After a panic it can be called again.
    ///
    /// # Errors
    ///
    /// The whole batch failed, and nothing of it is promised.
    fn write(
        &mut self,
        plants: &Arc<Vec<Plant>>,
        deadline: Instant,
    ) -> Result<Vec<Written>, StorageError>;
}

/// What became of one plant of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// Its id was free; it is stored.
    New,
    /// Its id belongs to this plant, which may or may not be equal to it.
    Existing(Plant),
}

/// A batch is still being written at the deadline of its creates.
#[derive(Debug, thiserror::Error)]
#[error("the store is still busy with writing; whether the plant is stored is decided later")]
struct StillWriting;

/// The backend panicked with a batch in its hands.
#[derive(Debug, thiserror::Error)]
#[error("the thread that writes has panicked; standard error has the message")]
struct Panicked;

/// A create in the queue.
struct Waiting {
    plant: Plant,
    /// When the caller has to have an answer.
    deadline: Instant,
    answer: oneshot::Sender<Result<Created, CreateError>>,
    /// Its part of [`QUEUE_BYTES`], returned when it has been answered.
    _room: OwnedSemaphorePermit,
}

/// The queue and the thread that empties it.
pub(crate) struct GroupCommit {
    /// Absent once closed.
    queue: RwLock<Option<SyncSender<Waiting>>>,
    room: Arc<Semaphore>,
    patience: Duration,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl GroupCommit {
    /// Starts the thread that writes through `writer`.
    ///
    /// # Errors
    ///
    /// When the system has no thread left.
    pub(crate) fn start(writer: impl BatchWriter) -> std::io::Result<Self> {
        Self::with_patience(writer, PATIENCE)
    }

    fn with_patience(writer: impl BatchWriter, patience: Duration) -> std::io::Result<Self> {
        let (sender, receiver) = sync_channel(QUEUE_PLANTS);
        let thread = std::thread::Builder::new()
            .name("group-commit".to_owned())
            .spawn(move || run(writer, &receiver))?;
        Ok(GroupCommit {
            queue: RwLock::new(Some(sender)),
            room: Arc::new(Semaphore::new(QUEUE_BYTES)),
            patience,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Creates a plant; see [`Storage::plant_create`](crate::Storage::plant_create).
    pub(crate) async fn create(&self, plant: Plant) -> Result<Created, CreateError> {
        let (answer, answered) = oneshot::channel();
        self.enqueue(plant, answer)?;
        match timeout(self.patience + GRACE, answered).await {
            Ok(Ok(outcome)) => outcome,
            // The thread answers everything it takes, unless it panics.
            Ok(Err(_)) => Err(StorageError::Write(Arc::new(Panicked)).into()),
            Err(_) => Err(StorageError::Write(Arc::new(StillWriting)).into()),
        }
    }

    fn enqueue(
        &self,
        plant: Plant,
        answer: oneshot::Sender<Result<Created, CreateError>>,
    ) -> Result<(), CreateError> {
        let size = plant.name.len() + plant.tag.as_ref().map_or(0, String::len);
        let share = u32::try_from(size.min(QUEUE_BYTES)).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.room)
            .try_acquire_many_owned(share)
            .map_err(|_| CreateError::Overloaded)?;
        let queue = self.queue.read().unwrap_or_else(PoisonError::into_inner);
        let sender = queue.as_ref().ok_or(StorageError::Closed)?;
        sender
            .try_send(Waiting {
                plant,
                deadline: Instant::now() + self.patience,
                answer,
                _room: room,
            })
            .map_err(|error| match error {
                TrySendError::Full(_) => CreateError::Overloaded,
                TrySendError::Disconnected(_) => StorageError::Closed.into(),
            })
    }

    /// Refuses new creates and waits, blocking the thread, until those in the
    /// queue are answered.
    pub(crate) fn close(&self) {
        drop(
            self.queue
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
        let thread = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(thread) = thread {
            // A panic of the thread has been reported where it happened.
            let _ = thread.join();
        }
    }
}

impl Drop for GroupCommit {
    fn drop(&mut self) {
        self.close();
    }
}

/// Writes batch after batch, until the queue is closed and empty.
fn run(mut writer: impl BatchWriter, queue: &Receiver<Waiting>) {
    while let Ok(first) = queue.recv() {
        let deadline = first.deadline;
        let mut batch = Batch::default();
        batch.add(first);
        batch.fill(queue);
        if !batch.plants.is_empty() {
            // A panic has been reported where it happened. What waits for the
            // batch is answered by being dropped.
            let _ = catch_unwind(AssertUnwindSafe(|| batch.write(&mut writer, deadline)));
        }
    }
}

/// What is written in one transaction.
#[derive(Default)]
struct Batch {
    /// The first plant under each id.
    plants: Vec<Plant>,
    /// Where in `plants` an id is.
    places: HashMap<i64, usize>,
    /// Everybody who waits for this batch, in the order of arrival.
    waiting: Vec<Claim>,
}

/// A create's claim to an id.
struct Claim {
    /// Which plant of the batch has the id.
    place: usize,
    /// The claimed plant, when it isn't that one.
    rival: Option<Plant>,
    answer: oneshot::Sender<Result<Created, CreateError>>,
    _room: OwnedSemaphorePermit,
}

impl Batch {
    fn fill(&mut self, queue: &Receiver<Waiting>) {
        while self.waiting.len() < BATCH_PLANTS {
            let Ok(next) = queue.try_recv() else { break };
            self.add(next);
        }
    }

    fn add(
        &mut self,
        Waiting {
            plant,
            deadline,
            answer,
            _room,
        }: Waiting,
    ) {
        if deadline <= Instant::now() {
            // Fails when the caller has gone away.
            let _ = answer.send(Err(CreateError::Overloaded));
            return;
        }
        let (place, rival) = match self.places.entry(plant.id) {
            Entry::Occupied(occupied) => (*occupied.get(), Some(plant)),
            Entry::Vacant(vacant) => {
                let place = self.plants.len();
                vacant.insert(place);
                self.plants.push(plant);
                (place, None)
            }
        };
        self.waiting.push(Claim {
            place,
            rival,
            answer,
            _room,
        });
    }

    fn write(self, writer: &mut impl BatchWriter, deadline: Instant) {
        let plants = Arc::new(self.plants);
        let written = writer.write(&plants, deadline);
        for claim in self.waiting {
            let outcome = match &written {
                Ok(written) => decide(
                    &plants[claim.place],
                    &written[claim.place],
                    claim.rival.as_ref(),
                ),
                Err(error) => Err(error.clone().into()),
            };
            // Fails when the caller has gone away, which changes nothing.
            let _ = claim.answer.send(outcome);
        }
    }
}

/// The answer to one create: `first` was written as `written`; `rival` is the
/// plant of a later create of the same id.
fn decide(first: &Plant, written: &Written, rival: Option<&Plant>) -> Result<Created, CreateError> {
    let stored = match written {
        Written::New if rival.is_none() => return Ok(Created::New),
        Written::New => first,
        Written::Existing(stored) => stored,
    };
    if rival.unwrap_or(first) == stored {
        Ok(Created::Same)
    } else {
        Err(CreateError::Conflict { id: first.id })
    }
}
