//! The connection that creates plants. The group commit's thread owns the
//! connection and a runtime for it, so that the load of the service's runtime
//! cannot delay a batch.
//!
//! **The outcome of a batch is never assumed.** When a connection breaks after a
//! batch was sent, the batch is repeated on a new connection: plants that the
//! first attempt stored then exist and are equal. A warning is treated as a broken
//! connection: when the wait for a synchronous standby is cancelled, PostgreSQL
//! reports success, and warns that the standby may not have the transaction.
//!
//! **The writer waits for a slow database.** At the deadline callers are answered
//! that the batch is not acknowledged, and its statement continues; until it ends,
//! later batches are refused. To send each later batch on another connection would
//! leave one more connection waiting each time, while a standby is away for hours,
//! until the database refuses connections. The transport detects a dead peer
//! (`tcp_user_timeout`, `keepalives_idle`).

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep_until, timeout_at};
use tokio_postgres::Statement;

use super::connect::{Connection, Connector};
use super::database::pauses;
use super::failure::Failure;
use super::{plants, probe};
use crate::group_commit::{BatchOutcome, BatchWriter, WriteOutcome};
use crate::{PlantRecord, StorageError};

/// The time after which a statement that doesn't end is abandoned, so that a
/// proxy that hangs doesn't block a service forever.
const ABANDON_AFTER: Duration = Duration::from_secs(300);

/// Writes batches to PostgreSQL.
pub(super) struct PlantWriter {
    connector: Arc<Connector>,
    state: State,
    runtime: Runtime,
}

enum State {
    /// No batch is being written.
    Idle(Option<Session>),
    /// A batch is being written whose deadline has passed.
    Busy { batch: Batch, since: Instant },
}

/// The write of a batch. Its output is the session for the next batch, and the
/// outcome of the plants.
type Batch = Pin<Box<dyn Future<Output = (Option<Session>, Outcome)> + Send>>;

type Outcome = Result<Vec<WriteOutcome>, Failure>;

impl PlantWriter {
    /// Creates a writer that connects at its first batch.
    ///
    /// # Errors
    ///
    /// When the operating system has no resources for a runtime.
    pub(super) fn new(connector: Arc<Connector>) -> std::io::Result<Self> {
        Ok(PlantWriter {
            connector,
            state: State::Idle(None),
            runtime: Builder::new_current_thread().enable_all().build()?,
        })
    }

    /// Waits until the previous batch is written. Returns the session, or an error
    /// at `deadline`.
    fn session(&mut self, deadline: Instant) -> Result<Option<Session>, Failure> {
        match std::mem::replace(&mut self.state, State::Idle(None)) {
            State::Idle(session) => Ok(session),
            State::Busy { batch, since } => {
                let (session, _) = self.wait(batch, since, deadline)?;
                Ok(session)
            }
        }
    }

    fn wait(
        &mut self,
        mut batch: Batch,
        since: Instant,
        deadline: Instant,
    ) -> Result<(Option<Session>, Outcome), Failure> {
        let ended = async { timeout_at(deadline.into(), &mut batch).await };
        match self.runtime.block_on(ended) {
            Ok(ended) => Ok(ended),
            Err(_) => {
                if since.elapsed() < ABANDON_AFTER {
                    self.state = State::Busy { batch, since };
                }
                Err(Failure::Busy)
            }
        }
    }

    fn run(
        &mut self,
        deadline: Instant,
        begin: impl FnOnce(Arc<Connector>, Option<Session>) -> Batch,
    ) -> Outcome {
        let session = self.session(deadline)?;
        let batch = begin(Arc::clone(&self.connector), session);
        let (session, outcome) = self.wait(batch, Instant::now(), deadline)?;
        self.state = State::Idle(session);
        outcome
    }
}

impl BatchWriter for PlantWriter {
    fn runs_on_workers(&self) -> bool {
        false
    }

    fn write(&mut self, plants: &Arc<Vec<PlantRecord>>, deadline: Instant) -> BatchOutcome {
        let plants = Arc::clone(plants);
        self.run(deadline, |connector, session| {
            Box::pin(write(connector, session, plants, deadline))
        })
        .map_err(|failure| StorageError::Write(Arc::new(failure)))
    }

    fn probe(&mut self, deadline: Instant) -> Result<(), StorageError> {
        self.run(deadline, |connector, session| Box::pin(probe_once(connector, session)))
            .map(drop)
            .map_err(|failure| StorageError::Write(Arc::new(failure)))
    }
}

/// Writes a batch, on the session if it is still usable. Retries the batch after
/// transient failures until `deadline`.
async fn write(
    connector: Arc<Connector>,
    mut session: Option<Session>,
    plants: Arc<Vec<PlantRecord>>,
    deadline: Instant,
) -> (Option<Session>, Outcome) {
    // In ascending order of ids; see `plants::insert`.
    let mut open: Vec<&PlantRecord> = plants.iter().collect();
    open.sort_unstable_by_key(|record| record.plant.id);
    let mut written = HashMap::with_capacity(plants.len());
    let mut pauses = pauses();
    loop {
        let failure = match attempt(&connector, &mut session, &open).await {
            Ok(more) => {
                written.extend(more);
                open.retain(|record| !written.contains_key(&record.plant.id));
                if open.is_empty() {
                    break;
                }
                Failure::Raced
            }
            Err(failure) if failure.is_transient() => failure,
            Err(failure) => return (session, Err(failure)),
        };
        let again = Instant::now() + pauses.next().unwrap_or_default();
        if again >= deadline {
            return (session, Err(failure));
        }
        sleep_until(again.into()).await;
    }
    let in_order = plants.iter().filter_map(|record| written.remove(&record.plant.id));
    (session, Ok(in_order.collect()))
}

/// Sends a batch once. `session` is `Some` afterwards if it is still usable.
async fn attempt(
    connector: &Connector,
    session: &mut Option<Session>,
    plants: &[&PlantRecord],
) -> Result<HashMap<i64, WriteOutcome>, Failure> {
    let current = usable(connector, session.take()).await?;
    let result = current.insert(plants).await;
    if result.as_ref().map_or_else(Failure::leaves_connection, |_| true) {
        *session = Some(current);
    }
    result
}

/// Writes the probe once, without retries: an operator asks again.
async fn probe_once(
    connector: Arc<Connector>,
    session: Option<Session>,
) -> (Option<Session>, Outcome) {
    let current = match usable(&connector, session).await {
        Ok(current) => current,
        Err(failure) => return (None, Err(failure)),
    };
    match current.probe().await {
        Ok(()) => (Some(current), Ok(Vec::new())),
        Err(failure) => (None, Err(failure)),
    }
}

/// Returns the session if it is still usable, and otherwise a new one.
async fn usable(connector: &Connector, session: Option<Session>) -> Result<Session, Failure> {
    match session.filter(|session| !session.connection.client.is_closed()) {
        Some(usable) => Ok(usable),
        None => Session::new(connector.connect().await?).await,
    }
}

/// A connection with the statement that stores a batch.
struct Session {
    connection: Connection,
    insert: Statement,
}

impl Session {
    async fn new(connection: Connection) -> Result<Self, Failure> {
        let insert = plants::prepare_insert(&connection.client).await?;
        Ok(Session { connection, insert })
    }

    async fn insert(&self, plants: &[&PlantRecord]) -> Result<HashMap<i64, WriteOutcome>, Failure> {
        let Connection { client, standbys, .. } = &self.connection;
        self.committed(plants::insert(client, &self.insert, plants, *standbys)).await
    }

    async fn probe(&self) -> Result<(), Failure> {
        let Connection { client, standbys, .. } = &self.connection;
        self.committed(probe::write(client, *standbys)).await
    }

    /// Waits for a write. A warning of the database is a failure.
    async fn committed<T>(
        &self,
        write: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        // A warning that came between two writes concerns neither.
        drop(self.connection.take_warning());
        let written = write.await?;
        match self.connection.take_warning() {
            None => Ok(written),
            Some(warning) => Err(Failure::Warned(warning)),
        }
    }
}
