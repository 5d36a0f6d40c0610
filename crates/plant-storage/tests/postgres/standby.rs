//! Tests with a synchronous standby that is absent: no write is acknowledged
//! without the standby, even if the wait is cancelled or the session loses its
//! settings.

use std::sync::Arc;

use plant_storage::{Access, Created, Storage, TokenRecord, open};
use tokio::task::JoinHandle;
use tokio_postgres::Client;

use crate::administrator::administrator;
use crate::faults::{require_standby, until};
use plant_test_kit::contract::plant;
use plant_test_kit::postgres::Server;
use plant_test_kit::proxy::{Proxy, Upstream};

const WAITING: &str = "EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep')";

fn token() -> TokenRecord {
    TokenRecord {
        name: "first".to_owned(),
        hash: [1; 32],
        created_at: 1_700_000_000,
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
    }
}

const CANCEL: &str =
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

/// Makes commits wait for an absent standby. Returns after a commit was observed to
/// wait: the process that publishes the setting to the other processes reads it
/// asynchronously.
async fn lose_standby(server: &Server, administrator: &Client) {
    require_standby(administrator, "away").await;
    loop {
        let other = self::administrator(server).await;
        let commit = tokio::spawn(async move {
            let comment = "SET synchronous_commit = on;
                           COMMENT ON DATABASE plants IS 'to commit something'";
            other.batch_execute(comment).await
        });
        while !commit.is_finished() {
            let select = format!("SELECT {WAITING}");
            if administrator.query_one(&select, &[]).await.unwrap().get(0) {
                administrator.execute(CANCEL, &[]).await.unwrap();
                commit.await.unwrap().unwrap();
                return;
            }
        }
    }
}

/// Waits until the task waits for a standby. Fails if the task ends before.
async fn waits<T>(client: &Client, task: &JoinHandle<T>) {
    loop {
        assert!(
            !task.is_finished(),
            "the task does not wait for the standby"
        );
        let select = format!("SELECT {WAITING}");
        if client.query_one(&select, &[]).await.unwrap().get(0) {
            return;
        }
        tokio::task::yield_now().await;
    }
}

/// Requires that a write waits while the standby is absent. Returns its outcome.
async fn with_lost_standby<T: Send + 'static>(
    server: &Server,
    client: &Client,
    write: impl Future<Output = T> + Send + 'static,
) -> T {
    lose_standby(server, client).await;
    let write = tokio::spawn(write);
    waits(client, &write).await;
    require_standby(client, "").await;
    write.await.unwrap()
}

/// Cancels the wait of a task for the standby, and requires that the task waits
/// again after its write is visible.
async fn waits_again<T>(client: &Client, task: &JoinHandle<T>, visible: &str) {
    waits(client, task).await;
    client.execute(CANCEL, &[]).await.unwrap();
    until(client, visible).await;
    waits(client, task).await;
    require_standby(client, "").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn tokens_wait_for_the_standby_even_if_somebody_cancels_the_wait() {
    let server = Server::start_new(&[]);
    let url = server.url("plants").parse().unwrap();
    let storage = open(&url, Access::Serve).await.unwrap();
    let administrator = administrator(&server).await;

    lose_standby(&server, &administrator).await;
    let service = Arc::clone(&storage);
    let create = tokio::spawn(async move { service.token_create(token()).await });
    let visible = "EXISTS (SELECT 1 FROM tokens)";
    waits_again(&administrator, &create, visible).await;
    create.await.unwrap().unwrap();

    lose_standby(&server, &administrator).await;
    let service = Arc::clone(&storage);
    let revoke = tokio::spawn(async move { service.token_revoke("first", 1_700_000_001).await });
    let visible = "EXISTS (SELECT 1 FROM tokens WHERE revoked_at IS NOT NULL)";
    waits_again(&administrator, &revoke, visible).await;
    revoke.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn each_transaction_waits_for_the_standby_although_its_session_does_not() {
    let server = Server::start_new(&["synchronous_commit=local"]);
    let proxy = Proxy::start_pooling(Upstream::Unix(server.socket())).await;
    let url = proxy.url("plants").parse().unwrap();
    let storage: Arc<dyn Storage> = open(&url, Access::Serve).await.unwrap();
    let administrator = administrator(&server).await;

    let service = Arc::clone(&storage);
    let create = async move { service.plant_create(plant(1, "x", None)).await };
    let created = with_lost_standby(&server, &administrator, create).await;
    assert_eq!(created.unwrap(), Created::New);

    let service = Arc::clone(&storage);
    let create = async move { service.token_create(token()).await };
    let created = with_lost_standby(&server, &administrator, create).await;
    created.unwrap();

    let revoke = async move { storage.token_revoke("first", 1_700_000_001).await };
    let revoked = with_lost_standby(&server, &administrator, revoke).await;
    revoked.unwrap();
}
