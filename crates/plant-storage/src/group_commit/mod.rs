//! The group commit in front of every backend: many creates, one transaction.
//!
//! Creates wait in a bounded queue. One thread takes the queued creates, writes
//! them as one batch, and answers each create only after the batch is on stable
//! storage. While the thread waits for the disk, the next batch fills, so the size
//! of batches adapts to the load.
//!
//! A single create does not go through the queue: a worker of the caller's runtime
//! writes it (see [`GroupCommit::write_here`]). The queue and the way back cost two
//! thread switches. A worker that waits for the disk handles no requests, so workers
//! write only with fast backends and disks; under load the thread writes.
//!
//! A create is answered after [`ANSWER_TIMEOUT`] at the latest, whatever the
//! backend does: its write was not begun, or is not acknowledged. So no caller waits
//! longer for a store that can't write for minutes. The batch of such a create is
//! still written, and occupies its part of the queue until then.
//!
//! A panic of the backend fails only its batch. The next batch is written, and the
//! backend reconnects, as it does after a disk error.
//!
//! A backend sees each id at most once in a batch. Races of creates for one id are
//! decided here, by comparing plants, and hence alike for every backend.
//!
//! Once queued, a create no longer depends on its caller: it is written once, and its
//! [`OnDecided`] gets the outcome, even if the caller no longer waits for the answer.
//! Only a create that is still in the queue at its deadline is not written.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::{
    BatchObserver, BatchReport, CreateError, CreateResult, OnDecided, Plant, PlantRecord, Queue,
    StorageError,
};
use batch::{Answer, Batch, Place, Waiting};
use watch::Watch;

mod batch;
#[cfg(test)]
mod tests;
mod watch;

/// The maximum number of queued creates.
const QUEUE_PLANTS: usize = 8192;
/// The maximum size of the queued names and tags, the batch being written
/// included. Limits the memory of the queue.
const QUEUE_BYTES: usize = 64 << 20;
/// The approximate time after which a create is answered.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// The additional time that a caller waits after the backend's deadline: the
/// error of a backend that keeps its deadline says what the backend waited for.
const GRACE: Duration = Duration::from_millis(500);

/// The time limit of a probe, the wait for the batch being written included.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// A worker may write the next batch only if the last batch took less time than
/// this. In slower batches thread switches are a small part of the cost.
const QUICK: Duration = Duration::from_millis(2);

/// Writes batches to stable storage.
pub(crate) trait BatchWriter: Send + 'static {
    /// Returns whether workers of a tokio runtime may write: the writer has no
    /// runtime of its own, and waits only for a local disk.
    fn runs_on_workers(&self) -> bool;

    /// Writes the plants whose ids are free, in one transaction. Returns the
    /// outcome of each plant, in the order of `plants`, after the transaction is
    /// on stable storage. The ids are distinct. Returns at the deadline if the
    /// backend allows that. Can be called again after a panic.
    ///
    /// # Errors
    ///
    /// The whole batch failed. Whether its plants are stored is unknown.
    fn write(&mut self, plants: &Arc<Vec<PlantRecord>>, deadline: Instant) -> BatchOutcome;

    /// Commits a write to stable storage that changes no plant.
    ///
    /// # Errors
    ///
    /// The write is not on stable storage: creates would fail, too.
    fn probe(&mut self, deadline: Instant) -> Result<(), StorageError>;
}

/// The outcome of each plant of a batch, or the error of the whole batch.
pub(crate) type BatchOutcome = Result<Vec<WriteOutcome>, StorageError>;

/// The outcome of one plant of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WriteOutcome {
    /// The id was free, and the plant is stored.
    New,
    /// This stored plant has the id. It may or may not equal the new plant.
    Existing(Plant),
    /// A deleted plant has the id.
    Deleted,
}

/// A batch is still being written at the deadline of its creates, or of a probe.
#[derive(Debug, thiserror::Error)]
#[error("the store is still busy with writing; what it writes may be stored later")]
struct StillWriting;

/// The store was busy with earlier batches until the deadline of a create.
#[derive(Debug, thiserror::Error)]
#[error("the store is busy with earlier plants; this create was not begun")]
struct NotBegun;

/// The backend panicked while it wrote a batch.
#[derive(Debug, thiserror::Error)]
#[error("the store has panicked while writing; standard error has the message")]
struct Panicked;

/// The queue of creates, and the thread that writes them.
pub(crate) struct GroupCommit {
    /// `None` once closed.
    queue: RwLock<Option<SyncSender<Waiting>>>,
    /// One permit for each free byte of [`QUEUE_BYTES`].
    free_bytes: Arc<Semaphore>,
    /// The number of creates that are not answered.
    waiting: Arc<AtomicUsize>,
    answer_timeout: Duration,
    thread: Mutex<Option<JoinHandle<()>>>,
    shared: Arc<Shared>,
    /// One permit, which a probe has until its thread is free again.
    probe: Arc<Semaphore>,
    /// `None` if workers don't write.
    watch: Option<Arc<Watch>>,
}

/// The state that the thread and the workers share.
struct Shared {
    /// `None` once closed.
    writer: Mutex<Option<Box<dyn BatchWriter>>>,
    /// Whether a worker may write the next create: the last batch was a single
    /// create and quick, and no worker has taken a create since.
    is_quiet: AtomicBool,
    observer: OnceLock<BatchObserver>,
}

impl GroupCommit {
    /// Starts the thread that writes through `writer`.
    ///
    /// # Errors
    ///
    /// When the operating system can't start a thread.
    pub(crate) fn start(writer: impl BatchWriter) -> std::io::Result<Self> {
        Self::with_answer_timeout(writer, ANSWER_TIMEOUT)
    }

    fn with_answer_timeout(
        writer: impl BatchWriter,
        answer_timeout: Duration,
    ) -> std::io::Result<Self> {
        // A single worker could not handle other requests while it writes.
        let runtime = Handle::try_current().ok();
        let runtime = runtime.filter(|runtime| runtime.metrics().num_workers() > 1);
        let watch = match runtime.filter(|_| writer.runs_on_workers()) {
            Some(runtime) => Some(Arc::new(Watch::start(runtime)?)),
            None => None,
        };
        let shared = Arc::new(Shared {
            is_quiet: AtomicBool::new(true),
            writer: Mutex::new(Some(Box::new(writer))),
            observer: OnceLock::new(),
        });
        let (sender, receiver) = sync_channel(QUEUE_PLANTS);
        let thread_shared = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("group-commit".to_owned())
            .spawn(move || run(&thread_shared, &receiver))?;
        Ok(GroupCommit {
            queue: RwLock::new(Some(sender)),
            free_bytes: Arc::new(Semaphore::new(QUEUE_BYTES)),
            waiting: Arc::default(),
            answer_timeout,
            thread: Mutex::new(Some(thread)),
            shared,
            probe: Arc::new(Semaphore::new(1)),
            watch,
        })
    }

    /// Creates a plant; see [`Storage::plant_create_by`](crate::Storage::plant_create_by).
    pub(crate) async fn create(&self, record: PlantRecord, then: OnDecided) -> CreateResult {
        let (answer, answered) = oneshot::channel();
        self.enqueue(record, then, answer)?;
        match timeout(self.answer_timeout + GRACE, answered).await {
            Ok(Ok(outcome)) => outcome,
            // Every queued create is answered, unless the runtime ends first.
            Ok(Err(_)) => Err(StorageError::Closed.into()),
            Err(_) => Err(StorageError::Write(Arc::new(StillWriting)).into()),
        }
    }

    /// Puts a create into the queue, or writes it here.
    fn enqueue(
        &self,
        record: PlantRecord,
        then: OnDecided,
        answer: Answer,
    ) -> Result<(), CreateError> {
        let plant = &record.plant;
        let is_alone = self.free_bytes.available_permits() == QUEUE_BYTES;
        let size = plant.name.len() + plant.tag.as_ref().map_or(0, String::len);
        let share = u32::try_from(size.clamp(1, QUEUE_BYTES)).unwrap_or(u32::MAX);
        let permit = Arc::clone(&self.free_bytes)
            .try_acquire_many_owned(share)
            .map_err(|_| CreateError::Overloaded)?;
        let waiting = Waiting {
            record,
            deadline: Instant::now() + self.answer_timeout,
            then,
            answer,
            place: Place::new(permit, &self.waiting),
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

    /// Writes the create on the worker that runs the caller.
    ///
    /// A new task writes, so that another worker can answer the caller if the disk
    /// hangs. tokio runs the task on the same worker as soon as the caller's task
    /// waits.
    ///
    /// `block_in_place` was tried: it wakes a thread that replaces the worker, which
    /// costs as much as a write by the group-commit thread.
    fn write_here(&self, waiting: Waiting, watch: &Arc<Watch>) {
        let (shared, watch) = (Arc::clone(&self.shared), Arc::clone(watch));
        tokio::spawn(async move {
            let mut batch = Batch::default();
            batch.add(waiting);
            watch.during(|| shared.write(batch));
        });
    }

    /// Sets the function that gets a report of each batch. Only the first call has an
    /// effect.
    pub(crate) fn observe(&self, observer: BatchObserver) {
        // Fails if there is an observer.
        let _ = self.shared.observer.set(observer);
    }

    /// Returns the creates that are not answered.
    pub(crate) fn queue(&self) -> Queue {
        Queue {
            creates: self.waiting.load(Ordering::Relaxed),
            bytes: QUEUE_BYTES - self.free_bytes.available_permits(),
        }
    }

    /// Commits a write that changes no plant; see [`Storage::probe`](crate::Storage::probe).
    ///
    /// A probe of a disk that hangs keeps its thread, also after its caller has given up.
    /// Later probes wait for the end of that probe without a thread.
    pub(crate) async fn probe(&self) -> Result<(), StorageError> {
        let (shared, deadline) = (Arc::clone(&self.shared), Instant::now() + PROBE_TIMEOUT);
        let turn = Arc::clone(&self.probe);
        let probe = async {
            // The semaphore is never closed.
            let turn = turn.acquire_owned().await.ok()?;
            let probe = spawn_blocking(move || {
                let _turn = turn;
                shared.probe(deadline)
            });
            // Fails when the runtime is shutting down.
            probe.await.ok()
        };
        match timeout(PROBE_TIMEOUT + GRACE, probe).await {
            Ok(Some(outcome)) => outcome,
            Ok(None) => Err(StorageError::Closed),
            Err(_) => Err(StorageError::Write(Arc::new(StillWriting))),
        }
    }

    /// Calls [`GroupCommit::close`] on a thread that may block.
    pub(crate) async fn close_elsewhere(self: &Arc<Self>) {
        let creates = Arc::clone(self);
        // Fails when the runtime is shutting down; `drop` closes then.
        let _ = spawn_blocking(move || creates.close()).await;
    }

    /// Refuses new creates, and blocks until the queued creates are answered.
    ///
    /// A create that a worker has not begun to write is answered with
    /// [`StorageError::Closed`], as if it came later. `close` does not wait for it:
    /// the worker may be the thread that drops the store.
    pub(crate) fn close(&self) {
        *self.queue.write().unwrap_or_else(PoisonError::into_inner) = None;
        // The lock is held while joining, so that a second caller waits, too. Nobody else
        // takes it, and the thread has no reference to `self`.
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take() {
            // The panic hook has reported a panic of the thread already.
            let _ = thread.join();
        }
    }
}

impl Drop for GroupCommit {
    fn drop(&mut self) {
        self.close();
    }
}

/// Writes batches until the queue is closed and empty. Then waits for a worker that
/// still writes, and drops the writer on this thread: a backend may have a runtime
/// of its own, which cannot be dropped on a worker of another runtime.
fn run(shared: &Shared, queue: &Receiver<Waiting>) {
    while let Ok(first) = queue.recv() {
        let mut batch = Batch::default();
        batch.add(first);
        // If all processors are busy, other creates arrive first, and share the flush.
        std::thread::yield_now();
        batch.fill(queue);
        shared.write(batch);
    }
    drop(shared.lock().take());
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Option<Box<dyn BatchWriter>>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn probe(&self, deadline: Instant) -> Result<(), StorageError> {
        let mut writer = self.lock();
        let writer = writer.as_mut().ok_or(StorageError::Closed)?;
        // The panic hook has reported a panic already.
        catch_unwind(AssertUnwindSafe(|| writer.probe(deadline)))
            .unwrap_or_else(|_| Err(StorageError::Write(Arc::new(Panicked))))
    }

    /// Writes a batch and answers its creates.
    fn write(&self, batch: Batch) {
        let Some(deadline) = batch.deadline else {
            return;
        };
        let plants = Arc::new(batch.plants);
        // Locked until the creates are answered, so that `close` waits for their records.
        let mut writer = self.lock();
        let begun = Instant::now();
        let written = match writer.as_mut() {
            // The panic hook has reported a panic already.
            Some(writer) => catch_unwind(AssertUnwindSafe(|| writer.write(&plants, deadline)))
                .unwrap_or_else(|_| Err(StorageError::Write(Arc::new(Panicked)))),
            None => Err(StorageError::Closed),
        };
        let duration = begun.elapsed();
        let is_quiet = batch.claims.len() == 1 && duration < QUICK;
        self.is_quiet.store(is_quiet, Ordering::Relaxed);
        if let Some(observer) = self.observer.get() {
            let (creates, is_written) = (batch.claims.len(), written.is_ok());
            observer(&BatchReport { creates, duration, is_written });
        }
        for claim in batch.claims {
            claim.answer(&plants, &written);
        }
    }
}
