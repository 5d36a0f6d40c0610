//! The SQL statements for tokens.

use rusqlite::Connection;

use crate::{TokenRecord, UnixSeconds};

/// Stores a token. Returns false if its name is taken.
pub(super) fn create(connection: &Connection, token: &TokenRecord) -> rusqlite::Result<bool> {
    let created = connection.execute(
        "INSERT INTO tokens (name, hash, created_at, expires_at, revoked_at, last_used_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (name) DO NOTHING",
        (
            &token.name,
            token.hash,
            token.created_at,
            token.expires_at,
            token.revoked_at,
            token.last_used_at,
        ),
    )?;
    Ok(created == 1)
}

/// Returns all tokens, ordered by name.
pub(super) fn list(connection: &Connection) -> rusqlite::Result<Vec<TokenRecord>> {
    connection
        .prepare(
            "SELECT name, hash, created_at, expires_at, revoked_at, last_used_at
             FROM tokens ORDER BY name",
        )?
        .query_map([], |row| {
            Ok(TokenRecord {
                name: row.get(0)?,
                hash: row.get(1)?,
                created_at: row.get(2)?,
                expires_at: row.get(3)?,
                revoked_at: row.get(4)?,
                last_used_at: row.get(5)?,
            })
        })?
        .collect()
}

/// Revokes a token.
pub(super) const REVOKE: &str = "revoked_at = coalesce(revoked_at, ?2)";

/// Lets a token expire at this time or earlier.
pub(super) const EXPIRE: &str = "expires_at = min(coalesce(expires_at, ?2), ?2)";

/// Changes a token by an assignment. Returns false if no token has this name.
pub(super) fn change(
    connection: &Connection,
    assignment: &str,
    name: &str,
    at: UnixSeconds,
) -> rusqlite::Result<bool> {
    let update = format!("UPDATE tokens SET {assignment} WHERE name = ?1");
    Ok(connection.execute(&update, (name, at))? == 1)
}

/// Records the use of a token, unless a later one is recorded. One in the future is of a
/// clock that was ahead.
pub(super) fn used(connection: &Connection, name: &str, at: UnixSeconds) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE tokens SET last_used_at = ?2
         WHERE name = ?1
         AND coalesce(last_used_at < ?2 OR last_used_at > unixepoch(), TRUE)",
        (name, at),
    )?;
    Ok(())
}

pub(super) fn any(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT EXISTS (SELECT 1 FROM tokens)", [], |row| row.get(0))
}
