//! The SQL statements for plants. They use only features that CockroachDB and
//! YugabyteDB also support: array parameters, `unnest`, `ON CONFLICT DO NOTHING`,
//! row locks.

use std::collections::HashMap;

use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error, Row, Statement};

use super::durability::{self, SETTING};
use super::failure::Failure;
use super::text::Text;
use crate::Plant;
use crate::group_commit::WriteOutcome;
use crate::plant::first_id_of_page;

/// A page ends with the plant that brings its text to this many bytes …
const PAGE_BYTES: i64 = 1 << 20;
/// … or with this many plants.
const PAGE_PLANTS: i64 = 1000;

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
        INSERT INTO plants (id, name, tag)
        SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[])
        ON CONFLICT (id) DO NOTHING
        RETURNING id
    ), existing AS (
        SELECT id, name, tag FROM plants WHERE id = ANY ($1) FOR KEY SHARE
    )
    SELECT id, NULL::text AS name, NULL::text AS tag FROM created
    UNION ALL
    SELECT id, name, tag FROM existing
    UNION ALL";

/// Prepares the statement that writes a batch. The last row of its result has no
/// id, and the value of `synchronous_commit` in the column `name`.
pub(super) async fn prepare_insert(client: &Client) -> Result<Statement, Error> {
    let statement = format!("{INSERT} SELECT NULL::bigint, {SETTING}, NULL::text");
    client.prepare(&statement).await
}

/// Writes a batch. Returns the outcome of each plant by its id. A plant without
/// an outcome has to be written again. Rows are written in the order of `plants`;
/// two instances that write the same ids do not deadlock if both write them in
/// ascending order.
pub(super) async fn insert(
    client: &Client,
    statement: &Statement,
    plants: &[&Plant],
) -> Result<HashMap<i64, WriteOutcome>, Failure> {
    let ids: Vec<i64> = plants.iter().map(|plant| plant.id).collect();
    let names: Vec<Text<'_>> = plants
        .iter()
        .map(|plant| Text::from(&*plant.name))
        .collect();
    let tags: Vec<Option<Text<'_>>> = plants
        .iter()
        .map(|plant| plant.tag.as_deref().map(Text::from))
        .collect();
    let rows = client.query(statement, &[&ids, &names, &tags]).await?;
    let mut outcome = HashMap::with_capacity(plants.len());
    for row in &rows {
        match row.try_get::<_, Option<i64>>(0)? {
            None => durability::require(row.try_get(1)?)?,
            Some(id) => {
                outcome.insert(id, written(row)?);
            }
        }
    }
    Ok(outcome)
}

fn written(row: &Row) -> Result<WriteOutcome, Error> {
    let written = match row.try_get::<_, Option<Text<'_>>>(1)? {
        None => WriteOutcome::New,
        Some(_) => WriteOutcome::Existing(plant(row)?),
    };
    Ok(written)
}

/// Returns the plant with this id.
pub(super) async fn get(client: &Client, id: i64) -> Result<Option<Plant>, Error> {
    let select = "SELECT id, name, tag FROM plants WHERE id = $1";
    let rows = client.query_typed(select, &[(&id, Type::INT8)]).await?;
    rows.first().map(plant).transpose()
}

/// Selects one page. The database limits its size, so that no more than a page is
/// sent and held in memory, and no transaction and no cursor is open between two
/// pages.
const PAGE: &str = "
    SELECT id, name, tag
    FROM (
        SELECT id, name, tag, length, sum(length) OVER (ORDER BY id) AS bytes
        FROM (
            SELECT id, name, tag, octet_length(name) + coalesce(octet_length(tag), 0) AS length
            FROM plants WHERE id >= $1 ORDER BY id LIMIT $2
        ) AS page
    ) AS measured
    WHERE bytes - length < $3
    ORDER BY id";

/// Returns a page of the plants with ids greater than `after`.
pub(super) async fn page(client: &Client, after: Option<i64>) -> Result<Vec<Plant>, Error> {
    let Some(from) = first_id_of_page(after) else {
        return Ok(Vec::new());
    };
    let parameters: [(&(dyn tokio_postgres::types::ToSql + Sync), Type); 3] = [
        (&from, Type::INT8),
        (&PAGE_PLANTS, Type::INT8),
        (&PAGE_BYTES, Type::INT8),
    ];
    let rows = client.query_typed(PAGE, &parameters).await?;
    rows.iter().map(plant).collect()
}

fn plant(row: &Row) -> Result<Plant, Error> {
    let text = |text: Text<'_>| text.0.into_owned();
    Ok(Plant {
        id: row.try_get(0)?,
        name: text(row.try_get(1)?),
        tag: row.try_get::<_, Option<Text<'_>>>(2)?.map(text),
    })
}
