//! The schema of a database file, its recognition and its migration. Files of
//! other applications are never changed.
//!
//! A file may come from elsewhere, and a trigger or a view in it would act with the
//! service's rights. So the objects of a store are compared with those that the
//! migrations create, by SQLite's own text of each. A store keeps the text that the SQLite of its
//! release wrote: if a later SQLite writes another text for the same migration, which a test
//! detects, the comparison has to accept both.

use std::collections::BTreeSet;

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// "PLNT", the number by which SQLite files of this application are recognized
/// (`PRAGMA application_id`).
const APPLICATION_ID: i32 = 0x504c_4e54;

/// The migrations: the first makes version 1 of the schema (`PRAGMA user_version`), each other
/// one the next version. A released migration is never changed.
const MIGRATIONS: &[&str] =
    &[include_str!("schema/1.sql"), include_str!("schema/2.sql"), include_str!("schema/3.sql")];

/// The first version. Each version has the tables `plants` and `tokens`.
pub(super) const OLDEST: u32 = 1;

/// The version that this program reads and writes.
pub(super) const CURRENT: u32 = MIGRATIONS.len() as u32;

/// The contents of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// No [`objects`], and no settings of an application.
    Empty,
    /// A store with this version of the schema.
    Store(u32),
    /// A store whose objects differ from those of its version: kinds and names, quoted.
    Altered(String),
    /// Tables or settings of another application.
    Foreign,
}

/// A table, index, trigger or view of a database.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Object {
    kind: String,
    name: String,
    table: String,
    /// `None` for an index that SQLite adds to a table.
    text: Option<String>,
}

/// Returns the kind of contents of a database. Changes nothing.
pub(super) fn recognize(connection: &Connection) -> rusqlite::Result<Contents> {
    // All queries see one state: another process may be migrating the database.
    contents(&connection.unchecked_transaction()?)
}

fn contents(connection: &Transaction<'_>) -> rusqlite::Result<Contents> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let version = pragma("user_version")?;
    match (pragma("application_id")?, u32::try_from(version)) {
        (APPLICATION_ID, Ok(version @ 1..)) => Ok(match altered_objects(connection, version)? {
            Some(names) => Contents::Altered(names),
            None => Contents::Store(version),
        }),
        (0, Ok(0)) if objects(connection)?.is_empty() => Ok(Contents::Empty),
        _ => Ok(Contents::Foreign),
    }
}

/// Returns the kinds and names of the objects that a store of this version doesn't have, or has
/// with another text. A version newer than [`CURRENT`] is not compared.
fn altered_objects(connection: &Connection, version: u32) -> rusqlite::Result<Option<String>> {
    /// Further names are counted.
    const MOST_NAMES: usize = 5;
    /// Characters of a kind and a name, after which they are cut.
    const LONGEST_NAME: usize = 50;
    let Some(migrations) = MIGRATIONS.get(..version as usize) else {
        return Ok(None);
    };
    let (found, expected) = (objects(connection)?, expected(migrations)?);
    let changed = found.symmetric_difference(&expected);
    let names: BTreeSet<_> = changed.map(|object| (&object.kind, &object.name)).collect();
    let more = names.len().saturating_sub(MOST_NAMES);
    let displayed = names.iter().take(MOST_NAMES).map(|(kind, name)| {
        let name = format!("{kind} {name}");
        format!("{:?}", name.chars().take(LONGEST_NAME).collect::<String>())
    });
    let displayed = displayed.chain((more > 0).then(|| format!("{more} more")));
    let displayed: Vec<_> = displayed.collect();
    Ok((!names.is_empty()).then(|| displayed.join(", ")))
}

/// Returns the objects that these migrations create.
fn expected(migrations: &[&str]) -> rusqlite::Result<BTreeSet<Object>> {
    let connection = Connection::open_in_memory()?;
    for migration in migrations {
        connection.execute_batch(migration)?;
    }
    objects(&connection)
}

/// Returns the objects of a database without those that the tools of an operator add: the
/// statistics of `ANALYZE`, whose names SQLite reserves, and the tables of Litestream, by their
/// text, since anybody can use their names.
fn objects(connection: &Connection) -> rusqlite::Result<BTreeSet<Object>> {
    let select = "SELECT type, name, tbl_name, sql FROM sqlite_schema
         WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4'))
         AND coalesce(sql, '') NOT IN (
             'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
             'CREATE TABLE _litestream_lock (id INTEGER)'
         )";
    let mut select = connection.prepare(select)?;
    let objects = select.query_map([], |row| {
        Ok(Object { kind: row.get(0)?, name: row.get(1)?, table: row.get(2)?, text: row.get(3)? })
    })?;
    objects.collect()
}

/// Migrates a database to the current version in one transaction. Returns its
/// contents afterwards. Foreign, altered and newer databases are left unchanged.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<Contents> {
    // Recognized again under the write lock: another process may be migrating the
    // database, too.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = contents(&transaction)?;
    let done = match found {
        Contents::Empty => 0,
        Contents::Store(version) if version < CURRENT => version,
        Contents::Store(_) | Contents::Altered(_) | Contents::Foreign => return Ok(found),
    };
    apply(&transaction, done)?;
    transaction.commit()?;
    Ok(Contents::Store(CURRENT))
}

fn apply(transaction: &Transaction<'_>, done: u32) -> rusqlite::Result<()> {
    for step in MIGRATIONS.iter().skip(done as usize) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", CURRENT)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Stores contain this text: with another one, all stores of a release are refused.
    #[test]
    fn the_text_that_sqlite_keeps_of_each_version_is_the_released_one() {
        for version in 1..=MIGRATIONS.len() {
            let objects = expected(&MIGRATIONS[..version]).unwrap();
            let texts = objects.into_iter().map(|object| {
                let text = object.text.unwrap_or_default();
                format!("{} {} of {}\n{text}\n", object.kind, object.name, object.table)
            });
            insta::assert_snapshot!(format!("schema_{version}"), texts.collect::<String>());
        }
    }
}
