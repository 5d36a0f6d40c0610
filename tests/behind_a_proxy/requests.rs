//! Requests through a proxy to the real service, and their responses.

use serde_json::json;

use crate::configuration::Product;
use crate::peers::{caller, create, exchange, head, wait_until};
use crate::proxy::Proxy;
use test_kit::service::{Service, Session};

/// A service behind a proxy, and its first token.
pub fn start(session: &Session, product: Product) -> (Service, Proxy, String) {
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let proxy = Proxy::start(product, &address, None);
    (service, proxy, token)
}

pub fn creates(product: Product) {
    let mut session = Session::new();
    let (_service, proxy, token) = start(&session, product);
    let plant = r#"{"id":7,"name":"Aloe vera","tag":"succulent"}"#;
    let answer = create(&proxy.plain, &token, plant);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json(), json!({ "name": "Aloe vera", "tag": "succulent" }));

    // With a body that neither proxy holds in memory, and with `Expect: 100-continue`.
    let plant = format!(r#"{{"id":8,"name":"{}"}}"#, "a".repeat(900_000));
    let mut connection = caller(&proxy.plain);
    connection.create(&token, "Expect: 100-continue\r\n", &plant);
    assert_eq!(connection.answer().unwrap().status, 100);
    connection.send(plant.as_bytes());
    assert_eq!(connection.answer().unwrap().status, 200);

    let stored = session.run(&["plants", "export"]).stdout;
    let stored = String::from_utf8(stored).unwrap();
    assert!(stored.contains(r#""Aloe vera""#) && stored.contains(&plant), "{stored}");
}

/// Responses of the service are the same with and without a proxy.
pub fn refusals(product: Product) {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, direct) = service.first_start();
    let proxy = Proxy::start(product, &direct, None);
    let create = |token: &str, body: &str| head(token, body.len()) + body;
    let anonymous = create("unknown", "{}").replace("Authorization: Bearer unknown\r\n", "");
    for (request, status, error) in [
        (anonymous, 401, 200),
        (create("unknown", "{}"), 401, 201),
        (create(&token, "{"), 400, 100),
        (create(&token, r#"{"id":"7"}"#), 400, 101),
    ] {
        let [through, without] = [&proxy.plain, &direct].map(|address| exchange(address, &request));
        assert_eq!((through.status, &through.json()["error"]), (status, &json!(error)));
        assert_eq!(through.body, without.body);
        for name in ["content-type", "www-authenticate"] {
            assert_eq!(through.field(name), without.field(name), "{name}");
        }
    }
}

/// Slightly over the limit the service refuses a body, far over it the service or the
/// proxy. The caller gets the same response.
pub fn too_large(product: Product) {
    let session = Session::new();
    let (_service, proxy, token) = start(&session, product);
    for megabytes in [1, 4] {
        let name = "a".repeat(megabytes << 20);
        let answer = create(&proxy.plain, &token, &format!(r#"{{"id":1,"name":"{name}"}}"#));
        assert_eq!((answer.status, &answer.json()["error"]), (400, &json!(103)));
        assert_eq!(answer.field("content-type"), ["application/json"]);
        // Only the service sends this field.
        let is_of_service = answer.field("x-request-id") != [""; 0];
        assert!(is_of_service || megabytes > 1);
    }
}

pub fn half_close(product: Product) {
    let session = Session::new();
    let (_service, proxy, token) = start(&session, product);
    for id in 0..50 {
        let mut connection = caller(&proxy.plain);
        connection.create(&token, "", &format!(r#"{{"id":{id},"name":"a"}}"#));
        connection.finish_sending();
        assert_eq!(connection.answer().unwrap().status, 200);
    }
}

pub fn service_is_down(product: Product) {
    let session = Session::new();
    let (service, proxy, token) = start(&session, product);
    drop(service);
    let answer = create(&proxy.plain, &token, r#"{"id":1,"name":"a"}"#);
    assert_eq!((answer.status, &answer.json()["error"]), (503, &json!(300)));
    assert_eq!(answer.field("retry-after"), ["1"]);
    assert_eq!(answer.field("content-type"), ["application/json"]);
}

pub fn log(product: Product) {
    let session = Session::new();
    let (_service, proxy, token) = start(&session, product);
    let without_service = Proxy::start(product, "127.0.0.1:9", None);
    for (proxy, path) in [(&proxy, "/answered"), (&without_service, "/unanswered")] {
        let request = format!(
            "GET {path}?access_token={token} HTTP/1.1\r\nHost: example\r\n\
             Authorization: Bearer {token}\r\n\r\n"
        );
        exchange(&proxy.plain, &request);
        wait_until("there is no record", || proxy.log().contains(path));
        let log = proxy.log();
        assert!(!log.contains("access_token") && !log.contains(&token), "{log}");
    }
}
