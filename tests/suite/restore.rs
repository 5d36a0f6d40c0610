//! Tests of backup and restore: a backup has every plant that was acknowledged before
//! it began, and no file is overwritten.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};

use serde_json::{Value, json};
use test_kit::connection::Connection;
use test_kit::service::{Service, Session, plant_store};

const CALLERS: i64 = 4;

fn plant(id: i64) -> Value {
    json!({ "id": id, "name": "x".repeat(500), "tag": format!("{id}") })
}

/// Creates plants until `enough`, and sends the ids of those that are acknowledged.
fn call(address: &str, token: &str, first: i64, enough: &AtomicBool, done: Sender<i64>) {
    let mut connection = Connection::open(address);
    for id in first.. {
        if enough.load(Ordering::Relaxed) {
            return;
        }
        connection.create(token, "", &plant(id).to_string());
        assert_eq!(connection.answer().unwrap().status, 200);
        done.send(id).unwrap();
    }
}

fn stored(session: &mut Session, store: &str) -> Vec<i64> {
    let exported = session.run(&["plants", "export", "--store", store]).stdout;
    let exported = String::from_utf8(exported).unwrap();
    let ids = exported.lines().map(|line| {
        let stored: Value = serde_json::from_str(line).unwrap();
        let id = stored["id"].as_i64().unwrap();
        assert_eq!(stored, plant(id));
        id
    });
    ids.collect()
}

#[test]
fn a_backup_that_is_made_under_load_has_all_that_was_acknowledged_before() {
    let mut session = Session::new();
    let directory = session.directory();
    let service = Service::start(&directory, &["--log-level", "error"]);
    let (token, address) = service.first_start();
    let ((done, acknowledged), enough) = (mpsc::channel(), AtomicBool::new(false));
    let before = std::thread::scope(|scope| {
        for caller in 0..CALLERS {
            let (address, token, enough, done) = (&address, &token, &enough, done.clone());
            scope.spawn(move || call(address, token, caller << 32, enough, done));
        }
        drop(done);
        // Fewer, if the callers have ended, which fail then.
        let before: Vec<_> = acknowledged.iter().take(500).collect();
        let backup = session.run(&["backup", "backup.db"]);
        acknowledged.try_iter().count();
        acknowledged.iter().take(100).count();
        enough.store(true, Ordering::Relaxed);
        assert!(backup.status.success(), "{backup:?}");
        before
    });
    service.signal("KILL");
    service.end();
    let mode = fs::metadata(directory.join("backup.db")).unwrap().permissions();
    assert_eq!(mode.mode() & 0o777, 0o600);

    let elsewhere = "sqlite:elsewhere/plants.db";
    fs::create_dir(directory.join("elsewhere")).unwrap();
    let restored = session.run(&["restore", "backup.db", "--store", elsewhere]);
    assert!(restored.status.success(), "{restored:?}");
    assert!(session.run(&["check", "--store", elsewhere]).status.success());
    let there = stored(&mut session, elsewhere);
    assert!(before.iter().all(|id| there.contains(id)));
    let service = Service::start(&directory, &["--store", elsewhere]);
    let mut connection = Connection::open(&service.address());
    connection.create(&token, "", &plant(before[0]).to_string());
    assert_eq!(connection.answer().unwrap().status, 200, "the token is there");
}

/// Creates a store whose service was killed, with plants that are only in its log.
fn killed(session: &Session) {
    let service = Service::start(&session.directory(), &["--log-level", "error"]);
    let (token, address) = service.first_start();
    let mut connection = Connection::open(&address);
    for id in 0..200 {
        connection.create(&token, "", &plant(id).to_string());
        assert_eq!(connection.answer().unwrap().status, 200);
    }
    service.signal("KILL");
    service.end();
}

/// Copies a file over a store, which an operator must not do.
fn copy(directory: &Path, from: &str) {
    fs::copy(directory.join(from), directory.join("plants.db")).unwrap();
}

#[test]
fn a_backup_that_is_copied_over_a_store_with_a_log_is_not_served() {
    let mut session = Session::new();
    let directory = session.directory();
    killed(&session);
    assert!(session.run(&["backup", "backup.db"]).status.success());
    let service = Service::start(&directory, &["--log-level", "error"]);
    let address = service.address();
    let token = session.run(&["token", "create", "--name", "more"]).stdout;
    let token = String::from_utf8(token).unwrap();
    let mut connection = Connection::open(&address);
    for id in 200..600 {
        connection.create(token.trim_end(), "", &plant(id * 7919 % 100_000).to_string());
        assert_eq!(connection.answer().unwrap().status, 200);
    }
    service.signal("KILL");
    service.end();

    copy(&directory, "backup.db");
    let log = fs::read(directory.join("plants.db-wal")).unwrap();
    for command in [
        &["serve", "--listen", "127.0.0.1:0"] as &[&str],
        &["check"],
        &["plants", "export"],
        &["token", "create", "--name", "other"],
    ] {
        let output = session.run(command);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(7), "{command:?}: {said}");
        assert!(said.contains("is malformed"), "{command:?}: {said}");
        assert_eq!(fs::read(directory.join("plants.db-wal")).unwrap(), log);
    }
    let restored = session.run(&["restore", "backup.db", "--replace"]);
    let said = String::from_utf8(restored.stdout).unwrap();
    assert!(said.contains("kept ") && said.contains("replaced-1-wal"), "{said}");
    assert_eq!(fs::read(directory.join("plants.db.replaced-1-wal")).unwrap(), log);
    assert_eq!(stored(&mut session, "sqlite:plants.db").len(), 200);
}

#[test]
fn nothing_is_overwritten_and_nothing_wrong_is_restored() {
    let mut session = Session::new();
    let directory = session.directory();
    killed(&session);
    assert!(session.run(&["backup", "backup.db"]).status.success());
    fs::write(directory.join("notes.txt"), "to water on Monday\n".repeat(100)).unwrap();
    let mut half = fs::read(directory.join("backup.db")).unwrap();
    half.truncate(half.len() / 2);
    fs::write(directory.join("half.db"), half).unwrap();
    let postgres = "postgres://plants:hidden@127.0.0.1:1/plants";
    let service = Service::start(&directory, &["--log-level", "error"]);
    service.address();
    for (command, code, reason) in [
        (&["backup", "backup.db"] as &[&str], 1, "exists"),
        (&["backup", "plants.db"], 1, "exists"),
        (&["backup", "no/backup.db"], 1, "cannot create"),
        (&["backup", "new.db", "--store", "sqlite:no.db"], 3, "no store"),
        (&["restore", "backup.db"], 3, "is in use"),
        (&["restore", "backup.db", "--replace"], 3, "is in use"),
        (&["backup", "new.db", "--store", postgres], 1, "pg_dump"),
        (&["restore", "backup.db", "--store", postgres], 1, "pg_restore"),
        (&["check", "--store", postgres], 1, "pg_dump"),
    ] {
        let output = session.run(command);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{command:?}: {said}");
        assert!(said.contains(reason), "{command:?}: {said}");
        assert!(!said.contains("hidden"), "{said}");
    }
    service.signal("TERM");
    service.end();
    let before = fs::read(directory.join("plants.db")).unwrap();
    for (command, code, reason) in [
        (&["restore", "backup.db"] as &[&str], 1, "--replace"),
        (&["restore", "no.db", "--replace"], 1, "cannot read"),
        (&["restore", ".", "--replace"], 1, "cannot read .: Is a directory"),
        (&["restore", "notes.txt", "--replace"], 7, "not an SQLite database"),
        (&["restore", "half.db", "--replace"], 7, "malformed"),
    ] {
        let output = session.run(command);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{command:?}: {said}");
        assert!(said.contains(reason), "{command:?}: {said}");
        assert_eq!(fs::read(directory.join("plants.db")).unwrap(), before);
    }
    let mut left: Vec<_> = directory
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    let expected = ["backup.db", "half.db", "notes.txt", "plants.db", "plants.db.lock"];
    assert_eq!(left, expected, "nothing is left of what failed");
}

#[test]
fn a_store_that_is_neither_there_nor_named_is_not_replaced() {
    let mut session = Session::new();
    let directory = session.directory();
    killed(&session);
    assert!(session.run(&["backup", "backup.db"]).status.success());
    let elsewhere = directory.join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let restore = |arguments: &[&str]| {
        let mut command = plant_store(&elsewhere);
        command.args(["restore", "../backup.db", "--replace"]);
        let output = command.args(arguments).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let store = format!("sqlite:{}/plants.db", elsewhere.display());
    let (code, said) = restore(&[]);
    assert_eq!(code, Some(3), "{said}");
    let expected = format!("error: there is no store {store} to replace");
    assert!(said.starts_with(&expected), "{said}");
    assert_eq!(elsewhere.read_dir().unwrap().count(), 0);

    let restored = format!("restored: 200 plants, 1 tokens, into {store}\n");
    let named = restore(&["--store", "sqlite:plants.db"]);
    assert_eq!(named, (Some(0), restored.clone()));
    let (code, said) = restore(&[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.ends_with(&restored), "{said}");
}

#[test]
fn a_backup_deletes_older_ones_only_when_it_is_complete() {
    let mut session = Session::new();
    let directory = session.directory();
    killed(&session);
    assert!(session.run(&["backup", "good.db"]).status.success());
    let backups = directory.join("backups");
    fs::create_dir(&backups).unwrap();
    let old = [1, 2, 3, 4].map(|day| format!("plants-2026-01-0{day}T023000Z.db"));
    let others = ["notes.txt", "plants-2026.db", "plants.db"].map(str::to_owned);
    for name in old.iter().chain(&others) {
        fs::write(backups.join(name), "old").unwrap();
    }
    let names = || {
        let entries = backups.read_dir().unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    let before = names();
    let keep = ["backup", "backups", "--keep", "3"];

    fs::write(directory.join("plants.db"), "x".repeat(10_000)).unwrap();
    assert!(!session.run(&keep).status.success());
    assert_eq!(names(), before);

    let restored = session.run(&["restore", "good.db", "--replace"]);
    assert!(restored.status.success(), "{restored:?}");
    let output = String::from_utf8(session.run(&keep).stdout).unwrap();
    let (after, deleted) = (names(), &old[..2]);
    let gone: Vec<_> = before.difference(&after).collect();
    assert_eq!(gone, deleted.iter().collect::<Vec<_>>());
    let made: Vec<_> = after.difference(&before).collect();
    let store = directory.join("plants.db");
    let expected = format!(
        "deleted backups/{}\ndeleted backups/{}\n\
         copied: 200 plants, 1 tokens, from sqlite:{} to backups/{}\n",
        old[0],
        old[1],
        store.display(),
        made[0]
    );
    assert_eq!((made.len(), output), (1, expected));
}

#[test]
fn a_backup_with_a_trigger_is_not_sound_and_neither_restored_nor_served() {
    let mut session = Session::new();
    let directory = session.directory();
    killed(&session);
    assert!(session.run(&["backup", "backup.db"]).status.success());
    rusqlite::Connection::open(directory.join("backup.db"))
        .unwrap()
        .execute_batch("CREATE TRIGGER t AFTER INSERT ON plants BEGIN DELETE FROM tokens; END")
        .unwrap();
    for command in [
        &["restore", "backup.db", "--store", "sqlite:new.db"] as &[&str],
        &["check", "--store", "sqlite:backup.db"],
        &["serve", "--store", "sqlite:backup.db", "--listen", "127.0.0.1:0"],
    ] {
        let output = session.run(command);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(7), "{command:?}: {said}");
        assert!(said.contains("differs in \"trigger t\""), "{command:?}: {said}");
    }
    assert!(!directory.join("new.db").exists());
}

/// Creates a backup, and a store whose database has the name `lost`, and whose log has plants
/// that are not in the database. Returns the log.
fn interrupted(session: &mut Session, lost: &str) -> Vec<u8> {
    let directory = session.directory();
    let path = |name| directory.join(name);
    killed(session);
    // A backup closes the store, and so moves the log into the database.
    let files = ["plants.db", "plants.db-wal"].map(|name| fs::read(path(name)).unwrap());
    assert!(session.run(&["backup", "backup.db"]).status.success());
    let [database, log] = files;
    fs::remove_file(path("plants.db")).unwrap();
    fs::write(path(lost), database).unwrap();
    fs::write(path("plants.db-wal"), &log).unwrap();
    log
}

#[test]
fn a_restore_that_was_interrupted_is_ended_by_another_one() {
    let mut session = Session::new();
    let directory = session.directory();
    // The state after a process was killed between the renames of the database and its log, when
    // the files of an even earlier store were there.
    let log = interrupted(&mut session, "plants.db.replaced-4");
    fs::write(directory.join("plants.db.replaced-3-wal"), "earlier").unwrap();
    fs::copy(directory.join("backup.db"), directory.join("plants.db.restoring")).unwrap();
    for command in [&["serve", "--listen", "127.0.0.1:0"] as &[&str], &["plants", "export"]] {
        let output = session.run(command);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(7), "{said}");
        assert!(said.contains("was interrupted"), "{said}");
    }
    let restored = session.run(&["restore", "backup.db", "--replace"]);
    let said = String::from_utf8(restored.stdout).unwrap();
    assert!(said.contains("replaced-4\n") && said.contains("replaced-4-wal\n"), "{said}");
    assert_eq!(fs::read(directory.join("plants.db.replaced-4-wal")).unwrap(), log);
    assert_eq!(stored(&mut session, "sqlite:plants.db").len(), 200);
    assert_eq!(stored(&mut session, "sqlite:plants.db.replaced-4").len(), 200);
}

#[test]
fn a_log_without_its_database_is_never_kept_beside_another_database() {
    let mut session = Session::new();
    let directory = session.directory();
    let path = |name| directory.join(name);
    let log = interrupted(&mut session, "plants.db.replaced-1");
    assert!(session.run(&["restore", "backup.db", "--replace"]).status.success());
    // The state after a process was killed before the rename of the log.
    fs::rename(path("plants.db.replaced-2-wal"), path("plants.db-wal")).unwrap();
    fs::rename(path("plants.db"), path("plants.db.restoring")).unwrap();
    assert!(session.run(&["restore", "backup.db", "--replace"]).status.success());
    assert!(!path("plants.db.replaced-1-wal").exists());
    assert_eq!(fs::read(path("plants.db.replaced-2-wal")).unwrap(), log);
}
