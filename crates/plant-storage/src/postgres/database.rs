//! A few connections that everything but creates shares, and the repetition of
//! what a moment's trouble has kept from succeeding. What is run here must be
//! repeatable: whether a statement was done is not known when its connection
//! broke.

use std::sync::Arc;
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use deadpool::managed::{Manager, Metrics, Object, Pool, PoolError, RecycleError, RecycleResult};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_postgres::Client;

use super::connect::{Connection, Connector};
use super::failure::Failure;

/// How many connections. Reads take a millisecond; their number is not what
/// limits the service, but each is a process of the database.
const CONNECTIONS: usize = 4;

/// How long a caller waits for an answer, trouble and repetition included.
const PATIENCE: Duration = Duration::from_secs(10);

/// The pauses between attempts: short enough that a restart of the database is
/// hardly noticed, random so that instances don't come back all at once.
pub(super) fn pauses() -> ExponentialBackoff {
    ExponentialBuilder::new()
        .with_min_delay(Duration::from_millis(20))
        .with_max_delay(Duration::from_secs(1))
        .with_jitter()
        .without_max_times()
        .build()
}

/// What a warning of the database means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Warnings {
    Ignored,
    Failures,
}

/// The connections.
pub(super) struct Database {
    pool: Pool<Connections>,
}

impl Database {
    pub(super) fn new(connector: Arc<Connector>) -> Self {
        let pool = Pool::builder(Connections(connector)).max_size(CONNECTIONS);
        // It fails where a pool is to limit time by itself, and this one isn't.
        let pool = pool
            .build()
            .expect("a pool without time limits can be built");
        Database { pool }
    }

    /// A connection, by a single attempt.
    pub(super) async fn connection(&self) -> Result<Object<Connections>, Failure> {
        self.pool.get().await.map_err(|error| match error {
            PoolError::Backend(failure) => failure,
            _ => Failure::Busy,
        })
    }

    /// Does `work` that reads, and repeats it while that can help and the
    /// caller's patience lasts.
    pub(super) async fn read<T, F>(&self, work: impl Fn(Arc<Client>) -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        self.run(work, Warnings::Ignored).await
    }

    /// Does `work` that writes, in the same way. A warning means that it has to
    /// be repeated: the database warns that a standby may not have what it
    /// reports as written.
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
        let deadline = Instant::now() + PATIENCE;
        let mut pauses = pauses();
        loop {
            let failure = match self.attempt(&work, warnings, deadline).await {
                Err(failure) if failure.is_transient() => failure,
                decided => return decided,
            };
            let pause = pauses.next().unwrap_or(PATIENCE);
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
        let connection = timeout_at(deadline, self.connection()).await;
        let connection = connection.map_err(|_| Failure::Busy)??;
        // One that came before is not about this.
        drop(connection.take_warning());
        let result = timeout_at(deadline, work(Arc::clone(&connection.client))).await;
        let result = match (result, connection.take_warning()) {
            (Ok(Ok(_)), Some(warning)) if warnings == Warnings::Failures => {
                Err(Failure::Warned(warning))
            }
            (Ok(result), _) => result,
            (Err(_), _) => Err(Failure::Busy),
        };
        if result
            .as_ref()
            .is_err_and(|failure| !failure.leaves_connection())
        {
            drop(Object::take(connection));
        }
        result
    }
}

/// What the pool asks for connections.
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
        Ok(())
    }
}
