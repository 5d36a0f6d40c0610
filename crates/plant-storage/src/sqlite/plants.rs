//! The SQL statements for plants.

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior};

use crate::Plant;
use crate::group_commit::WriteOutcome;
use crate::plant::{PAGE_BYTES, PAGE_PLANTS, first_id_of_page};

/// Stores the plants whose ids are free, in one transaction. Returns the outcome
/// of each plant, in the order of `plants`.
pub(super) fn insert(
    connection: &mut Connection,
    plants: &[Plant],
) -> rusqlite::Result<Vec<WriteOutcome>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut written = Vec::with_capacity(plants.len());
    {
        let mut insert = transaction.prepare_cached(
            "INSERT INTO plants (id, name, tag) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO NOTHING",
        )?;
        for plant in plants {
            written.push(match insert.execute((plant.id, &plant.name, &plant.tag))? {
                0 => WriteOutcome::Existing(existing(&transaction, plant.id)?),
                _ => WriteOutcome::New,
            });
        }
    }
    // Returns after the log is flushed (synchronous=FULL).
    transaction.commit()?;
    Ok(written)
}

const SELECT_ONE: &str = "SELECT id, name, tag FROM plants WHERE id = ?1";

fn existing(connection: &Connection, id: i64) -> rusqlite::Result<Plant> {
    connection
        .prepare_cached(SELECT_ONE)?
        .query_row([id], plant)
}

/// Returns the plant with this id.
pub(super) fn get(connection: &Connection, id: i64) -> rusqlite::Result<Option<Plant>> {
    existing(connection, id).optional()
}

/// Returns a page of the plants with ids greater than `after`.
pub(super) fn page(connection: &Connection, after: Option<i64>) -> rusqlite::Result<Vec<Plant>> {
    let Some(from) = first_id_of_page(after) else {
        return Ok(Vec::new());
    };
    let mut select = connection
        .prepare_cached("SELECT id, name, tag FROM plants WHERE id >= ?1 ORDER BY id LIMIT ?2")?;
    let mut page = Vec::new();
    let mut bytes = 0;
    for plant in select.query_map((from, PAGE_PLANTS as i64), plant)? {
        let plant = plant?;
        bytes += plant.name.len() + plant.tag.as_ref().map_or(0, String::len);
        page.push(plant);
        if bytes >= PAGE_BYTES {
            break;
        }
    }
    Ok(page)
}

fn plant(row: &Row<'_>) -> rusqlite::Result<Plant> {
    Ok(Plant {
        id: row.get(0)?,
        name: row.get(1)?,
        tag: row.get(2)?,
    })
}
