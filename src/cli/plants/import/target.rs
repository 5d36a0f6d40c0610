//! The destination of imported plants.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plant_storage::{Access, CreateError, Created, OpenError, Plant, Storage, StoreUrl};

use super::lines::Refusal;
use crate::error;

/// The number of creates that run at the same time: some commits of the group commit.
const CONCURRENCY: usize = 4096;

/// The pause before a create is repeated for which the store had no time.
const PAUSE: Duration = Duration::from_millis(100);

/// The time after which a store that has no time for a create fails the import.
const PATIENCE: Duration = Duration::from_secs(60);

/// The outcome of a create.
pub(super) type Outcome = Result<Stored, Unstored>;

/// A plant that is on stable storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// The plant is new.
    New,
    /// An equal plant was stored before.
    Before,
}

/// A plant that is not created.
#[derive(Debug)]
pub(super) enum Unstored {
    /// The plant is refused, and others can be created.
    Refused(Refusal),
    /// No plant can be created.
    Failed(CreateError),
}

/// A store that only this process may write to.
#[derive(Clone)]
pub(super) struct Target(Arc<dyn Storage>);

impl Target {
    /// Opens a store, and creates it if it does not exist.
    pub(super) async fn open(store: &StoreUrl) -> Result<Self, OpenError> {
        Ok(Target(plant_storage::open(store, Access::Serve).await?))
    }

    /// Returns the number of creates that may run at the same time.
    pub(super) fn concurrency(&self) -> usize {
        CONCURRENCY
    }

    /// Creates a plant.
    pub(super) async fn create(&self, plant: Plant) -> Outcome {
        let begun = Instant::now();
        loop {
            match self.0.plant_create(plant.clone()).await {
                Ok(Created::New) => return Ok(Stored::New),
                Ok(Created::AlreadyExists) => return Ok(Stored::Before),
                Err(CreateError::Conflict { id }) => {
                    return Err(Unstored::Refused(error::id_taken(id).into()));
                }
                Err(CreateError::Overloaded) if begun.elapsed() < PATIENCE => {
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) => return Err(Unstored::Failed(error)),
            }
        }
    }

    /// Closes the store.
    pub(super) async fn close(&self) {
        self.0.close().await;
    }
}
