//! The last use of each token: an atomic number that requests set, and the store that
//! gets it from time to time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use plant_storage::{Storage, TokenRecord, UnixSeconds};

/// The last uses of all tokens that were accepted once, by their hashes.
#[derive(Default)]
pub(super) struct Uses(RwLock<HashMap<[u8; 32], Arc<LastUse>>>);

/// The last use of a token.
pub(super) struct LastUse {
    name: String,
    /// The time, or `i64::MIN` before the first use.
    at: AtomicI64,
    /// The time that the store has.
    recorded: AtomicI64,
}

impl LastUse {
    fn new(record: &TokenRecord) -> Self {
        let recorded = record.last_used_at.unwrap_or(UnixSeconds::MIN);
        LastUse {
            name: record.name.clone(),
            at: AtomicI64::new(recorded),
            recorded: AtomicI64::new(recorded),
        }
    }

    /// Notes a use at this time.
    pub(super) fn note(&self, now: UnixSeconds) {
        self.at.store(now, Ordering::Relaxed);
    }
}

impl Uses {
    pub(super) fn of(&self, record: &TokenRecord) -> Arc<LastUse> {
        let mut uses = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let last_use = uses.entry(record.hash);
        Arc::clone(last_use.or_insert_with(|| Arc::new(LastUse::new(record))))
    }

    /// Writes each use since the last call to the store. A use that cannot be written is
    /// written by the next call.
    pub(super) async fn record(&self, storage: &dyn Storage) {
        let uses: Vec<_> =
            self.0.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        for last_use in uses {
            let at = last_use.at.load(Ordering::Relaxed);
            let recorded = last_use.recorded.load(Ordering::Relaxed);
            // An earlier time is of a clock that was ahead and was set back.
            if at != recorded && storage.token_used(&last_use.name, at).await.is_ok() {
                last_use.recorded.store(at, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;
    use plant_storage::{Access, StoreUrl, open};
    use tempfile::TempDir;

    use crate::tokens::{TokenVerifier, issue};

    #[tokio::test]
    async fn a_last_use_in_the_future_is_replaced_by_the_next_use() {
        let directory = TempDir::new().unwrap();
        let url = StoreUrl::Sqlite(directory.path().join("plants.db"));
        let storage = open(&url, Access::Administer).await.unwrap();
        let token = issue(&*storage, "used", None).await.unwrap().token;
        // Another service, whose clock is ahead.
        let future = Utc::now().timestamp() + 1_000_000;
        storage.token_used("used", future).await.unwrap();
        let verifier = TokenVerifier::new(std::sync::Arc::clone(&storage));
        verifier.verify(token.reveal()).await.unwrap().unwrap();
        verifier.record_uses().await;
        let [record] = &storage.token_list().await.unwrap()[..] else {
            panic!("there is one token");
        };
        assert!(record.last_used_at.unwrap() < future);
    }

    #[tokio::test]
    async fn the_last_use_is_recorded_once_for_many_requests_and_only_if_it_is_newer() {
        let directory = TempDir::new().unwrap();
        let url = StoreUrl::Sqlite(directory.path().join("plants.db"));
        let storage = open(&url, Access::Administer).await.unwrap();
        let verifier = TokenVerifier::new(std::sync::Arc::clone(&storage));
        let token = issue(&*storage, "used", None).await.unwrap().token;
        issue(&*storage, "unused", None).await.unwrap();
        let before = Utc::now().timestamp();
        for _ in 0..3 {
            verifier.verify(token.reveal()).await.unwrap().unwrap();
        }
        let recorded = async || {
            let tokens = storage.token_list().await.unwrap();
            let used: Vec<_> = tokens.iter().map(|token| token.last_used_at).collect();
            used
        };
        assert_eq!(recorded().await, [None, None], "not by the requests");
        verifier.record_uses().await;
        let [None, Some(first)] = recorded().await[..] else {
            panic!("one token was used");
        };
        assert!((before..=before + 60).contains(&first));
        // Without another use there is nothing to record.
        storage.token_used("used", first + 100).await.unwrap();
        verifier.record_uses().await;
        assert_eq!(recorded().await, [None, Some(first + 100)]);
    }
}
