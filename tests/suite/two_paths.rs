//! One database file under two paths, each with a log of its own: no process
//! uses the second path while a service uses the first.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use test_kit::connection::Connection;
use test_kit::service::{Service, Session};

/// Requires that every command refuses a path with a reason.
fn refused(session: &mut Session, file: &str, reason: &str) {
    let store = format!("sqlite:{file}");
    for command in [
        &["serve", "--listen", "127.0.0.1:0"] as &[&str],
        &["token", "create", "--name", "other"],
        &["token", "revoke", "first"],
        &["token", "list"],
        &["plants", "export"],
    ] {
        let output = session.run(&[command, &["--store", &store]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{command:?}: {said}");
        assert!(said.contains(reason), "{command:?}: {said}");
        assert!(output.stdout.is_empty(), "{command:?}");
    }
}

/// Requires that a service stores a plant, and that a command beside it finds
/// the plant.
fn stores(session: &mut Session, token: &str, address: &str) {
    let plant = r#"{"id":7,"name":"Aloe vera"}"#;
    let mut connection = Connection::open(address);
    connection.create(token, "", plant);
    assert_eq!(connection.answer().unwrap().status, 200);
    let stored = session.run(&["plants", "get", "7"]).stdout;
    assert_eq!(String::from_utf8(stored).unwrap(), format!("{plant}\n"));
}

#[test]
fn a_file_with_a_hard_link_is_refused_by_each_of_its_names() {
    let mut session = Session::new();
    let directory = session.directory();
    let service = Service::start(&directory, &[]);
    let (token, address) = service.first_start();
    let link = directory.join("link.db");
    fs::hard_link(directory.join("plants.db"), &link).unwrap();
    for file in ["plants.db", "link.db"] {
        refused(&mut session, file, "has 2 names (hard links)");
    }
    fs::remove_file(link).unwrap();
    stores(&mut session, &token, &address);
}

/// A file that is mounted over another one, until dropped.
struct Mounted(PathBuf);

impl Mounted {
    fn new(file: &Path, at: PathBuf) -> Self {
        fs::write(&at, "").unwrap();
        let mounted = Command::new("mount").arg("--bind").arg(file).arg(&at).status();
        assert!(mounted.unwrap().success());
        Mounted(at)
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[test]
#[ignore = "mounts a file, as root; the nightly workflow runs it"]
fn a_file_that_is_mounted_by_itself_is_refused() {
    let mut session = Session::new();
    let directory = session.directory();
    let service = Service::start(&directory, &[]);
    let (token, address) = service.first_start();
    let other = directory.join("other.db");
    let _mounted = Mounted::new(&directory.join("plants.db"), other);
    refused(&mut session, "other.db", "is mounted as a single file");
    stores(&mut session, &token, &address);
    service.signal("TERM");
    assert_eq!(service.end().0, Some(0));
    // Its log would stay where it is mounted.
    refused(&mut session, "other.db", "is mounted as a single file");
}

#[test]
fn a_file_that_a_service_has_under_another_path_is_refused() {
    let mut session = Session::new();
    let directory = session.directory();
    let service = Service::start(&directory, &[]);
    let (token, address) = service.first_start();
    // Neither a link nor a mount: only the lock on the file itself detects it.
    let (path, moved) = (directory.join("plants.db"), directory.join("moved.db"));
    fs::rename(&path, &moved).unwrap();
    for (command, reason) in [
        (&["serve", "--listen", "127.0.0.1:0"] as &[&str], "is in use"),
        (&["token", "create", "--name", "other"], "under another path"),
        (&["token", "list"], "under another path"),
        (&["plants", "export"], "under another path"),
    ] {
        let output = session.run(&[command, &["--store", "sqlite:moved.db"]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{command:?}: {said}");
        assert!(said.contains(reason), "{command:?}: {said}");
    }
    fs::rename(&moved, &path).unwrap();
    stores(&mut session, &token, &address);
}
