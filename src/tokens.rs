//! What a token is, how one is issued, and whether one is accepted.
//!
//! A token is the only proof of who may create plants. It is shown once, when
//! it is issued, and never again: the store has a hash of it, and nothing here
//! prints it.

mod token;
mod verifier;

use chrono::Utc;
use plant_storage::{Storage, TokenError, TokenRecord, UnixSeconds};

pub use token::{Token, masked};
pub use verifier::TokenVerifier;

/// A token could not be issued.
#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    /// The system's generator gave nothing.
    #[error("the system gives no random numbers")]
    Random(#[from] getrandom::Error),

    /// The store refused it or could not keep it.
    #[error(transparent)]
    Store(#[from] TokenError),
}

/// Makes a token and keeps its record. `lifetime` is in seconds.
///
/// # Errors
///
/// When the name is taken, or the token can't be made or kept.
pub async fn issue(
    storage: &dyn Storage,
    name: &str,
    lifetime: Option<UnixSeconds>,
) -> Result<Token, IssueError> {
    let token = Token::generate()?;
    let now = Utc::now().timestamp();
    let record = TokenRecord {
        name: name.to_owned(),
        hash: token.hash(),
        created_at: now,
        expires_at: lifetime.map(|seconds| now.saturating_add(seconds)),
        revoked_at: None,
    };
    storage.token_create(record).await?;
    Ok(token)
}

/// Whether a token with this record is accepted at this time.
pub fn is_accepted(record: &TokenRecord, now: UnixSeconds) -> bool {
    record.revoked_at.is_none() && !is_expired(record, now)
}

/// Whether a token with this record has outlived its time.
pub fn is_expired(record: &TokenRecord, now: UnixSeconds) -> bool {
    record
        .expires_at
        .is_some_and(|expires_at| expires_at <= now)
}
