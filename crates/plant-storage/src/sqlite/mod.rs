//! The SQLite backend: WAL mode, `synchronous=FULL`. One process creates plants;
//! other processes may read, and write tokens, at the same time. The schema is
//! simple enough for queries with `sqlite3`.

mod backup;
mod cause;
mod checkpoint;
mod delete;
mod file;
mod lock;
mod log;
mod open;
mod owner;
mod parts;
mod plants;
mod probe;
mod restore;
mod schema;
mod tokens;
mod verify;
mod writer;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use rusqlite::Connection;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

use crate::group_commit::GroupCommit;
use crate::{
    Access, BatchObserver, CreateResult, DeleteError, Deletion, Health, OnDecided, OpenError,
    OpenWarning, Plant, PlantRecord, Queue, Storage, StorageError, TokenError, TokenRecord, Trail,
    TrailFilter, UnixSeconds,
};
pub(crate) use backup::{backup, check};
use cause::cause;
use file::DatabaseFile;
use log::Log;
use owner::Owner;
pub(crate) use restore::{is_there, restore};
use tokens::{EXPIRE, REVOKE};
use writer::PlantWriter;

/// A store in an SQLite file.
//
// Fields are dropped in the order of declaration: the writer first, and ownership
// of the file last.
pub(crate) struct SqliteStorage {
    /// `None` unless the store was opened to serve.
    creates: Option<Arc<GroupCommit>>,
    /// For all operations but creates. Locked before a blocking thread is taken,
    /// so that waiting readers occupy no threads.
    connection: Arc<Mutex<Connection>>,
    warnings: Vec<OpenWarning>,
    /// `None` unless the store was opened to serve.
    log: Option<Arc<Log>>,
    _owner: Option<Owner>,
}

impl SqliteStorage {
    /// Opens the file at `path`.
    pub(crate) async fn open(path: &Path, access: Access) -> Result<Self, OpenError> {
        let path = path.to_path_buf();
        let store = open::name(&path);
        spawn_blocking(move || Self::open_blocking(&path, access))
            .await
            .unwrap_or_else(|error| Err(OpenError::Failed { store, source: Arc::new(error) }))
    }

    fn open_blocking(path: &Path, access: Access) -> Result<Self, OpenError> {
        let path = &open::resolve(path)?;
        if access == Access::Read {
            return Ok(Self::new(open::for_reading(path, schema::CURRENT)?));
        }
        parts::refuse_incomplete(path)?;
        let create = access.creates();
        let database = DatabaseFile::open(path, create)?;
        let is_served = !access.serves() && owner::is_served(path, &database)?;
        let mut connection = open::open_to_write(path, create)?;
        if !access.serves() {
            if !is_served {
                parts::check_log(path, &mut connection)?;
            }
            parts::keep_log(path, &connection, false)?;
            open::prepare(path, &mut connection)?;
            return Ok(Self::new(connection));
        }
        let owner = Owner::of(path, Some(database))?;
        let warning = verify::quick_check(path, &mut connection)?;
        parts::keep_log(path, &connection, false)?;
        open::prepare(path, &mut connection)?;
        let writer = PlantWriter::new(path)?;
        let log = writer.log();
        let creates = GroupCommit::start(writer).map_err(|error| verify::unusable(path, error))?;
        Ok(SqliteStorage {
            creates: Some(Arc::new(creates)),
            warnings: warning.into_iter().chain(file::exposed(path)).collect(),
            log: Some(log),
            _owner: Some(owner),
            ..Self::new(connection)
        })
    }

    fn new(connection: Connection) -> Self {
        SqliteStorage {
            creates: None,
            connection: Arc::new(Mutex::new(connection)),
            warnings: Vec::new(),
            log: None,
            _owner: None,
        }
    }

    /// Runs `work` with the connection on a thread that may block. `work` runs to
    /// its end even if the caller drops the future.
    async fn with_connection<T: Send + 'static>(
        &self,
        failed: fn(rusqlite::Error) -> StorageError,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StorageError> {
        let connection = Arc::clone(&self.connection).lock_owned().await;
        match spawn_blocking(move || work(&connection)).await {
            Ok(result) => result.map_err(failed),
            // The runtime is shutting down.
            Err(_) => Err(StorageError::Closed),
        }
    }
}

/// Returns the size of a database in bytes.
fn size(connection: &Connection) -> rusqlite::Result<u64> {
    let pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let size: i64 = connection.query_row(pages, [], |row| row.get(0))?;
    Ok(size.unsigned_abs())
}

fn cannot_read(error: rusqlite::Error) -> StorageError {
    StorageError::Read(cause(error))
}

fn cannot_write(error: rusqlite::Error) -> StorageError {
    StorageError::Write(cause(error))
}

#[async_trait]
impl Storage for SqliteStorage {
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
        let (ids, deletion) = (ids.clone(), deletion.clone());
        self.with_connection(cannot_write, move |connection| {
            Ok(delete::delete(connection, &ids, &deletion, free_ids))
        })
        .await?
    }

    async fn plant_get(&self, id: i64) -> Result<Option<Plant>, StorageError> {
        self.with_connection(cannot_read, move |connection| plants::get(connection, id)).await
    }

    async fn plant_records(
        &self,
        after: Option<i64>,
        filter: &TrailFilter,
    ) -> Result<Vec<PlantRecord>, StorageError> {
        let filter = filter.clone();
        self.with_connection(cannot_read, move |connection| {
            plants::page(connection, after, &filter)
        })
        .await
    }

    async fn token_create(&self, token: TokenRecord) -> Result<(), TokenError> {
        let name = token.name.clone();
        let create = move |connection: &Connection| tokens::create(connection, &token);
        let is_created = self.with_connection(cannot_write, create).await?;
        is_created.then_some(()).ok_or(TokenError::NameTaken { name })
    }

    async fn token_list(&self) -> Result<Vec<TokenRecord>, StorageError> {
        self.with_connection(cannot_read, tokens::list).await
    }

    async fn token_revoke(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError> {
        let wanted = name.to_owned();
        let revoke = move |connection: &Connection| tokens::change(connection, REVOKE, &wanted, at);
        let is_known = self.with_connection(cannot_write, revoke).await?;
        TokenError::unless_known(name, is_known)
    }

    async fn token_expire(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError> {
        let wanted = name.to_owned();
        let expire = move |connection: &Connection| tokens::change(connection, EXPIRE, &wanted, at);
        let is_known = self.with_connection(cannot_write, expire).await?;
        TokenError::unless_known(name, is_known)
    }

    async fn token_used(&self, name: &str, at: UnixSeconds) -> Result<(), StorageError> {
        let name = name.to_owned();
        self.with_connection(cannot_write, move |connection| tokens::used(connection, &name, at))
            .await
    }

    async fn token_any(&self) -> Result<bool, StorageError> {
        self.with_connection(cannot_read, tokens::any).await
    }

    fn warnings(&self) -> &[OpenWarning] {
        &self.warnings
    }

    fn health(&self) -> Option<Health> {
        Some(self.log.as_ref()?.health())
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
        self.with_connection(cannot_read, size).await.map(Some)
    }

    async fn close(&self) {
        if let Some(creates) = &self.creates {
            creates.close_elsewhere().await;
        }
    }
}
