//! The connection pool for all operations but creates, with retries after
//! transient failures. The operations must be idempotent: when a connection
//! breaks, it is unknown whether its statement took effect.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use deadpool::managed::{Manager, Metrics, Object, Pool, PoolError, RecycleError, RecycleResult};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_postgres::Client;

use super::connect::{Connection, Connector};
use super::failure::Failure;
use crate::Access;

/// The maximum number of connections. Reads take a millisecond, so this number
/// does not limit the service, but each connection is a process of the database.
const CONNECTIONS: usize = 4;

/// The time limit of an operation, failures and retries included.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(10);

/// Returns the pauses between attempts: short enough that a restart of the
/// database causes little delay, random so that instances don't all reconnect at
/// once.
pub(super) fn pauses() -> ExponentialBackoff {
    ExponentialBuilder::new()
        .with_min_delay(Duration::from_millis(20))
        .with_max_delay(Duration::from_secs(1))
        .with_jitter()
        .without_max_times()
        .build()
}

/// The meaning of a warning of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Warnings {
    Ignored,
    Failures,
}

/// The pool of connections to a database.
pub(super) struct Database {
    pool: Pool<Connections>,
    /// Whether everything is read in a transaction that cannot write.
    reads_only: bool,
}

impl Database {
    pub(super) fn new(connector: Arc<Connector>, access: Access) -> Self {
        let pool = Pool::builder(Connections(connector)).max_size(CONNECTIONS);
        // `build` fails only for a pool with time limits and without a runtime.
        let pool = pool.build().expect("a pool without time limits can be built");
        Database { pool, reads_only: access == Access::Read }
    }

    /// Returns a connection, after a single attempt.
    pub(super) async fn connection(&self) -> Result<Object<Connections>, Failure> {
        self.pool.get().await.map_err(|error| match error {
            PoolError::Backend(failure) => failure,
            _ => Failure::Busy,
        })
    }

    /// Runs `work` that reads. Retries it after transient failures, within
    /// [`OPERATION_TIMEOUT`].
    pub(super) async fn read<T, F>(&self, work: impl Fn(Arc<Client>) -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        self.run(work, Warnings::Ignored).await
    }

    /// Runs `work` that writes, with the same retries. A warning also causes a
    /// retry: the database warns that a standby may not have a transaction that
    /// it reports as committed.
    pub(super) async fn write<T, F>(&self, work: impl Fn(Arc<Client>) -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        self.run(work, Warnings::Failures).await
    }

    async fn run<T, F>(
        &self,
        work: impl Fn(Arc<Client>) -> F,
        warnings: Warnings,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        let deadline = Instant::now() + OPERATION_TIMEOUT;
        let mut pauses = pauses();
        loop {
            let failure = match self.attempt(&work, warnings, deadline).await {
                Err(failure) if failure.is_transient() => failure,
                decided => return decided,
            };
            let pause = pauses.next().unwrap_or(OPERATION_TIMEOUT);
            if Instant::now() + pause >= deadline {
                return Err(failure);
            }
            sleep(pause).await;
        }
    }

    async fn attempt<T, F>(
        &self,
        work: &impl Fn(Arc<Client>) -> F,
        warnings: Warnings,
        deadline: Instant,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        let connection =
            timeout_at(deadline, self.connection()).await.map_err(|_| Failure::Busy)??;
        // An earlier warning does not concern this operation.
        drop(connection.take_warning());
        let result = timeout_at(deadline, self.execute(&connection, work)).await;
        let result = match (result, connection.take_warning()) {
            (Ok(Ok(_)), Some(warning)) if warnings == Warnings::Failures => {
                Err(Failure::Warned(warning))
            }
            (Ok(result), _) => result,
            (Err(_), _) => Err(Failure::Busy),
        };
        if result.as_ref().is_err_and(|failure| !failure.leaves_connection()) {
            drop(Object::take(connection));
        }
        result
    }

    /// Runs `work`, in a transaction that cannot write if the store was opened to read.
    /// The transaction says so, and not the session, which a pooler may give to another
    /// client afterwards.
    async fn execute<T, F>(
        &self,
        connection: &Connection,
        work: &impl Fn(Arc<Client>) -> F,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        let client = &connection.client;
        if !self.reads_only {
            return work(Arc::clone(client)).await;
        }
        // Stays set after an error, and if the caller no longer waits: the connection is
        // not used again.
        connection.in_transaction.store(true, Ordering::Relaxed);
        client.batch_execute("BEGIN READ ONLY").await?;
        let result = work(Arc::clone(client)).await?;
        client.batch_execute("COMMIT").await?;
        connection.in_transaction.store(false, Ordering::Relaxed);
        Ok(result)
    }
}

/// Creates the connections of the pool and checks them before reuse.
pub(super) struct Connections(Arc<Connector>);

impl Manager for Connections {
    type Type = Connection;
    type Error = Failure;

    async fn create(&self) -> Result<Connection, Failure> {
        self.0.connect().await
    }

    async fn recycle(&self, connection: &mut Connection, _: &Metrics) -> RecycleResult<Failure> {
        if connection.client.is_closed() {
            return Err(RecycleError::message("the connection is closed"));
        }
        if connection.in_transaction.load(Ordering::Relaxed) {
            return Err(RecycleError::message("a transaction was not ended"));
        }
        Ok(())
    }
}
