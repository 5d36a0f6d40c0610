//! Tests of a service that conforms to its document.

use crate::conforming::{refused, right};
use crate::service::{Reaction, Request, start};
use openapi_live::{Error, Report, Settings, check};
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

pub fn document() -> PathBuf {
    Path::new("tests/suite/document.yaml").to_owned()
}

pub fn settings() -> Settings {
    Settings {
        tokens: vec!["sesame-open".to_owned()],
        seed: Some(1),
        timeout: Duration::from_secs(20),
        max_time: Duration::from_secs(600),
        ..Settings::default()
    }
}

/// Checks a service against the document.
pub fn checked(react: impl FnMut(&Request) -> Reaction + Send + 'static) -> Result<Report, Error> {
    check(&document(), &start(react), &settings())
}

#[test]
fn a_conforming_service_has_no_findings() {
    let report = checked(|request| Reaction::Answer(right(request))).unwrap();
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.notes, Vec::<String>::new());
    // Requests of one kind only would prove little.
    assert!(report.requests > 80, "{report}");
    assert!(report.good * 5 > report.requests, "{report}");
    assert!(report.good * 2 < report.requests, "{report}");
}

#[test]
fn a_document_of_3_0_is_checked_as_one_of_3_1() {
    let text = std::fs::read_to_string(document()).unwrap();
    let older = text.replace("openapi: 3.1.0", "openapi: 3.0.3");
    let older = older.replace("[string, 'null']", "string, nullable: true");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("document.yaml");
    std::fs::write(&file, older).unwrap();
    let sent = |file: &Path| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let url = start(move |request| {
            // The receiver exists until the check has ended.
            let _ = sender.send((request.path.clone(), request.body.clone()));
            Reaction::Answer(right(request))
        });
        let report = check(file, &url, &settings()).unwrap();
        assert!(report.is_clean(), "{report}");
        receiver.try_iter().collect::<Vec<_>>()
    };
    assert_eq!(sent(&file), sent(&document()));
}

#[test]
fn equal_seeds_make_equal_requests_and_others_differ() {
    let seen = |seed| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let url = start(move |request| {
            let answer = right(request);
            // The receiver exists until the check has ended.
            let _ = sender.send((request.path.clone(), request.body.clone()));
            Reaction::Answer(answer)
        });
        let settings = Settings { seed: Some(seed), ..settings() };
        assert!(check(&document(), &url, &settings).unwrap().is_clean());
        receiver.try_iter().collect::<Vec<_>>()
    };
    assert_eq!(seen(1), seen(1));
    assert_ne!(seen(1), seen(2));
}

#[test]
fn a_value_in_use_is_not_a_finding() {
    // The first object with an id is kept; a different one is rejected with the
    // usual status.
    let kept: &'static Mutex<HashMap<String, Value>> = Box::leak(Box::default());
    let react = |request: &Request| {
        let answer = right(request);
        if request.method == "POST" && answer.status == 200 {
            let thing: Value = serde_json::from_slice(&request.body).unwrap();
            let id = thing["id"].as_f64().unwrap().to_string();
            let mut kept = kept.lock().unwrap();
            if *kept.entry(id).or_insert_with(|| thing.clone()) != thing {
                return Reaction::Answer(refused(400, 9));
            }
        }
        Reaction::Answer(answer)
    };
    let url = start(react);
    for seed in 1..4 {
        let report =
            check(&document(), &url, &Settings { seed: Some(seed), ..settings() }).unwrap();
        assert!(report.is_clean(), "{report}");
        // The bounds and their neighbours are the same with each seed.
        assert_eq!(report.notes.len(), if seed == 1 { 0 } else { 4 }, "{report}");
    }
}

#[test]
fn a_request_is_repeated_after_the_requested_pause() {
    let mut count = 0;
    let react = move |request: &Request| {
        count += 1;
        Reaction::Answer(match count % 7 {
            1 => refused(503, 1).with("retry-after", "0"),
            _ => right(request),
        })
    };
    let report = checked(react).unwrap();
    assert!(report.is_clean(), "{report}");
}
