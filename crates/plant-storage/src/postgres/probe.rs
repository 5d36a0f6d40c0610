//! The SQL statements about the database as a whole: the probe, which shows whether
//! the database can be written, the number of its standbys, and the size.

use tokio_postgres::{Client, Error};

use super::durability::{self, SETTING, STANDBYS};
use super::failure::Failure;

/// Commits a change of the probe's row, as durably as a create.
pub(super) async fn write(client: &Client, standbys: u32) -> Result<(), Failure> {
    let insert = format!(
        "INSERT INTO plant_store_probe (id, writes) VALUES (0, 1)
         ON CONFLICT (id) DO UPDATE SET writes = plant_store_probe.writes + 1
         RETURNING {SETTING}, {STANDBYS}"
    );
    for row in client.query_typed(&insert, &[]).await? {
        durability::require(row.try_get(0)?)?;
        durability::require_standbys(row.try_get(1)?, standbys)?;
    }
    Ok(())
}

/// Returns the number of standbys for which commits wait.
pub(super) async fn standbys(client: &Client) -> Result<u32, Error> {
    let row = client.query_one(&format!("SELECT {STANDBYS}"), &[]).await?;
    Ok(durability::standbys(row.try_get(0)?))
}

/// Returns the size of the tables of plants and tokens with their indexes, in bytes.
pub(super) async fn size(client: &Client) -> Result<u64, Error> {
    let select = "SELECT pg_total_relation_size('plants') + pg_total_relation_size('tokens')";
    let row = client.query_one(select, &[]).await?;
    Ok(row.try_get::<_, i64>(0)?.unsigned_abs())
}
