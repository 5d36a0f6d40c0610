//! Tests of streams that never end: the items that arrive are validated.

use crate::right::settings;
use crate::service::{Answer, Reaction, Request, start};
use openapi_live::{Report, check};
use serde_json::json;
use std::time::Instant;

/// Returns the report on a service that sends the beginning of a stream.
fn streamed(media_type: &str, beginning: &'static str) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("document.json");
    let stream =
        json!({"description": "Numbers", "content": {media_type: {"schema": {"type": "integer"}}}});
    let document = json!({
        "openapi": "3.1.0", "info": {"title": "Numbers", "version": "1.0.0"},
        "paths": {"/numbers": {"get": {"responses": {"200": stream}}}},
    });
    std::fs::write(&path, document.to_string()).unwrap();
    let media_type = media_type.to_owned();
    let url = start(move |request: &Request| {
        let bare = |status| Answer::new(status, "").without("content-type");
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/numbers") => {
                let answer = Answer::new(200, beginning).without("content-type");
                Reaction::Endless(answer.with("content-type", &media_type))
            }
            (_, "/numbers") => Reaction::Answer(bare(405).with("allow", "GET")),
            _ => Reaction::Answer(bare(404)),
        }
    });
    let start = Instant::now();
    let report = check(&path, &url, &settings()).unwrap();
    // The time limit of a response is 20 seconds.
    assert!(start.elapsed() < settings().timeout, "{report}");
    report
}

#[test]
fn the_items_at_the_beginning_of_an_endless_stream_are_validated() {
    for (media_type, right, wrong) in [
        ("text/event-stream", "data: 1\n\ndata: 2", "data: 1\n\ndata: x\n\ndata: 2"),
        ("text/event-stream", ": ping\r\n\r\ndata: 1\r\n\r\ndata: x", "data: x\r\n\r\n"),
        ("application/jsonl", "1\n2\n{\"", "1\n{}\n2"),
    ] {
        let report = streamed(media_type, right);
        assert!(report.is_clean() && report.good > 0, "{report}");
        let report = streamed(media_type, wrong);
        let rules: Vec<_> =
            report.findings.iter().map(|finding| finding.rule.to_string()).collect();
        assert_eq!(rules, ["live-body-invalid"], "{report}");
    }
}
