//! The check for a pooler that gives each transaction another session.
//!
//! With transaction pooling, a setting of one client would stay on a session that
//! another client gets next, and a prepared statement would be missing there. The
//! check runs before anything is set on a session, and sets nothing itself.

use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error, SimpleQueryMessage};

use super::failure::Failure;

/// The number of comparisons. Other clients of a pooler that take and return
/// sessions meanwhile can hide the change in one of them.
const ROUNDS: u32 = 3;

/// Selects the number of the session.
const SESSION: &str = "SELECT pg_backend_pid()";

/// Requires that two connections to the same host keep their sessions: that they
/// never share one, and that a session changes neither from one transaction to the
/// next nor while the other connection is in a transaction.
pub(super) async fn require_sessions(one: &Client, other: &Client) -> Result<(), Failure> {
    for round in 0..ROUNDS {
        let (one, other) = if round % 2 == 0 { (one, other) } else { (other, one) };
        let before = session(one, SESSION).await?;
        // A pooler that takes its sessions in turn.
        let takes_turns = session(one, SESSION).await? != before;
        // A pooler that takes the session that was used last.
        let begin = format!("BEGIN READ ONLY; {SESSION}");
        let begun = session(other, &begin).await.map_err(refused)?;
        let is_shared = begun.is_some() && begun == before;
        // Not asked of a pooler whose last session is in the transaction.
        let has_changed = !is_shared && session(one, SESSION).await? != before;
        other.batch_execute("COMMIT").await?;
        if takes_turns || is_shared || has_changed {
            return Err(Failure::Pooled);
        }
    }
    Ok(())
}

/// Returns the number of the session that executes a query, if the database has
/// such numbers: older versions of CockroachDB return -1. The query is sent as one
/// message, because a pooler could send a second one to another session.
async fn session(client: &Client, query: &str) -> Result<Option<u32>, Error> {
    let messages = client.simple_query(query).await?;
    let number = messages.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
        _ => None,
    });
    Ok(number)
}

/// pgbouncer refuses transactions by this state when it pools statements.
fn refused(error: Error) -> Failure {
    if error.code() == Some(&SqlState::PROTOCOL_VIOLATION) { Failure::Pooled } else { error.into() }
}
