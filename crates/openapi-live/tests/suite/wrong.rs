//! Tests against services with a single error.

use crate::conforming::right;
use crate::right::{checked, document, settings};
use crate::service::{Answer, Reaction, Request, start};
use openapi_live::{Report, Rule, Settings, check};
use openapi_source::findings::Format;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

/// The description of an error, and how to make it.
type Wrong = (&'static str, fn(&Request, Answer) -> Answer);

fn body(request: &Request) -> Value {
    serde_json::from_slice(&request.body).unwrap_or_default()
}

fn created(name: &str) -> Answer {
    let body = format!("{{\"name\":{name}}}");
    Answer::new(200, &body).with("x-count", "1")
}

const WRONGS: [Wrong; 23] = [
    ("answers a status that is not declared", |_, answer| match answer.status {
        200 => Answer { status: 201, ..answer },
        _ => answer,
    }),
    ("answers a media type that is not declared", |_, answer| match answer.status {
        200 => answer.without("content-type").with("content-type", "text/plain"),
        _ => answer,
    }),
    ("answers without a body", |_, answer| match answer.status {
        200 => Answer { body: Vec::new(), ..answer }.without("content-type"),
        _ => answer,
    }),
    ("answers null for an absent member", |request, answer| match answer.status {
        200 if body(request).get("tag").is_none() => {
            Answer { body: br#"{"name":"a","tag":null}"#.to_vec(), ..answer }
        }
        _ => answer,
    }),
    ("answers what is no JSON", |_, answer| match answer.status {
        200 => Answer { body: b"{'name':'a'}".to_vec(), ..answer },
        _ => answer,
    }),
    ("answers errors of another form", |_, answer| match answer.status {
        400 => Answer { body: br#"{"message":"no"}"#.to_vec(), ..answer },
        _ => answer,
    }),
    ("forgets a required header", |_, answer| answer.without("x-count")),
    ("sends a header that is wrong", |_, answer| match answer.status {
        200 => answer.without("x-count").with("x-count", "-1"),
        _ => answer,
    }),
    ("forgets WWW-Authenticate", |_, answer| answer.without("www-authenticate")),
    ("forgets Allow", |_, answer| answer.without("allow")),
    ("asks for no credential", |request, answer| match answer.status {
        401 => {
            if body(request)["name"].is_string() {
                created("\"a\"")
            } else {
                answer
            }
        }
        _ => answer,
    }),
    ("refuses the credential", |_, answer| match answer.status {
        200 => Answer::new(401, r#"{"error":3}"#).with("www-authenticate", "Bearer"),
        _ => answer,
    }),
    ("takes null for an absent member", |request, answer| match body(request).get("tag") {
        Some(Value::Null) => created("\"a\""),
        _ => answer,
    }),
    ("takes one more than the maximum", |request, answer| {
        if body(request)["id"].as_f64() == Some(1_000_000.0) { created("\"a\"") } else { answer }
    }),
    ("refuses the maximum", |request, answer| {
        if body(request)["id"].as_f64() == Some(999_999.0) {
            Answer::new(400, r#"{"error":6}"#)
        } else {
            answer
        }
    }),
    ("counts bytes for characters", |request, answer| {
        if body(request)["name"].as_str().is_some_and(|name| name.len() > 5) {
            Answer::new(400, r#"{"error":6}"#)
        } else {
            answer
        }
    }),
    ("takes any content type", |request, answer| {
        match (answer.status, body(request)["id"].is_number()) {
            (400, true) if request.field("content-type") == Some("text/plain") => created("\"a\""),
            _ => answer,
        }
    }),
    ("takes a body with more behind it", |request, answer| match request.body.ends_with(b" x") {
        true if answer.status == 400 => created("\"a\""),
        _ => answer,
    }),
    ("does not look at a parameter", |request, answer| {
        match (answer.status, request.query.contains("size=10")) {
            (400, true) => Answer::new(200, r#"{"name":"a"}"#),
            _ => answer,
        }
    }),
    ("refuses a parameter's last listed value", |request, answer| {
        if request.query.contains("kinds=small") {
            Answer::new(400, r#"{"error":7}"#)
        } else {
            answer
        }
    }),
    ("fails with a page", |request, answer| match request.method.as_str() {
        "GET" if answer.status == 200 => Answer {
            status: 500,
            fields: vec![("content-type", "text/plain".to_owned())],
            body: b"thread panicked".to_vec(),
        },
        _ => answer,
    }),
    ("serves any method", |_, answer| match answer.status {
        405 => created("\"a\""),
        _ => answer,
    }),
    ("serves any path", |_, answer| match answer.status {
        404 => created("\"a\""),
        _ => answer,
    }),
];

/// Returns the report on a service, without the parts that differ from run to run.
fn redacted(report: &Report) -> String {
    let mut text = report.to_string().replace(&report.server, "http://HOST");
    if let Some(host) = report.server.strip_prefix("http://") {
        text = text.replace(host, "HOST");
    }
    text
}

#[test]
fn each_fault_is_told_by_its_rule_at_its_place() {
    let mut text = String::new();
    let mut rules = BTreeSet::new();
    for (what, alter) in WRONGS {
        let react = move |request: &Request| Reaction::Answer(alter(request, right(request)));
        let report = checked(react).unwrap();
        assert!(!report.is_clean(), "a service that {what} has no findings");
        rules.extend(report.findings.iter().map(|finding| finding.rule));
        let _ = writeln!(text, "== A service that {what}\n\n{}", redacted(&report));
    }
    insta::assert_snapshot!(text);
    // A missing response is covered by the tests below, the others by tests of their own.
    let elsewhere = [Rule::NoAnswer, Rule::Unfinished, Rule::NothingSent];
    let others = Rule::ALL.iter().copied();
    let others = others.filter(|rule| !elsewhere.contains(rule));
    assert_eq!(rules, others.collect());
}

#[test]
fn each_way_not_to_answer_is_told() {
    let part = |request: &Request| match request.method.as_str() {
        "GET" => Reaction::Part(right(request), 100),
        _ => Reaction::Answer(right(request)),
    };
    let close = |request: &Request| {
        if request.body.is_empty() { Reaction::Close } else { Reaction::Answer(right(request)) }
    };
    let hang = |_: &Request| Reaction::Hang;
    let urls = [
        ("ends its answers early", start(part)),
        ("closes the connection", start(close)),
        ("hangs", start(hang)),
    ];
    let mut text = String::new();
    for (what, url) in urls {
        let settings = Settings {
            timeout: Duration::from_secs(if what == "hangs" { 1 } else { 20 }),
            ..settings()
        };
        let report = check(&document(), &url, &settings).unwrap();
        let _ = writeln!(text, "== A service that {what}\n\n{}", redacted(&report));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn each_format_tells_the_same_findings() {
    let alter = WRONGS[3].1;
    let react = move |request: &Request| Reaction::Answer(alter(request, right(request)));
    let report = checked(react).unwrap();
    let written = |format: Format| {
        let mut output = Vec::new();
        format.write(&report, &mut output).unwrap();
        String::from_utf8(output).unwrap().replace(&report.server, "http://HOST")
    };
    insta::assert_snapshot!(written(Format::Json));
    insta::assert_snapshot!(written(Format::Github));
    let log: Value = serde_json::from_str(&written(Format::Sarif)).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["rules"].as_array().unwrap().len(), Rule::ALL.len());
    insta::assert_snapshot!(serde_json::to_string_pretty(&run["results"]).unwrap());
}

#[test]
fn each_format_contains_the_notes() {
    let react = |request: &Request| match request.method.as_str() {
        "POST" => Reaction::Answer(Answer::new(409, "{}")),
        _ => Reaction::Close,
    };
    let report = checked(react).unwrap();
    assert_eq!(report.notes.len(), 3, "{report}");
    assert!(report.unsent > 0, "{report}");
    for format in [Format::Text, Format::Json, Format::Sarif, Format::Github] {
        let mut output = Vec::new();
        format.write(&report, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        for note in &report.notes {
            assert!(text.contains(note), "{note}\n{text}");
        }
    }
}

#[test]
fn a_token_is_never_written() {
    // A service that echoes the credential.
    let react = |request: &Request| {
        let sent = request.field("authorization").unwrap_or_default();
        Reaction::Answer(Answer::new(418, &format!("\"{sent}\"")).with("x-sent", sent))
    };
    let report = checked(react).unwrap();
    for format in [Format::Text, Format::Json, Format::Sarif, Format::Github] {
        let mut output = Vec::new();
        format.write(&report, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains("${TOKEN_token}") && !text.contains("sesame-open"), "{text}");
    }
}

#[test]
fn the_cases_of_one_credential_have_the_other_credentials_of_the_operation() {
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "components": {"securitySchemes": {
            "token": {"type": "http", "scheme": "bearer"},
            "basic": {"type": "http", "scheme": "basic"},
            "key": {"type": "apiKey", "in": "query", "name": "id"},
        }},
        "paths": {"/things": {"get": {
            "security": [{"token": [], "key": []}],
            "parameters": [
                {"name": "id", "in": "header", "required": true, "schema": {"const": "x"}},
            ],
            "responses": {
                "200": {"description": "Done"},
                "4XX": {"description": "Refused"},
            },
        }}},
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openapi.json");
    std::fs::write(&file, document.to_string()).unwrap();
    // It looks at the secret, and at no scheme.
    let url = start(|request| {
        let token = request.field("authorization").and_then(|field| field.split_once(' '));
        let is_known = token.is_some_and(|(_, token)| token == "sesame-open");
        let answer = match (request.method.as_str(), request.field("id")) {
            _ if request.path != "/things" => Answer::new(404, ""),
            ("GET", id) if id != Some("x") => Answer::new(400, ""),
            ("GET", _) if is_known && request.query == "id=sesame-open" => Answer::new(200, ""),
            ("GET", _) => Answer::new(401, "").with("www-authenticate", "Bearer"),
            _ => Answer::new(405, "").with("allow", "GET"),
        };
        Reaction::Answer(answer.without("content-type"))
    });
    let report = check(&file, &url, &settings()).unwrap();
    let told: Vec<_> = report.findings.iter().map(|one| one.message.as_str()).collect();
    let expected = "answered 200, and not 401, to a request with another scheme for token";
    assert_eq!(told, [expected], "{report}");
    // With an alternative that has the other scheme, the secret can be right there.
    let security = &mut document["paths"]["/things"]["get"]["security"];
    security.as_array_mut().unwrap().push(json!({"basic": [], "key": []}));
    std::fs::write(&file, document.to_string()).unwrap();
    let report = check(&file, &url, &settings()).unwrap();
    assert!(report.findings.is_empty(), "{report}");
}
