//! Slow peers. In each test one time limit of the proxy is one second and all others
//! are ten minutes, so that this limit ends the connection.

use std::time::{Duration, Instant};

use crate::configuration::{Product, TimeLimit};
use crate::peers::{NEIGHBOUR, connect, head, sent_until_the_end, sent_without_reading};
use crate::proxy::Proxy;
use test_kit::service::{Service, Session};

/// Requires that an exchange takes the limit: a connection that is refused at once ends, too.
fn timed<T>(exchange: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let result = exchange();
    // A timer can be some milliseconds early.
    assert!(began.elapsed() > Duration::from_millis(900), "{:?}", began.elapsed());
    result
}

/// Returns everything received on a connection until it ends, after sending the first
/// bytes and then one byte repeatedly.
fn told(product: Product, short: TimeLimit, sent: &str, again: Option<u8>) -> String {
    // The request never reaches a service.
    let proxy = Proxy::start(product, "127.0.0.1:9", Some(short));
    timed(|| {
        let mut stream = connect(NEIGHBOUR, &proxy.plain).unwrap();
        sent_until_the_end(&mut stream, sent, again)
    })
}

/// nginx sends no response, HAProxy a reason.
fn assert_too_slow(said: &str, status: &str) {
    assert!(said.is_empty() || said.starts_with(&format!("HTTP/1.1 {status} ")), "{said}");
}

pub fn silence(product: Product) {
    assert_too_slow(&told(product, TimeLimit::Head, "", None), "408");
}

pub fn trickling_head(product: Product) {
    let begun = "POST /plants HTTP/1.1\r\nHost: example\r\nA: ";
    assert_too_slow(&told(product, TimeLimit::Head, begun, Some(b'a')), "408");
}

pub fn body(product: Product) {
    let begun = head("token", 1000) + "{";
    let said = told(product, TimeLimit::Body, &begun, None);
    assert_too_slow(&said, "400");
    if product == Product::Haproxy {
        // However it trickles; nginx has no such limit.
        let trickled = told(product, TimeLimit::Body, &begun, Some(b' '));
        for said in [said, trickled] {
            assert!(said.contains(r#"{"error":104,"#), "{said}");
        }
    }
}

/// A service behind a proxy, and its first token.
fn start(session: &Session, product: Product, short: TimeLimit) -> (Service, Proxy, String) {
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let proxy = Proxy::start(product, &address, Some(short));
    (service, proxy, token)
}

pub fn idle(product: Product) {
    let session = Session::new();
    let (_service, proxy, _) = start(&session, product, TimeLimit::Idle);
    let mut stream = connect(NEIGHBOUR, &proxy.plain).unwrap();
    let request = "GET /a HTTP/1.1\r\nHost: example\r\n\r\n";
    let said = timed(|| sent_until_the_end(&mut stream, request, None));
    assert!(said.starts_with("HTTP/1.1 404 "), "{said}");
}

pub fn answer(product: Product) {
    let session = Session::new();
    let (_service, proxy, token) = start(&session, product, TimeLimit::Reading);
    let plant = format!(r#"{{"id":1,"name":"{}"}}"#, "a".repeat(900_000));
    let request = head(&token, plant.len()) + &plant;
    let mut stream = connect(NEIGHBOUR, &proxy.plain).unwrap();
    timed(|| sent_without_reading(&mut stream, request.as_bytes()));
}

pub fn handshake(product: Product) {
    let proxy = Proxy::start(product, "127.0.0.1:9", Some(TimeLimit::Handshake));
    // Nothing, and the beginning of a record.
    for sent in ["", "\x16\x03\x01"] {
        timed(|| {
            let mut stream = connect(NEIGHBOUR, &proxy.tls).unwrap();
            sent_until_the_end(&mut stream, sent, None);
        });
    }
}
