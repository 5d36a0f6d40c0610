//! Verification of presented tokens.
//!
//! The store decides which tokens are accepted, and another process may change it at
//! any time (`plant-store token revoke`). A look-up for each request would cost more
//! than the rest of the request, and callers without a token could use up the
//! connections of the store. So the accepted tokens are kept in memory and read again
//! by one query at a time, which all requests share:
//!
//! - A token in memory is accepted for half a second after the query began, so that
//!   a revocation takes effect within a second, the query included.
//! - A token that is not in memory waits for a query that begins after the request
//!   arrived, so that a new token works at once. Such queries begin at most once in
//!   [`PAUSE`], however many requests wait. Unknown, expired and revoked tokens are
//!   treated alike, so neither the response nor its time distinguishes them.
//! - A token that was accepted since the last query began is found by a keyed hash, without its
//!   form, its checksum and SHA-256. The key is of one query, and is replaced with its result.
//!
//! A request notes the use of its token in an atomic number. The store gets the time of
//! the last use once in [`RECORD_PERIOD`], beside the requests.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use chrono::Utc;
use plant_storage::{Storage, StorageError, TokenRecord};
use siphasher::sip128::{Hash128, SipHasher24};
use tokio::sync::Mutex;

use super::uses::{LastUse, Uses};
use super::{Token, is_accepted};

/// The time for which the result of a query is used.
const REMEMBERED_FOR: Duration = Duration::from_millis(500);

// A revocation takes effect within a second; half of the second is for the query.
const _: () = assert!(REMEMBERED_FOR.as_millis() <= 500);

/// The time between the beginnings of two queries for tokens that are not in memory.
const PAUSE: Duration = Duration::from_millis(50);

/// The time between two writes of the last use of a token.
const RECORD_PERIOD: Duration = Duration::from_secs(60);

/// Verifies tokens.
#[derive(Clone)]
pub struct TokenVerifier {
    storage: Arc<dyn Storage>,
    remembered_for: Duration,
    latest: Arc<RwLock<Option<Arc<Answer>>>>,
    uses: Arc<Uses>,
    /// Locked while the store is queried.
    query: Arc<Mutex<()>>,
}

/// The result of a query.
struct Answer {
    /// The time at which the query began.
    since: Instant,
    /// The accepted tokens by their hashes.
    tokens: Result<HashMap<[u8; 32], Arc<Accepted>>, StorageError>,
    /// Hashes presented tokens, unless the system has no random numbers.
    keyed: Option<SipHasher24>,
    /// The tokens that were presented and accepted: by one half of the keyed hash, with the other.
    presented: RwLock<HashMap<u64, (u64, Arc<Accepted>)>>,
}

/// A token that the query found accepted.
struct Accepted {
    record: Arc<TokenRecord>,
    last_use: Arc<LastUse>,
}

impl Accepted {
    /// Notes a use. Returns the record, unless the token has expired since the query.
    fn used(&self) -> Option<Arc<TokenRecord>> {
        let now = Utc::now().timestamp();
        is_accepted(&self.record, now).then(|| {
            self.last_use.note(now);
            Arc::clone(&self.record)
        })
    }
}

impl Answer {
    /// Returns the token that was accepted with this text. The halves are compared as numbers,
    /// which takes the same time whatever they are.
    fn presented(&self, text: &str) -> Option<Arc<Accepted>> {
        let Hash128 { h1, h2 } = self.keyed.as_ref()?.hash(text.as_bytes());
        let presented = self.presented.read().unwrap_or_else(PoisonError::into_inner);
        presented.get(&h1).filter(|(other, _)| *other == h2).map(|(_, token)| Arc::clone(token))
    }

    fn remember(&self, text: &str, accepted: &Arc<Accepted>) {
        if let Some(keyed) = &self.keyed {
            let Hash128 { h1, h2 } = keyed.hash(text.as_bytes());
            let mut presented = self.presented.write().unwrap_or_else(PoisonError::into_inner);
            presented.insert(h1, (h2, Arc::clone(accepted)));
        }
    }
}

impl TokenVerifier {
    /// Returns a verifier that queries this store.
    pub fn new(storage: Arc<dyn Storage>) -> Self {
        TokenVerifier {
            storage,
            remembered_for: REMEMBERED_FOR,
            latest: Arc::default(),
            uses: Arc::default(),
            query: Arc::default(),
        }
    }

    /// Returns the record of a token that is accepted, or `None` if the token is
    /// mistyped, unknown, expired or revoked.
    ///
    /// # Errors
    ///
    /// The store has to be queried and cannot be read.
    pub async fn verify(&self, presented: &str) -> Result<Option<Arc<TokenRecord>>, StorageError> {
        let arrived = Instant::now();
        let latest = self.latest();
        if let Some(answer) = &latest
            && arrived.duration_since(answer.since) < self.remembered_for
            && let Some(accepted) = answer.presented(presented)
        {
            return Ok(accepted.used());
        }
        let Some(token) = Token::parse(presented) else {
            return Ok(None);
        };
        let hash = token.hash();
        let known =
            |answer: &Answer| answer.tokens.as_ref().is_ok_and(|all| all.contains_key(&hash));
        let answer = match latest {
            Some(answer) if known(&answer) => {
                if answer.since.elapsed() < self.remembered_for {
                    answer
                } else {
                    // Any query that began after that of this answer.
                    self.query(answer.since + Duration::from_nanos(1)).await?
                }
            }
            latest => {
                if let Some(answer) = latest {
                    tokio::time::sleep_until((answer.since + PAUSE).into()).await;
                }
                self.query(arrived).await?
            }
        };
        let tokens = answer.tokens.as_ref().map_err(StorageError::clone)?;
        let accepted = tokens.get(&hash);
        if let Some(accepted) = accepted {
            answer.remember(presented, accepted);
        }
        Ok(accepted.and_then(|accepted| accepted.used()))
    }

    /// Returns the name of a token that the last query found accepted, without a query.
    pub(crate) fn known_name(&self, presented: &str) -> Option<String> {
        let hash = Token::parse(presented)?.hash();
        let latest = self.latest()?;
        let accepted = latest.tokens.as_ref().ok()?.get(&hash)?;
        Some(accepted.record.name.clone())
    }

    /// Records the last use of each token in the store, in regular intervals. Never
    /// returns.
    pub(crate) async fn record_uses_forever(&self) -> std::convert::Infallible {
        loop {
            tokio::time::sleep(RECORD_PERIOD).await;
            self.record_uses().await;
        }
    }

    /// Records the last use of each token that was used since the last call.
    pub(crate) async fn record_uses(&self) {
        self.uses.record(&*self.storage).await;
    }

    fn latest(&self) -> Option<Arc<Answer>> {
        self.latest.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the result of a query that began at this time or later. A query runs to its end
    /// when its caller has gone: strangers who leave at once must not begin one after the other.
    async fn query(&self, earliest: Instant) -> Result<Arc<Answer>, StorageError> {
        let verifier = self.clone();
        let query = tokio::spawn(async move { verifier.query_here(earliest).await });
        // Fails when the runtime is shutting down, or after a panic, which is reported.
        query.await.map_err(|_| StorageError::Closed)
    }

    async fn query_here(&self, earliest: Instant) -> Arc<Answer> {
        let _querying = self.query.lock().await;
        if let Some(answer) = self.latest().filter(|answer| answer.since >= earliest) {
            return answer;
        }
        let since = Instant::now();
        let listed = self.storage.token_list().await;
        let now = Utc::now().timestamp();
        let tokens = listed.map(|all| {
            let accepted = all.into_iter().filter(|record| is_accepted(record, now));
            accepted
                .map(|record| {
                    let accepted =
                        Accepted { last_use: self.uses.of(&record), record: Arc::new(record) };
                    (accepted.record.hash, Arc::new(accepted))
                })
                .collect()
        });
        let mut key = [0; 16];
        let keyed = getrandom::fill(&mut key).ok().map(|()| SipHasher24::new_with_key(&key));
        let answer = Arc::new(Answer { since, tokens, keyed, presented: RwLock::default() });
        *self.latest.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&answer));
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use async_trait::async_trait;
    use plant_storage::{
        Access, CreateResult, DeleteError, Deletion, OnDecided, Plant, PlantRecord, StoreUrl,
        TokenError, Trail, TrailFilter, UnixSeconds, open,
    };
    use tempfile::TempDir;

    use super::*;
    use crate::tokens::{Token, issue};

    /// Returns a verifier, its store, and the directory of the store.
    async fn verifier() -> (TokenVerifier, Arc<dyn Storage>, TempDir) {
        let directory = TempDir::new().unwrap();
        let url = StoreUrl::Sqlite(directory.path().join("plants.db"));
        let storage = open(&url, Access::Administer).await.unwrap();
        (TokenVerifier::new(Arc::clone(&storage)), storage, directory)
    }

    /// A store that counts queries for tokens and delays each of them by a round trip.
    struct Slow {
        storage: Arc<dyn Storage>,
        queries: AtomicUsize,
    }

    #[async_trait]
    impl Storage for Slow {
        async fn plant_create_by(
            &self,
            plant: Plant,
            trail: Trail,
            then: OnDecided,
        ) -> CreateResult {
            self.storage.plant_create_by(plant, trail, then).await
        }

        async fn plant_delete(
            &self,
            ids: &BTreeSet<i64>,
            deletion: &Deletion,
            free_ids: bool,
        ) -> Result<(), DeleteError> {
            self.storage.plant_delete(ids, deletion, free_ids).await
        }

        async fn plant_get(&self, id: i64) -> Result<Option<Plant>, StorageError> {
            self.storage.plant_get(id).await
        }

        async fn plant_records(
            &self,
            after: Option<i64>,
            filter: &TrailFilter,
        ) -> Result<Vec<PlantRecord>, StorageError> {
            self.storage.plant_records(after, filter).await
        }

        async fn token_create(&self, token: TokenRecord) -> Result<(), TokenError> {
            self.storage.token_create(token).await
        }

        async fn token_list(&self) -> Result<Vec<TokenRecord>, StorageError> {
            self.queries.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(5)).await;
            self.storage.token_list().await
        }

        async fn token_revoke(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError> {
            self.storage.token_revoke(name, at).await
        }

        async fn token_expire(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError> {
            self.storage.token_expire(name, at).await
        }

        async fn token_used(&self, name: &str, at: UnixSeconds) -> Result<(), StorageError> {
            self.storage.token_used(name, at).await
        }

        async fn probe(&self) -> Result<(), StorageError> {
            self.storage.probe().await
        }

        async fn token_any(&self) -> Result<bool, StorageError> {
            self.storage.token_any().await
        }

        async fn close(&self) {
            self.storage.close().await;
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn all_requests_share_one_query_at_a_time() {
        let (_, storage, _directory) = verifier().await;
        let token = issue(&*storage, "good", None).await.unwrap().token;
        let slow = Arc::new(Slow { storage, queries: AtomicUsize::new(0) });
        let verifier = Arc::new(TokenVerifier::new(Arc::clone(&slow) as Arc<dyn Storage>));
        let begun = Instant::now();
        let callers: Vec<_> = (0..500)
            .map(|number| {
                let (verifier, good) = (Arc::clone(&verifier), token.clone());
                tokio::spawn(async move {
                    let (presented, expected) = match number % 2 {
                        0 => (good, true),
                        _ => (Token::generate().unwrap(), false),
                    };
                    for _ in 0..10 {
                        let verified = verifier.verify(presented.reveal()).await.unwrap();
                        assert_eq!(verified.is_some(), expected);
                    }
                })
            })
            .collect();
        for caller in callers {
            caller.await.unwrap();
        }
        // One at the start, then at most one in each pause.
        let pauses = begun.elapsed().as_millis() / PAUSE.as_millis();
        let queries = slow.queries.load(Ordering::Relaxed);
        assert!(queries as u128 <= pauses + 2, "{queries} in {pauses} pauses");
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
            last_used_at: None,
        };
        storage.token_create(record.clone()).await.unwrap();
        let accepted = verifier.verify(token.reveal()).await.unwrap();
        assert_eq!(accepted.as_deref(), Some(&record));
    }

    #[tokio::test]
    async fn mistyped_unknown_expired_and_revoked_tokens_are_refused_alike() {
        let (verifier, storage, _directory) = verifier().await;
        let good = issue(&*storage, "good", Some(3600)).await.unwrap().token;
        let expired = issue(&*storage, "expired", Some(0)).await.unwrap().token;
        let revoked = issue(&*storage, "revoked", None).await.unwrap().token;
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
    async fn an_accepted_token_is_remembered_for_a_while_and_then_queried_again() {
        let (mut verifier, storage, _directory) = verifier().await;
        verifier.remembered_for = Duration::MAX;
        let token = issue(&*storage, "first", None).await.unwrap().token;
        assert!(verifier.verify(token.reveal()).await.unwrap().is_some());
        storage.token_revoke("first", 0).await.unwrap();
        assert!(verifier.verify(token.reveal()).await.unwrap().is_some());
        verifier.remembered_for = Duration::ZERO;
        assert_eq!(verifier.verify(token.reveal()).await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_presented_token_is_found_by_its_keyed_hash_until_the_next_query() {
        let (mut verifier, storage, _directory) = verifier().await;
        let token = issue(&*storage, "first", None).await.unwrap().token;
        let found = |verifier: &TokenVerifier, text: &str| {
            verifier.latest().unwrap().presented(text).map(|found| found.record.name.clone())
        };
        for _ in 0..2 {
            verifier.verify(token.reveal()).await.unwrap().unwrap();
            assert_eq!(found(&verifier, token.reveal()).as_deref(), Some("first"));
            assert_eq!(found(&verifier, &token.reveal()[1..]), None);
            // Each query has a key of its own, and begins with no presented token.
            verifier.remembered_for = Duration::ZERO;
            verifier.query(Instant::now()).await.unwrap();
            assert_eq!(found(&verifier, token.reveal()), None);
        }
    }

    #[test]
    fn a_token_is_accepted_until_the_second_in_which_it_expires() {
        let record = |expires_at, revoked_at| TokenRecord {
            name: String::new(),
            hash: [0; 32],
            created_at: 0,
            expires_at,
            revoked_at,
            last_used_at: None,
        };
        assert!(is_accepted(&record(Some(100), None), 99));
        assert!(!is_accepted(&record(Some(100), None), 100));
        assert!(!is_accepted(&record(Some(100), None), i64::MAX));
        assert!(is_accepted(&record(None, None), i64::MAX));
        // A revoked token is refused whatever the clock says, also if it went back.
        assert!(!is_accepted(&record(None, Some(100)), 99));
    }
}
