//! Deletes plants so that no file of the store has their names and tags.
//!
//! Neither an `UPDATE` nor `secure_delete` is enough: pages that were split keep copies,
//! and so does the log. `VACUUM` writes a new database from the rows, and the truncated log
//! begins anew. Ids are freed last: as long as copies may be left, the command can be
//! repeated.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::cannot_write;
use super::cause::cause;
use super::open::BUSY_TIMEOUT;
use crate::{Cause, DeleteError, Deletion};

/// The time to wait for the lock of another process, which may commit again and again,
/// and for the end of its transactions that read.
const PATIENCE: Duration = Duration::from_secs(10);

/// The pause after a checkpoint that another process prevented.
const PAUSE: Duration = Duration::from_millis(20);

/// The log still has pages from before the deletion.
#[derive(Debug, thiserror::Error)]
#[error("another program keeps reading the store, so that its log cannot be truncated")]
struct LogKept;

/// Deletes plants, all or none.
pub(super) fn delete(
    connection: &Connection,
    ids: &BTreeSet<i64>,
    deletion: &Deletion,
    free_ids: bool,
) -> Result<(), DeleteError> {
    let wait = |time| connection.busy_timeout(time).map_err(cannot_write);
    wait(PATIENCE)?;
    let deleted = overwrite(connection, ids, deletion).and_then(|()| {
        remove_copies(connection).map_err(DeleteError::Copies)?;
        if free_ids {
            free(connection, ids).map_err(cannot_write)?;
        }
        Ok(())
    });
    wait(BUSY_TIMEOUT)?;
    deleted
}

fn overwrite(
    connection: &Connection,
    ids: &BTreeSet<i64>,
    Deletion { at, by, reason }: &Deletion,
) -> Result<(), DeleteError> {
    let write = || {
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        let mut unknown = Vec::new();
        for id in ids {
            let changed = transaction
                .prepare_cached(
                    "UPDATE plants SET name = '', tag = NULL,
                     deleted_at = coalesce(deleted_at, ?2),
                     deleted_by = coalesce(deleted_by, ?3),
                     deletion_reason = coalesce(deletion_reason, ?4)
                     WHERE id = ?1",
                )?
                .execute((id, at, by, reason))?;
            if changed == 0 {
                unknown.push(*id);
            }
        }
        if unknown.is_empty() {
            transaction.commit()?;
        }
        Ok(unknown)
    };
    let unknown = write().map_err(cannot_write)?;
    if unknown.is_empty() { Ok(()) } else { Err(DeleteError::Unknown(unknown)) }
}

fn remove_copies(connection: &Connection) -> Result<(), Cause> {
    connection.execute_batch("VACUUM").map_err(cause)?;
    let deadline = Instant::now() + PATIENCE;
    let truncate = "PRAGMA wal_checkpoint(TRUNCATE)";
    loop {
        let done = connection.query_row(truncate, [], |row| Ok((row.get(0)?, row.get(1)?)));
        match done.map_err(cause)? {
            // Not busy, and no page is left.
            (false, 0) => return Ok(()),
            _ if Instant::now() >= deadline => return Err(Arc::new(LogKept)),
            // The service is moving pages of the log itself, or reads.
            _ => std::thread::sleep(PAUSE),
        }
    }
}

fn free(connection: &Connection, ids: &BTreeSet<i64>) -> rusqlite::Result<()> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    for id in ids {
        transaction
            .prepare_cached("DELETE FROM plants WHERE id = ?1 AND deleted_at IS NOT NULL")?
            .execute([id])?;
    }
    transaction.commit()
}
