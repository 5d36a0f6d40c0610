//! Whether a token that somebody presents is accepted.
//!
//! The store decides; it may be changed by another process (`plant-store token
//! revoke`) at any time. Asking it for each request would cost more than the
//! rest of the request, so an acceptance is remembered, by the token's hash, for
//! half a second: a revocation takes effect within a second, the look-up
//! included. Only acceptance is remembered. A new token works at once, and
//! unknown, expired and revoked ones take the same way through the store, so
//! that neither the answer nor the time it takes tells them apart.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use chrono::Utc;
use plant_storage::{Storage, StorageError, TokenRecord};

use super::{Token, is_accepted};

/// For how long the store's word is taken without asking again.
const REMEMBERED_FOR: Duration = Duration::from_millis(500);

/// Judges tokens.
pub struct TokenVerifier {
    storage: Arc<dyn Storage>,
    /// Tokens the store has accepted, by their hashes. No more than there are
    /// tokens in the store.
    accepted: RwLock<HashMap<[u8; 32], Accepted>>,
}

#[derive(Clone)]
struct Accepted {
    record: Arc<TokenRecord>,
    /// When the store was asked.
    since: Instant,
}

impl TokenVerifier {
    /// A verifier that asks this store.
    pub fn new(storage: Arc<dyn Storage>) -> Self {
        TokenVerifier {
            storage,
            accepted: RwLock::default(),
        }
    }

    /// The record of a token that is accepted; none when it is mistyped,
    /// unknown, expired or revoked.
    ///
    /// # Errors
    ///
    /// When the store has to be asked and cannot be read.
    pub async fn verify(&self, presented: &str) -> Result<Option<Arc<TokenRecord>>, StorageError> {
        let Some(token) = Token::parse(presented) else {
            return Ok(None);
        };
        let hash = token.hash();
        let record = match self.remembered(&hash) {
            Some(record) => Some(record),
            None => self.look_up(&hash).await?,
        };
        Ok(record.filter(|record| is_accepted(record, Utc::now().timestamp())))
    }

    fn remembered(&self, hash: &[u8; 32]) -> Option<Arc<TokenRecord>> {
        let accepted = self.accepted.read().unwrap_or_else(PoisonError::into_inner);
        let found = accepted.get(hash)?;
        (found.since.elapsed() < REMEMBERED_FOR).then(|| Arc::clone(&found.record))
    }

    async fn look_up(&self, hash: &[u8; 32]) -> Result<Option<Arc<TokenRecord>>, StorageError> {
        let since = Instant::now();
        let record = self.storage.token_find(hash).await?.map(Arc::new);
        if let Some(record) = &record
            && is_accepted(record, Utc::now().timestamp())
        {
            let accepted = Accepted {
                record: Arc::clone(record),
                since,
            };
            self.accepted
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(*hash, accepted);
        }
        Ok(record)
    }
}
