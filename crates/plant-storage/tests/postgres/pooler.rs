//! Tests behind pgbouncer: sessions that change with each transaction are refused,
//! and no command leaves a setting on a session that another client gets.

use plant_storage::{Access, open};

use crate::contract::{create_new, created, export, plant};
use crate::refusal;
use test_kit::postgres::{Pooler, Server};

#[tokio::test]
#[cfg_attr(not(has_pgbouncer), ignore = "PostgreSQL or pgbouncer is not installed")]
async fn a_pooler_of_transactions_or_statements_is_refused() {
    let server = Server::start_new(&[]);
    for settings in [
        &["pool_mode=transaction"][..],
        &["pool_mode=transaction", "server_round_robin=1"],
        &["pool_mode=transaction", "default_pool_size=1"],
        &["pool_mode=statement"],
    ] {
        let pooler = Pooler::start(&server, settings);
        for access in [Access::Serve, Access::Administer, Access::Read] {
            let message = refusal(&pooler.url(), access).await;
            assert!(message.contains("session pooling is needed"), "{settings:?}: {message}");
        }
    }
}

#[tokio::test]
#[cfg_attr(not(has_pgbouncer), ignore = "PostgreSQL or pgbouncer is not installed")]
async fn a_refused_start_leaves_no_setting_on_the_sessions_of_a_pooler() {
    let server = Server::start_new(&[]);
    let pooler = Pooler::start(&server, &["pool_mode=transaction", "default_pool_size=1"]);
    let settings = async || {
        let (client, connection) =
            tokio_postgres::connect(&pooler.url(), tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let mut seen = Vec::new();
        for name in ["statement_timeout", "default_transaction_read_only", "synchronous_commit"] {
            let messages = client.simple_query(&format!("SHOW {name}")).await.unwrap();
            let value = messages.iter().find_map(|message| match message {
                tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                _ => None,
            });
            seen.push(value.unwrap());
        }
        seen
    };
    let before = settings().await;
    for access in [Access::Serve, Access::Read] {
        refusal(&pooler.url(), access).await;
        assert_eq!(settings().await, before);
    }
}

/// The pooler is configured not to reset a session that it gives to another client.
#[tokio::test]
#[cfg_attr(not(has_pgbouncer), ignore = "PostgreSQL or pgbouncer is not installed")]
async fn commands_that_read_disturb_no_service_on_the_sessions_of_the_same_pooler() {
    let server = Server::start_new(&[]);
    let pooler = Pooler::start(&server, &["pool_mode=session", "server_reset_query="]);
    let url = pooler.url().parse().unwrap();
    let storage = open(&url, Access::Serve).await.unwrap();
    create_new(&*storage, 1, "before").await;
    storage.close().await;
    drop(storage);
    for round in 2..6 {
        // Their sessions are free when they end.
        let reader = open(&url, Access::Read).await.unwrap();
        assert_eq!(export(&*reader).await.len(), round - 1);
        drop(reader);
        let storage = open(&url, Access::Serve).await.unwrap();
        let id = i64::try_from(round).unwrap();
        created(&*storage, &plant(id, "after a reader", None)).await;
        storage.close().await;
    }
}
