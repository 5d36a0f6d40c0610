//! The destination of imported plants: a store, or a running service.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plant_client::{Client, Reason, Retry, types};
use plant_storage::{CreateError, Created, Plant, Storage};

use super::error::TargetError;
use super::lines::Refusal;
use crate::error;

/// The number of creates that run at the same time in a store: some batches of the group
/// commit.
const CREATES: usize = 4096;

/// The number of requests that a service gets at the same time.
const REQUESTS: usize = 64;

/// The pause before a create is repeated for which a store has no time.
const PAUSE: Duration = Duration::from_millis(200);

/// The time after which a store that has no time for a create fails the import.
const STORE_PATIENCE: Duration = Duration::from_secs(60);

/// The time after which a service that cannot be reached, or does not answer a create,
/// fails the import: longer than a create takes at most.
const SERVICE_PATIENCE: Duration = Duration::from_secs(20);

/// The outcome of a create.
pub(super) type Outcome = Result<Stored, Unstored>;

/// A plant that is on stable storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// The plant is new. Through a service, an equal plant may have been stored before: the
    /// response is the same.
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
    Failed(TargetError),
}

/// The destination of imported plants.
#[derive(Clone)]
pub(super) enum Target {
    /// A store that this process has opened to serve.
    Store(Arc<dyn Storage>),
    /// A service.
    Service(Client),
}

impl Target {
    /// Returns the number of creates that may run at the same time.
    pub(super) fn concurrency(&self) -> usize {
        match self {
            Target::Store(_) => CREATES,
            Target::Service(_) => REQUESTS,
        }
    }

    /// Creates a plant. Repeats the create for some time if the target has no time for it.
    pub(super) async fn create(&self, plant: Plant) -> Outcome {
        match self {
            Target::Store(storage) => create(&**storage, plant).await,
            Target::Service(client) => send(client, plant).await,
        }
    }

    /// Closes the store.
    pub(super) async fn close(&self) {
        if let Target::Store(storage) = self {
            storage.close().await;
        }
    }
}

async fn create(storage: &dyn Storage, plant: Plant) -> Outcome {
    let begun = Instant::now();
    loop {
        match storage.plant_create(plant.clone()).await {
            Ok(Created::New) => return Ok(Stored::New),
            Ok(Created::AlreadyExists) => return Ok(Stored::Before),
            Err(CreateError::Conflict { id }) => {
                return Err(Unstored::Refused(error::id_taken(id).into()));
            }
            Err(CreateError::Overloaded) if begun.elapsed() < STORE_PATIENCE => {
                tokio::time::sleep(PAUSE).await;
            }
            Err(error) => return Err(Unstored::Failed(TargetError::Store(error))),
        }
    }
}

async fn send(client: &Client, Plant { id, name, tag }: Plant) -> Outcome {
    let create = client.create_plant().body(types::NewPlant { id, name, tag });
    let retry = Retry::new().deadline(SERVICE_PATIENCE);
    match retry.run(|| create.clone().send()).await {
        Ok(_) => Ok(Stored::New),
        Err(error) => Err(match error.reason() {
            Reason::Declared(failure) if failure.status() == 400 => Unstored::Refused(Refusal {
                error: Some(failure.body().error.into()),
                message: failure.body().message.clone(),
            }),
            _ => Unstored::Failed(error.into()),
        }),
    }
}
