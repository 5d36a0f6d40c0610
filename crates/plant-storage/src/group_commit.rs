//! Many creates, one transaction: the group commit in front of every backend.
//!
//! Creates wait in a bounded queue. One thread takes the creates that wait, writes
//! them as one batch, and answers each create only after the batch is on stable
//! storage. While the thread waits for the disk the next batch gathers, so batches
//! grow with the load by themselves.
//!
//! A create that is alone does not go through the queue: a worker of the caller's
//! runtime writes it (see [`GroupCommit::write_here`]). To hand it to the thread and
//! the answer back costs two switches of threads, 60 to 90 µs where a flush takes
//! 70 µs. A worker that waits for the disk handles no requests, so this is for
//! backends and disks that are quick; under load the thread writes.
//!
//! A create that has waited for [`PATIENCE`] is answered, whatever the backend
//! does: it was not begun, or it is not acknowledged. So a store that can't
//! write for minutes keeps no caller for longer than that. The batch of such a
//! create is still written, and keeps its part of the queue until it is.
//!
//! A panic of the backend fails its batch and no other one: the next batch is
//! written, and the backend begins anew, as it does after trouble with the disk.
//!
//! A backend sees each id at most once in a batch. Racing creates of one id are
//! decided here, by comparing plants, and hence alike for every backend.
//!
//! Once begun, a create no longer depends on its caller: it is written once,
//! whether or not somebody still waits for the answer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use crate::{CreateError, Created, Plant, StorageError};
use watch::Watch;

#[cfg(test)]
mod tests;
mod watch;

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

/// The longest time that the last batch took if a worker may write the next one.
/// Beyond it the switches of threads are a small part of what a create costs.
const QUICK: Duration = Duration::from_millis(2);

/// Writes batches to stable storage.
pub(crate) trait BatchWriter: Send + 'static {
    /// Returns whether workers of a tokio runtime may write: the writer has no
    /// runtime of its own, and waits for nothing but a local disk.
    fn runs_on_workers(&self) -> bool;

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
#[error("the store has panicked while writing; standard error has the message")]
struct Panicked;

/// A create in the queue.
struct Waiting {
    plant: Plant,
    /// When the caller has to have an answer.
    deadline: Instant,
    answer: oneshot::Sender<Result<Created, CreateError>>,
    /// Its part of [`QUEUE_BYTES`], returned when it is answered.
    room: OwnedSemaphorePermit,
}

/// The queue and the thread that empties it.
pub(crate) struct GroupCommit {
    /// Absent once closed.
    queue: RwLock<Option<SyncSender<Waiting>>>,
    room: Arc<Semaphore>,
    patience: Duration,
    thread: Mutex<Option<JoinHandle<()>>>,
    shared: Arc<Shared>,
    /// Absent if no worker writes.
    watch: Option<Arc<Watch>>,
}

/// The state that the thread and the workers share.
struct Shared {
    /// Absent once closed.
    writer: Mutex<Option<Box<dyn BatchWriter>>>,
    /// Whether a worker may write the next create: the last batch was one create and
    /// quick, and no worker has taken a create since.
    is_quiet: AtomicBool,
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
        // With one worker nobody would handle other requests meanwhile.
        let runtime = Handle::try_current().ok();
        let runtime = runtime.filter(|runtime| runtime.metrics().num_workers() > 1);
        let watch = match runtime.filter(|_| writer.runs_on_workers()) {
            Some(runtime) => Some(Arc::new(Watch::start(runtime)?)),
            None => None,
        };
        let shared = Arc::new(Shared {
            is_quiet: AtomicBool::new(true),
            writer: Mutex::new(Some(Box::new(writer))),
        });
        let (sender, receiver) = sync_channel(QUEUE_PLANTS);
        let of_thread = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("group-commit".to_owned())
            .spawn(move || run(&of_thread, &receiver))?;
        Ok(GroupCommit {
            queue: RwLock::new(Some(sender)),
            room: Arc::new(Semaphore::new(QUEUE_BYTES)),
            patience,
            thread: Mutex::new(Some(thread)),
            shared,
            watch,
        })
    }

    /// Creates a plant; see [`Storage::plant_create`](crate::Storage::plant_create).
    pub(crate) async fn create(&self, plant: Plant) -> Result<Created, CreateError> {
        let (answer, answered) = oneshot::channel();
        self.begin(plant, answer)?;
        match timeout(self.patience + GRACE, answered).await {
            Ok(Ok(outcome)) => outcome,
            // Every create that was begun is answered, unless the runtime ends first.
            Ok(Err(_)) => Err(StorageError::Closed.into()),
            Err(_) => Err(StorageError::Write(Arc::new(StillWriting)).into()),
        }
    }

    fn begin(
        &self,
        plant: Plant,
        answer: oneshot::Sender<Result<Created, CreateError>>,
    ) -> Result<(), CreateError> {
        let is_alone = self.room.available_permits() == QUEUE_BYTES;
        let size = plant.name.len() + plant.tag.as_ref().map_or(0, String::len);
        let share = u32::try_from(size.clamp(1, QUEUE_BYTES)).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.room)
            .try_acquire_many_owned(share)
            .map_err(|_| CreateError::Overloaded)?;
        let waiting = Waiting {
            plant,
            deadline: Instant::now() + self.patience,
            answer,
            room,
        };
        let queue = self.queue.read().unwrap_or_else(PoisonError::into_inner);
        let queue = queue.as_ref().ok_or(StorageError::Closed)?;
        if let Some(watch) = &self.watch
            && is_alone
            && self.shared.is_quiet.swap(false, Ordering::Relaxed)
        {
            self.write_here(waiting, watch);
            return Ok(());
        }
        queue.try_send(waiting).map_err(|error| match error {
            TrySendError::Full(_) => CreateError::Overloaded,
            TrySendError::Disconnected(_) => StorageError::Closed.into(),
        })
    }

    /// Lets the worker that runs the caller write the create.
    ///
    /// A task of its own writes, so that another worker can answer the caller if the
    /// disk stands still. tokio runs it on the same worker, right after the caller's
    /// has begun to wait.
    ///
    /// `block_in_place` was tried: it wakes a thread that takes the place of the
    /// worker, which costs as much as to let the thread write.
    fn write_here(&self, waiting: Waiting, watch: &Arc<Watch>) {
        let (shared, watch) = (Arc::clone(&self.shared), Arc::clone(watch));
        tokio::spawn(async move {
            let mut batch = Batch::default();
            batch.add(waiting);
            watch.over(|| shared.write(batch));
        });
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

/// Writes batch after batch, until the queue is closed and empty. Drops the writer
/// at the end, after a worker that still writes: a backend may have a runtime of its
/// own, which cannot be dropped on a worker of another one.
fn run(shared: &Shared, queue: &Receiver<Waiting>) {
    while let Ok(first) = queue.recv() {
        let mut batch = Batch::default();
        batch.add(first);
        batch.fill(queue);
        shared.write(batch);
    }
    drop(shared.lock().take());
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Option<Box<dyn BatchWriter>>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a batch and answers its creates.
    fn write(&self, batch: Batch) {
        let Some(deadline) = batch.deadline else {
            return;
        };
        let plants = Arc::new(batch.plants);
        let mut writer = self.lock();
        let begun = Instant::now();
        let written = match writer.as_mut() {
            // A panic has been reported where it happened.
            Some(writer) => catch_unwind(AssertUnwindSafe(|| writer.write(&plants, deadline)))
                .unwrap_or_else(|_| Err(StorageError::Write(Arc::new(Panicked)))),
            None => Err(StorageError::Closed),
        };
        drop(writer);
        let is_quiet = batch.claims.len() == 1 && begun.elapsed() < QUICK;
        self.is_quiet.store(is_quiet, Ordering::Relaxed);
        for claim in batch.claims {
            claim.answer(&plants, &written);
        }
    }
}

/// The creates of one transaction.
#[derive(Default)]
struct Batch {
    /// The first plant under each id.
    plants: Vec<Plant>,
    /// Where in `plants` an id is.
    places: HashMap<i64, usize>,
    /// A claim for each create, in the order of arrival.
    claims: Vec<Claim>,
    /// When the first create has to be answered. Absent while there is none.
    deadline: Option<Instant>,
}

/// A create's claim to an id.
struct Claim {
    /// Which plant of the batch has the id.
    place: usize,
    /// The claimed plant, when it isn't that one.
    rival: Option<Plant>,
    answer: oneshot::Sender<Result<Created, CreateError>>,
    room: OwnedSemaphorePermit,
}

impl Batch {
    fn fill(&mut self, queue: &Receiver<Waiting>) {
        while self.claims.len() < BATCH_PLANTS {
            let Ok(next) = queue.try_recv() else { break };
            self.add(next);
        }
    }

    fn add(&mut self, waiting: Waiting) {
        if waiting.deadline <= Instant::now() {
            // Fails when the caller has gone away.
            let _ = waiting.answer.send(Err(CreateError::Overloaded));
            return;
        }
        self.deadline.get_or_insert(waiting.deadline);
        let plant = waiting.plant;
        let (place, rival) = match self.places.entry(plant.id) {
            Entry::Occupied(occupied) => (*occupied.get(), Some(plant)),
            Entry::Vacant(vacant) => {
                let place = self.plants.len();
                vacant.insert(place);
                self.plants.push(plant);
                (place, None)
            }
        };
        self.claims.push(Claim {
            place,
            rival,
            answer: waiting.answer,
            room: waiting.room,
        });
    }
}

impl Claim {
    fn answer(self, plants: &[Plant], written: &Result<Vec<Written>, StorageError>) {
        let outcome = match written {
            Ok(written) => decide(
                &plants[self.place],
                &written[self.place],
                self.rival.as_ref(),
            ),
            Err(error) => Err(error.clone().into()),
        };
        // Before the answer: the caller's next create is alone.
        drop(self.room);
        // Fails when the caller has gone away, which changes nothing.
        let _ = self.answer.send(outcome);
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
