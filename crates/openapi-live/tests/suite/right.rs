//! Tests of a service that conforms to its document.

use crate::conforming::{refused, right};
use crate::service::{Answer, Reaction, Request, start};
use openapi_live::{Error, Report, Rule, Settings, check};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap, HashSet};
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
fn the_lack_of_a_member_is_not_a_value_in_use() {
    let mut kept = HashSet::new();
    let report = checked(move |request| {
        let answer = right(request);
        if request.method == "POST" && answer.status == 200 {
            let thing: Value = serde_json::from_slice(&request.body).unwrap();
            if thing.get("tag").is_none() || !kept.insert(thing["id"].as_f64().unwrap().to_string())
            {
                return Reaction::Answer(refused(400, 9));
            }
        }
        Reaction::Answer(answer)
    });
    let report = report.unwrap().to_string();
    assert!(report.contains("the body: without `tag`"), "{report}");
}

#[test]
fn the_parameters_of_the_declared_content_type_are_sent() {
    let text = std::fs::read_to_string(document()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("document.yaml");
    let text = text.replacen("application/json:", "application/json;version=2:", 1);
    std::fs::write(&file, text).unwrap();
    let url = start(|request| {
        let content_type = request.field("content-type").unwrap_or_default().to_lowercase();
        let lacks_version = content_type.starts_with("application/json")
            && content_type.split(';').all(|part| part.trim() != "version=2");
        Reaction::Answer(if lacks_version { refused(400, 4) } else { right(request) })
    });
    let report = check(&file, &url, &settings()).unwrap();
    assert!(report.is_clean(), "{report}");
}

#[test]
fn the_requests_that_show_that_a_value_is_in_use_are_validated() {
    // Refuses each id that it has, and answers `shown` to the request after two refusals.
    let checked = |shown: fn(Answer) -> Answer| {
        let mut kept = HashSet::new();
        let mut refusals = 0;
        let url = start(move |request| {
            let answer = right(request);
            if request.method != "POST" || answer.status != 200 {
                return Reaction::Answer(answer);
            }
            if refusals == 2 {
                refusals = 0;
                return Reaction::Answer(shown(answer));
            }
            let thing: Value = serde_json::from_slice(&request.body).unwrap();
            let is_new = kept.insert(thing["id"].as_f64().unwrap().to_string());
            refusals = if is_new { 0 } else { refusals + 1 };
            Reaction::Answer(if is_new { answer } else { refused(400, 9) })
        });
        // The bounds are the same with each seed, and in use by the second check.
        assert!(check(&document(), &url, &settings()).unwrap().is_clean());
        check(&document(), &url, &Settings { seed: Some(2), ..settings() })
    };
    let busy = checked(|_| refused(429, 1)).unwrap_err().to_string();
    assert!(
        busy.starts_with("POST /things: the service asks for fewer requests (429); try"),
        "{busy}"
    );
    let found = |shown: fn(Answer) -> Answer, rule| {
        let report = checked(shown).unwrap();
        assert!(report.findings.iter().any(|finding| finding.rule == rule), "{report}");
    };
    found(|answer| answer.without("x-count"), Rule::HeaderMissing);
    found(|_| refused(500, 1), Rule::ServerError);
    found(|_| refused(418, 1), Rule::StatusUndeclared);
}

#[test]
fn a_failure_of_the_repeated_request_is_a_finding_of_its_own() {
    let mut count = 0;
    let report = checked(move |request| {
        count += 1;
        Reaction::Answer(match count {
            1 => refused(400, 1),
            2 => refused(500, 1),
            _ => right(request),
        })
    });
    let report = report.unwrap();
    let rules: BTreeSet<_> = report.findings.iter().map(|finding| finding.rule).collect();
    assert!(rules.contains(&Rule::ServerError), "{report}");
    assert!(rules.contains(&Rule::ValidRequestRefused), "{report}");
}

#[test]
fn a_refusal_of_the_repeated_request_is_validated() {
    let mut count = 0;
    let report = checked(move |request| {
        count += 1;
        Reaction::Answer(match count {
            1 => refused(400, 1),
            2 => refused(418, 1),
            _ => right(request),
        })
    });
    let report = report.unwrap();
    let rules = report.findings.iter().map(|finding| finding.rule);
    assert_eq!(
        rules.collect::<BTreeSet<_>>(),
        BTreeSet::from([Rule::StatusUndeclared, Rule::ValidRequestRefused]),
        "{report}"
    );
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
