//! Tests that a log of maximum length refuses creates until it can be
//! checkpointed.

#![allow(clippy::unwrap_used)]

use super::super::file::DatabaseFile;
use super::*;
use crate::group_commit::WriteOutcome;
use crate::{Plant, Trail};
use std::time::Duration;

fn plant(id: i64) -> PlantRecord {
    PlantRecord {
        plant: Plant { id, name: "x".repeat(100_000), tag: None },
        trail: Trail::default(),
    }
}

#[test]
fn a_full_log_refuses_creates_until_it_can_be_checkpointed() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = &directory.path().join("plants.db");
    DatabaseFile::open(path, true).unwrap();
    let mut connection = open::open_to_write(path, true).unwrap();
    open::prepare(path, &mut connection).unwrap();
    let mut writer = PlantWriter::with_longest_log(path, 100).unwrap();
    let log = writer.log();
    let reader = Connection::open(path).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM plants").unwrap();

    let mut id = 0;
    let refusal = loop {
        assert!(id < 100, "a log of 100 pages is full before 100 batches");
        match writer.write(&[plant(id)]) {
            Ok(written) => assert_eq!(written, [WriteOutcome::New]),
            Err(refusal) => break refusal,
        }
        id += 1;
    };
    let StorageError::Write(cause) = refusal else {
        panic!("{refusal:?}");
    };
    assert!(cause.to_string().contains("keeps reading"), "{cause}");
    assert!(log.health().is_log_full);
    assert!(log.health().log_bytes >= 100 * 4096);
    writer.write(&[plant(id)]).unwrap_err();
    assert!(plants::get(&connection, id).unwrap().is_none());

    reader.execute_batch("ROLLBACK").unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    let written = loop {
        match writer.write(&[plant(id)]) {
            Ok(written) => break written,
            // The writer tries again once a second.
            Err(error) => assert!(Instant::now() < deadline, "{error:?}"),
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(written, [WriteOutcome::New]);
    assert!(!log.health().is_log_full);
    assert!(log.health().log_bytes < 100 * 4096);
}
