//! Tests of the contract for tokens.

#![allow(missing_docs, reason = "the name of a function is its guarantee")]

use std::sync::Arc;

use plant_storage::{Access, TokenError, TokenRecord};
use tokio::task::JoinSet;

use super::{Fixture, create_new, plant, stop};

fn token(name: &str, hash: u8) -> TokenRecord {
    TokenRecord {
        name: name.to_owned(),
        hash: [hash; 32],
        created_at: 1_700_000_000,
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
    }
}

/// The time of the first revocation.
const REVOKED_AT: i64 = 1_700_000_001;

fn revoked(token: TokenRecord) -> TokenRecord {
    TokenRecord { revoked_at: Some(REVOKED_AT), ..token }
}

pub async fn a_new_store_has_no_token(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    assert!(!storage.token_any().await.unwrap());
    assert_eq!(storage.token_list().await.unwrap(), []);
}

pub async fn a_token_is_listed_as_it_was_created(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let plain = token("plain", 0);
    let mut full = TokenRecord {
        expires_at: Some(i64::MAX),
        revoked_at: Some(i64::MIN),
        last_used_at: Some(0),
        ..token("ü 🌵 'quoted'", 255)
    };
    full.hash[31] = 254;
    for token in [&plain, &full] {
        storage.token_create(token.clone()).await.unwrap();
    }
    assert_eq!(storage.token_list().await.unwrap(), [plain, full]);
    assert!(storage.token_any().await.unwrap());
}

pub async fn a_name_is_used_once(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    storage.token_create(token("first", 1)).await.unwrap();
    storage.token_revoke("first", REVOKED_AT).await.unwrap();
    let refused = storage.token_create(token("first", 2)).await;
    assert!(matches!(refused, Err(TokenError::NameTaken { name }) if name == "first"));
    let [first] = &storage.token_list().await.unwrap()[..] else {
        panic!("the refused token is not stored");
    };
    assert_eq!(first.hash, [1; 32]);
    storage.token_create(token("First", 2)).await.unwrap();
}

pub async fn tokens_are_listed_by_name(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let names = ["", "A", "B", "a", "a ", "b", "é", "🌵"];
    for (hash, name) in (0..).zip(names.iter().rev()) {
        storage.token_create(token(name, hash)).await.unwrap();
    }
    let listed = storage.token_list().await.unwrap();
    let listed: Vec<&str> = listed.iter().map(|token| token.name.as_str()).collect();
    assert_eq!(listed, names);
}

pub async fn a_revoked_token_stays_revoked(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    storage.token_create(token("first", 1)).await.unwrap();
    storage.token_create(token("second", 2)).await.unwrap();
    storage.token_revoke("first", REVOKED_AT).await.unwrap();
    storage.token_revoke("first", REVOKED_AT + 1).await.unwrap();
    let first = revoked(token("first", 1));
    assert_eq!(storage.token_list().await.unwrap(), [first, token("second", 2)]);
}

pub async fn an_unknown_name_cannot_be_revoked(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    storage.token_create(token("first", 1)).await.unwrap();
    for name in ["", "First", "first ", "%"] {
        let refused = storage.token_revoke(name, REVOKED_AT).await;
        assert!(matches!(refused, Err(TokenError::Unknown { name: unknown }) if unknown == name));
    }
    assert_eq!(storage.token_list().await.unwrap(), [token("first", 1)]);
}

pub async fn a_token_expires_at_the_earliest_time(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    storage.token_create(token("first", 1)).await.unwrap();
    for (at, expected) in [(20, 20), (30, 20), (10, 10)] {
        storage.token_expire("first", at).await.unwrap();
        let expires_at = Some(expected);
        let expected = TokenRecord { expires_at, ..token("first", 1) };
        assert_eq!(storage.token_list().await.unwrap(), [expected]);
    }
    let refused = storage.token_expire("second", 10).await;
    assert!(matches!(refused, Err(TokenError::Unknown { name }) if name == "second"));
}

pub async fn the_last_use_of_a_token_is_the_latest(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    storage.token_create(token("first", 1)).await.unwrap();
    storage.token_create(token("second", 2)).await.unwrap();
    for at in [20, 30, 10] {
        storage.token_used("first", at).await.unwrap();
    }
    storage.token_used("unknown", 40).await.unwrap();
    let first = TokenRecord { last_used_at: Some(30), ..token("first", 1) };
    assert_eq!(storage.token_list().await.unwrap(), [first, token("second", 2)]);
}

pub async fn a_last_use_in_the_future_is_replaced(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    storage.token_create(token("first", 1)).await.unwrap();
    let year_3000 = 32_503_680_000;
    for at in [year_3000, 20, 10] {
        storage.token_used("first", at).await.unwrap();
    }
    let first = TokenRecord { last_used_at: Some(20), ..token("first", 1) };
    assert_eq!(storage.token_list().await.unwrap(), [first]);
}

pub async fn racing_tokens_of_one_name_have_one_winner(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let mut creates = JoinSet::new();
    for hash in 0..32 {
        let storage = Arc::clone(&storage);
        creates.spawn(async move { storage.token_create(token("first", hash)).await });
    }
    let outcomes = creates.join_all().await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    assert_eq!(storage.token_list().await.unwrap().len(), 1);
}

pub async fn tokens_are_there_after_reopening(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Administer).await;
    storage.token_create(token("first", 1)).await.unwrap();
    storage.token_revoke("first", REVOKED_AT).await.unwrap();
    let expected = storage.token_list().await.unwrap();
    stop(storage).await;
    for access in [Access::Serve, Access::Administer, Access::Read] {
        let storage = fixture.open(access).await;
        assert_eq!(storage.token_list().await.unwrap(), expected);
        stop(storage).await;
    }
}

pub async fn tokens_are_administered_beside_a_service(fixture: &impl Fixture) {
    let service = fixture.open(Access::Serve).await;
    let command = fixture.open(Access::Administer).await;
    command.token_create(token("first", 1)).await.unwrap();
    assert_eq!(service.token_list().await.unwrap(), [token("first", 1)]);
    create_new(&*service, 1, "meanwhile").await;
    command.token_revoke("first", REVOKED_AT).await.unwrap();
    let first = revoked(token("first", 1));
    assert_eq!(service.token_list().await.unwrap(), [first]);
    assert_eq!(command.plant_get(1).await.unwrap(), Some(plant(1, "meanwhile", None)));
    assert!(fixture.open(Access::Read).await.token_any().await.unwrap());
}
