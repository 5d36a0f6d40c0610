//! Tests of misbehaving peers: each gets the response that HTTP requires, or a closed
//! connection, and other callers are not affected. `tests/output/hostile_peer.txt`
//! documents the requirements of HTTP, the behaviour of the service and the remaining
//! gaps; every line with an arrow is the record of a raw socket.

#![allow(clippy::unwrap_used)]

mod crowds;
mod messages;
mod script;
mod waiting;

use expectorate::assert_contents;
use script::Document;
use test_kit::service::{Service, Session};

const PREFACE: &str = "\
What a peer may do to its connection, what HTTP asks of a server then, and what
this one does. \"asks\" is RFC 9112 or 9110, by section; \"does\" is said where it
is a choice; \"left\" is what is not as it should be. Of a request > shows what is
sent, where CREATE stands for a request line, Host, Authorization and
Content-Type of a good create. Of an answer < shows the status, the `error` and
whether it says that it is the last one.

";

#[test]
fn every_peer_is_answered_as_http_asks_or_cut_off() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--request-timeout", "1"]);
    let (token, address) = service.first_start();
    let mut document = Document::new(PREFACE, &address, &token);
    document.run("Waiting", waiting::cases());
    document.run("Framing", messages::framing());
    document.run("Versions and connections", messages::connections());
    document.run("Targets and hosts", messages::targets());
    document.run("Heads", messages::heads());
    document.text.push_str(crowds::SAID);
    assert!(document.wrong.is_empty(), "\n{}", document.wrong.join("\n"));
    assert_contents("tests/output/hostile_peer.txt", &document.text);
}
