//! Tests of the admin listener over raw HTTP, and of requests of pages to the service.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use openapi_document::Document;
use test_kit::admin::{get, series, text};
use test_kit::connection::{Answer, Connection, PATIENCE, limited, stream};
use test_kit::service::{Service, Session};

const ADMIN: [&str; 2] = ["--admin", "127.0.0.1:0"];
const ORIGIN: &str = "http://pages.example:9090";

/// Waits until readiness has this status. Returns the text.
fn wait_for_readiness(admin: &str, status: u16) -> String {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let answer = get(admin, "/readyz");
        if answer.status == status {
            return text(&answer).to_owned();
        }
        assert!(Instant::now() < deadline, "{}", text(&answer));
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_service_is_ready_while_its_store_can_be_written() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &ADMIN);
    service.address();
    let admin = service.admin_address();
    assert_eq!(wait_for_readiness(&admin, 200), "ready\n");

    let (file, moved) = (session.directory().join("plants.db"), session.directory().join("moved"));
    fs::rename(&file, &moved).unwrap();
    let said = wait_for_readiness(&admin, 503);
    assert!(said.starts_with("not ready: the store cannot be written: "), "{said}");
    assert!(said.contains("was moved, deleted or replaced"), "{said}");
    // The process is healthy: to start it again would not help.
    assert_eq!(get(&admin, "/healthz").status, 200);

    fs::rename(&moved, &file).unwrap();
    wait_for_readiness(&admin, 200);
}

#[test]
fn requests_are_counted_by_status_and_error_and_batches_are_measured() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &ADMIN);
    let (token, address) = service.first_start();
    let admin = service.admin_address();
    let counts = |series: &BTreeMap<String, f64>, status: u16, error: &str| {
        let labels = format!(r#"error="{error}",operation="createPlant",status="{status}""#);
        series[&format!("plant_store_requests_total{{{labels}}}")] as u64
    };
    let before = series(&admin);
    for (status, error) in [(200, ""), (400, "101"), (400, "110"), (401, "201"), (503, "300")] {
        assert_eq!(counts(&before, status, error), 0, "known before the first request");
    }

    let plant = r#"{"id":7,"name":"Monstera"}"#;
    for (token, body, status) in [
        (&*token, plant, 200),
        (&token, plant, 200),
        (&token, r#"{"id":7,"name":"other"}"#, 400),
        (&token, r#"{"id":7}"#, 400),
        ("unknown", plant, 401),
    ] {
        let mut connection = Connection::open(&address);
        connection.create(token, "", body);
        assert_eq!(connection.answer().unwrap().status, status);
    }
    // A request that HTTP forbids: it has no host.
    let mut connection = Connection::open(&address);
    connection.send(b"POST /plants HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
    assert_eq!(connection.answer().unwrap().status, 400);

    let after = series(&admin);
    for (status, error, count) in [
        (200, "", 2),
        (400, "110", 1),
        (400, "101", 1),
        (400, "", 1),
        (401, "201", 1),
        (503, "300", 0),
    ] {
        assert_eq!(counts(&after, status, error), count, "{status} {error}");
    }
    let latency = r#"plant_store_request_duration_seconds_count{operation="createPlant"}"#;
    assert_eq!(after[latency] as u64, 6);
    for (name, value) in [
        ("plant_store_batch_creates_count", 3),
        ("plant_store_batch_creates_sum", 3),
        ("plant_store_commit_duration_seconds_count", 3),
        ("plant_store_failed_batches_total", 0),
        ("plant_store_queued_creates", 0),
        ("plant_store_queued_bytes", 0),
    ] {
        assert_eq!(after[name] as u64, value, "{name}");
    }
    for name in [
        "plant_store_store_bytes",
        "plant_store_store_log_bytes",
        "plant_store_commit_duration_seconds_sum",
        "process_open_fds",
        "process_max_fds",
        "process_resident_memory_bytes",
    ] {
        assert!(after[name] > 0.0, "{name}");
    }
}

#[test]
fn a_failed_batch_is_counted() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &ADMIN);
    let (token, address) = service.first_start();
    let admin = service.admin_address();
    fs::rename(session.directory().join("plants.db"), session.directory().join("moved")).unwrap();
    let mut connection = Connection::open(&address);
    connection.create(&token, "", r#"{"id":7,"name":"Monstera"}"#);
    assert_eq!(connection.answer().unwrap().status, 503);
    assert_eq!(series(&admin)["plant_store_failed_batches_total"] as u64, 1);
}

#[test]
fn the_document_is_handed_out_as_it_is() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &ADMIN);
    service.address();
    let admin = service.admin_address();
    let yaml = get(&admin, "/openapi.yaml");
    assert_eq!(text(&yaml), include_str!("../../openapi.yaml"));
    let document = Document::read(Path::new("openapi.yaml")).unwrap();
    let json = get(&admin, "/openapi.json");
    assert_eq!(json.field("content-type"), ["application/json"]);
    assert_eq!(json.json(), document.root().to_json());
}

#[test]
fn the_reference_page_loads_nothing_from_other_hosts() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &ADMIN);
    let address = service.address();
    let admin = service.admin_address();
    let page = get(&admin, "/");
    let policy = page.field("content-security-policy").concat();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'; "), "{policy}");
    assert!(!policy.contains(&address), "the page may not call the service: {policy}");
    let links = text(&page).split('"').filter(|part| part.contains('.'));
    let links: Vec<_> = links.filter(|part| !part.contains([' ', '='])).collect();
    let service_url = format!("http://{address}");
    assert_eq!(links, ["swagger-ui.css", "swagger-ui-bundle.js", "reference.js", &service_url]);
    for link in &links[..3] {
        let answer = get(&admin, &format!("/{link}"));
        assert_eq!(answer.status, 200, "{link}");
        assert_eq!(answer.field("x-content-type-options"), ["nosniff"], "{link}");
        assert!(!answer.body.is_empty(), "{link}");
    }
}

#[test]
fn requests_for_the_names_of_other_hosts_are_refused() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &ADMIN);
    service.address();
    let admin = service.admin_address();
    let port = admin.rsplit_once(':').unwrap().1;
    let answer = |path: &str, host: &str| {
        let mut connection = Connection::open(&admin);
        connection.send(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes());
        connection.answer().unwrap()
    };
    for path in ["/healthz", "/readyz", "/metrics", "/openapi.yaml", "/", "/x"] {
        let refused = answer(path, &format!("pages.example:{port}"));
        assert_eq!(refused.status, 421, "{path}");
        let content_type = refused.field("content-type");
        assert_eq!(content_type, ["text/plain; charset=utf-8"]);
        assert!(text(&refused).contains("localhost"), "{}", text(&refused));
    }
    for host in [&admin, &format!("localhost:{port}"), "[::1]:80", "192.0.2.7"] {
        assert_eq!(answer("/healthz", host).status, 200, "{host}");
    }
}

#[test]
fn the_admin_listener_has_at_most_64_connections_and_others_wait() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &ADMIN);
    let address = service.address();
    let admin = service.admin_address();
    let silent: Vec<_> = (0..64).map(|_| stream(&admin)).collect();
    let mut waiting = stream(&admin);
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {admin}\r\n\r\n");
    waiting.write_all(request.as_bytes()).unwrap();
    let moment = Some(Duration::from_millis(500));
    waiting.set_read_timeout(moment).unwrap();
    let unanswered = waiting.read(&mut [0]).unwrap_err();
    assert_eq!(unanswered.kind(), ErrorKind::WouldBlock);
    // The listener of the service is another one.
    assert_eq!(get(&address, "/plants").status, 405);
    drop(silent);
    let answer = Connection::over(limited(waiting)).answer().unwrap();
    assert_eq!(answer.status, 200);
}

#[test]
fn an_admin_address_that_is_in_use_is_named_and_no_token_is_made() {
    let occupied = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = occupied.local_addr().unwrap().to_string();
    let mut session = Session::new();
    let output = session.run(&["serve", "--listen", "127.0.0.1:0", "--admin", &address]);
    assert_eq!(output.status.code(), Some(4));
    assert!(output.stdout.is_empty());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains(&format!("cannot listen on {address}")), "{message}");
}

/// Sends a request of a page. Returns the response.
fn from_page(address: &str, method: &str, origin: &str, fields: &str) -> Answer {
    let mut connection = Connection::open(address);
    let head = format!(
        "{method} /plants HTTP/1.1\r\nHost: {address}\r\nOrigin: {origin}\r\n\
         Content-Length: 0\r\n{fields}\r\n"
    );
    connection.send(head.as_bytes());
    connection.answer().unwrap()
}

#[test]
fn pages_of_configured_origins_may_call_the_service_and_no_others() {
    let session = Session::new();
    let origins = format!("http://127.0.0.1:1,{ORIGIN}");
    let service = Service::start(&session.directory(), &["--cors-origin", &origins]);
    let address = service.address();
    let preflight = "Access-Control-Request-Method: POST\r\n\
                     Access-Control-Request-Headers: authorization,content-type\r\n";
    let allowed = from_page(&address, "OPTIONS", ORIGIN, preflight);
    assert_eq!(allowed.status, 204);
    assert_eq!(allowed.field("access-control-allow-origin"), [ORIGIN]);
    assert_eq!(allowed.field("access-control-allow-methods"), ["POST"]);
    assert_eq!(allowed.field("access-control-allow-headers"), ["authorization, content-type"]);
    // The page has to see a refusal, too.
    let refused = from_page(&address, "POST", ORIGIN, "");
    assert_eq!(refused.status, 401);
    assert_eq!(refused.field("access-control-allow-origin"), [ORIGIN]);
    assert_eq!(refused.field("vary"), ["origin"]);

    for method in ["OPTIONS", "POST"] {
        let other = from_page(&address, method, "http://other.example", preflight);
        assert_eq!(other.field("access-control-allow-origin"), [""; 0], "{method}");
        assert_eq!(other.field("vary"), ["origin"], "{method}");
    }
}

#[test]
fn without_a_configured_origin_no_page_may_call_the_service() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let address = service.address();
    let preflight = from_page(&address, "OPTIONS", ORIGIN, "");
    assert_eq!(preflight.status, 405);
    let refused = from_page(&address, "POST", ORIGIN, "");
    for answer in [preflight, refused] {
        assert_eq!(answer.field("access-control-allow-origin"), [""; 0]);
        assert_eq!(answer.field("vary"), [""; 0]);
    }
}
