//! Tests of links: their values are those of parameters in later requests.

use crate::choices::{methods, received};
use crate::right::settings;
use crate::service::{Answer, Request};
use openapi_live::{Report, Settings};
use serde_json::{Value, json};

const STORED: &str = "stored-1";

fn string(location: &str, name: &str) -> Value {
    json!({
        "name": name, "in": location, "required": true,
        "schema": {"type": "string", "pattern": "^[a-z0-9-]{8}$"},
    })
}

/// Returns the paths of a service whose object is found by the value of a link alone.
fn paths(link: &Value) -> Value {
    let created = json!({
        "description": "Created",
        "headers": {"X-Id": {"schema": {"type": "string"}}},
        "content": {"application/json": {"schema": {"type": "object"}}},
        "links": {"find": link},
    });
    let refused = json!({"description": "Refused"});
    let found = json!({"204": {"description": "Found"}, "4XX": refused});
    json!({
        "/things/{id}": {
            "get": {"operationId": "find", "parameters": [string("path", "id")], "responses": found},
        },
        "/owners/{owner}/things": {
            "post": {
                "parameters": [
                    string("path", "owner"), string("query", "q"), string("header", "x-key"),
                ],
                "requestBody": {"required": true, "content": {"application/json": {"schema": {
                    "type": "object", "properties": {"wanted": {"const": STORED}}, "required": ["wanted"],
                }}}},
                "responses": {"201": created, "4XX": refused},
            },
        },
    })
}

fn respond(request: &Request) -> Answer {
    let is_get = request.method == "GET";
    let bare = |status| Answer::new(status, "").without("content-type");
    match request.path.split('/').skip(1).collect::<Vec<_>>()[..] {
        ["things", _] if !is_get => bare(405).with("allow", "GET"),
        ["things", id] if id.len() != 8 => bare(400),
        ["things", id] => bare(if id == STORED { 204 } else { 404 }),
        ["owners", _, "things"] if request.method != "POST" => bare(405).with("allow", "POST"),
        ["owners", owner, "things"] => {
            let body: Option<Value> = serde_json::from_slice(&request.body).ok();
            let wanted = body.and_then(|body| body.get("wanted").cloned());
            let is_json = request
                .field("content-type")
                .is_some_and(|name| name.to_lowercase().starts_with("application/json"));
            let key = request.field("x-key").map(str::len);
            if owner.len() != 8 || key != Some(8) || request.query.len() != 10 {
                bare(400)
            } else if wanted != Some(json!(STORED)) || !is_json {
                bare(422)
            } else {
                let body = json!({"things": [{"id": STORED, "count": 7}]});
                Answer::new(201, &body.to_string()).with("x-id", STORED)
            }
        }
        _ => bare(404),
    }
}

/// Returns the report, and the path of the first request to the target of the link.
fn followed(link: &Value, settings: &Settings) -> (Report, String) {
    let (report, requests) = received(&paths(link), settings, respond).unwrap();
    assert_eq!(methods(&requests)[0], "POST", "{report}");
    let mut paths = requests.into_iter().map(|request| request.path);
    let path = paths.find(|path| path.starts_with("/things/")).unwrap();
    (report, path)
}

#[test]
fn the_value_of_a_link_is_that_of_the_parameter() {
    for value in
        ["$response.body#/things/0/id", "$response.header.x-id", "$request.body#/wanted", STORED]
    {
        for name in ["id", "path.id"] {
            let parameters = json!({name: value});
            for link in [
                json!({"operationId": "find", "parameters": parameters}),
                json!({"operationRef": "#/paths/~1things~1%7Bid%7D/get", "parameters": parameters}),
            ] {
                let (report, path) = followed(&link, &settings());
                assert_eq!(path, "/things/stored-1", "{link}");
                // The successful response was validated.
                assert!(report.is_clean() && report.notes.is_empty(), "{report}");
            }
        }
    }
}

#[test]
fn a_link_can_repeat_a_parameter_of_its_request() {
    for (value, given) in [
        ("$request.path.owner", "owner=owner-01"),
        ("$request.query.q", "q=query-01"),
        ("$request.header.X-Key", "x-key=header-1"),
    ] {
        let link = json!({"operationId": "find", "parameters": {"id": value}});
        let settings = Settings { values: vec![given.to_owned()], ..settings() };
        let (_, path) = followed(&link, &settings);
        let (_, value) = given.split_once('=').unwrap();
        assert_eq!(path, format!("/things/{value}"));
    }
}

#[test]
fn a_value_of_the_user_precedes_a_link() {
    let link = json!({"operationId": "find", "parameters": {"id": "$response.header.X-Id"}});
    let settings = Settings { values: vec!["id=given-01".to_owned()], ..settings() };
    let (_, path) = followed(&link, &settings);
    assert_eq!(path, "/things/given-01");
}

#[test]
fn a_link_without_a_value_that_its_parameter_accepts_is_a_note() {
    let mut text = String::new();
    for value in [
        "$response.body#/things/1/id",
        "$response.body#/things/0/count",
        "$response.header.X-Other",
        "$url",
        "a{$request.path.owner}",
    ] {
        let link = json!({"operationId": "find", "parameters": {"id": value}});
        let (report, _) = followed(&link, &settings());
        assert!(report.is_clean(), "{report}");
        text.push_str(&format!("{value}\n  {}\n", report.notes.join("\n  ")));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_link_that_leads_nowhere_is_a_note() {
    for (link, expected) in [
        (
            json!({"operationId": "gone"}),
            "the link `find` of POST /owners/{owner}/things leads to no operation that is sent",
        ),
        (
            json!({"operationId": "find", "parameters": {"nowhere": 1}}),
            "the link `find` of POST /owners/{owner}/things gives a value to `nowhere`, which is no \
             parameter of GET /things/{id}",
        ),
    ] {
        let (report, _) = received(&paths(&link), &settings(), respond).unwrap();
        assert_eq!(report.notes[0], expected);
    }
}

#[test]
fn an_operation_behind_a_circle_of_links_comes_last() {
    let links = |targets: &[&str]| -> Value {
        let links = targets.iter().map(|target| {
            (target.to_string(), json!({"operationId": target, "parameters": {"id": STORED}}))
        });
        links.collect::<serde_json::Map<_, _>>().into()
    };
    let operation = |name: &str, targets: &[&str]| {
        json!({"get": {
            "operationId": name,
            "parameters": [string("path", "id")],
            "responses": {
                "204": {"description": "Found", "links": links(targets)},
                "4XX": {"description": "Refused"},
            },
        }})
    };
    let paths = json!({
        "/last/{id}": operation("last", &[]),
        "/one/{id}": operation("one", &["two", "last"]),
        "/two/{id}": operation("two", &["one"]),
    });
    let respond = |request: &Request| {
        let segments: Vec<_> = request.path.split('/').skip(1).collect();
        let answer = match segments[..] {
            [_, id] if request.method == "GET" => match id.len() {
                8 => Answer::new(204, ""),
                _ => Answer::new(400, ""),
            },
            [_, _] => Answer::new(405, "").with("allow", "GET"),
            _ => Answer::new(404, ""),
        };
        answer.without("content-type")
    };
    let (report, requests) = received(&paths, &settings(), respond).unwrap();
    let mut order: Vec<_> =
        requests.iter().map(|one| one.path.split('/').nth(1).unwrap()).collect();
    order.dedup();
    assert_eq!(order[2], "last", "{report}");
}
