//! The live check of the running service: it has no findings, neither in the first run
//! nor with other values in the same store, and has findings when the service is
//! checked against another document.

use std::path::Path;
use std::time::Duration;

use openapi_live::{Report, Rule, Settings, check};
use tempfile::TempDir;
use test_kit::service::Service;

fn checked(document: &Path, url: &str, token: &str, seed: u64) -> Report {
    let settings = Settings {
        tokens: vec![token.to_owned()],
        seed: Some(seed),
        timeout: Duration::from_secs(60),
        max_time: Duration::from_secs(600),
        ..Settings::default()
    };
    check(document, url, &settings).unwrap()
}

#[test]
fn the_running_service_keeps_to_the_document() {
    let folder = TempDir::new().unwrap();
    let service = Service::start(folder.path(), &[]);
    let (token, address) = service.first_start();
    let url = format!("http://{address}");
    let document = Path::new("openapi.yaml");
    for seed in [1, 1, 2] {
        let report = checked(document, &url, &token, seed);
        assert!(report.is_clean(), "{report}");
        // Requests of a single kind would show little.
        assert!(report.requests > 40 && report.good > 10, "{report}");
        // A different plant under the least and the largest id is refused, as guaranteed.
        let taken = if seed == 1 { 0 } else { 2 };
        assert_eq!(report.notes.len(), taken, "{report}");
    }
}

#[test]
fn a_document_that_says_something_else_is_seen_to() {
    let folder = TempDir::new().unwrap();
    let service = Service::start(folder.path(), &[]);
    let (token, address) = service.first_start();
    let contract = std::fs::read_to_string("openapi.yaml").unwrap();
    let changes = [
        (
            "        - name\n      properties",
            "        - name\n        - tag\n      properties",
            Rule::BodyInvalid,
        ),
        ("'200':", "'201':", Rule::StatusUndeclared),
        (
            "        tag:\n          type: string",
            "        tag:\n          type: [string, 'null']",
            Rule::ValidRequestRefused,
        ),
        (
            "          type: string\n          description: The name",
            "          type: string\n          maxLength: 9\n          description: The name",
            Rule::InvalidRequestAccepted,
        ),
        ("            WWW-Authenticate:", "            X-Realm:", Rule::HeaderMissing),
    ];
    for ((old, new, rule), seed) in changes.into_iter().zip(1..) {
        assert!(contract.contains(old), "{old}");
        let path = folder.path().join("other.yaml");
        std::fs::write(&path, contract.replacen(old, new, 1)).unwrap();
        let report = checked(&path, &format!("http://{address}"), &token, seed);
        let is_found = report.findings.iter().any(|finding| finding.rule == rule);
        assert!(is_found, "{new}\n{report}");
    }
}
