//! From a URL to a backend. The only place that lists the backends.

use std::sync::Arc;

use crate::postgres::PostgresStorage;
use crate::sqlite::SqliteStorage;
use crate::{OpenError, Storage, StoreUrl};

/// What a store is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everything. Makes the store when there is none and brings its schema up
    /// to date. An embedded store is owned by one such process at a time.
    Serve,
    /// Reading, and writing tokens, beside a process that serves. Makes the
    /// store when there is none, so that tokens can be had before the first
    /// start.
    Administer,
    /// The same, but makes no store.
    AdministerExisting,
    /// Reading, beside a process that serves. Makes nothing.
    Read,
}

/// Opens the store at `url`.
///
/// # Errors
///
/// When it can't be used; nothing is damaged then. See [`OpenError`].
pub async fn open(url: &StoreUrl, access: Access) -> Result<Arc<dyn Storage>, OpenError> {
    match url {
        StoreUrl::Sqlite(path) => Ok(Arc::new(SqliteStorage::open(path, access).await?)),
        StoreUrl::Postgres(url) => Ok(Arc::new(PostgresStorage::open(url, access).await?)),
    }
}
