//! Requests that a proxy sends to the service, received by a listener in its place.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use serde_json::json;

use crate::configuration::Product;
use crate::peers::{CROWD, NEIGHBOUR, caller, connect, head, sent_until_the_end, wait_until};
use crate::proxy::Proxy;
use test_kit::connection::Connection;

const PLANT: &str = r#"{"id":1,"name":"a"}"#;
const OK: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n\
                  {\"name\":\"a\"}";

/// The listener in place of the service, and the proxy in front of it.
struct Upstream {
    listener: TcpListener,
    proxy: Proxy,
}

/// A connection from the proxy.
struct FromProxy(BufReader<TcpStream>);

impl Upstream {
    fn start(product: Product) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        listener.set_nonblocking(true).unwrap();
        let proxy = Proxy::start(product, &address, None);
        Upstream { listener, proxy }
    }

    /// Returns the next connection, if there is one already.
    fn try_accept(&self) -> Option<FromProxy> {
        let (stream, _) = self.listener.accept().ok()?;
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Some(FromProxy(BufReader::new(stream)))
    }

    fn accept(&self) -> FromProxy {
        let mut accepted = None;
        wait_until("no connection to the service", || {
            accepted = self.try_accept();
            accepted.is_some()
        });
        accepted.unwrap()
    }

    /// Opens a connection of a well-behaved caller.
    fn caller(&self) -> Connection {
        caller(&self.proxy.plain)
    }
}

/// Sends a request: its first line, further fields, and a body.
fn send(caller: &mut Connection, line: &str, fields: &str, body: &str) {
    let length = body.len();
    let request = format!(
        "{line} HTTP/1.1\r\nHost: example\r\n{fields}Content-Length: {length}\r\n\r\n{body}"
    );
    caller.send(request.as_bytes());
}

impl FromProxy {
    /// Reads the next request. Returns its lines in lower case, and its body.
    fn request(&mut self) -> (Vec<String>, String) {
        let line = |reader: &mut BufReader<TcpStream>| {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            line.trim_end().to_lowercase()
        };
        let lines: Vec<_> = std::iter::from_fn(|| Some(line(&mut self.0)))
            .take_while(|line| !line.is_empty())
            .collect();
        let length = lines.iter().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        self.0.read_exact(&mut body).unwrap();
        (lines, String::from_utf8(body).unwrap())
    }

    /// Waits a moment for the next request.
    fn has_request(&mut self) -> bool {
        let stream = self.0.get_ref();
        stream.set_read_timeout(Some(Duration::from_millis(10))).unwrap();
        let has_bytes = self.0.fill_buf().is_ok_and(|bytes| !bytes.is_empty());
        let stream = self.0.get_ref();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        has_bytes
    }

    fn answer(&mut self, text: &str) {
        self.0.get_mut().write_all(text.as_bytes()).unwrap();
    }
}

pub fn fields(product: Product) {
    let upstream = Upstream::start(product);
    let fields = "Authorization: Bearer token\r\nX-Forwarded-For: 192.0.2.1\r\n";
    let mut caller = upstream.caller();
    send(&mut caller, "POST /plants", fields, PLANT);
    let mut service = upstream.accept();
    let (lines, body) = service.request();
    assert_eq!((&*lines[0], &*body), ("post /plants http/1.1", PLANT));
    let named = |name: &str| {
        let fields = lines.iter().filter_map(|line| line.split_once(": "));
        fields.filter(|field| field.0 == name).map(|field| field.1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(named("authorization"), ["bearer token"]);
    assert_eq!(named("x-forwarded-for"), [NEIGHBOUR]);
    assert_eq!(named("host"), ["example"]);
    assert!(!named("connection").contains(&"close".to_owned()), "{lines:?}");
    service.answer(OK);
    let answer = caller.answer().unwrap();
    assert_eq!(answer.json(), json!({ "name": "a" }));
}

pub fn overload(product: Product) {
    let upstream = Upstream::start(product);
    let mut caller = upstream.caller();
    send(&mut caller, "POST /plants", "", PLANT);
    let mut service = upstream.accept();
    service.request();
    service.answer(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 7\r\n\
         Content-Length: 27\r\n\r\n{\"error\":301,\"message\":\"a\"}",
    );
    let answer = caller.answer().unwrap();
    assert_eq!((answer.status, answer.field("retry-after")), (503, vec!["7"]));
    assert_eq!(answer.json(), json!({ "error": 301, "message": "a" }));
}

/// The service closes a connection that the proxy keeps, when the proxy has just
/// sent the next request on it.
pub fn repeats(product: Product) {
    let upstream = Upstream::start(product);
    for (line, is_repeated) in [("POST /plants", true), ("POST /other", false)] {
        // A worker of nginx uses only the connections that it keeps itself,
        // so there is one caller.
        let mut caller = upstream.caller();
        send(&mut caller, "GET /", "", "");
        let mut kept = upstream.accept();
        kept.request();
        kept.answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        assert_eq!(caller.answer().unwrap().status, 404);
        // HAProxy keeps a connection a moment after its caller has the answer, and opens
        // one for who comes earlier.
        let request = (0..20).find_map(|_| {
            if product == Product::Haproxy {
                // Which shares what it keeps between callers.
                caller = upstream.caller();
            }
            send(&mut caller, line, "", PLANT);
            let mut opened = None;
            wait_until("no request to the service", || {
                opened = upstream.try_accept();
                opened.is_some() || kept.has_request()
            });
            let Some(mut opened) = opened else {
                return Some(kept.request());
            };
            opened.request();
            opened.answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            assert_eq!(caller.answer().unwrap().status, 404);
            kept = opened;
            None
        });
        let request = request.expect("the connection is kept");
        assert_eq!(request.1, PLANT);
        drop(kept);
        if is_repeated {
            let mut service = upstream.accept();
            assert_eq!(service.request(), request);
            service.answer(OK);
            assert_eq!(caller.answer().unwrap().status, 200);
        } else {
            let answer = caller.answer().unwrap();
            assert!([502, 503].contains(&answer.status), "{answer:?}");
            assert_eq!(answer.json()["error"], 300);
            assert!(upstream.try_accept().is_none());
        }
    }
}

impl Upstream {
    /// Requires that later callers reach the service, and no earlier request does.
    fn meets_only_others(&self) {
        for id in 0..10 {
            let field = format!("X-Other: {id}\r\n");
            let mut caller = self.caller();
            send(&mut caller, "POST /plants", &field, PLANT);
            let mut service = self.accept();
            let (lines, _) = service.request();
            let expected = field.trim_end().to_lowercase();
            assert!(lines.contains(&expected), "{lines:?}");
            service.answer(OK);
            assert_eq!(caller.answer().unwrap().status, 200);
        }
        assert!(self.try_accept().is_none());
    }
}

pub fn incomplete(product: Product) {
    let upstream = Upstream::start(product);
    let half = head("token", PLANT.len()) + &PLANT[..9];
    let sent = ["", "POST /plants HTTP/1.1\r\nHo", &half];
    let _waiting = sent.map(|text| {
        let mut stream = connect(CROWD, &upstream.proxy.plain).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    });
    upstream.meets_only_others();
}

/// Sends bytes that must not reach the service. Returns everything received.
fn refused(product: Product, sent: &str) -> String {
    let upstream = Upstream::start(product);
    let mut stream = connect(CROWD, &upstream.proxy.plain).unwrap();
    let said = sent_until_the_end(&mut stream, sent, None);
    upstream.meets_only_others();
    said
}

pub fn http_2(product: Product) {
    // The preface, SETTINGS, and HEADERS of `GET /` that end the stream.
    let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    let settings = "\0\0\0\x04\0\0\0\0\0";
    let headers = "\0\0\x06\x01\x05\0\0\0\x01\u{82}\u{86}\u{84}\x41\x01a";
    let said = refused(product, &format!("{preface}{settings}{headers}"));
    assert!(said.starts_with("HTTP/1.1 400 "), "{said}");
}

pub fn long_head(product: Product) {
    let field = "a".repeat(64 << 10);
    let sent = format!("GET / HTTP/1.1\r\nHost: example\r\nA: {field}\r\n\r\n");
    let said = refused(product, &sent);
    assert!(said.starts_with("HTTP/1.1 4"), "{said}");
}
