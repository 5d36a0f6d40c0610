//! Tests with a synchronous standby that is absent: no write is acknowledged
//! without the standby, even if the wait is cancelled or the session loses its
//! settings. And tests with a standby that is there and required.

use std::sync::Arc;

use plant_storage::{Access, Created, Storage, StoreUrl, TokenRecord, open};
use tokio::task::JoinHandle;
use tokio_postgres::Client;

use crate::administrator::administrator;
use crate::contract::{create_new, export, plant};
use crate::faults::{reason, require_standby, until};
use test_kit::postgres::Server;
use test_kit::proxy::{Proxy, Upstream};

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
        assert!(!task.is_finished(), "the task does not wait for the standby");
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

/// Returns the URL with the requirement of one standby.
fn requires_one(url: &str) -> StoreUrl {
    let mut url = url.parse().unwrap();
    if let StoreUrl::Postgres(url) = &mut url {
        url.require_synchronous_standbys(1);
    }
    url
}

/// Starts a standby, and makes commits wait for it.
async fn with_standby(primary: &Server) -> (Server, Client) {
    let administrator = administrator(primary).await;
    let standby = Server::start_standby(primary);
    until(&administrator, "EXISTS (SELECT 1 FROM pg_stat_replication WHERE state = 'streaming')")
        .await;
    require_standby(&administrator, "standby").await;
    (standby, administrator)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_new_primary_without_the_required_standbys_is_refused() {
    let mut primary = Server::start_new(&[]);
    let (standby, administrator) = with_standby(&primary).await;
    let hosts = [&primary, &standby].map(|server| {
        let url = server.url("plants");
        let host = url.trim_start_matches("postgres://plants@");
        host.trim_end_matches("/plants").to_owned()
    });
    let url = format!("postgres://plants@{}/plants", hosts.join(","));
    let storage = open(&requires_one(&url), Access::Serve).await.unwrap();
    assert_eq!(storage.synchronous_standbys().await.unwrap(), Some(1));
    create_new(&*storage, 1, "on both").await;

    drop(administrator);
    primary.kill();
    // `ALTER SYSTEM` has changed the setting of the primary only.
    let administrator = self::administrator(&standby).await;
    let promote = "SELECT pg_promote(true)";
    assert!(administrator.query_one(promote, &[]).await.unwrap().get::<_, bool>(0));
    let message = "store-synchronous-standbys requires 1";
    let refused = storage.plant_create(plant(2, "on one", None)).await;
    assert!(reason(refused).contains(message));
    assert!(storage.probe().await.is_err());
    storage.close().await;
    drop(storage);

    for access in [Access::Serve, Access::Administer] {
        let refused = open(&requires_one(&url), access).await;
        let error = refused.err().expect("it is refused");
        let cause = std::error::Error::source(&error).expect("it has a cause");
        assert!(cause.to_string().contains(message), "{cause}");
    }
    let reader = open(&requires_one(&url), Access::Read).await.unwrap();
    assert_eq!(export(&*reader).await, [plant(1, "on both", None)]);
    let storage = open(&url.parse().unwrap(), Access::Serve).await.unwrap();
    create_new(&*storage, 2, "on one").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_create_is_not_acknowledged_when_a_server_stops_waiting_for_standbys() {
    let primary = Server::start_new(&[]);
    let (_standby, administrator) = with_standby(&primary).await;
    let url = requires_one(&primary.url("plants"));
    let storage = open(&url, Access::Serve).await.unwrap();
    create_new(&*storage, 0, "on both").await;

    require_standby(&administrator, "").await;
    // The session of the service may read the setting a little later.
    let mut id = 0;
    let refused = loop {
        id += 1;
        assert!(id < 20_000, "creates are acknowledged");
        match storage.plant_create(plant(id, "waits", None)).await {
            Ok(_) => {}
            refused => break refused,
        }
    };
    assert!(reason(refused).contains("wait for 0 synchronous standbys"));
    assert!(storage.probe().await.is_err());

    require_standby(&administrator, "ANY 1 (standby)").await;
    let repeated = storage.plant_create(plant(id, "waits", None)).await;
    assert_eq!(repeated.unwrap(), Created::AlreadyExists);
}
