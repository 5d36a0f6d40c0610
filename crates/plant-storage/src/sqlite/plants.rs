//! The SQL statements for plants.

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior};

use crate::group_commit::WriteOutcome;
use crate::plant::{PAGE_BYTES, PAGE_PLANTS, first_id_of_page};
use crate::{Plant, PlantRecord, Trail, TrailFilter};

/// Stores the plants whose ids are free, in one transaction. Returns the outcome
/// of each plant, in the order of `plants`.
pub(super) fn insert(
    connection: &mut Connection,
    plants: &[PlantRecord],
) -> rusqlite::Result<Vec<WriteOutcome>> {
    // A statement alone is a transaction; SQLite parses `BEGIN` and `COMMIT` anew each time.
    if plants.len() == 1 {
        return insert_each(connection, plants);
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let written = insert_each(&transaction, plants)?;
    transaction.commit()?;
    Ok(written)
}

/// The commit returns after the log is flushed (synchronous=FULL).
fn insert_each(
    connection: &Connection,
    plants: &[PlantRecord],
) -> rusqlite::Result<Vec<WriteOutcome>> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO plants (id, name, tag, created_at, token) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (id) DO NOTHING",
    )?;
    let outcome = |PlantRecord { plant, trail }: &PlantRecord| {
        let row = (plant.id, &plant.name, &plant.tag, trail.created_at, &trail.token);
        Ok(match insert.execute(row)? {
            0 => match get(connection, plant.id)? {
                Some(stored) => WriteOutcome::Existing(stored),
                None => WriteOutcome::Deleted,
            },
            _ => WriteOutcome::New,
        })
    };
    plants.iter().map(outcome).collect()
}

pub(super) fn get(connection: &Connection, id: i64) -> rusqlite::Result<Option<Plant>> {
    let select = "SELECT id, name, tag FROM plants WHERE id = ?1 AND deleted_at IS NULL";
    connection.prepare_cached(select)?.query_row([id], plant).optional()
}

/// Returns a page of the plants with ids greater than `after` that meet a condition.
pub(super) fn page(
    connection: &Connection,
    after: Option<i64>,
    TrailFilter { token, since }: &TrailFilter,
) -> rusqlite::Result<Vec<PlantRecord>> {
    let Some(from) = first_id_of_page(after) else {
        return Ok(Vec::new());
    };
    let mut select = connection.prepare_cached(
        "SELECT id, name, tag, created_at, token FROM plants
         WHERE id >= ?1 AND deleted_at IS NULL
         AND (?3 IS NULL OR token = ?3) AND (?4 IS NULL OR created_at >= ?4)
         ORDER BY id LIMIT ?2",
    )?;
    let mut page = Vec::new();
    let mut bytes = 0;
    for record in select.query_map((from, PAGE_PLANTS as i64, token, since), record)? {
        let record = record?;
        let plant = &record.plant;
        bytes += plant.name.len() + plant.tag.as_ref().map_or(0, String::len);
        page.push(record);
        if bytes >= PAGE_BYTES {
            break;
        }
    }
    Ok(page)
}

fn record(row: &Row<'_>) -> rusqlite::Result<PlantRecord> {
    Ok(PlantRecord {
        plant: plant(row)?,
        trail: Trail { created_at: row.get(3)?, token: row.get(4)? },
    })
}

fn plant(row: &Row<'_>) -> rusqlite::Result<Plant> {
    Ok(Plant { id: row.get(0)?, name: row.get(1)?, tag: row.get(2)? })
}
