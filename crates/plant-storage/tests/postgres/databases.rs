//! Tests of unusable databases: each is refused with its name and a remedy, and is
//! unchanged.

use plant_storage::Access;

use crate::administrator::administrator;
use crate::contract::Fixture;
use crate::{PostgresFixture, refusal};
use test_kit::postgres::Server;

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_store_of_another_schema_is_refused_or_brought_up_to_date() {
    let fixture = PostgresFixture::new().await;
    for access in [Access::Read, Access::AdministerExisting, Access::ServeExisting] {
        assert_eq!(
            fixture.refusal(access).await,
            "there is no store at URL; `plant-store serve` creates one, and so does the flag \
             --new-store of `token create` and `plants import`"
        );
    }
    fixture.open(Access::Administer).await;

    let administrator = administrator(&fixture.server).await;
    let older = "DROP TABLE tokens, plant_store_probe;
                 DELETE FROM plant_store_versions WHERE version > 1";
    administrator.batch_execute(older).await.unwrap();
    assert_eq!(
        fixture.refusal(Access::Read).await,
        "the store URL has schema version 1, and this program needs version 5; `plant-store serve` \
         brings it up to date"
    );
    let storage = fixture.open(Access::Serve).await;
    assert!(!storage.token_any().await.unwrap());

    let newer = "INSERT INTO plant_store_versions (version) VALUES (6)";
    administrator.batch_execute(newer).await.unwrap();
    for access in [Access::Serve, Access::Administer, Access::Read] {
        assert_eq!(
            fixture.refusal(access).await,
            "the store URL has schema version 6, and this program knows versions up to 5; use a \
             newer plant-store"
        );
    }
}

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn tables_of_somebody_else_are_left_alone() {
    let fixture = PostgresFixture::new().await;
    let administrator = administrator(&fixture.server).await;
    administrator.batch_execute("CREATE TABLE tokens (name text)").await.unwrap();
    for access in [Access::Serve, Access::Administer, Access::Read] {
        assert_eq!(
            fixture.refusal(access).await,
            "the database of the store URL has a table named tokens that plant-store did not make; \
             name another database"
        );
    }
    let tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'";
    let tables: i64 = administrator.query_one(tables, &[]).await.unwrap().get(0);
    assert_eq!(tables, 1);
}

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn what_keeps_a_database_from_being_used_is_named() {
    let fixture = PostgresFixture::new().await;
    let administrator = administrator(&fixture.server).await;
    administrator
        .batch_execute("CREATE ROLE guest LOGIN PASSWORD 'right'; CREATE ROLE nobody LOGIN")
        .await
        .unwrap();
    for database in ["latin ENCODING LATIN1 TEMPLATE template0", "other"] {
        let create = format!("CREATE DATABASE {database}");
        administrator.batch_execute(&create).await.unwrap();
    }
    let hba = "local all plants trust\nlocal all nobody trust\nlocal all guest scram-sha-256\n";
    fixture.server.write("pg_hba.conf", hba);
    administrator.execute("SELECT pg_reload_conf()", &[]).await.unwrap();

    let directory = fixture.server.socket();
    let directory = directory.parent().unwrap().to_str().unwrap();
    let host = directory.replace('/', "%2F");
    let cases = [
        (format!("plants@{host}/nowhere"), Access::Serve),
        (format!("guest:wrong@{host}/other"), Access::Serve),
        (format!("guest@{host}/other"), Access::Serve),
        (format!("stranger@{host}/other"), Access::Serve),
        (format!("nobody@{host}/other"), Access::Serve),
        (format!("nobody@{host}/other"), Access::Read),
        (format!("plants@{host}/latin"), Access::Serve),
        (format!("plants@{host}:1/plants"), Access::Serve),
        ("plants@127.0.0.1:1/plants".to_owned(), Access::Serve),
        ("plants@127.0.0.1:1,[::1]:1/plants".to_owned(), Access::Read),
        (format!("plants@{host}/plants?sslmode=require"), Access::Serve),
        (
            format!("plants@{host}/plants?sslmode=verify-full&sslrootcert=nowhere.pem"),
            Access::Serve,
        ),
    ];
    let mut seen = String::new();
    for (url, access) in cases {
        let message = refusal(&format!("postgres://{url}"), access).await;
        let line = format!("{url} {access:?}\n  {message}\n");
        seen.push_str(&line.replace(&host, "HOST").replace(directory, "HOST"));
    }
    insta::assert_snapshot!(seen);
}

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_server_that_acknowledges_without_flushing_is_refused() {
    let server = Server::start_new(&["fsync=off"]);
    for access in [Access::Serve, Access::Administer] {
        let message = refusal(&server.url("plants"), access).await;
        assert!(message.contains("the setting fsync=off lets the database"), "{message}");
    }
}
