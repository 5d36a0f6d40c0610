//! Tests that a store whose files do not belong together is refused. The files are
//! unchanged, so that the operator can repair the store.

use std::fs;

use plant_storage::Access;

use crate::SqliteFixture;
use crate::contract::{Fixture, create_new, export, stop};

/// Creates a store whose last plants are only in the log, as after `kill -9`.
async fn crashed() -> SqliteFixture {
    let fixture = SqliteFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    for id in 0..100 {
        let name = "x".repeat(1000);
        create_new(&*storage, id, &name).await;
    }
    let names = ["plants.db", "plants.db-wal"];
    let path = |name| fixture.directory.path().join(name);
    let copies = names.map(|name| fs::read(path(name)).unwrap());
    stop(storage).await;
    for (name, copy) in names.iter().zip(copies) {
        fs::write(path(name), copy).unwrap();
    }
    fixture
}

/// Requires that every access is refused and does not change the log.
async fn refused(fixture: &SqliteFixture, reason: &str) {
    let log = fixture.directory.path().join("plants.db-wal");
    let before = fs::read(&log).unwrap();
    for access in [Access::Serve, Access::Administer, Access::Read] {
        let error = fixture.try_open(access).await.err().unwrap();
        assert!(error.to_string().contains(reason), "{access:?}: {error}");
        assert_eq!(fs::read(&log).unwrap(), before, "{access:?}");
    }
}

#[tokio::test]
async fn a_log_without_its_database_is_refused_and_kept() {
    let fixture = crashed().await;
    let aside = fixture.directory.path().join("aside");
    fs::rename(fixture.path(), &aside).unwrap();
    refused(&fixture, "holds plants that are not in the database file").await;
    assert!(!fixture.path().exists(), "no file was created");
    fs::write(fixture.path(), "").unwrap();
    refused(&fixture, "holds plants that are not in the database file").await;
    fs::rename(&aside, fixture.path()).unwrap();
    let storage = fixture.try_open(Access::Serve).await.unwrap();
    assert_eq!(export(&*storage).await.len(), 100);
}
