//! The schema of a database file, its recognition and its migration. Files of
//! other applications are never changed.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// "PLNT", the number by which SQLite files of this application are recognized
/// (`PRAGMA application_id`).
const APPLICATION_ID: i32 = 0x504c_4e54;

/// The schema, one migration per version (`PRAGMA user_version`). Append only: a
/// released migration is never changed.
const VERSIONS: &[&str] = &[include_str!("schema/1.sql"), include_str!("schema/2.sql")];

/// The version that this program reads and writes.
pub(super) const CURRENT: u32 = VERSIONS.len() as u32;

/// The contents of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// No tables.
    Empty,
    /// A store with this version of the schema.
    Store(u32),
    /// Tables or settings of another application.
    Foreign,
}

/// Returns the kind of contents of a database. Changes nothing.
pub(super) fn recognize(connection: &Connection) -> rusqlite::Result<Contents> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let version = pragma("user_version")?;
    match (pragma("application_id")?, u32::try_from(version)) {
        (APPLICATION_ID, Ok(version @ 1..)) => Ok(Contents::Store(version)),
        (0, Ok(0)) if has_no_tables(connection)? => Ok(Contents::Empty),
        _ => Ok(Contents::Foreign),
    }
}

fn has_no_tables(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)",
        [],
        |row| row.get(0),
    )
}

/// Migrates a database to the current version in one transaction. Returns its
/// contents afterwards. Foreign and newer databases are unchanged.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<Contents> {
    // Recognized again under the write lock: another process may be migrating the
    // database, too.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = recognize(&transaction)?;
    let done = match found {
        Contents::Empty => 0,
        Contents::Store(version) if version < CURRENT => version,
        Contents::Store(_) | Contents::Foreign => return Ok(found),
    };
    apply(&transaction, done)?;
    transaction.commit()?;
    Ok(Contents::Store(CURRENT))
}

fn apply(transaction: &Transaction<'_>, done: u32) -> rusqlite::Result<()> {
    for step in VERSIONS.iter().skip(done as usize) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", CURRENT)
}
