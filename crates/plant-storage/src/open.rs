//! Opens the backend that a URL names.

use std::sync::Arc;

use crate::postgres::PostgresStorage;
use crate::sqlite::SqliteStorage;
use crate::{OpenError, Storage, StoreUrl};

/// The operations that a store is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// All operations. Creates a missing store and migrates its schema to the
    /// current version. An embedded store has one serving process at a time.
    Serve,
    /// Like [`Access::Serve`], but a missing store is an error.
    ServeExisting,
    /// Reading, writing tokens and deleting plants, while another process may serve the
    /// store. Creates a missing store, so that tokens can be created before the first
    /// start of the service.
    Administer,
    /// Like [`Access::Administer`], but a missing store is an error.
    AdministerExisting,
    /// Reading, while another process may serve the store. Creates nothing.
    Read,
}

impl Access {
    /// Returns whether a missing store is created.
    pub(crate) fn creates(self) -> bool {
        matches!(self, Access::Serve | Access::Administer)
    }

    /// Returns whether the store is opened to create plants.
    pub(crate) fn serves(self) -> bool {
        matches!(self, Access::Serve | Access::ServeExisting)
    }
}

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
