//! The SQL statements for plants. They use only features that CockroachDB and
//! YugabyteDB also support: array parameters, `unnest`, `ON CONFLICT DO NOTHING`,
//! row locks.

use std::collections::{BTreeSet, HashMap};

use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Error, Row, Statement};

use super::durability::{self, SETTING, STANDBYS};
use super::failure::Failure;
use super::text::Text;
use crate::group_commit::WriteOutcome;
use crate::plant::{PAGE_BYTES, PAGE_PLANTS, first_id_of_page};
use crate::{Deletion, Plant, PlantRecord, Trail, TrailFilter};

/// A parameter of a statement, with its type.
pub(super) type Parameter<'p> = (&'p (dyn ToSql + Sync), Type);

/// Writes one batch: inserts the plants whose ids are free, and selects the stored
/// plants of the other ids, in one statement and hence one transaction and one
/// round trip.
///
/// The row lock on the selected plants makes the commit wait for the standby. A
/// plant that no standby has can be visible: the database was restarted, or the
/// wait was cancelled, while the plant's transaction waited for the standby. The
/// commit of a transaction that only reads does not wait. The commit of a
/// transaction with row locks waits until the standby has everything written
/// before it. So a plant acknowledged as [`WriteOutcome::Existing`] is as durable as a
/// new plant.
///
/// A plant that another instance commits while this statement runs conflicts with
/// the insert, but is not visible to the select, whose snapshot is older. The
/// plant is in neither part of the result.
const INSERT: &str = "
    WITH created AS (
        INSERT INTO plants (id, name, tag, created_at, token)
        SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[])
        ON CONFLICT (id) DO NOTHING
        RETURNING id
    ), existing AS (
        SELECT id, name, tag, deleted_at FROM plants WHERE id = ANY ($1) FOR KEY SHARE
    )
    SELECT id, NULL::text AS name, NULL::text AS tag, FALSE AS is_deleted FROM created
    UNION ALL
    SELECT id, name, tag, deleted_at IS NOT NULL FROM existing
    UNION ALL";

/// Prepares the statement that writes a batch. The last row of its result has no
/// id, the value of `synchronous_commit` in the column `name`, and that of
/// `synchronous_standby_names` in the column `tag`.
pub(super) async fn prepare_insert(client: &Client) -> Result<Statement, Error> {
    let statement = format!("{INSERT} SELECT NULL::bigint, {SETTING}, {STANDBYS}, FALSE");
    client.prepare(&statement).await
}

/// Writes a batch, whose commit has to wait for this number of standbys. Returns the
/// outcome of each plant by its id. A plant without
/// an outcome has to be written again. Rows are written in the order of `plants`;
/// two instances that write the same ids do not deadlock if both write them in
/// ascending order.
pub(super) async fn insert(
    client: &Client,
    statement: &Statement,
    plants: &[&PlantRecord],
    standbys: u32,
) -> Result<HashMap<i64, WriteOutcome>, Failure> {
    let ids: Vec<i64> = plants.iter().map(|record| record.plant.id).collect();
    let names: Vec<Text<'_>> =
        plants.iter().map(|record| Text::from(&*record.plant.name)).collect();
    let tags: Vec<_> = plants.iter().map(|record| text(&record.plant.tag)).collect();
    let times: Vec<_> = plants.iter().map(|record| record.trail.created_at).collect();
    let tokens: Vec<_> = plants.iter().map(|record| text(&record.trail.token)).collect();
    let rows = client.query(statement, &[&ids, &names, &tags, &times, &tokens]).await?;
    let mut outcome = HashMap::with_capacity(plants.len());
    for row in &rows {
        match row.try_get::<_, Option<i64>>(0)? {
            None => {
                durability::require(row.try_get(1)?)?;
                durability::require_standbys(row.try_get(2)?, standbys)?;
            }
            Some(id) => {
                outcome.insert(id, written(row)?);
            }
        }
    }
    Ok(outcome)
}

fn text(text: &Option<String>) -> Option<Text<'_>> {
    text.as_deref().map(Text::from)
}

fn written(row: &Row) -> Result<WriteOutcome, Error> {
    let written = match row.try_get::<_, Option<Text<'_>>>(1)? {
        None => WriteOutcome::New,
        Some(_) if row.try_get(3)? => WriteOutcome::Deleted,
        Some(_) => WriteOutcome::Existing(plant(row)?),
    };
    Ok(written)
}

pub(super) async fn get(client: &Client, id: i64) -> Result<Option<Plant>, Error> {
    let select = "SELECT id, name, tag FROM plants WHERE id = $1 AND deleted_at IS NULL";
    client.query_typed(select, &[(&id, Type::INT8)]).await?.first().map(plant).transpose()
}

/// Selects one page. The database limits its size, so that no more than a page is
/// sent and held in memory, and no transaction and no cursor is open between two
/// pages.
const PAGE: &str = "
    SELECT id, name, tag, created_at, token
    FROM (
        SELECT id, name, tag, created_at, token, length,
            sum(length) OVER (ORDER BY id) AS bytes
        FROM (
            SELECT id, name, tag, created_at, token,
                octet_length(name) + coalesce(octet_length(tag), 0) AS length
            FROM plants
            WHERE id >= $1 AND deleted_at IS NULL
                AND ($4::text IS NULL OR token = $4) AND ($5::bigint IS NULL OR created_at >= $5)
            ORDER BY id LIMIT $2
        ) AS page
    ) AS measured
    WHERE bytes - length < $3
    ORDER BY id";

/// Returns a page of the plants with ids greater than `after` that meet a condition.
pub(super) async fn page(
    client: &Client,
    after: Option<i64>,
    filter: &TrailFilter,
) -> Result<Vec<PlantRecord>, Error> {
    let Some(from) = first_id_of_page(after) else {
        return Ok(Vec::new());
    };
    let token = text(&filter.token);
    let parameters: [Parameter<'_>; 5] = [
        (&from, Type::INT8),
        (&(PAGE_PLANTS as i64), Type::INT8),
        (&(PAGE_BYTES as i64), Type::INT8),
        (&token, Type::TEXT),
        (&filter.since, Type::INT8),
    ];
    client.query_typed(PAGE, &parameters).await?.iter().map(record).collect()
}

fn record(row: &Row) -> Result<PlantRecord, Error> {
    let token: Option<Text<'_>> = row.try_get(4)?;
    Ok(PlantRecord {
        plant: plant(row)?,
        trail: Trail {
            created_at: row.try_get(3)?,
            token: token.map(|token| token.0.into_owned()),
        },
    })
}

/// Overwrites the plants with these ids, all or none. Returns the ids that are not in the
/// database: then nothing is changed.
pub(super) async fn delete(
    client: &Client,
    ids: &BTreeSet<i64>,
    deletion: &Deletion,
) -> Result<Vec<i64>, Failure> {
    let update = format!(
        "UPDATE plants SET name = '', tag = NULL, deleted_at = coalesce(deleted_at, $2),
             deleted_by = coalesce(deleted_by, $3),
             deletion_reason = coalesce(deletion_reason, $4)
         WHERE id = ANY ($1)
             AND (SELECT count(*) FROM plants WHERE id = ANY ($1)) = cardinality($1)
         RETURNING {SETTING}"
    );
    let list: Vec<i64> = ids.iter().copied().collect();
    let parameters: [Parameter<'_>; 4] = [
        (&list, Type::INT8_ARRAY),
        (&deletion.at, Type::INT8),
        (&Text::from(&*deletion.by), Type::TEXT),
        (&Text::from(&*deletion.reason), Type::TEXT),
    ];
    if write(client, &update, &parameters).await? == ids.len() {
        return Ok(Vec::new());
    }
    let select = "SELECT id FROM plants WHERE id = ANY ($1)";
    let rows = client.query_typed(select, &parameters[..1]).await?;
    let known: BTreeSet<i64> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    let unknown: Vec<i64> = ids.difference(&known).copied().collect();
    if unknown.is_empty() {
        return Err(Failure::Raced);
    }
    Ok(unknown)
}

/// Removes the rows of deleted plants.
pub(super) async fn free(client: &Client, ids: &BTreeSet<i64>) -> Result<(), Failure> {
    let delete = format!(
        "DELETE FROM plants WHERE id = ANY ($1) AND deleted_at IS NOT NULL RETURNING {SETTING}"
    );
    let list: Vec<i64> = ids.iter().copied().collect();
    write(client, &delete, &[(&list, Type::INT8_ARRAY)]).await?;
    Ok(())
}

/// Executes a statement that writes. Returns the number of rows that it wrote.
pub(super) async fn write(
    client: &Client,
    statement: &str,
    parameters: &[Parameter<'_>],
) -> Result<usize, Failure> {
    let rows = client.query_typed(statement, parameters).await?;
    for row in &rows {
        durability::require(row.try_get(0)?)?;
    }
    Ok(rows.len())
}

fn plant(row: &Row) -> Result<Plant, Error> {
    let text = |text: Text<'_>| text.0.into_owned();
    Ok(Plant {
        id: row.try_get(0)?,
        name: text(row.try_get(1)?),
        tag: row.try_get::<_, Option<Text<'_>>>(2)?.map(text),
    })
}
