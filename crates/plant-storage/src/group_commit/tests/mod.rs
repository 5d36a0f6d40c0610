//! Tests of the group commit with a writer that blocks, fails or panics on
//! command of the test.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::{Context, Poll, Wake, Waker};

use tokio::task::JoinSet;

use super::batch::BATCH_CREATES;
use super::*;
use crate::{Created, Trail};

mod workers;

/// The effect of the next write of a batch.
enum Command {
    Write,
    Fail,
    Panic,
}

/// The report of a probe, in place of the size of a batch.
const PROBE: usize = 0;

/// A writer that reports the size of each batch and then waits for a command.
struct CommandedWriter {
    commands: Receiver<Command>,
    begun: Sender<usize>,
    stored: BTreeMap<i64, Plant>,
}

impl BatchWriter for CommandedWriter {
    fn runs_on_workers(&self) -> bool {
        true
    }

    fn write(&mut self, plants: &Arc<Vec<PlantRecord>>, _: Instant) -> BatchOutcome {
        self.begun.send(plants.len()).unwrap();
        match self.commands.recv().unwrap() {
            Command::Write => {
                Ok(plants.iter().map(|record| self.write_one(&record.plant)).collect())
            }
            Command::Fail => Err(StorageError::Write(Arc::new(std::fmt::Error))),
            Command::Panic => panic!("commanded by the test"),
        }
    }

    fn probe(&mut self, _: Instant) -> Result<(), StorageError> {
        self.begun.send(PROBE).unwrap();
        Ok(())
    }
}

impl CommandedWriter {
    fn write_one(&mut self, plant: &Plant) -> WriteOutcome {
        match self.stored.get(&plant.id) {
            Some(stored) => WriteOutcome::Existing(stored.clone()),
            None => {
                self.stored.insert(plant.id, plant.clone());
                WriteOutcome::New
            }
        }
    }
}

/// A group commit whose writer the test controls.
struct Fixture {
    creates: Arc<GroupCommit>,
    commands: Sender<Command>,
    begun: Receiver<usize>,
}

impl Fixture {
    fn new() -> Self {
        Self::with_answer_timeout(ANSWER_TIMEOUT)
    }

    fn with_answer_timeout(answer_timeout: Duration) -> Self {
        let (commands, received) = channel();
        let (begins, begun) = channel();
        let writer = CommandedWriter { commands: received, begun: begins, stored: BTreeMap::new() };
        Fixture {
            creates: Arc::new(GroupCommit::with_answer_timeout(writer, answer_timeout).unwrap()),
            commands,
            begun,
        }
    }

    /// Puts a create of the plant into the queue.
    fn enqueue(&self, plant: PlantRecord) -> tokio::task::JoinHandle<CreateResult> {
        let (answer, answered) = oneshot::channel();
        let queued = self.creates.enqueue(plant, Box::new(|_| ()), answer);
        tokio::spawn(async move {
            queued?;
            answered.await.unwrap_or(Err(StorageError::Closed.into()))
        })
    }

    /// Creates a plant, which must succeed.
    async fn created(&self, plant: PlantRecord) -> Created {
        self.enqueue(plant).await.unwrap().unwrap()
    }

    /// Repeats a create until the queue has room: a batch that was answered at the
    /// timeout releases its part of the queue only when it is written.
    async fn create_when_there_is_room(&self, plant: PlantRecord) -> CreateResult {
        loop {
            match self.creates.create(plant.clone(), Box::new(|_| ())).await {
                Err(CreateError::Overloaded) => tokio::task::yield_now().await,
                other => return other,
            }
        }
    }

    fn command(&self, command: Command) {
        self.commands.send(command).unwrap();
    }

    /// Waits until the writer has begun a batch. Returns the size of the batch.
    fn batch_size(&self) -> usize {
        self.begun.recv().unwrap()
    }
}

fn plant(id: i64, name: &str) -> PlantRecord {
    PlantRecord { plant: Plant { id, name: name.to_owned(), tag: None }, trail: Trail::default() }
}

fn assert_conflict(outcome: CreateResult) {
    assert!(matches!(outcome, Err(CreateError::Conflict { id: 7 })), "{outcome:?}");
}

#[tokio::test]
async fn what_gathers_while_a_batch_is_written_is_the_next_batch() {
    let fixture = Fixture::new();
    let mut creates = vec![fixture.enqueue(plant(0, "alone"))];
    assert_eq!(fixture.batch_size(), 1, "a single create doesn't wait for others");
    for id in 1..=10 {
        creates.push(fixture.enqueue(plant(id, "together")));
    }
    fixture.command(Command::Write);
    assert_eq!(fixture.batch_size(), 10);
    fixture.command(Command::Write);
    for create in creates {
        assert_eq!(create.await.unwrap().unwrap(), Created::New);
    }
}

#[tokio::test]
async fn racing_creates_in_one_batch_have_one_winner() {
    let fixture = Fixture::new();
    let blocker = fixture.enqueue(plant(0, "blocker"));
    fixture.batch_size();
    let winner = fixture.enqueue(plant(7, "first"));
    let equal = fixture.enqueue(plant(7, "first"));
    let different = fixture.enqueue(plant(7, "second"));
    let also_different = fixture.enqueue(plant(7, "second"));
    fixture.command(Command::Write);
    assert_eq!(fixture.batch_size(), 1, "the backend sees the id once");
    fixture.command(Command::Write);
    assert_eq!(blocker.await.unwrap().unwrap(), Created::New);
    assert_eq!(winner.await.unwrap().unwrap(), Created::New);
    assert_eq!(equal.await.unwrap().unwrap(), Created::AlreadyExists);
    for loser in [different, also_different] {
        assert_conflict(loser.await.unwrap());
    }
}

#[tokio::test]
async fn a_rival_in_the_batch_may_be_the_one_that_is_stored() {
    let fixture = Fixture::new();
    fixture.command(Command::Write);
    assert_eq!(fixture.created(plant(7, "stored")).await, Created::New);
    fixture.batch_size();
    let blocker = fixture.enqueue(plant(0, "blocker"));
    fixture.batch_size();
    let different = fixture.enqueue(plant(7, "different"));
    let equal = fixture.enqueue(plant(7, "stored"));
    fixture.command(Command::Write);
    fixture.command(Command::Write);
    assert_eq!(blocker.await.unwrap().unwrap(), Created::New);
    assert_conflict(different.await.unwrap());
    assert_eq!(equal.await.unwrap().unwrap(), Created::AlreadyExists);
}

#[tokio::test]
async fn a_failed_batch_acknowledges_nothing_and_the_next_one_is_written() {
    let fixture = Fixture::new();
    let blocker = fixture.enqueue(plant(0, "blocker"));
    fixture.batch_size();
    let failing = [fixture.enqueue(plant(1, "a")), fixture.enqueue(plant(2, "b"))];
    fixture.command(Command::Write);
    fixture.command(Command::Fail);
    assert_eq!(blocker.await.unwrap().unwrap(), Created::New);
    for create in failing {
        let error = create.await.unwrap().unwrap_err();
        assert!(matches!(error, CreateError::Unavailable(StorageError::Write(_))), "{error:?}");
        let cause = std::error::Error::source(&error).expect("the cause is kept for the log");
        assert_eq!(cause.to_string(), std::fmt::Error.to_string());
    }
    fixture.command(Command::Write);
    assert_eq!(fixture.created(plant(1, "a")).await, Created::New);
}

#[tokio::test]
async fn a_full_queue_refuses_the_next_create_and_begins_nothing_of_it() {
    let fixture = Fixture::new();
    let mut creates = JoinSet::new();
    let blocker = fixture.enqueue(plant(-1, "blocker"));
    fixture.batch_size();
    for id in 0..QUEUE_PLANTS as i64 {
        let waiting = fixture.enqueue(plant(id, ""));
        creates.spawn(async move { waiting.await.unwrap() });
    }
    let refused = fixture.enqueue(plant(i64::MAX, "refused")).await.unwrap();
    assert!(matches!(refused, Err(CreateError::Overloaded)));
    for _ in 0..=QUEUE_PLANTS.div_ceil(BATCH_CREATES) {
        fixture.command(Command::Write);
    }
    assert_eq!(blocker.await.unwrap().unwrap(), Created::New);
    while let Some(created) = creates.join_next().await {
        assert_eq!(created.unwrap().unwrap(), Created::New);
    }
    fixture.command(Command::Write);
    let again = fixture.enqueue(plant(i64::MAX, "another")).await.unwrap();
    assert_eq!(again.unwrap(), Created::New, "the refused create left nothing behind");
}

#[tokio::test]
async fn a_create_that_has_waited_too_long_is_answered_and_not_begun() {
    let fixture = Fixture::with_answer_timeout(Duration::ZERO);
    let late = fixture.enqueue(plant(1, "too late")).await.unwrap();
    // Not that of a full queue, of which the store may have room again at once.
    let Err(CreateError::Unavailable(StorageError::Write(cause))) = late else {
        panic!("{late:?}");
    };
    assert!(cause.to_string().contains("was not begun"), "{cause}");
    assert!(fixture.begun.try_recv().is_err(), "no batch is begun for it");
}

/// A caller that looks at the number of creates in the queue when it is woken.
struct Caller {
    waiting: Arc<AtomicUsize>,
    seen: Mutex<Option<usize>>,
}

impl Wake for Caller {
    fn wake(self: Arc<Self>) {
        *self.seen.lock().unwrap() = Some(self.waiting.load(Ordering::Relaxed));
    }
}

#[test]
fn a_create_that_has_waited_too_long_leaves_the_queue_before_it_is_answered() {
    let bytes = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
    let waiting = Arc::default();
    let place = Place::new(bytes, &waiting);
    let caller = Arc::new(Caller { waiting, seen: Mutex::new(None) });
    let (answer, mut answered) = oneshot::channel();
    let waker = Waker::from(Arc::clone(&caller));
    let polled = Pin::new(&mut answered).poll(&mut Context::from_waker(&waker));
    assert!(polled.is_pending());
    let (record, deadline) = (plant(1, "too late"), Instant::now());
    Batch::default().add(Waiting { record, deadline, then: Box::new(|_| ()), answer, place });
    assert_eq!(*caller.seen.lock().unwrap(), Some(0));
}

#[tokio::test]
async fn long_names_fill_the_queue_before_they_fill_the_memory() {
    let fixture = Fixture::new();
    let half = "x".repeat(QUEUE_BYTES / 2);
    let first = fixture.enqueue(plant(1, &half));
    let second = fixture.enqueue(plant(2, &half));
    let refused = fixture.enqueue(plant(3, "x")).await.unwrap();
    assert!(matches!(refused, Err(CreateError::Overloaded)));
    fixture.command(Command::Write);
    fixture.command(Command::Write);
    assert_eq!(first.await.unwrap().unwrap(), Created::New);
    assert_eq!(second.await.unwrap().unwrap(), Created::New);
    fixture.command(Command::Write);
    assert_eq!(fixture.created(plant(3, "x")).await, Created::New);
}

#[tokio::test]
async fn a_caller_that_goes_away_neither_undoes_nor_repeats_its_create() {
    let fixture = Fixture::new();
    let (decisions, decided) = channel();
    {
        let decide = move |created: &Result<_, _>| decisions.send(created.clone()).unwrap();
        let create = fixture.creates.create(plant(7, "left alone"), Box::new(decide));
        let mut create = Box::pin(create);
        let mut context = Context::from_waker(Waker::noop());
        assert!(matches!(create.as_mut().poll(&mut context), Poll::Pending));
    }
    assert_eq!(fixture.batch_size(), 1);
    fixture.command(Command::Write);
    fixture.command(Command::Write);
    let repeated = fixture.creates.create(plant(7, "left alone"), Box::new(|_| ())).await;
    assert_eq!(repeated.unwrap(), Created::AlreadyExists);
    assert_eq!(decided.recv().unwrap().unwrap(), Created::New);
}

#[tokio::test]
async fn closing_answers_what_is_queued_and_refuses_what_comes_later() {
    let fixture = Fixture::new();
    let queued: Vec<_> = (0..100).map(|id| fixture.enqueue(plant(id, ""))).collect();
    for _ in 0..2 {
        fixture.command(Command::Write);
    }
    // Whether the first batch has one create or more depends on the scheduler.
    let closing = Arc::clone(&fixture.creates);
    let closed = tokio::task::spawn_blocking(move || closing.close());
    for create in queued {
        assert_eq!(create.await.unwrap().unwrap(), Created::New);
    }
    closed.await.unwrap();
    let late = fixture.creates.create(plant(1000, "late"), Box::new(|_| ())).await;
    assert!(matches!(late, Err(CreateError::Unavailable(StorageError::Closed))));
    fixture.creates.close();
}

#[tokio::test]
async fn a_panic_of_the_backend_fails_its_batch_and_no_later_one() {
    let fixture = Fixture::new();
    fixture.command(Command::Panic);
    let failed = fixture.creates.create(plant(1, "panics"), Box::new(|_| ())).await;
    let Err(CreateError::Unavailable(StorageError::Write(cause))) = failed else {
        panic!("{failed:?}");
    };
    assert!(cause.to_string().contains("panicked"), "{cause}");
    fixture.command(Command::Write);
    let later = fixture.creates.create(plant(1, "later"), Box::new(|_| ())).await;
    assert_eq!(later.unwrap(), Created::New);
}

#[tokio::test]
async fn callers_are_answered_while_their_batch_is_written_and_keeps_its_part_of_the_queue() {
    let fixture = Fixture::with_answer_timeout(Duration::from_secs(2));
    let all = "x".repeat(QUEUE_BYTES);
    let slow = fixture.creates.create(plant(1, &all), Box::new(|_| ())).await;
    let Err(CreateError::Unavailable(StorageError::Write(cause))) = slow else {
        panic!("{slow:?}");
    };
    assert!(cause.to_string().contains("still busy"), "{cause}");
    assert_eq!(fixture.batch_size(), 1);
    let refused = fixture.creates.create(plant(2, "x"), Box::new(|_| ())).await;
    assert!(matches!(refused, Err(CreateError::Overloaded)), "{refused:?}");
    fixture.command(Command::Write);
    fixture.command(Command::Write);
    fixture.command(Command::Write);
    // A repeated create finds the outcome of the slow batch.
    let repeated = fixture.create_when_there_is_room(plant(1, &all)).await;
    assert_eq!(repeated.unwrap(), Created::AlreadyExists);
    let later = fixture.create_when_there_is_room(plant(2, "x")).await;
    assert_eq!(later.unwrap(), Created::New);
}

#[tokio::test]
async fn no_probe_begins_while_an_earlier_one_waits_for_the_disk() {
    let fixture = Fixture::new();
    let slow = fixture.enqueue(plant(1, "slow"));
    assert_eq!(fixture.batch_size(), 1);
    for _ in 0..3 {
        let abandoned = timeout(Duration::from_millis(50), fixture.creates.probe()).await;
        assert!(abandoned.is_err(), "{abandoned:?}");
    }
    fixture.command(Command::Write);
    assert_eq!(slow.await.unwrap().unwrap(), Created::New);
    fixture.creates.probe().await.unwrap();
    assert_eq!(fixture.begun.try_iter().collect::<Vec<_>>(), [PROBE, PROBE]);
}
