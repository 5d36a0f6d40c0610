//! Tests that no file of a store has the content of a deleted plant.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::contract::{Fixture, create_new, created, exported_ids, plant, stop};
use plant_storage::{Access, DeleteError, Deletion, Storage};

use crate::SqliteFixture;

/// Returns a name that no other plant has. A row of it is larger than a third of a page, so
/// that many creates in no order split pages.
fn name(id: i64) -> String {
    format!("the name of plant {id}, {}", "x".repeat(1200))
}

async fn delete(storage: &dyn Storage, ids: &[i64], free_ids: bool) -> Result<(), DeleteError> {
    let deletion =
        Deletion { at: 7, by: "an operator".to_owned(), reason: "a request of erasure".to_owned() };
    let ids = BTreeSet::from_iter(ids.iter().copied());
    storage.plant_delete(&ids, &deletion, free_ids).await
}

impl SqliteFixture {
    /// Returns the ids whose names are in a file of the store, with the file.
    fn named(&self, ids: &[i64]) -> Vec<(i64, PathBuf)> {
        let mut named = Vec::new();
        for file in self.files() {
            let path = self.directory.path().join(file);
            let bytes = std::fs::read(&path).unwrap();
            let text = String::from_utf8_lossy(&bytes);
            let is_in = |id: &&i64| text.contains(&format!("the name of plant {id},"));
            named.extend(ids.iter().filter(is_in).map(|id| (*id, path.clone())));
        }
        named
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_file_has_the_content_of_a_deleted_plant_while_a_service_runs() {
    let fixture = SqliteFixture::new().await;
    let service = fixture.open(Access::Serve).await;
    let ids: Vec<i64> = (0..300).map(|step| step * 7919 % 300).collect();
    for id in &ids {
        let plant = plant(*id, &name(*id), Some("erased"));
        created(&*service, &plant).await;
    }
    let (deleted, kept) = ids.split_at(20);
    assert!(!fixture.named(deleted).is_empty());
    let operator = fixture.open(Access::AdministerExisting).await;
    delete(&*operator, deleted, false).await.unwrap();
    assert_eq!(fixture.named(deleted), []);
    assert_eq!(exported_ids(&*service).await.len(), kept.len());
    let (at, by, reason): (i64, String, String) = fixture
        .connect()
        .query_row(
            "SELECT deleted_at, deleted_by, deletion_reason FROM plants WHERE id = ?1",
            [deleted[0]],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
        .unwrap();
    assert_eq!((at, &*by, &*reason), (7, "an operator", "a request of erasure"));
    delete(&*operator, kept, true).await.unwrap();
    assert_eq!(fixture.named(&ids), []);
    assert_eq!(exported_ids(&*service).await, [] as [i64; 0]);
    create_new(&*service, kept[0], "again").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_of_a_deleted_plant_in_the_log_is_an_error() {
    let fixture = SqliteFixture::new().await;
    let service = fixture.open(Access::Serve).await;
    create_new(&*service, 7, &name(7)).await;
    let reader = fixture.connect();
    reader.execute_batch("BEGIN; SELECT count(*) FROM plants").unwrap();
    let operator = fixture.open(Access::AdministerExisting).await;
    let refused = delete(&*operator, &[7], true).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the plants are deleted, but copies of their names and tags may be left in the files of \
         the store: another program keeps reading the store, so that its log cannot be truncated; \
         repeat the command"
    );
    assert_ne!(fixture.named(&[7]), []);
    assert_eq!(exported_ids(&*service).await, [] as [i64; 0]);
    // The id is not free: otherwise the repetition would not know the plant.
    reader.execute_batch("ROLLBACK").unwrap();
    delete(&*operator, &[7], true).await.unwrap();
    assert_eq!(fixture.named(&[7]), []);
    create_new(&*service, 7, "again").await;
}

#[tokio::test]
async fn a_store_without_a_service_is_left_without_a_log() {
    let fixture = SqliteFixture::new().await;
    let service = fixture.open(Access::Serve).await;
    create_new(&*service, 7, &name(7)).await;
    stop(service).await;
    let operator = fixture.open(Access::AdministerExisting).await;
    delete(&*operator, &[7], false).await.unwrap();
    drop(operator);
    assert_eq!(fixture.files(), ["plants.db", "plants.db.lock"]);
    assert_eq!(fixture.named(&[7]), []);
}
