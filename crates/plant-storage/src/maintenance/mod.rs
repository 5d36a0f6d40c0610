//! Backup, restore and integrity check of a store that is a file. For database
//! servers the error message names their own programs instead.

pub(crate) mod outcome;

use std::path::Path;
use std::sync::Arc;

use tokio::task::spawn_blocking;

use crate::{StoreUrl, sqlite};
pub use outcome::{Contents, MaintenanceError, Progress, ProgressObserver, Restored};

/// Copies the store at `url`, which may be in use, into a new file, and checks
/// the copy. The copy has every plant that was acknowledged before the call.
///
/// # Errors
///
/// See [`MaintenanceError`]. No file is created then.
pub async fn backup(
    url: &StoreUrl,
    file: &Path,
    progress: ProgressObserver,
) -> Result<Contents, MaintenanceError> {
    let file = file.to_path_buf();
    run(url, move |store| sqlite::backup(store, &file, &progress)).await
}

/// Checks a backup and restores the store at `url` from it. With `replace` the
/// files of an earlier store are renamed.
///
/// # Errors
///
/// See [`MaintenanceError`].
pub async fn restore(
    url: &StoreUrl,
    file: &Path,
    replace: bool,
    progress: ProgressObserver,
) -> Result<Restored, MaintenanceError> {
    let file = file.to_path_buf();
    run(url, move |store| sqlite::restore(store, &file, replace, &progress)).await
}

/// Returns whether there is a file of the store at `url`, also one that an interrupted
/// restore has left.
pub fn is_there(url: &StoreUrl) -> bool {
    match url {
        StoreUrl::Sqlite(path) => sqlite::is_there(path),
        StoreUrl::Postgres(_) => true,
    }
}

/// Checks the whole store at `url`, which may be in use. Changes nothing.
///
/// # Errors
///
/// [`OpenError::Malformed`](crate::OpenError::Malformed) when the store fails the integrity check.
pub async fn check(
    url: &StoreUrl,
    progress: ProgressObserver,
) -> Result<Contents, MaintenanceError> {
    run(url, move |store| sqlite::check(store, &progress)).await
}

/// Runs `work` with the path of a store, on a thread that may block.
async fn run<T: Send + 'static>(
    url: &StoreUrl,
    work: impl FnOnce(&Path) -> Result<T, MaintenanceError> + Send + 'static,
) -> Result<T, MaintenanceError> {
    let StoreUrl::Sqlite(path) = url else {
        return Err(MaintenanceError::NotAFile(url.to_string()));
    };
    let path = path.clone();
    let done = spawn_blocking(move || work(&path)).await;
    done.unwrap_or_else(|error| Err(MaintenanceError::Copy(Arc::new(error))))
}
