//! A service that conforms to `document.yaml`. The tests of the command
//! `openapi-dropshot` use it too.

use crate::service::{Answer, Request};
use serde_json::{Value, json};

pub fn refused(status: u16, error: u16) -> Answer {
    Answer::new(status, &json!({"error": error}).to_string())
}

/// Responds exactly as the document requires.
pub fn right(request: &Request) -> Answer {
    let segments: Vec<_> = request.path.split('/').skip(1).collect();
    match (request.method.as_str(), segments.as_slice()) {
        ("POST", ["things"]) => create(request),
        ("GET", ["things", id]) => find(request, id),
        (_, ["things"]) => refused(405, 1).with("allow", "POST"),
        (_, ["things", _]) => refused(405, 1).with("allow", "GET"),
        _ => refused(404, 2),
    }
}

fn create(request: &Request) -> Answer {
    if request.field("authorization") != Some("Bearer sesame-open") {
        return refused(401, 3).with("www-authenticate", "Bearer");
    }
    let media_type = request.field("content-type").unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default();
    if !essence.eq_ignore_ascii_case("application/json") {
        return refused(400, 4);
    }
    let Ok(thing) = serde_json::from_slice::<Value>(&request.body) else {
        return refused(400, 5);
    };
    let is_name = |name: &Value| {
        let name = name.as_str().map(|name| name.chars().count());
        name.is_some_and(|length| (1..=5).contains(&length))
    };
    let is_valid = is_id(&thing["id"])
        && is_name(&thing["name"])
        && (thing["kind"] == "big" || thing["kind"] == "small")
        && thing.get("tag").is_none_or(Value::is_string)
        && (thing["note"].is_null() || thing["note"].is_string());
    if !is_valid {
        return refused(400, 6);
    }
    let mut answer = json!({"name": thing["name"]});
    if let Some(tag) = thing.get("tag") {
        answer["tag"] = tag.clone();
    }
    Answer::new(200, &answer.to_string()).with("x-count", "1")
}

fn is_id(value: &Value) -> bool {
    let number = value.as_f64().filter(|number| number.fract() == 0.0);
    number.is_some_and(|number| (1.0..=999_999.0).contains(&number))
}

fn find(request: &Request, id: &str) -> Answer {
    let mut size = None;
    for (name, text) in request.query.split('&').filter_map(|pair| pair.split_once('=')) {
        match name {
            "size" => size = text.parse::<i64>().ok(),
            "kinds" if text != "big" && text != "small" => return refused(400, 7),
            _ => {}
        }
    }
    let is_trace =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase());
    if !serde_json::from_str(id).is_ok_and(|id| is_id(&id))
        || !size.is_some_and(|size| (1..=9).contains(&size))
        || !request.field("x-trace").is_none_or(is_trace)
    {
        return refused(400, 8);
    }
    Answer::new(200, r#"{"name":"a"}"#)
}
