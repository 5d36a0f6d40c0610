//! Tests of several services on one database, of several hosts in a URL, and of
//! queries by a person.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use plant_storage::{Access, CreateError, Created, StoreUrl, open};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::PostgresFixture;
use crate::administrator::administrator;
use crate::contract::{Fixture, create_new, created, export, plant};
use test_kit::postgres::Server;

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn services_on_one_database_race_as_one() {
    let fixture = PostgresFixture::new().await;
    let services = [
        fixture.open(Access::Serve).await,
        fixture.open(Access::Serve).await,
        fixture.open(Access::Serve).await,
    ];
    let mut creates = JoinSet::new();
    // In opposite orders, which would deadlock if the writers did not sort ids.
    for step in 0..500 {
        for (index, service) in services.iter().enumerate() {
            let id = if index % 2 == 0 { step } else { 499 - step };
            let plant = plant(id, &format!("service {index}"), None);
            let service = Arc::clone(service);
            creates.spawn(async move { (plant.clone(), service.plant_create(plant).await) });
        }
    }
    let outcomes = creates.join_all().await;
    let stored = export(&*services[0]).await;
    assert_eq!(stored.len(), 500);
    let mut winners = 0;
    for (plant, outcome) in outcomes {
        match outcome {
            Ok(Created::New) => {
                winners += 1;
                assert!(stored.contains(&plant));
            }
            Err(CreateError::Conflict { .. }) => assert!(!stored.contains(&plant)),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(winners, 500);
}

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn services_may_start_at_once_on_an_empty_database() {
    let fixture = PostgresFixture::new().await;
    let url: StoreUrl = fixture.server.url("plants").parse().unwrap();
    let mut starts = JoinSet::new();
    for _ in 0..6 {
        let url = url.clone();
        starts.spawn(async move { open(&url, Access::Serve).await });
    }
    for started in starts.join_all().await {
        started.unwrap();
    }
    let administrator = administrator(&fixture.server).await;
    let versions = "SELECT array_agg(version ORDER BY version) FROM plant_store_versions";
    let versions: Vec<i32> = administrator.query_one(versions, &[]).await.unwrap().get(0);
    assert_eq!(versions, [1, 2, 3, 4, 5]);
}

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn of_several_hosts_the_one_that_takes_writes_is_used() {
    let standby = Server::start_new(&["default_transaction_read_only=on"]);
    let primary = Server::start_new(&[]);
    let directory = |server: &Server| {
        let socket = server.socket();
        socket.parent().unwrap().to_str().unwrap().replace('/', "%2F")
    };
    let hosts = format!("127.0.0.1:1,{}:5432,{}:5432", directory(&standby), directory(&primary));
    let url = format!("postgres://plants@{hosts}/plants?target_session_attrs=read-write");
    let storage = open(&url.parse().unwrap(), Access::Serve).await.unwrap();
    create_new(&*storage, 7, "on the primary").await;
    let count = "SELECT count(*) FROM plants";
    let count: i64 = administrator(&primary).await.query_one(count, &[]).await.unwrap().get(0);
    assert_eq!(count, 1);
}

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_person_can_read_the_tables() {
    let fixture = PostgresFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    created(&*storage, &plant(7, "Monstera", Some("climber"))).await;
    create_new(&*storage, 8, "a\0b\u{10}c").await;
    let administrator = administrator(&fixture.server).await;
    let found = "SELECT id, tag FROM plants WHERE name = 'Monstera'";
    let found = administrator.query_one(found, &[]).await.unwrap();
    assert_eq!((found.get(0), found.get(1)), (7_i64, "climber"));
    let escaped = "SELECT name FROM plants WHERE tag IS NULL";
    let escaped = administrator.query_one(escaped, &[]).await.unwrap();
    assert_eq!(escaped.get::<_, &str>(0), "a\u{10}0b\u{10}\u{10}c");
}

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_person_may_store_a_text_that_is_not_escaped() {
    let fixture = PostgresFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    let administrator = administrator(&fixture.server).await;
    let insert = "INSERT INTO plants (id, name, tag) VALUES (7, E'a\x10x', E'\x10')";
    administrator.execute(insert, &[]).await.unwrap();
    let stored = plant(7, "a\u{10}x", Some("\u{10}"));
    assert_eq!(storage.plant_get(7).await.unwrap(), Some(stored.clone()));
    let different = storage.plant_create(plant(7, "a", None)).await;
    assert!(matches!(different, Err(CreateError::Conflict { id: 7 })), "{different:?}");
    assert_eq!(created(&*storage, &stored).await, Created::AlreadyExists);
}

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_value_of_another_type_is_an_error_at_once() {
    let fixture = PostgresFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 7, "Monstera").await;
    let administrator = administrator(&fixture.server).await;
    let alter = "ALTER TABLE plants ALTER COLUMN tag TYPE integer USING 1";
    administrator.execute(alter, &[]).await.unwrap();
    let found = timeout(Duration::from_secs(5), storage.plant_get(7)).await;
    let error = found.expect("it is not tried again").unwrap_err();
    assert!(error.source().unwrap().to_string().contains("column 2"), "{error:?}");
}
