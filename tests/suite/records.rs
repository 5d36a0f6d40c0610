//! Tests of the log records by which operators find out what is wrong: refused requests,
//! a store that fails, exposed listeners, and the reload by SIGHUP.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;
use test_kit::connection::Connection;
use test_kit::service::{Service, Session, plant_store};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

fn record(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

#[test]
fn a_refusal_has_its_reason_its_value_the_token_and_the_trace() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let trace = format!("traceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\n");
    let mut connection = Connection::open(&address);
    for (token, body, reason, error, name) in [
        (&*token, "x", "The body is not one JSON document", 100, Some("first")),
        (&token, r#"{"id":7}"#, "The body is not valid", 101, Some("first")),
        ("unknown", "{}", "The bearer token is not accepted.", 201, None),
    ] {
        connection.create(token, &trace, body);
        let id = connection.answer().unwrap().field("x-request-id").concat();
        let record = record(&service.wait_for_log("\"refused\""));
        assert!(record["reason"].as_str().unwrap().starts_with(reason), "{record}");
        assert_eq!(record["error"], error);
        assert_eq!(record["token"].as_str(), name, "{record}");
        if error == 101 {
            // The keyword of the document that the body violates.
            let keyword = "#/components/schemas/Plant/required";
            assert_eq!(record["cause"], keyword, "{record}");
        }
        assert_eq!((&record["trace_id"], &record["req_id"]), (&TRACE.into(), &id.into()));
    }

    // A token in another scheme is no credential, so it has no name.
    let head = format!(
        "POST /plants HTTP/1.1\r\nHost: example\r\nAuthorization: Basic {token}\r\n\
         Content-Length: 0\r\n\r\n"
    );
    connection.send(head.as_bytes());
    assert_eq!(connection.answer().unwrap().status, 401);
    let refused = record(&service.wait_for_log("\"refused\""));
    assert_eq!((&refused["error"], &refused["token"]), (&200.into(), &Value::Null));

    connection.create(&token, &trace, r#"{"id":7,"name":"Monstera"}"#);
    connection.answer().unwrap();
    let created = record(&service.wait_for_log("plant created"));
    assert_eq!((&created["token"], &created["trace_id"]), (&"first".into(), &TRACE.into()));
    connection.create(&token, "", r#"{"id":7,"name":"other"}"#);
    connection.answer().unwrap();
    let conflict = record(&service.wait_for_log("\"refused\""));
    assert_eq!((&conflict["error"], &conflict["token"]), (&110.into(), &"first".into()));
    assert_eq!(conflict["reason"], "The id 7 belongs to a different plant.");
    assert!(conflict["trace_id"].is_null());
}

#[test]
fn a_store_that_fails_is_logged_when_it_begins_and_when_it_ends() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let (file, moved) = (session.directory().join("plants.db"), session.directory().join("moved"));
    let mut connection = Connection::open(&address);
    let mut create = || {
        connection.create(&token, "", r#"{"id":7,"name":"Monstera"}"#);
        connection.answer().unwrap().status
    };
    assert_eq!(create(), 200);
    fs::rename(&file, &moved).unwrap();
    for _ in 0..5 {
        assert_eq!(create(), 503);
    }
    fs::rename(&moved, &file).unwrap();
    assert_eq!(create(), 200);
    let records = service.log_until(&["the store can be used again"]);
    let of_store = |line: &&String| line.contains("the store cannot be used");
    let begun: Vec<_> = records.iter().filter(of_store).collect();
    assert_eq!(begun.len(), 1, "{records:#?}");
    let cause = record(begun[0])["cause"].to_string();
    assert!(cause.contains("was moved, deleted or replaced"), "{cause}");
    assert_eq!(record(records.last().unwrap())["refused"], 5);
}

#[test]
fn the_store_has_its_absolute_path_in_the_log() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let ready = record(&service.wait_for_log("\"ready\""));
    let path = session.directory().join("plants.db");
    assert_eq!(ready["store"], format!("sqlite:{}", path.display()));
}

#[test]
fn a_listener_that_other_hosts_can_reach_without_tls_is_a_warning() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--admin", "0.0.0.0:0"]);
    let warning = record(&service.wait_for_log("the admin listener is not on a loopback"));
    assert_eq!(warning["level"], "WARN");
    drop(service);

    let mut child = plant_store(&session.directory())
        .args(["serve", "--listen", "0.0.0.0:0", "--log-format", "text"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let log = std::io::BufReader::new(child.stderr.take().unwrap());
    let lines = std::io::BufRead::lines(log).map_while(Result::ok);
    let until_ready: Vec<_> = lines.take_while(|line| !line.contains("ready")).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    let is_warning = |line: &String| line.contains("WARN the listener has no TLS");
    assert!(until_ready.iter().any(is_warning), "{until_ready:#?}");
}

#[test]
fn a_reload_changes_the_log_level_and_keeps_it_when_the_file_is_wrong() {
    let session = Session::new();
    let file = session.directory().join("settings.toml");
    fs::write(&file, "log-level = \"info\"\n").unwrap();
    let service = Service::start(&session.directory(), &["--config", "settings.toml"]);
    let address = service.address();
    service.wait_for_log("\"ready\"");

    fs::write(&file, "log-level = \"debug\"\n").unwrap();
    service.signal("HUP");
    let changed = record(&service.wait_for_log("the log level is changed"));
    assert_eq!(changed["log_level"], "DEBUG");
    let _connection = Connection::open(&address);
    service.wait_for_log("accepted connection");

    fs::write(&file, "log_level = \"error\"\n").unwrap();
    service.signal("HUP");
    let refused = record(&service.wait_for_log("the settings are not read again"));
    assert_eq!(
        refused["error"],
        "settings.toml:1: there is no setting log_level; a similar one is log-level"
    );
    let _connection = Connection::open(&address);
    service.wait_for_log("accepted connection");
}

/// A database server that refuses connections.
const ABSENT: [&str; 2] = ["--store", "postgres://me@127.0.0.1:1/plants"];

#[test]
fn a_start_waits_for_a_database_server_as_long_as_it_is_told() {
    let session = Session::new();
    for (wait, range) in [("0", 0..1), ("2", 2..30)] {
        let begun = Instant::now();
        let arguments = [&ABSENT[..], &["--store-wait", wait]].concat();
        let (code, _, log) = Service::start(&session.directory(), &arguments).end();
        assert_eq!(code, Some(3));
        assert!(range.contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
        let waits = log.iter().filter(|line| line.contains("waiting for it")).count();
        assert_eq!(waits, usize::from(wait != "0"), "{log:#?}");
    }
}

#[test]
fn a_signal_ends_the_wait_for_a_database_server() {
    let session = Session::new();
    let arguments = [&ABSENT[..], &["--store-wait", "3600"]].concat();
    let service = Service::start(&session.directory(), &arguments);
    service.wait_for_log("waiting for it");
    std::thread::sleep(Duration::from_millis(100));
    service.signal("TERM");
    let (code, _, log) = service.end();
    assert_eq!(code, Some(1));
    assert_eq!(log.last().unwrap(), "error: stopped by SIGTERM before the store was open");
}
