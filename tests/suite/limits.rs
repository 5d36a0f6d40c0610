//! Tests of the limits of tokens: one token does not take the whole service from others.

use std::time::{Duration, Instant};

use test_kit::admin::series;
use test_kit::connection::{Answer, Connection, PATIENCE};
use test_kit::service::{Service, Session};

/// Sends a create. Returns the response.
fn create(address: &str, token: &str, id: i64, name: &str) -> Answer {
    let mut connection = Connection::open(address);
    let body = format!(r#"{{"id":{id},"name":"{name}"}}"#);
    connection.create(token, "", &body);
    connection.answer().unwrap()
}

fn token(session: &mut Session, name: &str) -> String {
    let created = session.run(&["token", "create", "--name", name]);
    assert!(created.status.success(), "{created:?}");
    String::from_utf8(created.stdout).unwrap().trim().to_owned()
}

/// Returns the seconds of `Retry-After` of a refusal for too much load.
fn retry_after(answer: &Answer) -> u64 {
    assert_eq!(answer.status, 503, "{answer:?}");
    assert_eq!(answer.json()["error"], 301);
    answer.field("retry-after").concat().parse().unwrap()
}

#[test]
fn creates_beyond_the_rate_of_a_token_are_refused_and_those_of_others_are_not() {
    let mut session = Session::new();
    let limits = ["--token-rate", "1,importer=1000000"];
    let service = Service::start(&session.directory(), &limits);
    let (first, address) = service.first_start();
    let importer = token(&mut session, "importer");
    let begun = Instant::now();
    let mut ids = 0..;
    let refused = ids.find_map(|id| {
        assert!(begun.elapsed() < PATIENCE, "{id} creates are admitted");
        Some(create(&address, &first, id, "Monstera")).filter(|answer| answer.status != 200)
    });
    assert_eq!(retry_after(&refused.unwrap()), 1);
    for id in ids.take(50) {
        assert_eq!(create(&address, &importer, id, "Monstera").status, 200);
    }
    let record = service.wait_for_log("too much to do");
    assert!(record.contains(r#""token":"first""#), "{record}");
}

#[test]
fn a_token_beyond_its_bytes_is_refused_before_its_body_is_read() {
    let session = Session::new();
    let limits = ["--token-bytes", "100"];
    let service = Service::start(&session.directory(), &limits);
    let (token, address) = service.first_start();
    let admitted = create(&address, &token, 1, &"x".repeat(100_000));
    assert_eq!(admitted.status, 200);
    // With `Expect: 100-continue`, the body is not sent.
    let mut connection = Connection::open(&address);
    connection.create(&token, "Expect: 100-continue\r\n", r#"{"id":2,"name":"a"}"#);
    let seconds = retry_after(&connection.answer().unwrap());
    assert!((1..=1000).contains(&seconds), "{seconds}");
}

#[test]
fn the_requests_the_bytes_and_the_refusals_of_each_token_are_counted() {
    let mut session = Session::new();
    let limits = ["--admin", "127.0.0.1:0", "--token-bytes", "limited=1"];
    let service = Service::start(&session.directory(), &limits);
    let (first, address) = service.first_start();
    let admin = service.admin_address();
    let limited = token(&mut session, "limited");
    let counts = |token: &str| {
        let series = series(&admin);
        let count =
            |name: &str| series[&format!("plant_store_token_{name}_total{{token=\"{token}\"}}")];
        ["requests", "bytes", "limited"].map(|name| count(name) as u64)
    };
    assert_eq!(counts("first"), [0, 0, 0], "known before the first request");

    // The token is verified again after such a body, and the request is counted once.
    let body = r#"{"id":1,"name":"Monstera"}"#;
    let mut connection = Connection::open(&address);
    connection.create(&first, "Expect: 100-continue\r\n", body);
    assert_eq!(connection.answer().unwrap().status, 100);
    std::thread::sleep(Duration::from_millis(600));
    connection.send(body.as_bytes());
    assert_eq!(connection.answer().unwrap().status, 200);
    let length = body.len() as u64;
    assert_eq!(counts("first"), [1, length, 0]);

    assert_eq!(create(&address, &limited, 1, "Monstera").status, 200);
    retry_after(&create(&address, &limited, 1, "Monstera"));
    assert_eq!(counts("limited"), [2, length, 1]);
    assert_eq!(create(&address, "unknown", 1, "Monstera").status, 401);
    assert_eq!(counts("first"), [1, length, 0]);
}
