//! Callers that continue during faults: each sends a plant, and repeats it until it is
//! answered, as the interface permits. Every other plant is given up, so that for some it
//! is unknown whether they are stored. Only the documented response counts as an
//! acknowledgement.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use plant_client::{Client, ConnectError, Connection, Error as ClientError, Token};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::ledger::{Ledger, Refusal, plant};
use anyhow::Result;

/// The pause after a response. It bounds the number of plants to compare.
const PAUSE: Duration = Duration::from_millis(3);

/// The pause after a request without a response.
const RETRY: Duration = Duration::from_millis(20);

/// The time to wait for a response, longer than the service may take.
const TIMEOUT: Duration = Duration::from_secs(40);

/// Running callers, until dropped.
pub struct Callers {
    stop: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

impl Callers {
    /// Starts callers of a service, which may not run yet.
    pub fn begin(
        runtime: &Runtime,
        count: usize,
        url: &str,
        token: &str,
        ledger: &Arc<Ledger>,
    ) -> Result<Self> {
        // No id is used twice in the life of this process.
        static NEXT: AtomicI64 = AtomicI64::new(1);
        let connection = Connection::new(url, Token::new(token).map_err(ConnectError::from)?);
        let client = connection.timeout(TIMEOUT).client()?;
        let stop = Arc::new(AtomicBool::new(false));
        let mut tasks = JoinSet::new();
        for _ in 0..count {
            let (client, ledger, stop) = (client.clone(), Arc::clone(ledger), Arc::clone(&stop));
            let call = async move {
                while !stop.load(Ordering::Relaxed) {
                    create(&client, &ledger, NEXT.fetch_add(1, Ordering::Relaxed), &stop).await;
                }
            };
            tasks.spawn_on(call, runtime.handle());
        }
        Ok(Callers { stop, tasks })
    }

    /// Stops the callers and waits until every call is answered or given up. Panics if a
    /// caller has panicked.
    pub fn stop(self, runtime: &Runtime) {
        self.stop.store(true, Ordering::Relaxed);
        runtime.block_on(self.tasks.join_all());
    }
}

async fn create(client: &Client, ledger: &Ledger, number: i64, stop: &AtomicBool) {
    // Consecutive creates are not adjacent in the store, and half of the ids are negative.
    let id = number.reverse_bits() >> 1;
    let plant = plant(id);
    let mut is_repeated = false;
    ledger.send(id);
    loop {
        let begun = Instant::now();
        let answer = client.create_plant().body(plant.clone()).send().await;
        ledger.attempted_for(begun.elapsed());
        let refusal = match answer {
            Ok(created) if created.name == plant.name && created.tag == plant.tag => {
                break ledger.acknowledge(id, is_repeated);
            }
            Err(ClientError::ErrorResponse(failure)) if failure.status() == 503 => {
                Refusal::Unavailable(failure.body().error)
            }
            Err(ClientError::CommunicationError(_) | ClientError::ResponseBodyError(_)) => {
                Refusal::NoAnswer
            }
            other => break ledger.violate(format!("{id} was answered by {other:?}")),
        };
        ledger.refuse(refusal);
        sleep(RETRY).await;
        if number % 2 == 0 || stop.load(Ordering::Relaxed) {
            return;
        }
        is_repeated = true;
    }
    sleep(PAUSE).await;
}
