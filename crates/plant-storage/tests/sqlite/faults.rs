//! Tests of creates during faults of the disk and changes of the files by other
//! programs: only writes that are on stable storage, in the file at the store's
//! path, are acknowledged, and creates succeed again when the fault is gone.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use plant_storage::{Access, CreateError, Created, Storage, StorageError, StoreUrl, open};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::SqliteFixture;
use crate::contract::{Fixture, create_new, created, export, plant, stop};

/// Returns why a create failed with [`StorageError::Write`].
fn reason(refused: Result<Created, CreateError>) -> String {
    match refused {
        Err(CreateError::Unavailable(StorageError::Write(cause))) => cause.to_string(),
        other => panic!("{other:?}"),
    }
}

fn log(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// Returns a connection in the middle of a read transaction.
fn reader(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    let read = "BEGIN; SELECT count(*) FROM plants";
    connection.execute_batch(read).unwrap();
    connection
}

#[tokio::test]
async fn a_file_that_was_moved_or_deleted_is_written_no_more_until_it_is_back() {
    let fixture = SqliteFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 0, "before").await;
    let aside = fixture.directory.path().join("aside");
    for (id, path) in (1..).zip([fixture.path(), log(&fixture.path())]) {
        fs::rename(&path, &aside).unwrap();
        // First without the file, then with another file under its name.
        for _ in 0..2 {
            let message = reason(storage.plant_create(plant(id, "lost", None)).await);
            let expected = format!(
                "{} was moved, deleted or replaced; put it back, or stop the service and restore a \
                 backup",
                path.display()
            );
            assert_eq!(message, expected);
            fs::write(&path, "").unwrap();
        }
        fs::rename(&aside, &path).unwrap();
        let created = storage.plant_create(plant(id, "back", None)).await;
        assert_eq!(created.unwrap(), Created::New);
    }
    stop(storage).await;
    let stored = export(&*fixture.open(Access::Read).await).await;
    assert_eq!(stored.len(), 3);
}

#[tokio::test]
async fn a_file_that_is_locked_is_an_error_and_then_none() {
    let fixture = SqliteFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 1, "before").await;
    let other = fixture.connect();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let message = reason(storage.plant_create(plant(2, "waits", None)).await);
    assert_eq!(message, "database is locked (SQLite 5)");
    other.execute_batch("ROLLBACK").unwrap();
    let created = storage.plant_create(plant(2, "waits", None)).await;
    assert_eq!(created.unwrap(), Created::New);
}

#[tokio::test]
async fn a_log_that_somebody_keeps_reading_grows_and_is_moved_later() {
    let fixture = SqliteFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 0, "before").await;
    let other = reader(&fixture.path());
    let long = "x".repeat(900_000);
    for id in 1..40 {
        create_new(&*storage, id, &long).await;
    }
    let grown = storage.health().unwrap().log_bytes;
    assert!(grown > 39 * 900_000, "{grown}");
    other.execute_batch("ROLLBACK").unwrap();
    for id in 40..80 {
        create_new(&*storage, id, &long).await;
    }
    // The log was begun anew.
    let log_bytes = storage.health().unwrap().log_bytes;
    assert!(log_bytes < 2 * grown, "{log_bytes}");
    drop(other);
    stop(storage).await;
    assert!(!log(&fixture.path()).exists());
    assert_eq!(export(&*fixture.open(Access::Read).await).await.len(), 80);
}

#[tokio::test]
async fn a_store_that_somebody_reads_all_the_time_can_be_served() {
    let fixture = SqliteFixture::new().await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 1, "before").await;
    let _other = reader(&fixture.path());
    create_new(&*storage, 2, "meanwhile").await;
    stop(storage).await;
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 3, "later").await;
    assert_eq!(export(&*storage).await.len(), 3);
}

/// A mounted file system of one megabyte.
struct Disk(TempDir);

impl Disk {
    fn new() -> Self {
        let directory = TempDir::new().unwrap();
        mount(&[&"-t", &"tmpfs", &"-o", &"size=1m", &"tmpfs", &directory.path()]);
        Disk(directory)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(self.0.path()).status();
    }
}

#[tokio::test]
#[cfg_attr(not(is_root), ignore = "mounts a file system, as root; the nightly workflow runs it")]
async fn a_full_disk_is_an_error_until_there_is_room() {
    let disk = Disk::new();
    let path = disk.0.path().join("plants.db");
    let ballast = disk.0.path().join("ballast");
    fs::write(&ballast, "x".repeat(500_000)).unwrap();
    let url = StoreUrl::Sqlite(path.clone());
    let storage: Arc<dyn Storage> = open(&url, Access::Serve).await.unwrap();
    let mut acknowledged = Vec::new();
    let message = loop {
        let plant = plant(acknowledged.len() as i64, &"x".repeat(5_000), None);
        match storage.plant_create(plant.clone()).await {
            Ok(created) => assert_eq!(created, Created::New),
            refused => break reason(refused),
        }
        acknowledged.push(plant);
    };
    assert!(message.contains("full") && !acknowledged.is_empty(), "{message}");
    // Creates still fail, and the stored plants can be read.
    let more = plant(-1, &"x".repeat(50_000), None);
    reason(storage.plant_create(more.clone()).await);
    assert_eq!(export(&*storage).await, acknowledged);

    // The store is not repaired during the read transaction of another program.
    let other = reader(&path);
    fs::remove_file(ballast).unwrap();
    let message = reason(storage.plant_create(more.clone()).await);
    assert!(message.contains("another program that keeps reading it is in the way"), "{message}");
    drop(other);

    assert_eq!(created(&*storage, &more).await, Created::New);
    acknowledged.insert(0, more);
    stop(storage).await;
    let storage = open(&url, Access::Read).await.unwrap();
    assert_eq!(export(&*storage).await, acknowledged);
    let check: String = Connection::open(path)
        .unwrap()
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(check, "ok");
}

#[tokio::test]
#[cfg_attr(not(is_root), ignore = "mounts a file system, as root; the nightly workflow runs it")]
async fn a_start_on_a_full_disk_names_it() {
    let disk = Disk::new();
    let path = disk.0.path().join("plants.db");
    let url = StoreUrl::Sqlite(path.clone());
    let storage: Arc<dyn Storage> = open(&url, Access::Serve).await.unwrap();
    create_new(&*storage, 1, "kept").await;
    stop(storage).await;
    let ballast = disk.0.path().join("ballast");
    // Fails when the disk is full.
    fs::write(&ballast, vec![0; 2 << 20]).unwrap_err();
    let new = StoreUrl::Sqlite(disk.0.path().join("new.db"));
    for (url, name) in [(&url, "plants.db"), (&new, "new.db")] {
        let Err(refused) = open(url, Access::Serve).await else {
            panic!("{name} is opened");
        };
        assert!(!refused.is_permanent());
        let expected = format!("{name} is full; free space, and try again");
        assert!(refused.to_string().ends_with(&expected), "{refused}");
    }
    fs::remove_file(ballast).unwrap();
    let storage = open(&url, Access::Serve).await.unwrap();
    assert_eq!(export(&*storage).await.len(), 1);
}

fn mount(arguments: &[&dyn AsRef<OsStr>]) {
    let mounted = Command::new("mount").args(arguments).status();
    assert!(mounted.unwrap().success());
}

#[tokio::test]
#[cfg_attr(not(is_root), ignore = "mounts a file system, as root; the nightly workflow runs it")]
async fn a_log_that_cannot_be_moved_is_known_and_loses_nothing() {
    let disk = Disk::new();
    // The database is on a disk that is soon full, its log on another disk.
    let elsewhere = TempDir::new().unwrap();
    let path = disk.0.path().join("plants.db");
    let log_elsewhere = elsewhere.path().join("log");
    fs::write(&log_elsewhere, "").unwrap();
    fs::write(log(&path), "").unwrap();
    mount(&[&"--bind", &log_elsewhere, &log(&path)]);
    let url = StoreUrl::Sqlite(path);
    let storage: Arc<dyn Storage> = open(&url, Access::Serve).await.unwrap();
    let long = "x".repeat(100_000);
    let mut id = 0;
    let cause = loop {
        assert!(id < 1000, "the database is longer than its disk");
        create_new(&*storage, id, &long).await;
        id += 1;
        if let Some(cause) = storage.health().unwrap().checkpoint_error {
            break cause;
        }
    };
    assert!(cause.to_string().contains("full"), "{cause}");
    mount(&[&"-o", &"remount,size=256m", &disk.0.path()]);
    while storage.health().unwrap().checkpoint_error.is_some() {
        create_new(&*storage, id, &long).await;
        id += 1;
    }
    assert_eq!(export(&*storage).await.len(), usize::try_from(id).unwrap());
}
