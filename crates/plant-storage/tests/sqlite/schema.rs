//! Tests of the schema of a store: an older version is migrated, a newer one and a schema
//! that another program has changed are refused, and nothing in a file acts.

use std::sync::Arc;

use crate::contract::{Fixture, create_new, stop};
use plant_storage::maintenance::{self, MaintenanceError};
use plant_storage::{Access, OpenError, StoreUrl};
use rusqlite::Connection;

use crate::SqliteFixture;

#[tokio::test]
async fn a_store_of_a_newer_schema_is_refused() {
    let fixture = SqliteFixture::new().await;
    stop(fixture.open(Access::Administer).await).await;
    let connection = fixture.connect();
    connection.pragma_update(None, "user_version", 4).unwrap();
    drop(connection);
    fixture
        .refuses(
            "the store FILE has schema version 4, and this program knows versions up to 3; \
             use a newer plant-store",
        )
        .await;
}

/// Makes a store of version 1 with a plant and a token.
async fn store_of_version_1() -> SqliteFixture {
    let fixture = SqliteFixture::new().await;
    let connection = fixture.connect();
    connection.execute_batch(include_str!("../../src/sqlite/schema/1.sql")).unwrap();
    connection
        .execute_batch(
            "INSERT INTO plants (id, name) VALUES (7, 'Monstera');
             INSERT INTO tokens (name, hash, created_at) VALUES ('first', zeroblob(32), 1);
             PRAGMA application_id = 0x504c4e54; PRAGMA user_version = 1",
        )
        .unwrap();
    fixture
}

#[tokio::test]
async fn a_store_of_an_older_schema_is_brought_up_to_date() {
    for access in
        [Access::Serve, Access::ServeExisting, Access::Administer, Access::AdministerExisting]
    {
        let fixture = store_of_version_1().await;
        let Err(refused) = fixture.try_open(Access::Read).await else {
            panic!("a reader migrates nothing");
        };
        assert!(matches!(refused, OpenError::OlderSchema { found: 1, .. }));
        let storage = fixture.open(access).await;
        storage.token_used("first", 2).await.unwrap();
        let [token] = &storage.token_list().await.unwrap()[..] else {
            panic!("the token is kept");
        };
        assert_eq!((token.created_at, token.last_used_at), (1, Some(2)));
        assert!(storage.plant_get(7).await.unwrap().is_some());
    }
}

#[tokio::test]
async fn a_backup_of_an_older_schema_is_restored() {
    let backup = store_of_version_1().await;
    let fixture = SqliteFixture::new().await;
    let store = StoreUrl::Sqlite(fixture.path());
    let restored = maintenance::restore(&store, &backup.path(), false, Arc::new(drop)).await;
    assert_eq!(restored.unwrap().contents.tokens, 1);
    let storage = fixture.open(Access::Read).await;
    assert!(storage.plant_get(7).await.unwrap().is_some());
}

#[tokio::test]
async fn a_store_of_an_older_schema_is_checked_and_backed_up_as_it_is() {
    let fixture = store_of_version_1().await;
    let store = StoreUrl::Sqlite(fixture.path());
    let target = fixture.directory.path().join("backup.db");
    let checked = maintenance::check(&store, Arc::new(drop)).await.unwrap();
    let copied = maintenance::backup(&store, &target, Arc::new(drop)).await;
    assert_eq!(copied.unwrap(), checked);
    assert_eq!((checked.plants, checked.tokens), (1, 1));
    for path in [fixture.path(), target.clone()] {
        let version =
            Connection::open(path)
                .unwrap()
                .pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0));
        assert_eq!(version.unwrap(), 1);
    }
    let checked = maintenance::check(&StoreUrl::Sqlite(target), Arc::new(drop)).await;
    assert_eq!(checked.unwrap().plants, 1);
}

/// Changes of a schema, with the objects that a refusal names.
const CHANGES: [(&str, &str); 9] = [
    (
        "CREATE TABLE a1 (x); CREATE TABLE a2 (x); CREATE TABLE a3 (x); CREATE TABLE a4 (x);
         CREATE TABLE a5 (x); CREATE TABLE a6 (x); CREATE TABLE a7 (x)",
        "\"table a1\", \"table a2\", \"table a3\", \"table a4\", \"table a5\", 2 more",
    ),
    (
        "CREATE TRIGGER evil AFTER INSERT ON plants BEGIN DELETE FROM tokens; END",
        "\"trigger evil\"",
    ),
    ("CREATE VIEW \"e\n\u{1b}[2J\u{202e}vil\" AS SELECT 1", r#""view e\n\u{1b}[2J\u{202e}vil""#),
    (
        "ALTER TABLE plants RENAME TO real;
         CREATE VIEW plants (id, name, tag) AS SELECT id, 'Aloe', tag FROM real",
        "\"table plants\", \"table real\", \"view plants\"",
    ),
    ("CREATE TABLE notes (text)", "\"table notes\""),
    ("CREATE INDEX names ON plants (name)", "\"index names\""),
    ("ALTER TABLE plants ADD COLUMN notes TEXT", "\"table plants\""),
    (
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = replace(sql, 'name TEXT NOT NULL', 'name TEXT')",
        "\"table plants\"",
    ),
    (
        "DROP TABLE probe; DROP TABLE tokens",
        "\"index sqlite_autoindex_tokens_2\", \"table probe\", \"table tokens\"",
    ),
];

fn message(objects: &str) -> String {
    format!(
        "the store FILE was changed by another program, and differs in {objects} from what \
         plant-store creates; undo the change with sqlite3, or restore another backup"
    )
}

/// Returns a store with a plant, changed by these statements of another program.
async fn changed(change: &str) -> SqliteFixture {
    let fixture = SqliteFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 1, "kept").await;
    stop(storage).await;
    fixture.connect().execute_batch(change).unwrap();
    std::fs::remove_file(fixture.directory.path().join("plants.db.lock")).unwrap();
    fixture
}

#[tokio::test]
async fn a_store_whose_schema_was_changed_is_refused() {
    for (change, objects) in CHANGES {
        let fixture = changed(change).await;
        fixture.refuses(&message(objects)).await;
        let store = StoreUrl::Sqlite(fixture.path());
        let checked = maintenance::check(&store, Arc::new(drop)).await;
        assert!(
            matches!(&checked, Err(MaintenanceError::Open(OpenError::Altered { .. }))),
            "{change}: {checked:?}"
        );
    }
    let fixture = store_of_version_1().await;
    fixture.connect().execute_batch(CHANGES[1].0).unwrap();
    fixture.refuses(&message(CHANGES[1].1)).await;
}

#[tokio::test]
async fn a_backup_whose_schema_was_changed_is_not_restored() {
    for (change, _) in CHANGES {
        let (backup, fixture) = (changed(change).await, SqliteFixture::new().await);
        let store = StoreUrl::Sqlite(fixture.path());
        let restored = maintenance::restore(&store, &backup.path(), false, Arc::new(drop)).await;
        assert!(
            matches!(&restored, Err(MaintenanceError::Open(OpenError::Altered { .. }))),
            "{change}: {restored:?}"
        );
        assert_eq!(fixture.files(), [] as [&str; 0]);
    }
}

#[tokio::test]
async fn the_statistics_of_sqlite_are_no_change() {
    let fixture = changed("ANALYZE").await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 2, "more").await;
}

#[tokio::test]
async fn the_tables_of_litestream_are_no_change() {
    let tables = "CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
                  CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);";
    let fixture = changed(tables).await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 2, "more").await;

    // Litestream, or `ANALYZE`, opened the file before the first start.
    let fixture = SqliteFixture::new().await;
    fixture.connect().execute_batch(&format!("{tables} ANALYZE")).unwrap();
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 1, "first").await;

    let trigger = "CREATE TRIGGER evil AFTER INSERT ON _litestream_seq BEGIN SELECT 1; END";
    let fixture = changed(&format!("{tables} {trigger}")).await;
    fixture.refuses(&message("\"trigger evil\"")).await;
}

#[tokio::test]
async fn triggers_and_views_that_another_program_adds_to_an_open_store_do_not_act() {
    let fixture = SqliteFixture::new().await;
    let service = fixture.open(Access::Serve).await;
    let other: Connection = fixture.connect();
    let trigger = "CREATE TRIGGER evil AFTER INSERT ON plants BEGIN DELETE FROM plants; END";
    other.execute_batch(trigger).unwrap();
    create_new(&*service, 1, "kept").await;
    create_new(&*service, 2, "kept").await;
    assert!(service.plant_get(1).await.unwrap().is_some());

    let view = "DROP TRIGGER evil; ALTER TABLE plants RENAME TO real;
         CREATE VIEW plants (id, name, tag) AS SELECT id, 'Aloe', tag FROM real";
    other.execute_batch(view).unwrap();
    let refused = service.plant_get(1).await.unwrap_err();
    let cause = std::error::Error::source(&refused).unwrap().to_string();
    assert!(cause.contains("prohibited"), "{cause}");
}
