//! Tests of the user to whom the files belong that root creates: that of the service has to be
//! able to use them.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown, symlink};
use std::path::Path;
use std::sync::Arc;

use crate::contract::{Fixture, create_new, stop};
use plant_storage::{Access, StoreUrl, maintenance};

use crate::SqliteFixture;

/// The user and the group of a service.
const SERVICE: (u32, u32) = (1234, 2345);

/// Gives a file to the service.
fn give(path: &Path) {
    chown(path, Some(SERVICE.0), Some(SERVICE.1)).unwrap();
}

/// Requires that these files, and no others, are in the directory and belong to the service.
fn belong_to_the_service(fixture: &SqliteFixture, files: &[&str]) {
    assert_eq!(fixture.files(), files);
    for file in files {
        let metadata = fs::metadata(fixture.directory.path().join(file)).unwrap();
        assert_eq!((metadata.uid(), metadata.gid()), SERVICE, "{file}");
    }
}

#[tokio::test]
#[cfg_attr(not(is_root), ignore = "only root gives files away")]
async fn the_files_of_a_store_that_root_creates_belong_to_the_owner_of_the_directory() {
    for access in [Access::Serve, Access::Administer] {
        let fixture = SqliteFixture::new().await;
        give(fixture.directory.path());
        let storage = fixture.open(access).await;
        // A write, so that the log and its index are there.
        storage.token_used("nobody", 1).await.unwrap();
        let files = ["plants.db", "plants.db-shm", "plants.db-wal", "plants.db.lock"];
        match access {
            Access::Serve => belong_to_the_service(&fixture, &files),
            _ => belong_to_the_service(&fixture, &files[..3]),
        }
        stop(storage).await;

        // In the directory of another user, the owner of the store decides.
        chown(fixture.directory.path(), Some(0), Some(0)).unwrap();
        let storage = fixture.open(Access::Serve).await;
        create_new(&*storage, 1, "kept").await;
        belong_to_the_service(&fixture, &files);
    }
}

#[tokio::test]
#[cfg_attr(not(is_root), ignore = "only root gives files away")]
async fn the_files_of_a_store_that_root_restores_belong_to_the_owner_of_the_directory() {
    let (backup, fixture) = (SqliteFixture::new().await, SqliteFixture::new().await);
    give(fixture.directory.path());
    stop(backup.open(Access::Serve).await).await;
    let store = StoreUrl::Sqlite(fixture.path());
    let restored = maintenance::restore(&store, &backup.path(), false, Arc::new(drop)).await;
    restored.unwrap();
    belong_to_the_service(&fixture, &["plants.db", "plants.db.lock"]);
}

/// Root would create a file elsewhere otherwise, and give it away.
#[tokio::test]
async fn no_file_is_created_through_a_symbolic_link() {
    let elsewhere = tempfile::TempDir::new().unwrap();
    for link in ["plants.db", "plants.db.lock"] {
        let fixture = SqliteFixture::new().await;
        let target = elsewhere.path().join(link);
        symlink(&target, fixture.directory.path().join(link)).unwrap();
        assert!(fixture.try_open(Access::Serve).await.is_err(), "{link}");
        assert!(!target.exists(), "{link}");
    }
}
