//! Tests of the trail of plants: when and by which token each was created, in the store
//! and in the log, and who deleted it.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use expectorate::assert_contents;
use serde_json::Value;
use test_kit::admin::series;
use test_kit::connection::Connection;
use test_kit::service::{Service, Session};

/// Returns the lines of an output as JSON.
fn lines(output: &[u8]) -> Vec<Value> {
    let lines = std::str::from_utf8(output).unwrap().lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Creates a plant. Returns the status of the response.
fn create(address: &str, token: &str, id: i64, name: &str) -> u16 {
    let mut connection = Connection::open(address);
    let body = format!(r#"{{"id":{id},"name":"{name}"}}"#);
    connection.create(token, "", &body);
    connection.answer().unwrap().status
}

#[test]
fn a_plant_whose_caller_closes_at_once_has_a_record_in_the_store_and_in_the_log() {
    const CALLERS: i64 = 8;
    const CREATES: i64 = 25;
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &["--admin", "127.0.0.1:0"]);
    let (token, address) = service.first_start();
    let admin = service.admin_address();
    thread::scope(|scope| {
        for caller in 0..CALLERS {
            let (token, address) = (&token, &address);
            scope.spawn(move || {
                for number in 0..CREATES {
                    let id = caller * CREATES + number;
                    let mut connection = Connection::open(address);
                    let body = format!(r#"{{"id":{id},"name":"left alone"}}"#);
                    connection.create(token, "", &body);
                }
            });
        }
    });
    // This create is answered, so that the store has at least one plant.
    assert_eq!(create(&address, &token, -1, "answered"), 200);
    let is_counted = |_| {
        thread::sleep(Duration::from_millis(50));
        let counts = series(&admin);
        let answered =
            "plant_store_requests_total{error=\"\",operation=\"createPlant\",status=\"200\"}";
        counts[answered] == counts["plant_store_batch_creates_sum"]
    };
    assert!((0..200).any(is_counted), "each stored plant is a request that is counted");
    service.signal("TERM");
    let (code, _, log) = service.end();
    assert_eq!(code, Some(0));

    let is_created = |record: &Value| record["msg"] == "plant created";
    let log = log.join("\n");
    let records = lines(log.as_bytes()).into_iter().filter(is_created);
    let logged: BTreeSet<i64> = records.map(|record| record["id"].as_i64().unwrap()).collect();
    let stored = lines(&session.run(&["plants", "export", "--trail"]).stdout);
    for plant in &stored {
        assert_eq!(plant["token"], "first", "{plant}");
        assert!(plant["created_at"].is_string(), "{plant}");
    }
    let stored: BTreeSet<i64> = stored.iter().map(|it| it["id"].as_i64().unwrap()).collect();
    println!("{} stored, {} in the log", stored.len(), logged.len());
    assert_eq!(logged, stored);
    let of_token = lines(&session.run(&["plants", "export", "--token", "first"]).stdout);
    assert_eq!(of_token.len(), stored.len());
}

#[test]
fn the_plants_of_a_token_are_exported_and_repeats_are_told_from_new_plants() {
    let mut session = Session::new();
    let flags = ["--admin", "127.0.0.1:0"];
    let service = Service::start(&session.directory(), &flags);
    let (first, address) = service.first_start();
    let admin = service.admin_address();
    let made = session.run(&["token", "create", "--name", "leaked"]);
    let leaked = String::from_utf8(made.stdout).unwrap();
    let leaked = leaked.trim();
    for (token, id, repeated) in [
        (&*first, 1, false),
        (leaked, 2, false),
        (leaked, 1, true),
        (&*first, 2, true),
        (leaked, 3, false),
    ] {
        assert_eq!(create(&address, token, id, "Aloe"), 200);
        let record = service.wait_for_log("plant created");
        let record: Value = serde_json::from_str(&record).unwrap();
        assert_eq!((&record["id"], &record["repeated"]), (&id.into(), &repeated.into()));
    }
    assert_eq!(create(&address, &first, 1, "another"), 400);
    let mut metrics = Connection::open(&admin);
    metrics.send(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let metrics = String::from_utf8(metrics.answer().unwrap().body).unwrap();
    for (outcome, count) in [("new", 3), ("repeated", 2)] {
        let line = format!("plant_store_stored_plants_total{{outcome=\"{outcome}\"}} {count}");
        assert!(metrics.lines().any(|found| found == line), "{line}");
    }

    let mut ids = |arguments: &[&str]| -> Vec<i64> {
        let output = session.run(&[&["plants", "export"], arguments].concat());
        let plants = lines(&output.stdout);
        plants.iter().map(|it| it["id"].as_i64().unwrap()).collect()
    };
    assert_eq!(ids(&[]), [1, 2, 3]);
    assert_eq!(ids(&["--token", "leaked"]), [2, 3]);
    assert_eq!(ids(&["--token", "leaked", "--since", "2026-01-31"]), [2, 3]);
    assert_eq!(ids(&["--since", "2999-01-31T12:00:00+01:00"]), [0; 0]);
    let plain = session.run(&["plants", "export", "--token", "first"]);
    assert_eq!(plain.stdout, b"{\"id\":1,\"name\":\"Aloe\"}\n");
    let table = session.run(&["plants", "export", "--trail", "--format", "csv"]);
    let table = String::from_utf8(table.stdout).unwrap();
    let (header, rows) = table.split_once('\n').unwrap();
    assert_eq!(header, "id,name,tag,created_at,token");
    assert!(rows.starts_with("1,Aloe,,20") && rows.ends_with("Z,leaked\n"), "{rows}");
    for (arguments, code) in
        [(["--token", "mistyped"], 5), (["--since", "yesterday"], 2), (["--token", leaked], 2)]
    {
        let refused = session.run(&[&["plants", "export"], &arguments[..]].concat());
        assert_eq!(refused.status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn a_deleted_plant_is_gone_and_its_repeated_create_is_refused() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    for id in [-1, 7, 8, 9] {
        assert_eq!(create(&address, &token, id, "wrong"), 200);
    }
    session.note("while the store is in use");
    let reason = ["--reason", "sent by mistake"];
    let delete = [&["plants", "delete", "-1", "7"], &reason[..]].concat();
    let deleted = session.run(&delete);
    session.run(&["plants", "export"]);
    session.run(&["plants", "get", "7"]);
    assert_eq!(create(&address, &token, 7, "wrong"), 400);
    session.note("all or none");
    let absent = session.run(&[&["plants", "delete", "8", "70"], &reason[..]].concat());
    assert_eq!(absent.status.code(), Some(5));
    session.run(&["plants", "export"]);
    session.note("the id can be used again");
    session.run(&[&["plants", "delete", "8", "--free-id"], &reason[..]].concat());
    assert_eq!(create(&address, &token, 8, "right"), 200);
    session.run(&["plants", "export"]);
    session.note("without a reason");
    session.run(&["plants", "delete", "9"]);
    session.run(&["plants", "delete", "9", "--reason", ""]);
    let transcript = session.transcript();
    let checked = session.run(&["check"]).stdout;
    let checked = String::from_utf8(checked).unwrap();
    assert!(checked.contains("2 plants"), "{checked}");
    // The user who runs the test.
    let output = String::from_utf8(deleted.stdout).unwrap();
    let (_, line) = output.rsplit_once(" by ").unwrap();
    let user = format!(" by {}:", line.split(':').next().unwrap());
    let transcript = transcript.replace(&user, " by USER:");
    assert_contents("tests/output/deleted.txt", &transcript);
}
