//! Tests of the SQLite backend: the contract of `Storage`, and the backend's own
//! guarantees: the files that it creates and locks, the files that it refuses
//! without a change, and a schema that a person can query.

#![allow(clippy::unwrap_used)]

#[macro_use]
#[path = "../contract/mod.rs"]
mod contract;
mod delete;
mod faults;
mod leftovers;
mod ownership;
mod schema;

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use crate::contract::{Fixture, create_new, created, page, plant, stop};
use async_trait::async_trait;
use plant_storage::maintenance::{Progress, ProgressObserver};
use plant_storage::{Access, OpenError, OpenWarning, Storage, StoreUrl, maintenance, open};
use rusqlite::Connection;
use tempfile::TempDir;

/// A store in a separate directory.
struct SqliteFixture {
    directory: TempDir,
}

#[async_trait]
impl Fixture for SqliteFixture {
    async fn new() -> Self {
        SqliteFixture { directory: TempDir::new().unwrap() }
    }

    async fn open(&self, access: Access) -> Arc<dyn Storage> {
        self.try_open(access).await.unwrap()
    }
}

impl SqliteFixture {
    async fn try_open(&self, access: Access) -> Result<Arc<dyn Storage>, OpenError> {
        open(&StoreUrl::Sqlite(self.path()), access).await
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("plants.db")
    }

    /// Connects to the file like another program.
    fn connect(&self) -> Connection {
        Connection::open(self.path()).unwrap()
    }

    /// Returns the names of the files in the directory, sorted.
    fn files(&self) -> Vec<String> {
        let mut files: Vec<String> = std::fs::read_dir(self.directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        files
    }

    /// Requires that every access is refused with this message and does not change
    /// the file.
    async fn refuses(&self, expected: &str) {
        for access in [Access::Serve, Access::Administer, Access::Read] {
            let before = std::fs::read(self.path()).unwrap();
            let error = self.try_open(access).await.err().expect("the store cannot be opened");
            let message = error.to_string().replace(&self.path().display().to_string(), "FILE");
            assert_eq!(message, expected, "{access:?}");
            assert_eq!(std::fs::read(self.path()).unwrap(), before, "{access:?}");
            assert_eq!(self.files(), ["plants.db"], "{access:?}");
        }
    }
}

contract!(SqliteFixture);

#[tokio::test]
async fn a_service_leaves_one_database_file_and_its_lock() {
    let fixture = SqliteFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 1, "kept").await;
    stop(storage).await;
    assert_eq!(fixture.files(), ["plants.db", "plants.db.lock"]);
}

#[tokio::test]
async fn only_the_owner_may_use_the_files_and_wider_modes_are_found() {
    let fixture = SqliteFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 1, "kept").await;
    let files = fixture.files();
    assert_eq!(files.len(), 4);
    for file in files {
        let metadata = std::fs::metadata(fixture.directory.path().join(&file)).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{file}");
    }
    assert_eq!(storage.warnings(), []);
    stop(storage).await;
    let mode = 0o644;
    std::fs::set_permissions(fixture.path(), PermissionsExt::from_mode(mode)).unwrap();
    let storage = fixture.open(Access::Serve).await;
    // The log and the index get the mode of the database.
    let exposed = |suffix: &str| OpenWarning::Exposed {
        path: format!("{}{suffix}", fixture.path().display()).into(),
        mode,
    };
    assert_eq!(storage.warnings(), ["", "-wal", "-shm"].map(exposed));
}

#[tokio::test]
async fn one_service_at_a_time_owns_the_file_by_whatever_name() {
    let fixture = SqliteFixture::new().await;
    let link = fixture.directory.path().join("link.db");
    let first = fixture.open(Access::Serve).await;
    std::os::unix::fs::symlink(fixture.path(), &link).unwrap();
    for path in [fixture.path(), link] {
        let second = open(&StoreUrl::Sqlite(path), Access::Serve).await;
        assert!(matches!(second, Err(OpenError::InUse(path)) if path == fixture.path()));
    }
    create_new(&*first, 1, "still served").await;
    stop(first).await;
    fixture.open(Access::Serve).await;
}

#[tokio::test]
async fn reading_a_store_leaves_the_files_as_they_were() {
    let fixture = SqliteFixture::new().await;
    stop(fixture.open(Access::Serve).await).await;
    let before = fixture.files();
    stop(fixture.open(Access::Read).await).await;
    assert_eq!(fixture.files(), before);
}

#[tokio::test]
async fn reading_makes_no_store() {
    let fixture = SqliteFixture::new().await;
    for access in [Access::Read, Access::AdministerExisting, Access::ServeExisting] {
        let missing = fixture.try_open(access).await;
        assert!(
            matches!(missing, Err(OpenError::Missing(store)) if store == fixture.path().display().to_string())
        );
    }
    assert_eq!(fixture.files(), [] as [&str; 0]);
}

#[tokio::test]
async fn a_file_of_no_bytes_becomes_a_store_when_it_is_written_but_not_when_it_is_read() {
    let fixture = SqliteFixture::new().await;
    std::fs::write(fixture.path(), "").unwrap();
    for access in [Access::Read, Access::AdministerExisting, Access::ServeExisting] {
        let missing = fixture.try_open(access).await;
        assert!(matches!(missing, Err(OpenError::Missing(_))));
    }
    assert_eq!(std::fs::read(fixture.path()).unwrap(), b"");
    fixture.open(Access::Serve).await;
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let fixture = SqliteFixture::new().await;
    std::fs::write(fixture.path(), "id,name\n7,Monstera\n".repeat(100)).unwrap();
    fixture.refuses("FILE is not an SQLite database; name another file").await;
}

#[tokio::test]
async fn a_directory_is_refused() {
    let fixture = SqliteFixture::new().await;
    std::fs::create_dir(fixture.path()).unwrap();
    for access in [Access::Serve, Access::Administer, Access::Read] {
        let refused = fixture.try_open(access).await;
        assert!(matches!(refused, Err(OpenError::NotADatabase(_))));
    }
}

#[tokio::test]
async fn a_database_of_another_application_is_refused() {
    for sql in [
        "PRAGMA application_id = 7",
        "CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, tag TEXT) STRICT",
        "CREATE TABLE accounts (balance INTEGER); INSERT INTO accounts VALUES (1)",
        "PRAGMA user_version = 1",
    ] {
        let fixture = SqliteFixture::new().await;
        fixture.connect().execute_batch(sql).unwrap();
        fixture.refuses("FILE is a database of another application; name another file").await;
    }
}

#[tokio::test]
async fn backup_restore_and_check_report_their_progress() {
    let fixture = SqliteFixture::new().await;
    drop(fixture.open(Access::Serve).await);
    let many = "WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids LIMIT 20000) \
                INSERT INTO plants (id, name) SELECT id, printf('%0500d', id) FROM ids";
    fixture.connect().execute(many, []).unwrap();
    let reports = Arc::new(Mutex::new(Vec::new()));
    let recorder = Arc::clone(&reports);
    let observer: ProgressObserver =
        Arc::new(move |progress| recorder.lock().unwrap().push(progress));
    let taken = || std::mem::take(&mut *reports.lock().unwrap());
    let store = StoreUrl::Sqlite(fixture.path());
    let directory = fixture.directory.path();
    let backup = directory.join("backup.db");
    let made = maintenance::backup(&store, &backup, Arc::clone(&observer)).await;
    assert_eq!(made.unwrap().plants, 20_000);
    let during_backup = taken();
    let restored = StoreUrl::Sqlite(directory.join("restored.db"));
    let made = maintenance::restore(&restored, &backup, false, Arc::clone(&observer)).await;
    assert_eq!(made.unwrap().contents.plants, 20_000);
    let during_restore = taken();
    for reports in [&during_backup, &during_restore] {
        let Some((Progress::Checking, copies)) = reports.split_last() else {
            panic!("the check is the last step: {reports:?}");
        };
        let parts = copies.iter().map(|report| match report {
            Progress::Copying { bytes, total } => {
                assert!(bytes <= total && *total >= 10_000_000, "{report:?}");
                *bytes
            }
            other => panic!("{other:?}"),
        });
        let parts: Vec<_> = parts.collect();
        assert!(parts.is_sorted() && !parts.is_empty(), "{parts:?}");
    }
    maintenance::check(&store, observer).await.unwrap();
    assert_eq!(taken(), [Progress::Checking]);
}

#[tokio::test]
async fn a_missing_directory_is_named() {
    let fixture = SqliteFixture::new().await;
    let directory = fixture.directory.path().join("nowhere");
    let url = StoreUrl::Sqlite(directory.join("plants.db"));
    for access in [Access::Serve, Access::Administer, Access::Read] {
        let refused = open(&url, access).await;
        assert!(matches!(refused, Err(OpenError::DirectoryMissing(path)) if path == directory));
    }
}

#[tokio::test]
async fn a_place_that_cannot_be_written_is_named() {
    // A directory in which not even root can create a file.
    let url = StoreUrl::Sqlite("/proc/self/plants.db".into());
    for access in [Access::Serve, Access::Administer] {
        let refused = open(&url, access).await;
        let error = refused.err().expect("the file cannot be created");
        assert!(matches!(error, OpenError::Denied { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn a_person_can_read_the_tables() {
    let fixture = SqliteFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    created(&*storage, &plant(7, "Monstera", Some("climber"))).await;
    create_new(&*storage, 8, "Aloe").await;
    let count: (i64, i64) = fixture
        .connect()
        .query_row("SELECT count(*), count(tag) FROM plants", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    assert_eq!(count, (2, 1));
}

#[tokio::test]
async fn an_export_sees_what_is_created_while_it_reads() {
    let fixture = SqliteFixture::new().await;
    let service = fixture.open(Access::Serve).await;
    let reader = fixture.open(Access::Read).await;
    create_new(&*service, 1, "before").await;
    assert_eq!(page(&*reader, None).await, [plant(1, "before", None)]);
    create_new(&*service, 2, "meanwhile").await;
    assert_eq!(page(&*reader, Some(1)).await, [plant(2, "meanwhile", None)]);
}

#[tokio::test]
async fn a_create_that_fails_in_the_database_is_not_acknowledged() {
    let fixture = SqliteFixture::new().await;
    let service = fixture.open(Access::Serve).await;
    let saboteur = fixture.connect();
    saboteur.execute_batch("CREATE UNIQUE INDEX sabotage ON plants (name)").unwrap();
    create_new(&*service, 1, "kept").await;
    let refused = service.plant_create(plant(2, "kept", None)).await.unwrap_err();
    assert_eq!(refused.to_string(), "the store cannot be written");
    let cause = std::error::Error::source(&refused).expect("the cause is kept for the log");
    assert_eq!(cause.to_string(), "UNIQUE constraint failed: plants.name (SQLite 2067)");
    assert_eq!(service.plant_get(2).await.unwrap(), None);
    saboteur.execute_batch("DROP INDEX sabotage").unwrap();
    create_new(&*service, 2, "kept").await;
}
