//! Tests of the log: one record per request, and no credential, wherever in a request
//! it was sent.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use test_kit::admin::series;
use test_kit::connection::Connection;
use test_kit::service::{Service, Session, plant_store};

/// A well-formed token that no store has.
const UNKNOWN: &str = "plant_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg3Du3Pa";

const JSON: &str = "Content-Type: application/json\r\n";

/// Sends requests to a new service and returns the tokens and the log. `TOKEN` in a
/// request stands for each of the tokens, one valid and the others not, and `GOOD` for
/// the valid one. A request is its first line, fields with their line breaks, and a
/// body.
fn logged(requests: &[(&str, &str, &str)]) -> (Vec<String>, Vec<String>) {
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--log-level", "trace"]);
    let (good, address) = service.first_start();
    let (mistyped, short) = (good.to_lowercase(), good[..30].to_owned());
    let foreign = "c2VjcmV0LWVub3VnaA".to_owned();
    let tokens = vec![good.clone(), UNKNOWN.to_owned(), mistyped, short, foreign];
    for token in &tokens {
        for (line, fields, body) in requests {
            let fill_in = |text: &str| text.replace("TOKEN", token).replace("GOOD", &good);
            let (line, fields, body) = (fill_in(line), fill_in(fields), fill_in(body));
            let length = body.len();
            let mut connection = Connection::open(&address);
            let request = format!(
                "{line}\r\nHost: example\r\n{fields}Content-Length: {length}\r\n\r\n{body}"
            );
            connection.send(request.as_bytes());
            connection.answer().unwrap();
        }
    }
    service.signal("TERM");
    let (code, _, log) = service.end();
    assert_eq!(code, Some(0));
    (tokens, log)
}

fn assert_unsaid(token: &str, log: &[String]) {
    let secret = token.strip_prefix("plant_").unwrap_or(token);
    let leaks: Vec<_> = log.iter().filter(|line| line.contains(secret)).collect();
    assert!(leaks.is_empty(), "{leaks:#?}");
}

#[test]
fn a_credential_is_not_logged_wherever_it_was_sent() {
    let plant = r#"{"id":1,"name":"a"}"#;
    let bearer = format!("Authorization: Bearer TOKEN\r\n{JSON}");
    let (tokens, log) = logged(&[
        ("POST /plants HTTP/1.1", &bearer, plant),
        ("POST /plants HTTP/1.1", &bearer, "x"),
        ("POST /plants HTTP/1.1", "Authorization: Bearer TOKEN x\r\n", plant),
        ("POST /plants HTTP/1.1", "Authorization: Basic TOKEN\r\n", plant),
        ("POST /plants HTTP/1.1", "Cookie: TOKEN\r\n", plant),
        ("POST /plants HTTP/1.1", "", "access_token=TOKEN"),
        ("POST /plants?access_token=TOKEN HTTP/1.1", JSON, plant),
        ("POST /plants?TOKEN HTTP/1.1", JSON, plant),
        ("POST http://TOKEN@example/plants HTTP/1.1", JSON, plant),
        ("GET /secrets?access_token=TOKEN HTTP/1.1", "", ""),
        ("PUT /plants?access_token=TOKEN HTTP/1.1", "", ""),
    ]);
    for token in tokens {
        assert_unsaid(&token, &log);
    }
}

#[test]
fn what_looks_like_a_token_is_masked_in_what_is_logged() {
    let good = format!("Authorization: Bearer GOOD\r\n{JSON}");
    let (tokens, log) = logged(&[
        ("GET /plants/TOKEN HTTP/1.1", "", ""),
        ("POST /plants HTTP/1.1", &good, r#"{"TOKEN":1,"TOKEN":2}"#),
    ]);
    let shown = "\"uri\":\"/plants/plant_…\"";
    assert!(log.iter().any(|line| line.contains(shown)), "{shown} {log:#?}");
    for token in tokens.iter().filter(|token| token.starts_with("plant_")) {
        assert_unsaid(token, &log);
    }
}

#[test]
fn each_request_has_one_record_with_its_id_status_and_latency() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let mut connection = Connection::open(&address);
    let mut expected = Vec::new();
    for (token, body, message) in [
        (&*token, r#"{"id":7,"name":"Aloe vera"}"#, "plant created"),
        (&*token, r#"{"id":7,"name":"Monstera"}"#, "refused"),
        (&*token, "x", "refused"),
        (UNKNOWN, r#"{"id":8,"name":"Aloe vera"}"#, "refused"),
    ] {
        connection.create(token, "", body);
        expected.push((connection.answer().unwrap(), "/plants", message));
    }
    for (path, host, message) in [
        ("/plants", "", "refused"),
        ("/plants/", "Host: example\r\n", "refused"),
        ("/trees", "Host: example\r\n", "request completed"),
    ] {
        let head = format!("POST {path} HTTP/1.1\r\n{host}Content-Length: 0\r\n\r\n");
        let mut connection = Connection::open(&address);
        connection.send(head.as_bytes());
        expected.push((connection.answer().unwrap(), path, message));
    }
    service.signal("TERM");
    let (_, _, log) = service.end();
    let records: Vec<Value> = log.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (answer, path, message) in &expected {
        let id = answer.field("x-request-id").concat();
        let about: Vec<_> = records.iter().filter(|record| record["req_id"] == *id).collect();
        let [record] = about[..] else { panic!("{path}: {about:#?}") };
        assert_eq!(record["msg"], *message);
        assert_eq!(record["response_code"], answer.status);
        assert!(record["latency_us"].is_u64());
        assert!(record["remote_addr"].as_str().unwrap().starts_with("127.0.0.1:"));
        assert_eq!((&record["method"], &record["uri"]), (&"POST".into(), &(*path).into()));
    }
}

#[test]
fn a_created_plant_is_logged_with_its_id_and_the_name_of_the_token() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (first, address) = service.first_start();
    let created = session.run(&["token", "create", "--name", "night shift"]);
    let second = String::from_utf8(created.stdout).unwrap();
    let mut connection = Connection::open(&address);
    for (token, name, id) in [(&*first, "first", 7), (second.trim(), "night shift", -8)] {
        let body = format!(r#"{{"id":{id},"name":"Aloe vera"}}"#);
        connection.create(token, "", &body);
        let answer = connection.answer().unwrap();
        let record = service.wait_for_log("plant created");
        let record: Value = serde_json::from_str(&record).unwrap();
        assert_eq!((&record["id"], &record["token"]), (&id.into(), &name.into()));
        assert_eq!(record["req_id"], answer.field("x-request-id").concat());
    }
}

#[test]
fn records_of_refused_requests_beyond_the_limit_are_left_out_and_counted() {
    const REQUESTS: u64 = 1000;
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--admin", "127.0.0.1:0"]);
    let (_, address) = service.first_start();
    let admin = service.admin_address();
    let mut connection = Connection::open(&address);
    for _ in 0..REQUESTS {
        // Not of the form of a token, so that no request waits for a query.
        connection.create("unknown", "", "{}");
        assert_eq!(connection.answer().unwrap().status, 401);
    }
    let counted = series(&admin)["plant_store_log_limited_records_total"];
    // The count is written with the first record of another second.
    std::thread::sleep(Duration::from_millis(1100));
    service.signal("TERM");
    let (_, _, log) = service.end();
    let (mut written, mut left_out) = (0, 0);
    for record in &log {
        let record: Value = serde_json::from_str(record).unwrap();
        match record["msg"].as_str().unwrap() {
            "refused" => written += 1,
            "records of connections and of refused requests were left out" => {
                left_out += record["records"].as_u64().unwrap();
            }
            _ => {}
        }
    }
    assert_eq!(written + left_out, REQUESTS);
    assert!(left_out > 0);
    assert_eq!(counted, left_out as f64);
}

#[test]
fn without_the_records_of_requests_those_of_creates_and_refusals_are_kept() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--log-requests=false"]);
    let (token, address) = service.first_start();
    let mut connection = Connection::open(&address);
    for (token, status) in [(&*token, 200), ("unknown", 401)] {
        connection.create(token, "", r#"{"id":7,"name":"Aloe vera"}"#);
        assert_eq!(connection.answer().unwrap().status, status);
    }
    connection.send(b"GET /trees HTTP/1.1\r\nHost: example\r\n\r\n");
    connection.answer().unwrap();
    service.signal("TERM");
    let (_, _, log) = service.end();
    let messages = log.iter().map(|record| {
        let record: Value = serde_json::from_str(record).unwrap();
        record["msg"].as_str().unwrap().to_owned()
    });
    let messages: Vec<_> = messages.collect();
    let has = |message: &str| messages.iter().any(|other| other == message);
    assert!(has("plant created") && has("refused"), "{messages:?}");
    for left_out in ["accepted connection", "request completed"] {
        assert!(!has(left_out), "{messages:?}");
    }
}

#[test]
fn for_journald_each_record_begins_with_its_priority() {
    let session = Session::new();
    let directory = session.directory();
    // Starts and stops a service whose standard error is a file. Returns its log.
    let logged = |is_of_journald: bool| {
        let file = File::create(directory.join("log")).unwrap();
        let status = file.metadata().unwrap();
        let inode = status.ino() + u64::from(!is_of_journald);
        let mut service = plant_store(&directory)
            // A warning, because it is no loopback address.
            .args(["serve", "--listen", "0.0.0.0:0"])
            .env("JOURNAL_STREAM", format!("{}:{inode}", status.dev()))
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(service.stdout.take().unwrap()).lines();
        let is_ready = |line: String| line.starts_with("listening on ");
        assert!(lines.any(|line| is_ready(line.unwrap())));
        let id = service.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        assert!(service.wait().unwrap().success());
        fs::read_to_string(directory.join("log")).unwrap()
    };
    let log = logged(true);
    let mut priorities = log.lines().map(|line| {
        let record: Value = serde_json::from_str(&line[3..]).unwrap();
        let expected = if record["level"] == "WARN" { "<4>" } else { "<6>" };
        assert_eq!(&line[..3], expected, "{line}");
        expected
    });
    assert!(priorities.any(|priority| priority == "<4>"), "{log}");
    assert_eq!(priorities.next_back(), Some("<6>"), "{log}");
    let log = logged(false);
    assert!(log.lines().all(|line| line.starts_with('{')), "{log}");
}

#[test]
fn a_log_of_the_store_that_grows_is_logged_when_it_begins_and_when_it_ends() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let reader = rusqlite::Connection::open(session.directory().join("plants.db")).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM plants").unwrap();
    let mut connection = Connection::open(&address);
    let name = "x".repeat(1_000_000);
    let mut create = |id: i64| {
        let body = format!(r#"{{"id":{id},"name":"{name}"}}"#);
        connection.create(&token, "", &body);
        assert_eq!(connection.answer().unwrap().status, 200);
    };
    (0..70).for_each(&mut create);
    let begins = service.wait_for_log("the log of the store grows");
    let begins: Value = serde_json::from_str(&begins).unwrap();
    assert!(begins["log_bytes"].as_u64().unwrap() >= 64 << 20);
    assert!(begins["since_checkpoint_s"].is_u64());
    reader.execute_batch("ROLLBACK").unwrap();
    (100..120).for_each(&mut create);
    service.wait_for_log("in order again");
}
