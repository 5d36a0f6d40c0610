//! Tests of what operators see first: the metrics on the page for operators, the alerts and
//! the dashboard in `deploy/`, compared with the metrics of a service. `promtool` tests when
//! an alert fires (`deploy/alerts.test.yml`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;
use test_kit::admin::{get, series, text};
use test_kit::connection::Connection;
use test_kit::service::{Service, Session};

const ALERTS: &str = include_str!("../../deploy/alerts.yml");
const ALERT_TESTS: &str = include_str!("../../deploy/alerts.test.yml");
const DASHBOARD: &str = include_str!("../../deploy/dashboard.json");

/// Labels that Prometheus adds.
const OF_SCRAPES: [&str; 2] = ["instance", "job"];

/// Labels and their values.
type Labels = BTreeMap<String, String>;

/// Starts a service that has all metrics of a service on SQLite. Returns it, its directory
/// and the address of its admin listener.
fn service() -> (Service, Session, String) {
    let mut session = Session::new();
    let directory = session.directory();
    let issued = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    fs::write(directory.join("certificate"), issued.cert.pem()).unwrap();
    fs::write(directory.join("key"), issued.signing_key.serialize_pem()).unwrap();
    let token = ["token", "create", "--name", "short", "--expires", "30d"];
    let created = session.run(&[&token[..], &["--new-store"]].concat());
    assert!(created.status.success(), "{created:?}");
    let tls = ["--tls-certificate", "certificate", "--tls-key", "key"];
    let service = Service::start(&directory, &[&["--admin", "127.0.0.1:0"], &tls[..]].concat());
    let is_address = |line: String| line.starts_with("listening on https://");
    assert!(std::iter::from_fn(|| service.line()).any(is_address));
    let admin = service.admin_address();
    (service, session, admin)
}

fn names(text: &str) -> BTreeSet<String> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let words = text.split(|character| !is_part(character));
    let is_name = |word: &&str| word.starts_with("plant_store_") || word.starts_with("process_");
    words.filter(is_name).map(str::to_owned).collect()
}

#[test]
fn the_page_for_operators_names_metrics_that_exist() {
    let (_service, _session, admin) = service();
    let answer = get(&admin, "/metrics");
    let types = text(&answer).lines().filter(|line| line.starts_with("# TYPE "));
    let exported = types.collect::<Vec<_>>().join("\n");
    let documented = names(include_str!("../../docs/operating.md"));
    assert_eq!(documented, names(&exported));
}

/// Returns the queries of the alerts and of the dashboard.
fn queries() -> Vec<String> {
    let alerts = ALERTS.lines().filter_map(|line| {
        let query = line.trim_start().strip_prefix("expr: ")?;
        Some(query.to_owned())
    });
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().unwrap());
    let expressions = targets.map(|target| target["expr"].as_str().unwrap().to_owned());
    alerts.chain(expressions).collect()
}

/// Returns the labels in braces, `{a="b",c=~"d"}`. The value is `None` for operators other
/// than `=`.
fn selected(text: &str) -> Vec<(&str, Option<&str>)> {
    let Some((labels, _)) = text.strip_prefix('{').and_then(|rest| rest.split_once('}')) else {
        return Vec::new();
    };
    let labels = labels.split(',').filter(|label| !label.is_empty());
    let label = |text| {
        let (name, value) = str::split_once(text, '=').unwrap();
        let exact = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        let name = name.trim();
        match name.strip_suffix('!') {
            Some(name) => (name, None),
            None => (name, exact),
        }
    };
    labels.map(label).collect()
}

#[test]
fn each_query_of_the_alerts_and_the_dashboard_is_about_metrics_and_labels_that_exist() {
    let (_service, _session, admin) = service();
    let series: Vec<(String, Labels)> = series(&admin)
        .into_keys()
        .map(|series| {
            let (name, rest) = series.split_at(series.find('{').unwrap_or(series.len()));
            let labels = selected(rest).into_iter();
            let labels = labels.map(|(label, value)| (label.to_owned(), value.unwrap().to_owned()));
            (name.to_owned(), labels.collect())
        })
        .collect();
    let queries = queries();
    assert!(queries.len() > 30);
    for query in queries {
        let mut known: BTreeSet<&str> = OF_SCRAPES.into();
        for name in names(&query) {
            let named = || series.iter().filter(|(other, _)| *other == name);
            assert!(named().next().is_some(), "no metric is named {name}: {query}");
            known.extend(named().flat_map(|(_, labels)| labels.keys().map(String::as_str)));
            let uses = query.split(&*name).skip(1);
            for (label, value) in uses.flat_map(selected) {
                let has = |labels: &Labels| match (labels.get(label), value) {
                    (Some(found), Some(value)) => found == value,
                    (found, _) => found.is_some(),
                };
                let exists = named().any(|(_, labels)| has(labels));
                let exists = exists || OF_SCRAPES.contains(&label);
                assert!(exists, "no series has {label} = {value:?}: {query}");
            }
        }
        for grouped in query.split("by (").skip(1) {
            let (labels, _) = grouped.split_once(')').unwrap();
            for label in labels.split(", ") {
                assert!(known.contains(label), "no series has {label}: {query}");
            }
        }
    }
}

#[test]
fn each_alert_has_a_test_in_which_it_fires() {
    let alerts = |text: &str, key: &str| -> BTreeSet<String> {
        let named = text.lines().filter_map(|line| line.trim_start().strip_prefix(key));
        named.map(str::to_owned).collect()
    };
    let defined = alerts(ALERTS, "- alert: ");
    assert!(!defined.is_empty());
    assert_eq!(alerts(ALERT_TESTS, "- alertname: "), defined);
}

#[test]
fn the_start_the_processor_time_and_the_ends_of_accepted_tokens_are_exported() {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as f64;
    let mut session = Session::new();
    let before = now();
    let service = Service::start(&session.directory(), &["--admin", "127.0.0.1:0"]);
    let (token, address) = service.first_start();
    let admin = service.admin_address();
    for name in ["month", "revoked"] {
        let created = session.run(&["token", "create", "--name", name, "--expires", "30d"]);
        assert!(created.status.success(), "{created:?}");
    }
    session.run(&["token", "revoke", "revoked"]);
    let mut connection = Connection::open(&address);
    connection.create(&token, "", r#"{"id":7,"name":"Monstera"}"#);
    assert_eq!(connection.answer().unwrap().status, 200);

    let series = series(&admin);
    assert!((before.floor()..=now()).contains(&series["process_start_time_seconds"]));
    assert!(series["process_cpu_seconds_total"] > 0.0);
    let ends = series.iter().filter(|(name, _)| name.contains("_token_end_"));
    let [(name, end)] = ends.collect::<Vec<_>>()[..] else {
        panic!("{series:?}");
    };
    assert_eq!(name, r#"plant_store_token_end_timestamp_seconds{token="month"}"#);
    let month = 30.0 * 86400.0;
    assert!((before.floor() + month..=now() + month).contains(end));
}
