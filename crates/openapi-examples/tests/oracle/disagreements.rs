//! The oracle's reports on faulty servers: a check without known faults proves
//! nothing. Each server here has a single typical fault, and the oracle reports it
//! with the smallest body that shows it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::thread;

use openapi_values::Document;
use serde_json::Value;

use crate::judge::run::{Server, Settings, run};
use crate::judge::verdict::Decoded;

const DOCUMENT: &str = "
openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /boxes:
    post:
      requestBody:
        content:
          application/json:
            schema:
              allOf:
                - type: object
                  required: [size]
                  properties:
                    size: { type: number, minimum: 3, maximum: 1000 }
                - properties:
                    label: { type: string, maxLength: 4 }
      responses: { '204': { description: Packed } }
";

/// A server's treatment of a body: the decoded value, or `None` if it rejects the
/// body.
type Takes = fn(&[u8]) -> Option<Value>;

/// Returns the oracle's report on a server.
fn said_of(takes: Takes) -> String {
    let last = Arc::new(Mutex::new(None));
    let address = serve(takes, Arc::clone(&last));
    let decoded = || -> Option<Decoded> { last.lock().unwrap().take().map(Ok) };
    let server = Server { address, decoded: &decoded, client: &[] };
    let document = Document::parse("boxes.yaml", DOCUMENT).unwrap();
    let settings = Settings { cases: 200, seed: 1 };
    let report = run(&document, &server, settings).unwrap();
    let text = report.to_string();
    assert_eq!(report.agrees(), !text.contains("DISAGREE"));
    // Without the counts of the cases.
    let (_, found) = text.split_once("\n\n").unwrap_or(("", &text));
    found.to_owned()
}

/// Handles the requests of each connection.
fn serve(takes: Takes, last: Arc<Mutex<Option<Value>>>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, last) = (BufReader::new(stream.unwrap()), Arc::clone(&last));
            thread::spawn(move || {
                while let Some(body) = request(&mut stream) {
                    let held = takes(&body);
                    let status = if held.is_some() { 503 } else { 400 };
                    *last.lock().unwrap() = held;
                    let answer = format!("HTTP/1.1 {status} Any\r\nContent-Length: 0\r\n\r\n");
                    stream.get_mut().write_all(answer.as_bytes()).unwrap();
                }
            });
        }
    });
    address
}

fn request(stream: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("content-length", value)) => length = value.parse().unwrap(),
            None if line == "\r\n" => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    Some(body)
}

/// A correct server, on which the faulty ones are based.
fn right(body: &[u8]) -> Option<Value> {
    let held = strict(body)?;
    let size_fits = (3.0..=1000.0).contains(&held.get("size")?.as_f64()?);
    let fits = |label: &Value| label.as_str().is_some_and(|label| label.chars().count() <= 4);
    let label_fits = held.get("label").is_none_or(fits);
    (size_fits && label_fits).then_some(held)
}

/// Parses JSON as generated servers do.
fn strict(body: &[u8]) -> Option<Value> {
    openapi_schema::parse(body).ok().map(|json| json.value)
}

#[test]
fn a_server_that_is_right_is_told_nothing() {
    insta::assert_snapshot!(said_of(right));
}

#[test]
fn a_server_that_takes_everything_is_told_of_each_fault() {
    insta::assert_snapshot!(said_of(|_| Some(Value::Null)));
}

#[test]
fn a_server_that_takes_nothing_is_told_the_smallest_valid_body() {
    insta::assert_snapshot!(said_of(|_| None));
}

#[test]
fn a_server_that_forgets_a_member_is_told_which() {
    insta::assert_snapshot!(said_of(|body| {
        let mut held = right(body)?;
        held.as_object_mut()?.remove("label");
        Some(held)
    }));
}

#[test]
fn a_server_that_takes_null_for_an_absent_member_is_told_so() {
    insta::assert_snapshot!(said_of(|body| {
        let mut value = strict(body)?;
        let members = value.as_object_mut()?;
        members.retain(|name, value| name != "label" || !value.is_null());
        right(value.to_string().as_bytes())
    }));
}

#[test]
fn a_server_that_counts_bytes_for_characters_is_told_so() {
    insta::assert_snapshot!(said_of(|body| {
        let value = right(body)?;
        let label = value.get("label").and_then(Value::as_str);
        label.is_none_or(|label| label.len() <= 4).then_some(value)
    }));
}
