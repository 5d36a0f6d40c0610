//! The SQL statements for tokens. Each is idempotent: repeating it returns the
//! same result.

use std::error;

use tokio_postgres::types::{FromSql, Type};
use tokio_postgres::{Client, Error, Row};

use super::durability::SETTING;
use super::failure::Failure;
use super::plants::{Parameter, write};
use super::text::Text;
use crate::{TokenRecord, UnixSeconds};

/// Stores a token. Returns false if another token has the name. If the same token
/// is stored already, an earlier attempt succeeded; the row is written again,
/// because the commit of a write waits for the standby, and a read does not.
pub(super) async fn create(client: &Client, token: &TokenRecord) -> Result<bool, Failure> {
    let insert = format!(
        "
        INSERT INTO tokens (name, hash, created_at, expires_at, revoked_at, last_used_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (name) DO UPDATE SET name = excluded.name WHERE tokens.hash = excluded.hash
        RETURNING {SETTING}"
    );
    let parameters: [Parameter<'_>; 6] = [
        (&Text::from(&*token.name), Type::TEXT),
        (&&token.hash[..], Type::BYTEA),
        (&token.created_at, Type::INT8),
        (&token.expires_at, Type::INT8),
        (&token.revoked_at, Type::INT8),
        (&token.last_used_at, Type::INT8),
    ];
    Ok(write(client, &insert, &parameters).await? == 1)
}

/// Returns all tokens, ordered by name.
pub(super) async fn list(client: &Client) -> Result<Vec<TokenRecord>, Error> {
    let select = "SELECT name, hash, created_at, expires_at, revoked_at, last_used_at FROM tokens";
    let rows = client.query_typed(select, &[]).await?;
    let mut tokens: Vec<_> = rows.iter().map(token).collect::<Result<_, _>>()?;
    // Not sorted by the database: collations differ, and its texts are escaped.
    tokens.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tokens)
}

/// Revokes a token.
pub(super) const REVOKE: &str = "revoked_at = coalesce(revoked_at, $2)";

/// Lets a token expire at this time or earlier.
pub(super) const EXPIRE: &str = "expires_at = least(expires_at, $2)";

/// Changes a token by an assignment. Returns false if no token has this name.
pub(super) async fn change(
    client: &Client,
    assignment: &str,
    name: &str,
    at: UnixSeconds,
) -> Result<bool, Failure> {
    let update = format!("UPDATE tokens SET {assignment} WHERE name = $1 RETURNING {SETTING}");
    let parameters: [Parameter<'_>; 2] = [(&Text::from(name), Type::TEXT), (&at, Type::INT8)];
    Ok(write(client, &update, &parameters).await? == 1)
}

/// Records the use of a token, unless a later one is recorded. One in the future is of a
/// clock that was ahead.
pub(super) async fn used(client: &Client, name: &str, at: UnixSeconds) -> Result<(), Error> {
    let update = "UPDATE tokens SET last_used_at = $2
         WHERE name = $1
         AND coalesce(last_used_at < $2 OR last_used_at > extract(epoch FROM now()), TRUE)";
    let parameters: [Parameter<'_>; 2] = [(&Text::from(name), Type::TEXT), (&at, Type::INT8)];
    client.query_typed(update, &parameters).await?;
    Ok(())
}

pub(super) async fn any(client: &Client) -> Result<bool, Error> {
    let rows = client.query_typed("SELECT EXISTS (SELECT 1 FROM tokens)", &[]).await?;
    rows.first().map_or(Ok(false), |row| row.try_get(0))
}

fn token(row: &Row) -> Result<TokenRecord, Error> {
    Ok(TokenRecord {
        name: row.try_get::<_, Text<'_>>(0)?.0.into_owned(),
        hash: row.try_get::<_, Hash>(1)?.0,
        created_at: row.try_get(2)?,
        expires_at: row.try_get(3)?,
        revoked_at: row.try_get(4)?,
        last_used_at: row.try_get(5)?,
    })
}

/// A `bytea` of 32 bytes. A constraint of the table ensures the length.
struct Hash([u8; 32]);

impl FromSql<'_> for Hash {
    fn from_sql(kind: &Type, raw: &[u8]) -> Result<Self, Box<dyn error::Error + Sync + Send>> {
        let bytes = <&[u8] as FromSql>::from_sql(kind, raw)?;
        Ok(Hash(bytes.try_into()?))
    }

    fn accepts(kind: &Type) -> bool {
        <&[u8] as FromSql>::accepts(kind)
    }
}
