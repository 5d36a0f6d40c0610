//! The PostgreSQL backend, also for databases with the same protocol and SQL, such
//! as CockroachDB and YugabyteDB. Several services may use one database; creates of
//! different services race by the same rules as creates within one service.
//!
//! Creates have a separate connection, which the group commit's thread owns
//! ([`writer`]). All other operations share a small pool ([`database`]). Neither
//! holds a transaction open between two statements.

mod connect;
mod database;
mod durability;
mod failure;
mod password;
mod plants;
mod pooler;
mod probe;
mod schema;
mod text;
mod tls;
mod tokens;
mod url;
mod writer;

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::task::spawn_blocking;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use crate::group_commit::GroupCommit;
use crate::{
    Access, BatchObserver, CreateResult, DeleteError, Deletion, OnDecided, OpenError, OpenWarning,
    Plant, PlantRecord, Queue, Storage, StorageError, TokenError, TokenRecord, Trail, TrailFilter,
    UnixSeconds,
};
use connect::Connector;
use database::Database;
use failure::Failure;
use schema::Contents;
use tokens::{EXPIRE, REVOKE};
pub use url::PostgresUrl;
use writer::PlantWriter;

/// A store in a PostgreSQL database.
pub(crate) struct PostgresStorage {
    /// `None` unless the store was opened to serve.
    creates: Option<Arc<GroupCommit>>,
    database: Database,
    warnings: Vec<OpenWarning>,
}

impl PostgresStorage {
    /// Opens the database at `url`.
    pub(crate) async fn open(url: &PostgresUrl, access: Access) -> Result<Self, OpenError> {
        let store = url.to_string();
        let failed = |source: crate::Cause| OpenError::Failed { store: store.clone(), source };
        let connector = Connector::new(url, access).map_err(|error| failed(Arc::new(error)))?;
        let connector = Arc::new(connector);
        let database = Database::new(Arc::clone(&connector), access);
        prepare(&database, url, access).await?;
        let creates = if access.serves() {
            // Not on this thread: if `start` fails, it drops the writer's
            // runtime, which must not happen inside another runtime.
            let start = || GroupCommit::start(PlantWriter::new(connector)?);
            let creates = spawn_blocking(start).await.map_err(std::io::Error::other);
            let creates = creates.flatten().map_err(|error| failed(Arc::new(error)))?;
            Some(Arc::new(creates))
        } else {
            None
        };
        Ok(PostgresStorage { creates, database, warnings: tls::warning(url).into_iter().collect() })
    }
}

/// Checks the database, and migrates its schema if `access` allows that.
async fn prepare(database: &Database, url: &PostgresUrl, access: Access) -> Result<(), OpenError> {
    let refused = |failure| refusal(url, failure);
    let connection = database.connection().await.map_err(refused)?;
    let contents = match access {
        Access::Read => schema::recognize(&connection.client).await,
        access if access.creates() => schema::migrate(&connection.client).await,
        _ => match schema::recognize(&connection.client).await {
            Ok(Contents::Store(_)) => schema::migrate(&connection.client).await,
            other => other,
        },
    };
    let store = url.to_string();
    match contents.map_err(refused)? {
        Contents::Store(schema::CURRENT) => Ok(()),
        Contents::Store(found) => Err(OpenError::schema(store, found, schema::CURRENT)),
        Contents::Taken(table) => Err(OpenError::TableTaken { store, table }),
        Contents::Empty => Err(OpenError::Missing(store)),
    }
}

/// Returns the error for a database that can't be opened.
fn refusal(url: &PostgresUrl, failure: Failure) -> OpenError {
    let store = url.to_string();
    let refusals = [
        SqlState::INVALID_PASSWORD,
        SqlState::INVALID_AUTHORIZATION_SPECIFICATION,
        SqlState::INSUFFICIENT_PRIVILEGE,
    ];
    match failure.state() {
        Some(state) if *state == SqlState::INVALID_CATALOG_NAME => {
            OpenError::DatabaseMissing { store, name: url.database().to_owned() }
        }
        Some(state) if refusals.contains(state) => {
            OpenError::Refused { store, reason: Arc::new(failure) }
        }
        _ => OpenError::Failed { store, source: Arc::new(failure) },
    }
}

fn cannot_read(failure: Failure) -> StorageError {
    StorageError::Read(Arc::new(failure))
}

fn cannot_write(failure: Failure) -> StorageError {
    StorageError::Write(Arc::new(failure))
}

#[async_trait]
impl Storage for PostgresStorage {
    async fn plant_create_by(&self, plant: Plant, trail: Trail, then: OnDecided) -> CreateResult {
        let creates = self.creates.as_ref().ok_or(StorageError::Access)?;
        creates.create(PlantRecord { plant, trail }, then).await
    }

    async fn plant_delete(
        &self,
        ids: &BTreeSet<i64>,
        deletion: &Deletion,
        free_ids: bool,
    ) -> Result<(), DeleteError> {
        let delete =
            move |client: Arc<Client>| async move { plants::delete(&client, ids, deletion).await };
        let unknown = self.database.write(delete).await.map_err(cannot_write)?;
        if !unknown.is_empty() {
            return Err(DeleteError::Unknown(unknown));
        }
        if free_ids {
            let free = move |client: Arc<Client>| async move { plants::free(&client, ids).await };
            self.database.write(free).await.map_err(cannot_write)?;
        }
        Ok(())
    }

    async fn plant_get(&self, id: i64) -> Result<Option<Plant>, StorageError> {
        let get = move |client: Arc<Client>| async move { Ok(plants::get(&client, id).await?) };
        self.database.read(get).await.map_err(cannot_read)
    }

    async fn plant_records(
        &self,
        after: Option<i64>,
        filter: &TrailFilter,
    ) -> Result<Vec<PlantRecord>, StorageError> {
        let page = move |client: Arc<Client>| async move {
            Ok(plants::page(&client, after, filter).await?)
        };
        self.database.read(page).await.map_err(cannot_read)
    }

    async fn token_create(&self, token: TokenRecord) -> Result<(), TokenError> {
        let token = &token;
        let create = move |client: Arc<Client>| async move { tokens::create(&client, token).await };
        if self.database.write(create).await.map_err(cannot_write)? {
            Ok(())
        } else {
            let name = token.name.clone();
            Err(TokenError::NameTaken { name })
        }
    }

    async fn token_list(&self) -> Result<Vec<TokenRecord>, StorageError> {
        let list = |client: Arc<Client>| async move { Ok(tokens::list(&client).await?) };
        self.database.read(list).await.map_err(cannot_read)
    }

    async fn token_revoke(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError> {
        let revoke = move |client: Arc<Client>| async move {
            tokens::change(&client, REVOKE, name, at).await
        };
        let is_known = self.database.write(revoke).await.map_err(cannot_write)?;
        TokenError::unless_known(name, is_known)
    }

    async fn token_expire(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError> {
        let expire = move |client: Arc<Client>| async move {
            tokens::change(&client, EXPIRE, name, at).await
        };
        let is_known = self.database.write(expire).await.map_err(cannot_write)?;
        TokenError::unless_known(name, is_known)
    }

    async fn token_used(&self, name: &str, at: UnixSeconds) -> Result<(), StorageError> {
        let used =
            move |client: Arc<Client>| async move { Ok(tokens::used(&client, name, at).await?) };
        // A lost use is of no consequence, so a warning is not a failure.
        self.database.read(used).await.map_err(cannot_write)
    }

    async fn token_any(&self) -> Result<bool, StorageError> {
        let any = |client: Arc<Client>| async move { Ok(tokens::any(&client).await?) };
        self.database.read(any).await.map_err(cannot_read)
    }

    fn warnings(&self) -> &[OpenWarning] {
        &self.warnings
    }

    async fn probe(&self) -> Result<(), StorageError> {
        self.creates.as_ref().ok_or(StorageError::Access)?.probe().await
    }

    fn queue(&self) -> Queue {
        let creates = self.creates.as_ref();
        creates.map_or_else(Queue::default, |creates| creates.queue())
    }

    fn observe_batches(&self, observer: BatchObserver) {
        if let Some(creates) = &self.creates {
            creates.observe(observer);
        }
    }

    async fn size(&self) -> Result<Option<u64>, StorageError> {
        let size = |client: Arc<Client>| async move { Ok(probe::size(&client).await?) };
        self.database.read(size).await.map(Some).map_err(cannot_read)
    }

    async fn synchronous_standbys(&self) -> Result<Option<u32>, StorageError> {
        let standbys = |client: Arc<Client>| async move { Ok(probe::standbys(&client).await?) };
        self.database.read(standbys).await.map(Some).map_err(cannot_read)
    }

    async fn close(&self) {
        if let Some(creates) = &self.creates {
            creates.close_elsewhere().await;
        }
    }
}
