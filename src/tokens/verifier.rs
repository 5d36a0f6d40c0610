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

// A revocation takes effect within a second, and half of it is for the look-up.
const _: () = assert!(REMEMBERED_FOR.as_millis() <= 500);

/// Judges tokens.
pub struct TokenVerifier {
    storage: Arc<dyn Storage>,
    remembered_for: Duration,
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
            remembered_for: REMEMBERED_FOR,
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
        (found.since.elapsed() < self.remembered_for).then(|| Arc::clone(&found.record))
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

#[cfg(test)]
mod tests {
    use plant_storage::{Access, StoreUrl, open};
    use tempfile::TempDir;

    use super::*;
    use crate::tokens::{Token, issue};

    /// A verifier, its store, and the directory that goes with them.
    async fn verifier() -> (TokenVerifier, Arc<dyn Storage>, TempDir) {
        let directory = TempDir::new().unwrap();
        let url = StoreUrl::Sqlite(directory.path().join("plants.db"));
        let storage = open(&url, Access::Administer).await.unwrap();
        (TokenVerifier::new(Arc::clone(&storage)), storage, directory)
    }

    #[tokio::test]
    async fn an_issued_token_is_accepted_at_once_even_when_it_was_refused_before() {
        let (verifier, storage, _directory) = verifier().await;
        let token = Token::generate().unwrap();
        assert_eq!(verifier.verify(token.reveal()).await.unwrap(), None);
        let record = TokenRecord {
            name: "late".to_owned(),
            hash: token.hash(),
            created_at: 0,
            expires_at: None,
            revoked_at: None,
        };
        storage.token_create(record.clone()).await.unwrap();
        let accepted = verifier.verify(token.reveal()).await.unwrap();
        assert_eq!(accepted.as_deref(), Some(&record));
    }

    #[tokio::test]
    async fn mistyped_unknown_expired_and_revoked_tokens_are_refused_alike() {
        let (verifier, storage, _directory) = verifier().await;
        let good = issue(&*storage, "good", Some(3600)).await.unwrap();
        let expired = issue(&*storage, "expired", Some(0)).await.unwrap();
        let revoked = issue(&*storage, "revoked", None).await.unwrap();
        storage.token_revoke("revoked", 0).await.unwrap();
        let unknown = Token::generate().unwrap();
        assert!(verifier.verify(good.reveal()).await.unwrap().is_some());
        let mistyped = good.reveal().to_lowercase();
        let lengthened = format!("{}0", good.reveal());
        for refused in [
            "",
            "plant_",
            &mistyped,
            &lengthened,
            unknown.reveal(),
            expired.reveal(),
            revoked.reveal(),
        ] {
            assert_eq!(verifier.verify(refused).await.unwrap(), None);
        }
    }

    #[tokio::test]
    async fn an_acceptance_is_remembered_for_a_while_and_then_asked_for_again() {
        let (mut verifier, storage, _directory) = verifier().await;
        verifier.remembered_for = Duration::MAX;
        let token = issue(&*storage, "first", None).await.unwrap();
        assert!(verifier.verify(token.reveal()).await.unwrap().is_some());
        storage.token_revoke("first", 0).await.unwrap();
        assert!(verifier.verify(token.reveal()).await.unwrap().is_some());
        verifier.remembered_for = Duration::ZERO;
        assert_eq!(verifier.verify(token.reveal()).await.unwrap(), None);
    }

    #[test]
    fn a_token_is_accepted_until_the_second_in_which_it_expires() {
        let record = |expires_at, revoked_at| TokenRecord {
            name: String::new(),
            hash: [0; 32],
            created_at: 0,
            expires_at,
            revoked_at,
        };
        assert!(is_accepted(&record(Some(100), None), 99));
        assert!(!is_accepted(&record(Some(100), None), 100));
        assert!(!is_accepted(&record(Some(100), None), i64::MAX));
        assert!(is_accepted(&record(None, None), i64::MAX));
        // Revoked is revoked, wherever the clock has gone since.
        assert!(!is_accepted(&record(None, Some(100)), 99));
    }
}
