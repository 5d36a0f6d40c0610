//! Tests of checkpoints: of a log that is full, and beside another connection.

#![allow(clippy::unwrap_used)]

use super::super::file::DatabaseFile;
use super::*;
use crate::group_commit::WriteOutcome;
use crate::{Plant, Trail};
use std::time::Duration;

/// Creates a store. Returns a connection to it.
fn create(path: &Path) -> Connection {
    DatabaseFile::open(path, true).unwrap();
    let mut connection = open::open_to_write(path, true).unwrap();
    open::prepare(path, &mut connection).unwrap();
    connection
}

/// Returns a connection in the middle of a read transaction.
fn reader(path: &Path) -> Connection {
    let reader = Connection::open(path).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM plants").unwrap();
    reader
}

/// Writes a plant as soon as the log has room again.
fn write_when_there_is_room(writer: &mut PlantWriter, id: i64) {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        match writer.write(&[plant(id)]) {
            Ok(written) => break assert_eq!(written, [WriteOutcome::New]),
            // The writer tries again once a second.
            Err(error) => assert!(Instant::now() < deadline, "{error:?}"),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

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
    let connection = create(path);
    let mut writer = PlantWriter::with_longest_log(path, 100).unwrap();
    let log = writer.log();
    let reader = reader(path);

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
    write_when_there_is_room(&mut writer, id);
    assert!(!log.health().is_log_full);
    assert!(log.health().log_bytes < 100 * 4096);
}

#[test]
fn a_log_that_was_full_is_checkpointed_as_any_other() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = &directory.path().join("plants.db");
    let _connection = create(path);
    let mut writer = PlantWriter::with_longest_log(path, 4000).unwrap();
    let log = writer.log();
    let reader = reader(path);
    let mut ids = 0..;
    while writer.write(&[plant(ids.next().unwrap())]).is_ok() {}
    assert!(log.health().is_log_full);
    reader.execute_batch("ROLLBACK").unwrap();
    write_when_there_is_room(&mut writer, ids.next().unwrap());

    let mut before = 0;
    // Until the log begins anew, because all of it was moved.
    while before <= log.health().log_bytes {
        before = log.health().log_bytes;
        assert!(before < 3000 * 4096, "no checkpoint was begun");
        writer.write(&[plant(ids.next().unwrap())]).unwrap();
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_checkpoint_that_another_connection_prevents_has_moved_nothing() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = &directory.path().join("plants.db");
    let connection = create(path);
    let mut writer = PlantWriter::with_longest_log(path, LONGEST).unwrap();
    writer.write(&[plant(1)]).unwrap();
    let reader = reader(path);
    writer.write(&[plant(2)]).unwrap();
    let other = open::reopen(path).unwrap();
    other.busy_timeout(Duration::from_secs(60)).unwrap();
    let is_busy = |row: &rusqlite::Row<'_>| row.get::<_, bool>(0);
    // It waits for the reader.
    let other = std::thread::spawn(move || {
        while other.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], is_busy).unwrap() {}
    });
    while !connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], is_busy).unwrap() {
        std::thread::sleep(Duration::from_millis(1));
    }

    let log = Log::default();
    let begun = Instant::now();
    assert_eq!(log.checkpoint(&connection).unwrap(), 0);
    let elapsed = begun.elapsed();
    assert!(log.health().since_checkpoint >= elapsed, "nothing is complete");
    reader.execute_batch("ROLLBACK").unwrap();
    other.join().unwrap();
    log.checkpoint(&connection).unwrap();
    assert!(log.health().since_checkpoint < begun.elapsed());
}
