//! Tests of TLS: the formats of keys, requests over TLS, renewal of certificates,
//! certificates that are refused or have expired, and files that cannot be read. The sessions are in `tests/output/`.

#![allow(clippy::unwrap_used)]

mod certificates;
mod client;
mod expiry;
mod refusal;
mod renewal;
mod secrets;
mod unread;

use std::error::Error;
use std::io::{Read, Write};
use std::process::Command;

use certificates::{Authority, Issued, KEY, run, traditional};
use client::start;
use rcgen::{KeyPair, PKCS_RSA_SHA256, RsaKeySize};
use test_kit::connection::stream;
use test_kit::service::Session;

/// Writes the certificate, and its key in OpenSSL's format before PKCS#8. Returns the
/// first line of the key, or `None` if OpenSSL is not installed.
fn write_traditional(issued: &Issued, session: &Session) -> Option<String> {
    issued.write(&session.directory());
    let path = session.directory().join(KEY);
    let key = traditional(&path)?;
    std::fs::write(path, &key).unwrap();
    key.lines().next().map(str::to_owned)
}

#[tokio::test]
async fn a_service_with_a_pkcs8_key_answers_over_https() {
    let (session, authority) = (Session::new(), Authority::new());
    authority.issue().write(&session.directory());
    let (_service, target) = start(&session, &[]);
    assert_eq!(target.post(&authority, 1).await.unwrap(), 200);
}

#[tokio::test]
async fn a_service_with_a_sec1_key_answers_over_https() {
    let (session, authority) = (Session::new(), Authority::new());
    let Some(line) = write_traditional(&authority.issue(), &session) else {
        return;
    };
    assert_eq!(line, "-----BEGIN EC PRIVATE KEY-----");
    let (_service, target) = start(&session, &[]);
    assert_eq!(target.post(&authority, 1).await.unwrap(), 200);
}

#[tokio::test]
async fn a_service_with_a_pkcs1_key_answers_over_https() {
    let (session, authority) = (Session::new(), Authority::new());
    let key = KeyPair::generate_rsa_for(&PKCS_RSA_SHA256, RsaKeySize::_2048).unwrap();
    let Some(line) = write_traditional(&authority.issue_for(key), &session) else {
        return;
    };
    assert_eq!(line, "-----BEGIN RSA PRIVATE KEY-----");
    let (_service, target) = start(&session, &[]);
    assert_eq!(target.post(&authority, 1).await.unwrap(), 200);
}

#[test]
fn curl_creates_a_plant_over_https_with_http_1_1() {
    let (mut session, authority) = (Session::new(), Authority::new());
    authority.issue().write(&session.directory());
    let root = session.directory().join("authority.pem");
    std::fs::write(&root, authority.certificate.pem()).unwrap();
    let (_service, target) = start(&session, &[]);
    let body = r#"{"id":7,"name":"Aloe vera"}"#;
    let output = run(Command::new("curl")
        .args(["--silent", "--show-error", "--noproxy", "*", "--cacert"])
        .arg(root)
        .arg(format!("https://{}/plants", target.address))
        .args(["--header", "Content-Type: application/json", "--header"])
        .arg(format!("Authorization: Bearer {}", target.token))
        .args(["--data", body, "--output", "answer.json"])
        .args(["--write-out", "%{http_code} HTTP/%{http_version}"])
        .current_dir(session.directory()));
    let Some(output) = output else { return };
    let said = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "200 HTTP/1.1", "{errors}");
    let stored = session.run(&["plants", "get", "7"]).stdout;
    assert_eq!(String::from_utf8(stored).unwrap(), format!("{body}\n"));
}

#[test]
fn a_request_in_plain_http_has_no_answer_and_no_effect() {
    let (mut session, authority) = (Session::new(), Authority::new());
    authority.issue().write(&session.directory());
    let (_service, target) = start(&session, &[]);
    let (body, token) = (r#"{"id":7,"name":"Aloe vera"}"#, &target.token);
    let mut plain = stream(&target.address);
    let request = format!(
        "POST /plants HTTP/1.1\r\nHost: example\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    plain.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // The service may close the connection before it has read everything; then
    // the end is a reset.
    if let Err(error) = plain.read_to_end(&mut answer) {
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{error}");
    }
    let answer = String::from_utf8_lossy(&answer);
    assert!(!answer.contains("HTTP/"), "{answer}");
    let output = session.run(&["plants", "get", "7"]);
    assert_eq!(output.status.code(), Some(5), "no plant is stored");
    target.open(&authority).create(token, 8);
}

#[tokio::test]
async fn a_caller_that_does_not_trust_the_certificate_sends_no_request() {
    let (mut session, authority) = (Session::new(), Authority::new());
    authority.issue().write(&session.directory());
    let (_service, target) = start(&session, &[]);
    let refused = target.post(&Authority::new(), 7).await.unwrap_err();
    let first: &dyn Error = &refused;
    let causes = std::iter::successors(Some(first), |error| (*error).source());
    let causes: Vec<_> = causes.map(ToString::to_string).collect();
    let last = causes.last().unwrap();
    assert!(last.contains("invalid peer certificate"), "{causes:?}");
    let output = session.run(&["plants", "get", "7"]);
    assert_eq!(output.status.code(), Some(5), "no plant is stored");
    assert_eq!(target.post(&authority, 8).await.unwrap(), 200);
}

#[test]
fn a_request_over_tls_that_has_begun_is_answered_before_the_service_stops() {
    let (mut session, authority) = (Session::new(), Authority::new());
    authority.issue().write(&session.directory());
    let (service, target) = start(&session, &[]);
    let mut connection = target.open(&authority).http;
    let body = r#"{"id":7,"name":"Aloe vera"}"#;
    let (begun, rest) = body.split_at(body.len() / 2);
    connection.create(&target.token, "Expect: 100-continue\r\n", body);
    let interim = connection.answer().unwrap();
    assert_eq!(interim.status, 100, "the body is being read");
    connection.send(begun.as_bytes());
    service.signal("TERM");
    service.wait_for_log("\"stopping\"");
    connection.send(rest.as_bytes());
    assert_eq!(connection.answer().unwrap().status, 200);
    assert!(connection.answer().is_none(), "and hangs up");
    assert_eq!(service.end().0, Some(0));
    let stored = session.run(&["plants", "get", "7"]).stdout;
    assert_eq!(String::from_utf8(stored).unwrap(), format!("{body}\n"));
}
