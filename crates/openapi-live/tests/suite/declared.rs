//! Tests of what documents declare that a check cannot test as the rest, with services that are
//! right.

use crate::right::settings;
use crate::service::{Answer, Reaction, Request, start};
use openapi_live::{Report, Rule, Settings, check};
use serde_json::{Value, json};

fn checked(paths: Value, react: impl FnMut(&Request) -> Reaction + Send + 'static) -> Report {
    checked_with(&settings(), paths, react)
}

fn checked_with(
    settings: &Settings,
    paths: Value,
    react: impl FnMut(&Request) -> Reaction + Send + 'static,
) -> Report {
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "components": {
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-API-Key"}},
        },
        "paths": paths,
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openapi.json");
    std::fs::write(&file, document.to_string()).unwrap();
    check(&file, &start(react), settings).unwrap()
}

/// Returns a service that has one operation.
fn of(
    method: &'static str,
    path: &'static str,
    answer: impl Fn(&Request) -> Answer + Send + 'static,
) -> impl FnMut(&Request) -> Reaction + Send + 'static {
    move |request| {
        Reaction::Answer(match request.method.as_str() {
            _ if request.path != path => empty(404),
            sent if sent == method => answer(request),
            _ => empty(405).with("allow", method),
        })
    }
}

fn empty(status: u16) -> Answer {
    Answer::new(status, "").without("content-type")
}

fn messages(report: &Report) -> Vec<&str> {
    report.findings.iter().map(|finding| finding.message.as_str()).collect()
}

fn responses() -> Value {
    json!({"200": {"description": "Done"}, "4XX": {"description": "Refused"}})
}

#[test]
fn a_parameter_that_each_request_has_is_neither_repeated_nor_left_out() {
    let parameter = |name: &str, schema| json!({"name": name, "in": "header", "required": true, "schema": schema});
    let paths = json!({"/things": {"get": {
        "security": [{"key": []}],
        "parameters": [
            parameter("x-api-key", json!({"type": "string"})),
            parameter("User-Agent", json!({"type": "string"})),
            parameter("Content-Length", json!({"type": "integer"})),
        ],
        "responses": responses(),
    }}});
    let service = of("GET", "/things", |request| {
        let keys = request.fields.iter().filter(|(name, _)| name == "x-api-key");
        match keys.collect::<Vec<_>>().as_slice() {
            [(_, key)] if key == "sesame-open" => empty(200),
            _ => empty(401).with("www-authenticate", "Key"),
        }
    });
    let report = checked(paths, service);
    assert_eq!(messages(&report), Vec::<&str>::new(), "{report}");
    for name in ["x-api-key", "User-Agent", "Content-Length"] {
        let note =
            format!("GET /things: the parameter `{name}` is not varied: each request has it");
        assert!(report.notes.contains(&note), "{report}");
    }
}

#[test]
fn a_value_for_a_parameter_that_each_request_has_is_sent() {
    let agent = json!({"name": "User-Agent", "in": "header", "schema": {"type": "string"}});
    let paths = json!({"/things": {"get": {"parameters": [agent], "responses": responses()}}});
    let settings = Settings { values: vec!["User-Agent=mine".to_owned()], ..settings() };
    let service = of("GET", "/things", |request| {
        empty(if request.field("user-agent") == Some("mine") { 200 } else { 400 })
    });
    let report = checked_with(&settings, paths, service);
    assert!(report.good > 0, "{report}");
}

#[test]
fn a_body_of_a_media_type_without_a_form_is_a_note() {
    let body = |required, name: &str, schema| json!({"required": required, "content": {name: {"schema": schema}}});
    let paths = json!({
        "/xml": {"post": {
            "requestBody": body(true, "application/xml", json!({"type": "string"})),
            "responses": responses(),
        }},
        "/mixed": {"post": {
            "requestBody": body(false, "multipart/mixed", json!({"type": "object"})),
            "responses": {"200": {
                "description": "Done",
                "content": {"application/xml": {"schema": {"type": "object"}}},
            }},
        }},
    });
    let xml = |_: &Request| {
        let answer = Answer::new(200, "<x/>").without("content-type");
        answer.with("content-type", "application/xml")
    };
    let report = checked(paths, of("POST", "/mixed", xml));
    assert_eq!(messages(&report), Vec::<&str>::new(), "{report}");
    for note in ["POST /mixed: bodies of multipart/mixed are not sent", "application/xml"] {
        assert!(report.notes.iter().any(|one| one.contains(note)), "{report}");
    }
}

#[test]
fn an_object_without_members_may_be_absent_as_a_deep_object() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let parameter = json!({
        "name": "filter", "in": "query", "required": true, "style": "deepObject", "schema": schema,
    });
    let paths = json!({"/things": {"get": {
        "parameters": [parameter],
        "responses": responses(),
    }}});
    let report = checked(paths, of("GET", "/things", |_| empty(200)));
    assert_eq!(messages(&report), Vec::<&str>::new(), "{report}");
}

#[test]
fn each_fault_of_a_response_is_told_once_whatever_the_number_of_its_places() {
    let item = json!({
        "type": "object",
        "required": ["id", "name"],
        "properties": {"id": {"type": "integer"}, "size": {"type": "integer"}},
    });
    let content = json!({"application/json": {"schema": {"type": "array", "items": item}}});
    let paths = json!({"/things": {"get": {
        "parameters": [{"name": "q", "in": "query", "schema": {"enum": ["a"]}}],
        "responses": {"200": {"description": "Things", "content": content}},
    }}});
    let service = of("GET", "/things", |request| match request.query.as_str() {
        "" | "q=a" => Answer::new(200, r#"[{"size": "S"}, {"size": "M"}]"#),
        _ => empty(400),
    });
    let report = checked(paths, service);
    let wrong = report.findings.iter().filter(|one| one.message.contains("is wrong"));
    let told: Vec<_> = wrong.map(|one| (one.place.pointer.rsplit('/').next(), one.more)).collect();
    let good = report.good - 1;
    let each = |keyword| (Some(keyword), good);
    assert_eq!(told, [each("required"), each("required"), each("type")], "{report}");
}

#[test]
fn a_method_is_tried_on_each_path_that_has_a_valid_request() {
    // No value is in both ranges.
    let none = json!({"allOf": [{"minimum": 1}, {"maximum": 0}], "type": "integer"});
    let paths = json!({"/things": {
        "get": {"responses": responses()},
        "delete": {
            "parameters": [{"name": "id", "in": "query", "required": true, "schema": none}],
            "responses": responses(),
        },
    }});
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut service = of("GET", "/things", |_| empty(200));
    let report = checked(paths, move |request| {
        // The receiver exists until the check has ended.
        let _ = sender.send(format!("{} {}", request.method, request.path));
        service(request)
    });
    let rules: Vec<_> = report.findings.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, [Rule::NothingSent], "{report}");
    assert!(receiver.try_iter().any(|sent| sent == "PATCH /things"), "{report}");
}
