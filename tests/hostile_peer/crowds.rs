//! Thousands of peers, which must not shut out others.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use test_kit::connection::Connection;
use test_kit::service::{Service, Session};

/// The section of the reviewed document about crowds.
pub const SAID: &str = "\
== Crowds

thousands of idle or trickling connections
  asks §9.5: nothing; a server may close at any time
  does holds as many as the process may have descriptors: the limit is raised to
       the hard limit at start
  left Beyond that nobody else is served, since dropshot has no limit on
       connections. docs/deployment.md has proxies that close this gap.

a peer that sends requests and reads no answers
  asks nothing
  does stops reading from it
  left It stays until the service stops: dropshot has no timer for it.
";

/// Opens a connection and sends this.
fn occupy(address: &str, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(bytes).unwrap();
    stream
}

/// Sends a create on a new connection. Returns its status.
fn create(address: &str, token: &str, id: usize) -> u16 {
    let mut connection = Connection::open(address);
    connection.create(token, "", &format!(r#"{{"id":{id},"name":"a"}}"#));
    connection.answer().unwrap().status
}

fn is_closed(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    match (&mut &*stream).read(&mut [0]) {
        Ok(0) => true,
        Ok(_) => false,
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    }
}

#[test]
fn thousands_of_idle_and_trickling_connections_do_not_keep_others_away() {
    let session = Session::new();
    // Long enough that no connection ends by itself.
    let service = Service::start(&session.directory(), &["--request-timeout", "600"]);
    let (token, address) = service.first_start();
    let mut crowd: Vec<_> = (0..1000).map(|_| occupy(&address, b"")).collect();
    crowd.extend((0..2000).map(|_| occupy(&address, b"POST /plants HTTP/1.1\r\nA: ")));
    for id in 0..100 {
        for trickling in crowd.iter_mut().skip(1000).step_by(20) {
            let _ = trickling.write_all(b"a");
        }
        assert_eq!(create(&address, &token, id), 200);
    }
    assert!(!crowd.iter().any(is_closed), "there was room for all");
}

#[test]
fn a_peer_that_reads_no_answers_does_not_keep_others_away() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let request = b"GET /plants HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1000);
    let mut crowd = Vec::new();
    for id in 0..8 {
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.set_nonblocking(true).unwrap();
        while stream.write_all(&request).is_ok() {}
        crowd.push(stream);
        assert_eq!(create(&address, &token, id), 200);
    }
}

#[test]
fn the_peer_that_is_logged_is_the_one_that_has_called() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--log-level", "debug"]);
    let (_, address) = service.first_start();
    let mut stream = occupy(&address, b"GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    let local = stream.local_addr().unwrap().to_string();
    stream.read_to_end(&mut Vec::new()).unwrap();
    for message in ["accepted connection", "request completed"] {
        let record = service.wait_for_log(message);
        let record: serde_json::Value = serde_json::from_str(&record).unwrap();
        assert_eq!(record["remote_addr"], *local, "{record}");
    }
}
