//! Every request gets the response that the contract defines, byte for byte, and the
//! store agrees with the responses. The requests and responses are in
//! `tests/output/wire.txt`. All rows are one test, since later rows depend on what earlier rows
//! store. The third argument of a row is the expected status and `error` (`expected.rs`).

#![allow(clippy::unwrap_used)]

mod bodies;
mod expected;
mod heads;
mod request;
mod table;

use std::time::Duration;

use expectorate::assert_contents;
use plant_store::tokens::Token;
use request::{Tokens, readable};
use rusqlite::Connection;
use table::{Report, Row};
use test_kit::service::{Service, Session};

const PREFACE: &str = "\
Requests and their answers. A request is, but for what is shown,

  POST /plants HTTP/1.1
  Host: example
  Authorization: Bearer TOKEN
  Content-Type: application/json
  Content-Length: as long as the body

and the body in the first line under its name. Bytes that have no form of their
own are shown as \\x.., and those that are repeated as a{900000}. Of an answer
the status, the body and the unusual fields are shown.

";

#[test]
fn every_request_gets_the_answer_that_the_contract_gives_it() {
    let mut session = Session::new();
    let directory = session.directory();
    let service = Service::start(&directory, &[]);
    let (good, address) = service.first_start();
    let tokens = tokens(&mut session, good);

    let mut report = Report::default();
    let mut run = |title, rows: &[Row]| report.run(title, rows, &address, &tokens);
    run("Credentials", &heads::credentials());
    run("Content types", &heads::content_types());
    run("Paths and methods", &heads::targets());
    run("Framing and size", &heads::framing());
    run("One JSON document", &bodies::documents());
    run("A plant", &bodies::plants());
    run("Numbers", &bodies::numbers());
    let other = Connection::open(directory.join("plants.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    run("While somebody else writes to the store", &bodies::while_busy());
    other.execute_batch("ROLLBACK").unwrap();
    run("Afterwards", &bodies::afterwards());
    drop(service);
    let service = Service::start(&directory, &["--request-timeout", "1"]);
    let address = service.address();
    report.run("Waiting for a second", &heads::slow(), &address, &tokens);

    assert!(report.wrong.is_empty(), "\n{}", report.wrong.join("\n"));
    let stored = session.run(&["plants", "export"]).stdout;
    let stored = stored.strip_suffix(b"\n").unwrap();
    let lines = stored.split(|byte| *byte == b'\n');
    let stored: String = lines.map(|line| readable(line) + "\n").collect();
    let text = format!("{PREFACE}{}== In the store\n\n{stored}", report.text);
    assert_contents("tests/output/wire.txt", &text);
}

#[test]
fn a_connection_goes_on_after_refusals_and_answers_in_order() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let mut connection = test_kit::connection::Connection::open(&address);
    connection.create("", "", "{}");
    connection.create("unknown", "", "{}");
    connection.create(&token, "", "{}");
    connection.create(&token, "", r#"{"id":1,"name":"a"}"#);
    connection.send(b"GET / HTTP/1.1\r\nHost: example\r\n\r\n");
    connection.create(&token, "", r#"{"id":1,"name":"b"}"#);
    connection.create(&token, "", r#"{"id":1,"name":"a"}"#);
    for status in [401, 401, 400, 200, 404, 400, 200] {
        assert_eq!(connection.answer().unwrap().status, status);
    }
}

#[test]
fn a_token_that_is_revoked_while_the_body_arrives_is_refused() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let mut connection = test_kit::connection::Connection::open(&address);
    let body = r#"{"id":1,"name":"a"}"#;
    connection.create(&token, "Expect: 100-continue\r\n", body);
    assert_eq!(connection.answer().unwrap().status, 100);
    session.run(&["token", "revoke", "first"]);
    // A revocation takes effect within a second.
    std::thread::sleep(Duration::from_millis(1100));
    connection.send(body.as_bytes());
    assert_eq!(connection.answer().unwrap().status, 401);
    let stored = session.run(&["plants", "export"]).stdout;
    assert!(stored.is_empty());
}

/// Returns tokens of every kind. The first one is valid.
fn tokens(session: &mut Session, good: String) -> Tokens {
    let mut create = |name: &str, expires: &str| {
        let arguments = ["token", "create", "--name", name, "--expires", expires];
        let output = session.run(&arguments).stdout;
        String::from_utf8(output).unwrap().trim_end().to_owned()
    };
    let (expired, revoked) = (create("expired", "1s"), create("revoked", "1d"));
    session.run(&["token", "revoke", "revoked"]);
    while !String::from_utf8_lossy(&session.run(&["token", "list"]).stdout).contains("\nexpired") {
        std::thread::sleep(Duration::from_millis(100));
    }
    let unknown = Token::generate().unwrap().reveal().to_owned();
    Tokens { good, expired, revoked, unknown }
}
