//! Tests of creates during faults of PostgreSQL and of the network: no acknowledged
//! plant is lost, no plant is stored twice, no uncertain create is acknowledged,
//! and the store recovers as soon as the database does.

use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plant_storage::{Access, CreateError, Created, Deletion, Plant, Storage, StorageError, open};
use tokio::task::JoinSet;
use tokio_postgres::Client;

use crate::administrator::{administrator, connect};
use crate::contract::{create_new, export, plant};
use test_kit::postgres::Server;
use test_kit::proxy::{Fault, Proxy, Upstream};

async fn serve(url: &str) -> Arc<dyn Storage> {
    open(&url.parse().unwrap(), Access::Serve).await.unwrap()
}

/// Returns why a create failed with [`StorageError::Write`], with its causes.
pub fn reason(refused: Result<Created, CreateError>) -> String {
    match refused {
        Err(CreateError::Unavailable(StorageError::Write(cause))) => {
            let source = cause.source().map(ToString::to_string).unwrap_or_default();
            format!("{cause}{source}")
        }
        other => panic!("{other:?}"),
    }
}

/// Waits until the SQL condition is true, for a minute at most.
pub async fn until(client: &Client, condition: &str) {
    let select = format!("SELECT {condition}");
    let is_true = async || client.query_one(&select, &[]).await.unwrap().get::<_, bool>(0);
    let waited = tokio::time::timeout(Duration::from_secs(60), async {
        while !is_true().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    assert!(waited.await.is_ok(), "never true: {condition}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed() {
    const ROUNDS: usize = 5;
    const CALLERS: i64 = 16;
    let mut server = Server::start_new(&[]);
    let storage = serve(&server.url("plants")).await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut callers = JoinSet::new();
    let (sender, mut answered) = tokio::sync::mpsc::unbounded_channel();
    for caller in 0..CALLERS {
        let (storage, stop, sender) = (Arc::clone(&storage), Arc::clone(&stop), sender.clone());
        callers.spawn(async move {
            let mut acknowledged = Vec::new();
            for step in 0_i64.. {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let plant = plant(caller << 32 | step, &format!("{caller}/{step}"), None);
                // A refused plant may be stored; repeating the create shows whether.
                while storage.plant_create(plant.clone()).await.is_err() {}
                acknowledged.push(plant);
                sender.send(()).unwrap();
            }
            acknowledged
        });
    }
    for _ in 0..ROUNDS {
        for _ in 0..300 {
            answered.recv().await.unwrap();
        }
        server.kill();
        server.start();
        while answered.try_recv().is_ok() {}
    }
    stop.store(true, Ordering::Relaxed);
    let acknowledged = callers.join_all().await.concat();

    let stored = export(&*storage).await;
    let by_id: HashMap<i64, &Plant> = stored.iter().map(|plant| (plant.id, plant)).collect();
    assert_eq!(by_id.len(), stored.len());
    assert_eq!(acknowledged.len(), stored.len());
    for plant in &acknowledged {
        assert_eq!(by_id.get(&plant.id), Some(&plant));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_lost_answer_and_a_lost_question_are_asked_again() {
    let server = Server::start_new(&[]);
    let proxy = Proxy::start(Upstream::Unix(server.socket())).await;
    let storage = serve(&proxy.url("plants")).await;
    create_new(&*storage, 0, "connects").await;
    for (id, fault, outcome) in [
        (1, Fault::LoseRequest, Created::New),
        // The first attempt has stored the plant, and its response was lost.
        (2, Fault::LoseResponse, Created::AlreadyExists),
    ] {
        proxy.inject(fault);
        let created = storage.plant_create(plant(id, "asked twice", None)).await;
        assert!(proxy.has_struck());
        assert_eq!(created.unwrap(), outcome, "{fault:?}");
    }
    for (fault, id) in [(Fault::LoseRequest, 1), (Fault::LoseResponse, 2)] {
        proxy.inject(fault);
        let found = storage.plant_get(id).await.unwrap();
        assert!(proxy.has_struck());
        assert_eq!(found, Some(plant(id, "asked twice", None)));
    }
    assert_eq!(export(&*storage).await.len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_network_that_is_silent_for_a_while_loses_nothing() {
    let server = Server::start_new(&[]);
    let proxy = Proxy::start(Upstream::Unix(server.socket())).await;
    let storage = serve(&proxy.url("plants")).await;
    create_new(&*storage, 0, "connects").await;
    proxy.inject(Fault::Silence);
    let refused = storage.plant_create(plant(1, "in silence", None)).await;
    assert_eq!(reason(refused), "the database is still busy");
    proxy.inject(Fault::None);
    let repeated = storage.plant_create(plant(1, "in silence", None)).await;
    assert_eq!(repeated.unwrap(), Created::AlreadyExists);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_transaction_that_has_to_give_way_is_repeated() {
    let server = Server::start_new(&[]);
    let storage = serve(&server.url("plants")).await;
    let administrator = administrator(&server).await;
    let sabotage = |state: &str, times: u32| {
        format!(
            "DROP SEQUENCE IF EXISTS attempts;
             CREATE SEQUENCE attempts;
             CREATE OR REPLACE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN
                 IF nextval('attempts') <= {times} THEN
                     RAISE 'sabotaged' USING ERRCODE = '{state}';
                 END IF;
                 RETURN new;
             END $$;
             CREATE OR REPLACE TRIGGER sabotage BEFORE INSERT ON plants
             FOR EACH ROW EXECUTE FUNCTION sabotage()"
        )
    };
    for (id, state) in (1..).zip(["40001", "40P01", "40003", "57P01", "25006"]) {
        administrator.batch_execute(&sabotage(state, 2)).await.unwrap();
        let created = storage.plant_create(plant(id, state, None)).await;
        assert_eq!(created.unwrap(), Created::New, "{state}");
    }
    // The store does not retry after an error of a full disk. The caller may.
    administrator.batch_execute(&sabotage("53100", 1)).await.unwrap();
    let refused = storage.plant_create(plant(100, "full", None)).await;
    assert_eq!(reason(refused), "sabotaged (SQLSTATE 53100)");
    let repeated = storage.plant_create(plant(100, "full", None)).await;
    assert_eq!(repeated.unwrap(), Created::New);
}

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_deletion_beside_the_create_of_its_plant_is_repeated() {
    let server = Server::start_new(&[]);
    let storage = serve(&server.url("plants")).await;
    create_new(&*storage, 1, "before").await;
    // The first statement of the deletion does not see the plant, and the second one does.
    let create = "
        CREATE FUNCTION create_plant() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO plants (id, name) VALUES (2, 'meanwhile') ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $$;
        CREATE TRIGGER create_plant BEFORE UPDATE ON plants
        FOR EACH STATEMENT EXECUTE FUNCTION create_plant()";
    administrator(&server).await.batch_execute(create).await.unwrap();
    let deletion = Deletion { at: 0, by: "me".to_owned(), reason: "a test".to_owned() };
    storage.plant_delete(&BTreeSet::from([1, 2]), &deletion, false).await.unwrap();
    assert_eq!(export(&*storage).await, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn services_race_as_one_in_serializable_transactions() {
    let server = Server::start_new(&["default_transaction_isolation=serializable"]);
    let services = [serve(&server.url("plants")).await, serve(&server.url("plants")).await];
    let mut creates = JoinSet::new();
    for id in 0..300 {
        for (index, service) in services.iter().enumerate() {
            let plant = plant(id, &format!("service {index}"), None);
            let service = Arc::clone(service);
            creates.spawn(async move { (plant.clone(), service.plant_create(plant).await) });
        }
    }
    let outcomes = creates.join_all().await;
    let stored = export(&*services[0]).await;
    assert_eq!(stored.len(), 300);
    for (plant, outcome) in outcomes {
        match outcome {
            Ok(_) => assert!(stored.contains(&plant)),
            Err(CreateError::Conflict { .. }) => assert!(!stored.contains(&plant)),
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// Makes commits wait for a standby of this name, or for none if it is empty.
pub async fn require_standby(administrator: &Client, name: &str) {
    let set = format!("ALTER SYSTEM SET synchronous_standby_names = '{name}'");
    administrator.execute(&set, &[]).await.unwrap();
    administrator.execute("SELECT pg_reload_conf()", &[]).await.unwrap();
    let seen = format!("current_setting('synchronous_standby_names') = '{name}'");
    until(administrator, &seen).await;
    // Commits wait when the checkpointer has read the setting, too. It does so before a
    // checkpoint; the second one comes after the signal to read it.
    for _ in 0..2 {
        administrator.execute("CHECKPOINT", &[]).await.unwrap();
    }
}

/// With `synchronous_commit=local` in its configuration the server would
/// acknowledge commits that its absent standby does not have.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn nothing_is_acknowledged_without_its_standby_even_if_somebody_cancels_the_wait() {
    let server = Server::start_new(&["synchronous_commit=local"]);
    let storage = serve(&server.url("plants")).await;
    let administrator = administrator(&server).await;
    create_new(&*storage, 1, "before").await;
    let waiting = "EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep')";
    let cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

    require_standby(&administrator, "away").await;
    let service = Arc::clone(&storage);
    let create = tokio::spawn(async move { service.plant_create(plant(2, "waits", None)).await });
    until(&administrator, waiting).await;
    administrator.execute(cancel, &[]).await.unwrap();
    // The plant is visible now, but only on the primary.
    until(&administrator, "EXISTS (SELECT 1 FROM plants WHERE id = 2)").await;
    until(&administrator, waiting).await;
    assert!(!create.is_finished());
    require_standby(&administrator, "").await;
    assert_eq!(create.await.unwrap().unwrap(), Created::AlreadyExists);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn while_a_standby_is_away_one_connection_waits_and_creates_are_refused() {
    let server = Server::start_new(&[]);
    let storage = serve(&server.url("plants")).await;
    let administrator = administrator(&server).await;
    require_standby(&administrator, "away").await;
    let refused = storage.plant_create(plant(1, "waits", None)).await;
    assert_eq!(reason(refused), "the database is still busy");
    let service = Arc::clone(&storage);
    let create = tokio::spawn(async move { service.plant_create(plant(2, "later", None)).await });
    tokio::time::sleep(Duration::from_millis(500)).await;
    let creating = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%INSERT INTO plants%'
                    AND application_name = 'plant-store' AND state = 'active'";
    let creating: i64 = administrator.query_one(creating, &[]).await.unwrap().get(0);
    assert_eq!(creating, 1);
    require_standby(&administrator, "").await;
    assert_eq!(create.await.unwrap().unwrap(), Created::New);
    let repeated = storage.plant_create(plant(1, "waits", None)).await;
    assert_eq!(repeated.unwrap(), Created::AlreadyExists);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_database_without_a_free_connection_is_waited_for() {
    let server = Server::start_new(&["max_connections=6", "superuser_reserved_connections=0"]);
    let storage = serve(&server.url("plants")).await;
    create_new(&*storage, 1, "before").await;
    let administrator = administrator(&server).await;
    let mut others = Vec::new();
    while let Ok(other) = connect(&server).await {
        others.push(other);
    }
    let url = server.url("plants").parse().unwrap();
    let refused = open(&url, Access::Serve).await.err().expect("there is no connection");
    let cause = refused.source().expect("it has a cause").to_string();
    assert!(cause.contains("SQLSTATE 53300"), "{cause}");

    // Ends the connections of the store, and occupies all connections.
    let end = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
               WHERE application_name = 'plant-store'";
    administrator.execute(end, &[]).await.unwrap();
    while let Ok(other) = connect(&server).await {
        others.push(other);
    }
    let service = Arc::clone(&storage);
    let create = tokio::spawn(async move { service.plant_create(plant(2, "later", None)).await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!create.is_finished());
    others.clear();
    create.await.unwrap().unwrap();
    assert_eq!(storage.plant_get(2).await.unwrap(), Some(plant(2, "later", None)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_stuck_database_is_an_error_and_not_a_hang() {
    let server = Server::start_new(&[]);
    let storage = serve(&server.url("plants")).await;
    create_new(&*storage, 1, "before").await;
    let mut other = administrator(&server).await;
    let lock = other.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE plants IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let mut creates = JoinSet::new();
    for id in 2..200 {
        let storage = Arc::clone(&storage);
        creates.spawn(async move { storage.plant_create(plant(id, "stuck", None)).await });
    }
    for refused in creates.join_all().await {
        // Creates that were too late for the first batch were not begun.
        assert!(matches!(refused, Err(CreateError::Unavailable(_))), "{refused:?}");
    }
    lock.rollback().await.unwrap();
    // `New` or `AlreadyExists`: a batch whose callers were answered at the deadline may
    // have been written afterwards.
    let repeated = storage.plant_create(plant(2, "stuck", None)).await;
    repeated.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_store_that_is_dropped_while_it_writes_does_not_hang() {
    let server = Server::start_new(&[]);
    let storage = serve(&server.url("plants")).await;
    let mut creates = JoinSet::new();
    for id in 0..100 {
        let storage = Arc::clone(&storage);
        creates.spawn(async move { storage.plant_create(plant(id, "begun", None)).await });
    }
    tokio::task::yield_now().await;
    creates.abort_all();
    drop(creates);
    drop(storage);
    let stored = export(&*serve(&server.url("plants")).await).await;
    assert!(stored.len() <= 100);
}
