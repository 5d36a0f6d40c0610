//! Whether the service can store plants: a write to the store, at most once in
//! [`PERIOD`] however often an orchestrator asks.

use std::sync::Arc;
use std::time::Duration;

use plant_storage::{Storage, StorageError};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::error;

/// The time for which the outcome of a probe is used.
const PERIOD: Duration = Duration::from_secs(1);

pub(super) struct Readiness {
    storage: Arc<dyn Storage>,
    /// Locked during a probe, so that one probe at a time waits for a slow store.
    latest: Mutex<Option<Probe>>,
}

struct Probe {
    ended: Instant,
    outcome: Result<(), StorageError>,
}

impl Readiness {
    pub(super) fn new(storage: Arc<dyn Storage>) -> Self {
        Readiness { storage, latest: Mutex::default() }
    }

    /// Returns the outcome of a probe that ended in the last second.
    ///
    /// # Errors
    /// The store cannot be written, with all causes in one line.
    pub(super) async fn check(&self) -> Result<(), String> {
        let mut latest = self.latest.lock().await;
        let fresh = latest.take().filter(|probe| probe.ended.elapsed() < PERIOD);
        let probe = match fresh {
            Some(probe) => probe,
            None => Probe { outcome: self.storage.probe().await, ended: Instant::now() },
        };
        let outcome = probe.outcome.clone();
        *latest = Some(probe);
        outcome.map_err(|error| error::chain(&error))
    }
}
