//! Creates that are alone: which thread writes them, and what else is served while a
//! worker waits for the disk.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

/// A writer that takes some time and reports the thread that calls it.
struct ReportingWriter {
    threads: Sender<String>,
    time: Duration,
}

impl BatchWriter for ReportingWriter {
    fn runs_on_workers(&self) -> bool {
        true
    }

    fn write(&mut self, plants: &Arc<Vec<PlantRecord>>, _: Instant) -> BatchOutcome {
        let name = std::thread::current().name().unwrap_or_default().to_owned();
        self.threads.send(name).unwrap();
        std::thread::sleep(self.time);
        Ok(plants.iter().map(|_| WriteOutcome::New).collect())
    }

    fn probe(&mut self, _: Instant) -> Result<(), StorageError> {
        Ok(())
    }
}

/// Returns the threads on which three creates are written, one after the other.
async fn threads_of_three_creates(time: Duration) -> Vec<String> {
    let (threads, reported) = channel();
    let writer = ReportingWriter { threads, time };
    let creates = GroupCommit::with_answer_timeout(writer, ANSWER_TIMEOUT).unwrap();
    for id in 0..3 {
        let created = creates.create(plant(id, "alone"), Box::new(|_| ())).await;
        assert_eq!(created.unwrap(), Created::New);
    }
    reported.try_iter().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_write_creates_that_are_alone_while_the_disk_is_quick() {
    let quick = threads_of_three_creates(Duration::ZERO).await;
    assert!(quick.iter().all(|thread| thread != "group-commit"), "{quick:?}");
    // The first create shows that the disk is slow.
    let slow = threads_of_three_creates(2 * QUICK).await;
    assert_eq!(slow[1..], ["group-commit", "group-commit"]);
}

#[tokio::test]
async fn the_only_worker_of_a_runtime_does_not_write() {
    let threads = threads_of_three_creates(Duration::ZERO).await;
    assert_eq!(threads, ["group-commit"; 3]);
}

/// Accepts connections, and echoes each byte: 1 after a create, others at once.
async fn serve(listener: TcpListener, creates: Arc<GroupCommit>) {
    while let Ok((mut connection, _)) = listener.accept().await {
        let creates = Arc::clone(&creates);
        tokio::spawn(async move {
            while let Ok(byte) = connection.read_u8().await {
                if byte == 1 {
                    let created = creates.create(plant(1, "alone"), Box::new(|_| ())).await;
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
    let fixture = Fixture::with_answer_timeout(Duration::from_secs(1));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, Arc::clone(&fixture.creates)));
    // This thread is not a worker of the runtime, and may block.
    let mut creating = connect(address);
    echo(&mut creating, 0);
    creating.write_all(&[1]).unwrap();
    assert_eq!(fixture.batch_size(), 1);
    for _ in 0..3 {
        echo(&mut connect(address), 0);
    }
    // The create is answered although its batch is still being written.
    creating.read_exact(&mut [0]).unwrap();
    fixture.command(Command::Write);
}
