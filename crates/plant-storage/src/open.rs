//! Opens the backend that a URL names.

use std::sync::Arc;

use crate::postgres::PostgresStorage;
use crate::sqlite::SqliteStorage;
use crate::{Access, OpenError, Storage, StoreUrl};

/// Opens the store at `url`.
///
/// # Errors
///
/// When the store can't be used. The store is unchanged then. See [`OpenError`].
pub async fn open(url: &StoreUrl, access: Access) -> Result<Arc<dyn Storage>, OpenError> {
    match url {
        StoreUrl::Sqlite(path) => Ok(Arc::new(SqliteStorage::open(path, access).await?)),
        StoreUrl::Postgres(url) => Ok(Arc::new(PostgresStorage::open(url, access).await?)),
    }
}
