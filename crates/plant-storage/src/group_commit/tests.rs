//! What the group commit promises whatever the backend does: shown with a
//! writer that stands still, fails or panics when the test says so.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::*;

/// What the writer does with a batch.
enum Order {
    Write,
    Fail,
    Panic,
}

/// A writer that waits for an order before each batch and reports its size.
struct Obedient {
    orders: Receiver<Order>,
    begun: Sender<usize>,
    stored: BTreeMap<i64, Plant>,
}

impl BatchWriter for Obedient {
    fn runs_on_workers(&self) -> bool {
        true
    }

    fn write(
        &mut self,
        plants: &Arc<Vec<Plant>>,
        _: Instant,
    ) -> Result<Vec<Written>, StorageError> {
        self.begun.send(plants.len()).unwrap();
        match self.orders.recv().unwrap() {
            Order::Write => Ok(plants.iter().map(|plant| self.write_one(plant)).collect()),
            Order::Fail => Err(StorageError::Write(Arc::new(std::fmt::Error))),
            Order::Panic => panic!("ordered by the test"),
        }
    }
}

impl Obedient {
    fn write_one(&mut self, plant: &Plant) -> Written {
        match self.stored.get(&plant.id) {
            Some(stored) => Written::Existing(stored.clone()),
            None => {
                self.stored.insert(plant.id, plant.clone());
                Written::New
            }
        }
    }
}

/// A group commit and the strings its writer hangs on.
struct Puppet {
    creates: Arc<GroupCommit>,
    orders: Sender<Order>,
    begun: Receiver<usize>,
}

impl Puppet {
    fn new() -> Self {
        Self::with_patience(PATIENCE)
    }

    fn with_patience(patience: Duration) -> Self {
        let (orders, received) = channel();
        let (begins, begun) = channel();
        let writer = Obedient {
            orders: received,
            begun: begins,
            stored: BTreeMap::new(),
        };
        Puppet {
            creates: Arc::new(GroupCommit::with_patience(writer, patience).unwrap()),
            orders,
            begun,
        }
    }

    /// Begins a create of the plant and leaves it waiting in the queue.
    fn begin(&self, plant: Plant) -> tokio::task::JoinHandle<Result<Created, CreateError>> {
        let (answer, answered) = oneshot::channel();
        let begun = self.creates.begin(plant, answer);
        tokio::spawn(async move {
            begun?;
            answered.await.unwrap_or(Err(StorageError::Closed.into()))
        })
    }

    /// Repeats a create for which the queue has no room: a batch gives its room
    /// back a moment after it is answered.
    async fn create_when_there_is_room(&self, plant: Plant) -> Result<Created, CreateError> {
        loop {
            match self.creates.create(plant.clone()).await {
                Err(CreateError::Overloaded) => tokio::task::yield_now().await,
                other => return other,
            }
        }
    }

    fn order(&self, order: Order) {
        self.orders.send(order).unwrap();
    }

    /// Waits until the writer has a batch in its hands.
    fn batch_size(&self) -> usize {
        self.begun.recv().unwrap()
    }
}

fn plant(id: i64, name: &str) -> Plant {
    Plant {
        id,
        name: name.to_owned(),
        tag: None,
    }
}

#[tokio::test]
async fn what_gathers_while_a_batch_is_written_is_the_next_batch() {
    let puppet = Puppet::new();
    let mut creates = vec![puppet.begin(plant(0, "alone"))];
    assert_eq!(
        puppet.batch_size(),
        1,
        "a create that is alone doesn't wait for company"
    );
    for id in 1..=10 {
        creates.push(puppet.begin(plant(id, "together")));
    }
    puppet.order(Order::Write);
    assert_eq!(puppet.batch_size(), 10);
    puppet.order(Order::Write);
    for create in creates {
        assert_eq!(create.await.unwrap().unwrap(), Created::New);
    }
}

#[tokio::test]
async fn racing_creates_in_one_batch_have_one_winner() {
    let puppet = Puppet::new();
    let blocker = puppet.begin(plant(0, "blocker"));
    puppet.batch_size();
    let winner = puppet.begin(plant(7, "first"));
    let equal = puppet.begin(plant(7, "first"));
    let different = puppet.begin(plant(7, "second"));
    let also_different = puppet.begin(plant(7, "second"));
    puppet.order(Order::Write);
    assert_eq!(puppet.batch_size(), 1, "the backend sees the id once");
    puppet.order(Order::Write);
    assert_eq!(blocker.await.unwrap().unwrap(), Created::New);
    assert_eq!(winner.await.unwrap().unwrap(), Created::New);
    assert_eq!(equal.await.unwrap().unwrap(), Created::Same);
    for loser in [different, also_different] {
        assert!(matches!(
            loser.await.unwrap(),
            Err(CreateError::Conflict { id: 7 })
        ));
    }
}

#[tokio::test]
async fn a_rival_in_the_batch_may_be_the_one_that_is_stored() {
    let puppet = Puppet::new();
    puppet.order(Order::Write);
    assert_eq!(
        puppet.begin(plant(7, "stored")).await.unwrap().unwrap(),
        Created::New
    );
    puppet.batch_size();
    let blocker = puppet.begin(plant(0, "blocker"));
    puppet.batch_size();
    let different = puppet.begin(plant(7, "different"));
    let equal = puppet.begin(plant(7, "stored"));
    puppet.order(Order::Write);
    puppet.order(Order::Write);
    assert_eq!(blocker.await.unwrap().unwrap(), Created::New);
    assert!(matches!(
        different.await.unwrap(),
        Err(CreateError::Conflict { id: 7 })
    ));
    assert_eq!(equal.await.unwrap().unwrap(), Created::Same);
}

#[tokio::test]
async fn a_failed_batch_acknowledges_nothing_and_the_next_one_is_written() {
    let puppet = Puppet::new();
    let blocker = puppet.begin(plant(0, "blocker"));
    puppet.batch_size();
    let failing = [puppet.begin(plant(1, "a")), puppet.begin(plant(2, "b"))];
    puppet.order(Order::Write);
    puppet.order(Order::Fail);
    assert_eq!(blocker.await.unwrap().unwrap(), Created::New);
    for create in failing {
        let error = create.await.unwrap().unwrap_err();
        assert!(
            matches!(error, CreateError::Unavailable(StorageError::Write(_))),
            "{error:?}"
        );
        let cause = std::error::Error::source(&error).expect("the cause is kept for the log");
        assert_eq!(cause.to_string(), std::fmt::Error.to_string());
    }
    puppet.order(Order::Write);
    assert_eq!(
        puppet.begin(plant(1, "a")).await.unwrap().unwrap(),
        Created::New
    );
}

#[tokio::test]
async fn a_full_queue_refuses_the_next_create_and_begins_nothing_of_it() {
    let puppet = Puppet::new();
    let mut creates = JoinSet::new();
    let blocker = puppet.begin(plant(-1, "blocker"));
    puppet.batch_size();
    for id in 0..QUEUE_PLANTS as i64 {
        let waiting = puppet.begin(plant(id, ""));
        creates.spawn(async move { waiting.await.unwrap() });
    }
    let refused = puppet.begin(plant(i64::MAX, "refused")).await.unwrap();
    assert!(matches!(refused, Err(CreateError::Overloaded)));
    for _ in 0..=QUEUE_PLANTS.div_ceil(BATCH_PLANTS) {
        puppet.order(Order::Write);
    }
    assert_eq!(blocker.await.unwrap().unwrap(), Created::New);
    while let Some(created) = creates.join_next().await {
        assert_eq!(created.unwrap().unwrap(), Created::New);
    }
    puppet.order(Order::Write);
    let again = puppet.begin(plant(i64::MAX, "another")).await.unwrap();
    assert_eq!(
        again.unwrap(),
        Created::New,
        "the refused create left nothing behind"
    );
}

#[tokio::test]
async fn a_create_that_has_waited_too_long_is_answered_and_not_begun() {
    let puppet = Puppet::with_patience(Duration::ZERO);
    let late = puppet.begin(plant(1, "too late")).await.unwrap();
    assert!(matches!(late, Err(CreateError::Overloaded)));
    assert!(puppet.begun.try_recv().is_err(), "no batch is begun for it");
}

#[tokio::test]
async fn long_names_fill_the_queue_before_they_fill_the_memory() {
    let puppet = Puppet::new();
    let half = "x".repeat(QUEUE_BYTES / 2);
    let first = puppet.begin(plant(1, &half));
    let second = puppet.begin(plant(2, &half));
    let refused = puppet.begin(plant(3, "x")).await.unwrap();
    assert!(matches!(refused, Err(CreateError::Overloaded)));
    puppet.order(Order::Write);
    puppet.order(Order::Write);
    assert_eq!(first.await.unwrap().unwrap(), Created::New);
    assert_eq!(second.await.unwrap().unwrap(), Created::New);
    puppet.order(Order::Write);
    assert_eq!(
        puppet.begin(plant(3, "x")).await.unwrap().unwrap(),
        Created::New
    );
}

#[tokio::test]
async fn a_caller_that_goes_away_neither_undoes_nor_repeats_its_create() {
    let puppet = Puppet::new();
    {
        let mut create = Box::pin(puppet.creates.create(plant(7, "left alone")));
        let mut context = Context::from_waker(Waker::noop());
        assert!(matches!(create.as_mut().poll(&mut context), Poll::Pending));
    }
    assert_eq!(puppet.batch_size(), 1);
    puppet.order(Order::Write);
    puppet.order(Order::Write);
    let repeated = puppet.creates.create(plant(7, "left alone")).await;
    assert_eq!(repeated.unwrap(), Created::Same);
}

#[tokio::test]
async fn closing_answers_what_is_queued_and_refuses_what_comes_later() {
    let puppet = Puppet::new();
    let queued: Vec<_> = (0..100).map(|id| puppet.begin(plant(id, ""))).collect();
    for _ in 0..2 {
        puppet.order(Order::Write);
    }
    // Whether the first was taken alone or with others depends on the threads.
    let closing = Arc::clone(&puppet.creates);
    let closed = tokio::task::spawn_blocking(move || closing.close());
    for create in queued {
        assert_eq!(create.await.unwrap().unwrap(), Created::New);
    }
    closed.await.unwrap();
    let late = puppet.creates.create(plant(1000, "late")).await;
    assert!(matches!(
        late,
        Err(CreateError::Unavailable(StorageError::Closed))
    ));
    puppet.creates.close();
}

#[tokio::test]
async fn a_panic_of_the_backend_fails_its_batch_and_no_later_one() {
    let puppet = Puppet::new();
    puppet.order(Order::Panic);
    let failed = puppet.creates.create(plant(1, "panics")).await;
    let Err(CreateError::Unavailable(StorageError::Write(cause))) = failed else {
        panic!("{failed:?}");
    };
    assert!(cause.to_string().contains("panicked"), "{cause}");
    puppet.order(Order::Write);
    let later = puppet.creates.create(plant(1, "later")).await;
    assert_eq!(later.unwrap(), Created::New);
}

#[tokio::test]
async fn callers_are_answered_while_their_batch_is_written_and_keeps_its_part_of_the_queue() {
    let puppet = Puppet::with_patience(Duration::from_secs(2));
    let all = "x".repeat(QUEUE_BYTES);
    let slow = puppet.creates.create(plant(1, &all)).await;
    let Err(CreateError::Unavailable(StorageError::Write(cause))) = slow else {
        panic!("{slow:?}");
    };
    assert!(cause.to_string().contains("still busy"), "{cause}");
    assert_eq!(puppet.batch_size(), 1);
    let refused = puppet.creates.create(plant(2, "x")).await;
    assert!(
        matches!(refused, Err(CreateError::Overloaded)),
        "{refused:?}"
    );
    puppet.order(Order::Write);
    puppet.order(Order::Write);
    puppet.order(Order::Write);
    // The outcome of the slow batch is what a repeated create finds.
    let repeated = puppet.create_when_there_is_room(plant(1, &all)).await;
    assert_eq!(repeated.unwrap(), Created::Same);
    let later = puppet.create_when_there_is_room(plant(2, "x")).await;
    assert_eq!(later.unwrap(), Created::New);
}

/// A writer that takes some time and reports the thread that it is called on.
struct Reporting {
    threads: Sender<String>,
    time: Duration,
}

impl BatchWriter for Reporting {
    fn runs_on_workers(&self) -> bool {
        true
    }

    fn write(
        &mut self,
        plants: &Arc<Vec<Plant>>,
        _: Instant,
    ) -> Result<Vec<Written>, StorageError> {
        let name = std::thread::current().name().unwrap_or_default().to_owned();
        self.threads.send(name).unwrap();
        std::thread::sleep(self.time);
        Ok(plants.iter().map(|_| Written::New).collect())
    }
}

/// Returns the threads on which three creates are written, one after the other.
async fn threads_of_three_creates(time: Duration) -> Vec<String> {
    let (threads, reported) = channel();
    let writer = Reporting { threads, time };
    let creates = GroupCommit::with_patience(writer, PATIENCE).unwrap();
    for id in 0..3 {
        let created = creates.create(plant(id, "alone")).await;
        assert_eq!(created.unwrap(), Created::New);
    }
    reported.try_iter().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_write_creates_that_are_alone_while_the_disk_is_quick() {
    let quick = threads_of_three_creates(Duration::ZERO).await;
    assert!(
        quick.iter().all(|thread| thread != "group-commit"),
        "{quick:?}"
    );
    // The first one finds out that the disk is slow.
    let slow = threads_of_three_creates(2 * QUICK).await;
    assert_eq!(slow[1..], ["group-commit", "group-commit"]);
}

#[tokio::test]
async fn the_only_worker_of_a_runtime_does_not_write() {
    let threads = threads_of_three_creates(Duration::ZERO).await;
    assert_eq!(threads, ["group-commit"; 3]);
}

/// Accepts connections, and answers each byte: 1 by a create, others at once.
async fn serve(listener: TcpListener, creates: Arc<GroupCommit>) {
    while let Ok((mut connection, _)) = listener.accept().await {
        let creates = Arc::clone(&creates);
        tokio::spawn(async move {
            while let Ok(byte) = connection.read_u8().await {
                if byte == 1 {
                    let created = creates.create(plant(1, "alone")).await;
                    assert!(created.is_err(), "{created:?}");
                }
                connection.write_u8(byte).await.unwrap();
            }
        });
    }
}

fn connect(address: SocketAddr) -> TcpStream {
    let connection = TcpStream::connect(address).unwrap();
    let limit = Some(Duration::from_secs(20));
    connection.set_read_timeout(limit).unwrap();
    connection
}

fn echo(connection: &mut TcpStream, byte: u8) {
    connection.write_all(&[byte]).unwrap();
    connection.read_exact(&mut [0]).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_are_served_while_a_worker_waits_for_the_disk() {
    let puppet = Puppet::with_patience(Duration::from_secs(1));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, Arc::clone(&puppet.creates)));
    // This thread is no worker of the runtime, and may block.
    let mut creating = connect(address);
    echo(&mut creating, 0);
    creating.write_all(&[1]).unwrap();
    assert_eq!(puppet.batch_size(), 1);
    for _ in 0..3 {
        echo(&mut connect(address), 0);
    }
    // The create is answered, too, although its batch is still being written.
    creating.read_exact(&mut [0]).unwrap();
    puppet.order(Order::Write);
}
