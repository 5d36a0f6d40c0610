//! Tests of the life of a token beside a running service: its first delivery, its use,
//! and its rotation. The session is in `tests/output/`.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use expectorate::assert_contents;
use plant_store::tokens::Token;
use serde_json::Value;
use test_kit::connection::Connection;
use test_kit::service::{Service, Session};

const PLANT: &str = r#"{"id":7,"name":"Monstera"}"#;

fn create(address: &str, token: &str) -> u16 {
    let mut connection = Connection::open(address);
    connection.create(token, "", PLANT);
    connection.answer().unwrap().status
}

/// Returns the JSON that a command prints, line by line.
fn json(session: &mut Session, arguments: &[&str]) -> Vec<Value> {
    let output = session.run(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_rotation_replaces_a_token_without_a_gap() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (old, address) = service.first_start();
    let rotated = json(&mut session, &["token", "rotate", "first"]);
    let new = rotated[0]["token"].as_str().unwrap();
    assert_eq!(rotated[0]["name"], "first-2");
    assert_eq!(create(&address, new), 200);
    assert_eq!(create(&address, &old), 200, "the overlap is an hour");

    let again = json(&mut session, &["token", "rotate", "first-2", "--overlap", "0s"]);
    let newest = again[0]["token"].as_str().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert_eq!(create(&address, new), 401);
    assert_eq!(create(&address, newest), 200);
}

#[test]
fn a_rotation_keeps_the_lifetime_and_limits_the_old_token() {
    let mut session = Session::new();
    let name = |name| ["token", "create", "--new-store", "--name", name];
    session.run(&[&name("night shift")[..], &["--expires-in", "90d"]].concat());
    session.run(&name("gone"));
    session.run(&["token", "rotate", "night shift"]);
    session.run(&["token", "rotate", "night shift", "--new-name", "day shift"]);
    session.run(&["token", "revoke", "gone"]);
    let output = session.run(&["token", "rotate", "gone"]);
    assert_eq!(output.status.code(), Some(1));
    let output = session.run(&["token", "rotate", "unknown"]);
    assert_eq!(output.status.code(), Some(5));
    let output = session.run(&["token", "rotate", "night shift", "--new-name", "gone"]);
    assert_eq!(output.status.code(), Some(1));
    session.run(&["token", "list"]);
    assert_contents("tests/output/rotation.txt", &session.transcript());

    let listed = json(&mut session, &["token", "list"]);
    let seconds = |token: &Value, field: &str| {
        let time = token[field].as_str().unwrap();
        chrono::DateTime::parse_from_rfc3339(time).unwrap().timestamp()
    };
    let lifetime = |name: &str| {
        let token = listed.iter().find(|token| token["name"] == name).unwrap();
        seconds(token, "expires_at") - seconds(token, "created_at")
    };
    assert_eq!(lifetime("night shift-2"), 90 * 24 * 60 * 60);
    assert!((3600..3660).contains(&lifetime("night shift")));
}

#[test]
fn the_list_as_json_has_every_time() {
    let mut session = Session::new();
    let created = json(
        &mut session,
        &["token", "create", "--new-store", "--name", "first", "--expires", "1h"],
    );
    assert!(Token::parse(created[0]["token"].as_str().unwrap()).is_some());
    session.run(&["token", "revoke", "first"]);
    let listed = json(&mut session, &["token", "list"]);
    assert_eq!(listed[0]["name"], "first");
    assert_eq!(listed[0]["state"], "revoked");
    assert_eq!(listed[0]["expires_at"], created[0]["expires_at"]);
    assert!(listed[0]["created_at"].is_string() && listed[0]["revoked_at"].is_string());
    assert!(listed[0]["last_used_at"].is_null());
}

#[test]
fn the_last_use_is_recorded_when_the_service_stops() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    session.run(&["token", "create", "--name", "unused"]);
    assert_eq!(create(&address, &token), 200);
    service.signal("TERM");
    assert_eq!(service.end().0, Some(0));
    let listed = json(&mut session, &["token", "list"]);
    assert!(listed[0]["last_used_at"].is_string(), "{listed:?}");
    assert!(listed[1]["last_used_at"].is_null(), "{listed:?}");
}

#[test]
fn the_first_token_is_written_to_a_file_that_only_its_owner_can_read() {
    let session = Session::new();
    let file = session.directory().join("first-token");
    let arguments = ["--first-token-file", "first-token"];
    let service = Service::start(&session.directory(), &arguments);
    let line = service.line().unwrap();
    let address = line.strip_prefix("listening on http://").unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(create(address, text.trim_end()), 200);
    service.signal("TERM");
    let (_, output, log) = service.end();
    let token = text.trim_end();
    assert!(output.iter().chain(&log).all(|line| !line.contains(token)));
    // Later starts make no token, so they do not mind the file.
    let again = Service::start(&session.directory(), &arguments);
    again.address();
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_file_for_the_first_token_that_exists_is_not_overwritten_and_no_token_is_made() {
    let mut session = Session::new();
    fs::write(session.directory().join("first-token"), "something else").unwrap();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--log-level", "critical"];
    let output = session.run(&[&serve[..], &["--first-token-file", "first-token"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    let expected = "error: the file first-token for the first token cannot be created: ";
    assert!(message.starts_with(expected), "{message}");
    assert!(json(&mut session, &["token", "list"]).is_empty());
}
