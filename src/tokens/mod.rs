//! Tokens: their format, issue and verification.
//!
//! A token is the only credential for creating plants. It is shown once, when it is
//! issued: the store has only its hash, and this module does not print it.

mod limits;
mod token;
mod uses;
mod verifier;

use chrono::Utc;
use plant_storage::{Storage, TokenError, TokenRecord, UnixSeconds};

pub(crate) use limits::TokenLimiter;
pub use limits::TokenLimits;
pub use token::{Token, masked};
pub use verifier::TokenVerifier;

/// The error of an issue.
#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    /// The system's random number generator failed.
    #[error("the system gives no random numbers")]
    Random(#[from] getrandom::Error),

    /// The store refused the token or could not store it.
    #[error(transparent)]
    Store(#[from] TokenError),
}

/// A token that was just issued.
#[derive(Clone, Debug)]
pub struct Issued {
    /// The token.
    pub token: Token,
    /// Its record in the store.
    pub record: TokenRecord,
}

/// Generates a token and stores its record. `lifetime` is in seconds.
///
/// # Errors
///
/// The name is taken, or the token can't be generated or stored.
pub async fn issue(
    storage: &dyn Storage,
    name: &str,
    lifetime: Option<UnixSeconds>,
) -> Result<Issued, IssueError> {
    let token = Token::generate()?;
    let now = Utc::now().timestamp();
    let record = TokenRecord {
        name: name.to_owned(),
        hash: token.hash(),
        created_at: now,
        expires_at: lifetime.map(|seconds| now.saturating_add(seconds)),
        revoked_at: None,
        last_used_at: None,
    };
    storage.token_create(record.clone()).await?;
    Ok(Issued { token, record })
}

/// Returns whether a token with this record is accepted at this time.
pub fn is_accepted(record: &TokenRecord, now: UnixSeconds) -> bool {
    record.revoked_at.is_none() && !is_expired(record, now)
}

/// Returns whether a token with this record has expired at this time.
pub fn is_expired(record: &TokenRecord, now: UnixSeconds) -> bool {
    record.expires_at.is_some_and(|expires_at| expires_at <= now)
}
