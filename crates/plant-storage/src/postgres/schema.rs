//! The schema of a database, its recognition and its migration.
//!
//! Two services may start on an empty database at the same time, and the database
//! may lack transactional DDL and advisory locks: CockroachDB recommends one
//! schema change per transaction, and YugabyteDB commits each change separately.
//! So a migration is one idempotent statement, and its version is recorded
//! afterwards. A second service, or a service that restarts after a crash, changes
//! nothing that is done. Tables of other applications are never changed.

use tokio_postgres::Client;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::Type;

use super::failure::Failure;

/// The schema, one idempotent statement per version. Append only: a released
/// statement is never changed.
const VERSIONS: &[&str] = &[
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
    include_str!("schema/5.sql"),
];

/// The version that this program reads and writes.
pub(super) const CURRENT: u32 = VERSIONS.len() as u32;

/// Creates the table of the applied versions.
const HISTORY: &str = "
    CREATE TABLE IF NOT EXISTS plant_store_versions (
        version    integer PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT now()
    )";

/// The maximum number of attempts at a schema change that another service is
/// making at the same time.
const ATTEMPTS: u32 = 10;

/// The contents of a database, as visible in the search path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// No table with a name that this program uses.
    Empty,
    /// A store with this version of the schema.
    Store(u32),
    /// A table of another application, with this name that this program uses.
    Taken(String),
}

/// Returns the contents of a database. Changes nothing.
pub(super) async fn recognize(client: &Client) -> Result<Contents, Failure> {
    if exists(client, "plant_store_versions").await? {
        return Ok(Contents::Store(version(client).await?));
    }
    for table in ["plants", "tokens", "plant_store_probe"] {
        // Another service that makes its tables at this moment begins with that of the versions.
        if exists(client, table).await? && !exists(client, "plant_store_versions").await? {
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

/// Migrates a database to the current version. Returns its contents afterwards.
/// Foreign and newer databases are unchanged.
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

/// Makes a schema change that another service may be making at the same time.
/// Even with `IF NOT EXISTS` the two can conflict in the system catalogs.
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
