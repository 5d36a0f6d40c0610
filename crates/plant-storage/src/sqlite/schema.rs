//! What a database file has to look like to be ours, and how it comes to. This
//! module never touches a file that isn't ours.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// "PLNT", in the place where SQLite lets an application sign its files
/// (`PRAGMA application_id`).
const APPLICATION_ID: i32 = 0x504c_4e54;

/// The schema, one step a version (`PRAGMA user_version`). Append only: a step
/// that has been released is never changed.
const VERSIONS: &[&str] = &[include_str!("schema/1.sql")];

/// The version that this program reads and writes.
pub(super) const CURRENT: u32 = VERSIONS.len() as u32;

/// What is in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// Nothing at all.
    Empty,
    /// A store with this version of the schema.
    Store(u32),
    /// Something that another application put there.
    Foreign,
}

/// Says what is in a database, and changes nothing.
pub(super) fn recognize(connection: &Connection) -> rusqlite::Result<Contents> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let version = pragma("user_version")?;
    match (pragma("application_id")?, u32::try_from(version)) {
        (APPLICATION_ID, Ok(version @ 1..)) => Ok(Contents::Store(version)),
        (0, Ok(0)) if is_bare(connection)? => Ok(Contents::Empty),
        _ => Ok(Contents::Foreign),
    }
}

fn is_bare(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)",
        [],
        |row| row.get(0),
    )
}

/// Brings a database to the current version in one transaction and returns what
/// is in it afterwards. A foreign one and a newer one are left as they are.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<Contents> {
    // Looked at again under the write lock: another process may be doing the
    // same.
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
