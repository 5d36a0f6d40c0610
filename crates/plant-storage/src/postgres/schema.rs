//! What a database has to look like to be ours, and how it comes to.
//!
//! Two services may start at once on an empty database, and the database need
//! not be one that can change tables in a transaction or has advisory locks:
//! CockroachDB recommends one change of schema a transaction, and YugabyteDB
//! commits each by itself. So a version is one statement that does nothing when
//! it has been done, and its number is put down afterwards. Whoever comes
//! second, or again after a crash, does nothing. This module never changes a
//! table that isn't ours.

use tokio_postgres::Client;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::Type;

use super::failure::Failure;

/// The schema, one statement a version. Append only: a statement that has been
/// released is never changed. Each may be executed again.
const VERSIONS: &[&str] = &[include_str!("schema/1.sql"), include_str!("schema/2.sql")];

/// The version that this program reads and writes.
pub(super) const CURRENT: u32 = VERSIONS.len() as u32;

/// The versions that a database has reached.
const HISTORY: &str = "
    CREATE TABLE IF NOT EXISTS plant_store_versions (
        version    integer PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT now()
    )";

/// How often a change is tried that somebody else is making at the same time.
const ATTEMPTS: u32 = 10;

/// What is in a database, as far as the search path shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// Nothing that has to do with us.
    Empty,
    /// A store with this version of the schema.
    Store(u32),
    /// A table of this name that somebody else made.
    Taken(String),
}

/// Says what is in a database, and changes nothing.
pub(super) async fn recognize(client: &Client) -> Result<Contents, Failure> {
    if exists(client, "plant_store_versions").await? {
        return Ok(Contents::Store(version(client).await?));
    }
    for table in ["plants", "tokens"] {
        if exists(client, table).await? {
            return Ok(Contents::Taken(table.to_owned()));
        }
    }
    Ok(Contents::Empty)
}

async fn exists(client: &Client, table: &str) -> Result<bool, Failure> {
    let select = "SELECT to_regclass($1) IS NOT NULL";
    let rows = client.query_typed(select, &[(&table, Type::TEXT)]).await?;
    Ok(rows.first().map_or(Ok(false), |row| row.try_get(0))?)
}

async fn version(client: &Client) -> Result<u32, Failure> {
    let select = "SELECT coalesce(max(version), 0)::bigint FROM plant_store_versions";
    let row = client.query_one(select, &[]).await?;
    let version: i64 = row.try_get(0)?;
    Ok(u32::try_from(version).unwrap_or(u32::MAX))
}

/// Brings a database to the current version and returns what is in it
/// afterwards. A foreign one and a newer one are left as they are.
pub(super) async fn migrate(client: &Client) -> Result<Contents, Failure> {
    let done = match recognize(client).await? {
        Contents::Empty => {
            change(client, HISTORY).await?;
            0
        }
        Contents::Store(version) if version < CURRENT => version,
        found => return Ok(found),
    };
    for (number, statement) in (1_u32..).zip(VERSIONS).skip(done as usize) {
        change(client, statement).await?;
        let record = format!(
            "INSERT INTO plant_store_versions (version) VALUES ({number})
             ON CONFLICT (version) DO NOTHING"
        );
        client.batch_execute(&record).await?;
    }
    recognize(client).await
}

/// Makes a change that somebody else may be making at the same time, which
/// `IF NOT EXISTS` doesn't keep from colliding in the database's own tables.
async fn change(client: &Client, statement: &str) -> Result<(), Failure> {
    let mut attempt = 1;
    loop {
        match client.batch_execute(statement).await {
            Err(error) if attempt < ATTEMPTS && error.code().is_some_and(is_collision) => {
                attempt += 1;
            }
            result => return Ok(result?),
        }
    }
}

fn is_collision(code: &SqlState) -> bool {
    [
        SqlState::UNIQUE_VIOLATION,
        SqlState::DUPLICATE_TABLE,
        SqlState::DUPLICATE_OBJECT,
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
    ]
    .contains(code)
}
