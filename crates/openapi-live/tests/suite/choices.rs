//! Tests of the choices of the user: operations to skip, values of parameters, and the order of
//! requests.

use crate::right::settings;
use crate::service::{Answer, Reaction, Request, start};
use openapi_live::{Error, Report, Rule, Settings, check};
use serde_json::{Value, json};
use std::sync::mpsc::channel;

/// Returns the report on a service with this document, and the requests that it received.
pub fn received(
    paths: &Value,
    settings: &Settings,
    react: fn(&Request) -> Answer,
) -> Result<(Report, Vec<Request>), Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("document.json");
    let info = json!({"title": "Things", "version": "1.0.0"});
    let key = |name: &str| json!({"type": "apiKey", "in": "header", "name": name});
    let schemes = json!({"a-b": key("X-First"), "a_b": key("X-Second")});
    let components = json!({"securitySchemes": schemes});
    let document =
        json!({"openapi": "3.1.0", "info": info, "paths": paths, "components": components});
    std::fs::write(&path, document.to_string()).unwrap();
    let (sender, receiver) = channel();
    let url = start(move |request| {
        // The receiver exists until the check has ended.
        let _ = sender.send(request.clone());
        Reaction::Answer(react(request))
    });
    let report = check(&path, &url, settings)?;
    Ok((report, receiver.try_iter().collect()))
}

fn things() -> Value {
    let id = json!({
        "name": "id", "in": "path", "required": true,
        "schema": {"type": "string", "pattern": "^[a-z0-9]{8}$"},
    });
    let done = json!({"204": {"description": "Done"}, "4XX": {"description": "Refused"}});
    let operation = |name: &str| json!({"operationId": name, "responses": done});
    json!({
        "/things/{id}": {
            "parameters": [id],
            "delete": operation("deleteThing"),
            "get": operation("findThing"),
        },
        "/things/{id}/name": {"parameters": [id], "put": operation("rename")},
    })
}

fn done(request: &Request) -> Answer {
    let segments: Vec<_> = request.path.split('/').skip(1).collect();
    let allowed = match segments.as_slice() {
        ["things", _] => ["GET", "DELETE"].as_slice(),
        ["things", _, "name"] => &["PUT"],
        _ => return Answer::new(404, "").without("content-type"),
    };
    let answer = match allowed.contains(&request.method.as_str()) {
        _ if segments[1].len() != 8 => Answer::new(400, ""),
        true => Answer::new(204, ""),
        false => Answer::new(405, "").with("allow", &allowed.join(", ")),
    };
    answer.without("content-type")
}

pub fn methods(requests: &[Request]) -> Vec<&str> {
    let mut methods: Vec<_> = requests.iter().map(|request| &*request.method).collect();
    methods.dedup();
    methods
}

#[test]
fn a_path_does_not_choose_who_gets_the_requests() {
    let (sender, others) = channel();
    let other = start(move |request| {
        let _ = sender.send(request.clone());
        Reaction::Answer(Answer::new(204, "").without("content-type"))
    });
    let other = other.strip_prefix("http://").unwrap();
    let (_, port) = other.split_once(':').unwrap();
    for path in [
        format!("@{other}/things"),
        format!(":x@{other}/things"),
        format!(":{port}/things"),
        format!("http://{other}/things"),
        format!("{{id}}@{other}/things"),
    ] {
        let responses = json!({"204": {"description": "Done"}});
        let paths = json!({path: {"get": {"responses": responses}}});
        let error = received(&paths, &settings(), done).unwrap_err();
        assert!(matches!(error, Error::Document(_)), "{error}");
    }
    for path in [format!("//{other}/things"), format!("/\\{other}/things")] {
        let responses = json!({"204": {"description": "Done"}, "default": {"description": "None"}});
        let paths = json!({path: {"get": {"responses": responses}}});
        let (_, requests) = received(&paths, &settings(), done).unwrap();
        assert!(!requests.is_empty());
    }
    assert_eq!(others.try_iter().count(), 0);
}

#[test]
fn an_operation_without_a_request_is_a_finding_with_the_reason() {
    let branch = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    let schema = json!({"oneOf": [branch, branch]});
    let mut paths = things();
    paths["/things/{id}/name"]["put"]["requestBody"] =
        json!({"required": true, "content": {"application/json": {"schema": schema}}});
    let (report, requests) = received(&paths, &settings(), done).unwrap();
    assert!(!methods(&requests).contains(&"PUT"));
    let [finding] = &report.findings[..] else {
        panic!("{report}");
    };
    assert_eq!(finding.rule, Rule::NothingSent);
    assert_eq!(finding.seen_in, ["PUT /things/{id}/name"]);
    let reason = "nothing is sent, because no value was found for the body: `oneOf` refuses {}, ";
    assert!(finding.message.starts_with(reason), "{report}");
}

#[test]
fn each_scheme_has_its_own_token_also_where_names_differ_in_punctuation_only() {
    let operation = json!({
        "security": [{"a-b": [], "a_b": []}],
        "responses": {"204": {"description": "Done"}, "401": {"description": "Refused"}},
    });
    let tokens = vec!["a-b=first-secret".to_owned(), "a_b=second-secret".to_owned()];
    let settings = Settings { tokens, ..settings() };
    let (report, requests) = received(&json!({"/a": {"get": operation}}), &settings, |_| {
        Answer::new(500, "").without("content-type")
    })
    .unwrap();
    let field = |name| requests[0].field(name);
    assert_eq!(field("X-First"), Some("first-secret"));
    assert_eq!(field("X-Second"), Some("second-secret"));
    let request = &report.findings[0].request;
    assert!(request.contains("X-First: '\"${TOKEN_a_b}\""), "{request}");
    assert!(request.contains("X-Second: '\"${TOKEN_a_b_}\""), "{request}");
}

#[test]
fn operations_that_delete_come_last() {
    let (report, requests) = received(&things(), &settings(), done).unwrap();
    assert!(report.is_clean(), "{report}");
    let deleting = requests.iter().position(|request| request.method == "DELETE");
    let after = methods(&requests[deleting.unwrap()..]);
    // Behind them are the requests for an undeclared method and path.
    assert_eq!(after, ["DELETE", "PATCH", "GET"]);
}

#[test]
fn nothing_is_sent_to_a_skipped_operation() {
    let settings = Settings {
        skip: ["deleteThing", "PUT /things/{id}/name", "deleteThing", "DELETE /things/{id}"]
            .map(str::to_owned)
            .to_vec(),
        ..settings()
    };
    let (report, requests) = received(&things(), &settings, done).unwrap();
    assert!(report.is_clean(), "{report}");
    assert_eq!(methods(&requests), ["GET", "PATCH", "GET"]);
    let notes = ["DELETE /things/{id}", "PUT /things/{id}/name"];
    let notes = notes.map(|name| format!("{name}: nothing is sent, because it is skipped"));
    assert_eq!(report.notes, notes);
}

#[test]
fn an_operation_to_which_nothing_can_be_sent_is_left_out_or_skipped() {
    let mut paths = things();
    paths["/things/{id}"]["trace"] = paths["/things/{id}"]["get"].clone();
    paths["/things/{id}"]["trace"]["operationId"] = "echo".into();
    let note = "TRACE /things/{id}: nothing is sent, TRACE is for proxies";
    let (report, _) = received(&paths, &settings(), done).unwrap();
    assert_eq!(
        (report.left_out, report.notes),
        (vec!["TRACE /things/{id}".into()], vec![note.into()])
    );
    let skip = vec!["TRACE /things/{id}".to_owned(), "echo".to_owned()];
    let (report, _) = received(&paths, &Settings { skip, ..settings() }, done).unwrap();
    assert_eq!((report.left_out, report.notes), (Vec::new(), vec![note.into()]));
}

#[test]
fn a_given_value_is_that_of_the_parameter_in_valid_requests() {
    let settings = Settings {
        // The last of two values for the same applies.
        values: [
            "findThing.id=find1111",
            "findThing.id=find0000",
            "id=87654321",
            "id=12345678",
            "PUT /things/{id}/name.id=put00000",
        ]
        .map(str::to_owned)
        .to_vec(),
        ..settings()
    };
    let (report, requests) = received(&things(), &settings, done).unwrap();
    assert!(report.is_clean(), "{report}");
    let first = |method: &str| {
        let request = requests.iter().find(|request| request.method == method);
        request.unwrap().path.clone()
    };
    assert_eq!(first("GET"), "/things/find0000");
    assert_eq!(first("PUT"), "/things/put00000/name");
    assert_eq!(first("DELETE"), "/things/12345678");
}

#[test]
fn a_choice_that_the_document_does_not_have_is_refused_before_anything_is_sent() {
    let mut text = String::new();
    for (skip, value) in [
        (Some("GET /thing"), None),
        (None, Some("name=1")),
        (None, Some("deleteThing.name=1")),
        (None, Some("id")),
        (None, Some("id=short")),
        (None, Some("findThing.id=short")),
    ] {
        let settings = Settings {
            skip: skip.map(str::to_owned).into_iter().collect(),
            values: value.map(str::to_owned).into_iter().collect(),
            ..settings()
        };
        let refused = received(&things(), &settings, |_| panic!("a request was sent"));
        text.push_str(&format!("{}\n", refused.unwrap_err()));
    }
    insta::assert_snapshot!(text);
}
