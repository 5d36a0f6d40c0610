//! The cost of a durable create in a usual implementation: axum, and an SQLite
//! transaction for each request, flushed as Plant Store's are (WAL, synchronous=FULL).
//! There is no group commit.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use rusqlite::Connection;
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

use super::{NewPlant, Plant};
use anyhow::Result;

type Store = Arc<Mutex<Connection>>;

pub(super) async fn serve(listener: TcpListener, store: &Path) -> Result<()> {
    let connection = Connection::open(store)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.execute_batch(
        "CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, tag TEXT) STRICT",
    )?;
    let plants = Router::new()
        .route("/plants", post(plant_create))
        .with_state(Arc::new(Mutex::new(connection)));
    Ok(axum::serve(listener, plants).await?)
}

async fn plant_create(
    State(store): State<Store>,
    Json(NewPlant { id, name, tag }): Json<NewPlant>,
) -> Result<Json<Plant>, StatusCode> {
    let inserted = spawn_blocking(move || {
        let connection = store.lock().unwrap_or_else(PoisonError::into_inner);
        let mut insert =
            connection.prepare_cached("INSERT INTO plants (id, name, tag) VALUES (?1, ?2, ?3)")?;
        insert.execute((id, &name, &tag))?;
        Ok::<_, rusqlite::Error>(Plant { name, tag })
    });
    match inserted.await {
        Ok(Ok(plant)) => Ok(Json(plant)),
        _ => Err(StatusCode::INTERNAL_SERVER_ERROR),
    }
}
