//! Tests of what documents declare that a check cannot test as the rest, with services that are
//! right.

use crate::right::settings;
use crate::service::{Answer, Reaction, Request, start};
use openapi_live::{Report, check};
use serde_json::{Value, json};

fn checked(paths: Value, react: impl FnMut(&Request) -> Reaction + Send + 'static) -> Report {
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
    check(&file, &start(react), &settings()).unwrap()
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
    let report = checked(paths, |request| {
        let keys: Vec<_> = request.fields.iter().filter(|(name, _)| name == "x-api-key").collect();
        let answer = match (request.method.as_str(), request.path.as_str(), keys.as_slice()) {
            (_, path, _) if path != "/things" => Answer::new(404, ""),
            ("GET", _, [(_, key)]) if key == "sesame-open" => Answer::new(200, ""),
            ("GET", ..) => Answer::new(401, "").with("www-authenticate", "Key"),
            _ => Answer::new(405, "").with("allow", "GET"),
        };
        Reaction::Answer(answer.without("content-type"))
    });
    assert_eq!(messages(&report), Vec::<&str>::new(), "{report}");
    for name in ["x-api-key", "User-Agent", "Content-Length"] {
        let note = format!("GET /things: `{name}` is not varied: each request has it");
        assert!(report.notes.contains(&note), "{report}");
    }
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
            "responses": responses(),
        }},
    });
    let report = checked(paths, |request| {
        let answer = match (request.method.as_str(), request.path.as_str()) {
            (_, path) if path != "/mixed" => Answer::new(404, ""),
            ("POST", _) => Answer::new(200, ""),
            _ => Answer::new(405, "").with("allow", "POST"),
        };
        Reaction::Answer(answer.without("content-type"))
    });
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
    let report = checked(paths, |request| {
        let answer = match (request.method.as_str(), request.path.as_str()) {
            (_, path) if path != "/things" => Answer::new(404, ""),
            ("GET", _) => Answer::new(200, ""),
            _ => Answer::new(405, "").with("allow", "GET"),
        };
        Reaction::Answer(answer.without("content-type"))
    });
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
    let report = checked(paths, |request| {
        let answer = match (request.method.as_str(), request.path.as_str()) {
            (_, path) if path != "/things" => Answer::new(404, "").without("content-type"),
            ("GET", _) if request.query.len() < 4 => {
                Answer::new(200, r#"[{"size": "S"}, {"size": "M"}]"#)
            }
            ("GET", _) => Answer::new(400, "").without("content-type"),
            _ => Answer::new(405, "").with("allow", "GET").without("content-type"),
        };
        Reaction::Answer(answer)
    });
    let wrong = report.findings.iter().filter(|one| one.message.contains("is wrong"));
    let told: Vec<_> = wrong.map(|one| (one.place.pointer.rsplit('/').next(), one.more)).collect();
    let good = report.good - 1;
    let each = |keyword| (Some(keyword), good);
    assert_eq!(told, [each("required"), each("required"), each("type")], "{report}");
}
