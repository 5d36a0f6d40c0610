//! Callers that continue during faults: each sends a plant, and repeats it until it is
//! answered, as the interface permits. Some callers give up, so that for some plants it
//! is unknown whether they are stored. Only the documented response counts as an
//! acknowledgement.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use plant_client::{Client, ConnectError, Connection, Error as ClientError, Token};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::ledger::{Ledger, plant};
use anyhow::Result;

/// The pause after a response. It bounds the number of plants to compare.
const PAUSE: Duration = Duration::from_millis(3);

/// The pause after a request without a response.
const RETRY: Duration = Duration::from_millis(20);

/// The time to wait for a response, longer than the service may take.
const TIMEOUT: Duration = Duration::from_secs(40);

/// Running callers.
pub struct Callers {
    stop: Arc<AtomicBool>,
    tasks: Vec<JoinHandle<()>>,
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
        let call = |_| {
            let (client, ledger, stop) = (client.clone(), Arc::clone(ledger), Arc::clone(&stop));
            runtime.spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    let id = NEXT.fetch_add(1, Ordering::Relaxed);
                    // Consecutive creates are not adjacent in the store.
                    create(&client, &ledger, id.reverse_bits() >> 1, &stop).await;
                }
            })
        };
        Ok(Callers { tasks: (0..count).map(call).collect(), stop })
    }

    /// Stops the callers and waits until every call is answered or given up.
    pub fn stop(self, runtime: &Runtime) {
        self.stop.store(true, Ordering::Relaxed);
        for task in self.tasks {
            // An error is a panic, which has been reported.
            let _ = runtime.block_on(task);
        }
    }
}

async fn create(client: &Client, ledger: &Ledger, id: i64, stop: &AtomicBool) {
    let plant = plant(id);
    ledger.send(id);
    loop {
        let begun = Instant::now();
        let answer = client.create_plant().body(plant.clone()).send().await;
        ledger.answered_in(begun.elapsed());
        let refusal = match answer {
            Ok(created) if created.name == plant.name && created.tag == plant.tag => {
                ledger.acknowledge(id);
                return sleep(PAUSE).await;
            }
            Ok(created) => return ledger.violate(format!("{id} was answered by {created:?}")),
            Err(ClientError::ErrorResponse(failure)) if failure.status() == 503 => {
                format!("503 (error {})", failure.body().error)
            }
            Err(ClientError::CommunicationError(_) | ClientError::ResponseBodyError(_)) => {
                "no answer".to_owned()
            }
            Err(other) => return ledger.violate(format!("{id} was refused: {other}")),
        };
        ledger.refuse(&refusal);
        sleep(RETRY).await;
        // Every other caller gives up at once.
        if id % 2 == 0 || stop.load(Ordering::Relaxed) {
            return;
        }
    }
}
