//! A generated server on a real socket: it accepts what its document accepts, and
//! sends only responses that the document declares.

use std::net::SocketAddr;

use dropshot::{ConfigDropshot, HttpServer, ServerBuilder};
use openapi_examples::api::api_mod;
use openapi_examples::{CONFLICT, Everything, PANIC, Settings, UNTRUE};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use slog::{Discard, Logger, o};

const ID: &str = "0190163d-8694-739b-aea5-966c26f8ad91";
const NIL: &str = "00000000-0000-0000-0000-000000000000";

struct Server {
    server: HttpServer<Settings>,
    client: Client,
}

impl Server {
    fn start() -> Self {
        let config =
            ConfigDropshot { default_request_body_max_bytes: 4096, ..ConfigDropshot::default() };
        let api = api_mod::api_description::<Everything>().unwrap();
        let settings = Settings { validates_responses: true };
        let builder = ServerBuilder::new(api, settings, Logger::root(Discard, o!()));
        let client = Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { server: builder.config(config).start().unwrap(), client }
    }

    fn local_addr(&self) -> SocketAddr {
        self.server.local_addr()
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("http://{}{path}", self.local_addr());
        self.client.request(method, url).bearer_auth("good")
    }

    async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    async fn post(&self, path: &str, body: &Value) -> Response {
        let request = self.request(Method::POST, path).json(body);
        request.send().await.unwrap()
    }

    async fn status(&self, method: Method, path: &str) -> StatusCode {
        self.request(method, path).send().await.unwrap().status()
    }
}

/// Returns a minimal item, extended with the members of `more`.
fn item(more: Value) -> Value {
    let mut item = json!({ "id": ID, "name": "Name", "kind": "2nd-hand", "note": null });
    let members = more.as_object().unwrap().clone();
    item.as_object_mut().unwrap().extend(members);
    item
}

#[test]
fn every_schema_compiles() {
    api_mod::compile_schemas().unwrap();
}

#[tokio::test]
async fn an_accepted_item_is_returned_unchanged() {
    let server = Server::start();
    for more in [
        json!({}),
        json!({ "version": "v1", "type": "t", "born": "2026-11-20", "note": "n" }),
        json!({ "small": 255, "share": 0.5, "size": 25, "level": 3, "mail": "a@b.example" }),
        json!({ "tags": ["a", "b"], "counts": { "a": i64::MIN }, "anything": [1, null], "free": {} }),
        json!({ "shape": { "form": "round", "radius": 1.5 } }),
        json!({ "shape": { "form": "Square", "side": 2.5 } }),
        json!({ "amount": 10 }),
        json!({ "amount": { "value": 1, "unit": "kg" } }),
        json!({ "amount": [1, [2, { "value": 3 }]] }),
        json!({ "scalar": "1" }),
        json!({ "scalar": 1 }),
        json!({ "scalar": true }),
        json!({ "parent": { "next": { "next": null }, "children": [{}] } }),
        json!({ "parent": { "Option": { "left": [null, "a"] } } }),
        json!({ "inner": { "a": true } }),
        json!({ "inner": { "a": true, "b": null } }),
        json!({ "inner": { "a": true, "b": -1 } }),
        json!({ "same-name": "x" }),
        json!({ "rules": { "if-then": { "a": 1, "b": 2 } } }),
        json!({ "rules": { "if-then": {}, "not": "z" } }),
        json!({ "rules": { "patterns": { "known": true, "x-a": "b" } } }),
        json!({ "rules": { "names": { "abc": [] }, "pair": ["a", 1], "has": [1, 7, 7] } }),
        json!({ "rules": { "needs": { "a": 1, "b": 2 }, "shapes": { "a": 1, "b": "plain" } } }),
        json!({ "rules": { "closed": { "id": ID, "name": "n" }, "either": { "a": 1 } } }),
        json!({ "rules": { "mixed": null, "twice": "a-z", "both": 6 } }),
        json!({ "rules": { "mixed": [1], "both": 0 } }),
    ] {
        let sent = item(more.clone());
        let response = server.post("/items", &sent).await;
        assert_eq!(response.status(), StatusCode::CREATED, "{sent}");
        assert_eq!(response.headers()["location"], format!("/items/{ID}"));
        assert_eq!(response.headers()["x-remaining"], i64::MAX.to_string());
        let returned: Value = response.json().await.unwrap();
        assert_eq!(returned, item(without_null(more)), "{sent}");
    }
}

/// Returns a value without the members that are null, which are read as absent.
fn without_null(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(_, value)| !value.is_null());
            let members = members.map(|(name, value)| (name, without_null(value)));
            members.collect::<serde_json::Map<_, _>>().into()
        }
        other => other,
    }
}

#[tokio::test]
async fn a_rejected_item_is_reported_with_the_location_of_the_violation() {
    let server = Server::start();
    for (more, place) in [
        (json!({ "name": "lower" }), "/name"),
        (json!({ "name": "N".repeat(41) }), "/name"),
        (json!({ "id": "not a uuid" }), "/id"),
        (json!({ "kind": "other" }), "/kind"),
        (json!({ "note": 1 }), "/note"),
        (json!({ "type": null }), "/type"),
        (json!({ "born": "2026-13-01" }), "/born"),
        (json!({ "small": 256 }), "/small"),
        (json!({ "share": 0 }), "/share"),
        (json!({ "size": 7 }), "/size"),
        (json!({ "level": 4 }), "/level"),
        (json!({ "tags": ["a", "a"] }), "/tags"),
        (json!({ "tags": [""] }), "/tags/0"),
        (json!({ "counts": { "a": 9_223_372_036_854_775_808_u64 } }), "/counts/a"),
        (json!({ "shape": { "form": "Square", "radius": 1 } }), "/shape"),
        (json!({ "amount": 11 }), "/amount"),
        (json!({ "scalar": 1.5 }), "/scalar"),
        (json!({ "inner": { "a": true, "c": 1 } }), "/inner"),
        (json!({ "parent": { "next": { "next": 1 } } }), "/parent"),
        (json!({ "rules": { "if-then": { "a": 1 } } }), "/rules/if-then"),
        (json!({ "rules": { "if-then": { "b": 1 } } }), "/rules/if-then"),
        (json!({ "rules": { "not": "x" } }), "/rules/not"),
        (json!({ "rules": { "patterns": { "y-a": "b" } } }), "/rules/patterns"),
        (json!({ "rules": { "patterns": { "x-a": 1 } } }), "/rules/patterns/x-a"),
        (json!({ "rules": { "names": { "abcd": 1 } } }), "/rules/names"),
        (json!({ "rules": { "names": {} } }), "/rules/names"),
        (json!({ "rules": { "pair": ["a", 1, 2] } }), "/rules/pair"),
        (json!({ "rules": { "pair": [1] } }), "/rules/pair/0"),
        (json!({ "rules": { "has": [1] } }), "/rules/has"),
        (json!({ "rules": { "has": [7, 7, 7] } }), "/rules/has"),
        (json!({ "rules": { "needs": { "a": 1 } } }), "/rules/needs"),
        (json!({ "rules": { "needs": {} } }), "/rules/needs"),
        (json!({ "rules": { "shapes": { "a": 1, "b": "other" } } }), "/rules/shapes/b"),
        (json!({ "rules": { "closed": { "id": ID, "name": "n", "more": 1 } } }), "/rules/closed"),
        (json!({ "rules": { "either": { "a": 1, "b": 2 } } }), "/rules/either"),
        (json!({ "rules": { "mixed": 2 } }), "/rules/mixed"),
        (json!({ "rules": { "twice": "a-b" } }), "/rules/twice"),
        (json!({ "rules": { "both": 3 } }), "/rules/both"),
        (json!({ "rules": { "both": 7 } }), "/rules/both"),
    ] {
        let sent = item(more);
        let response = server.post("/items", &sent).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{sent}");
        let detail = response.json::<Value>().await.unwrap()["detail"].to_string();
        assert!(detail.contains(place), "{sent}: {detail}");
    }
}

#[tokio::test]
async fn an_optional_body_and_an_optional_credential_may_be_absent() {
    let server = Server::start();
    let url = format!("http://{}/items", server.local_addr());
    let response = server.client.post(&url).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert_eq!(response.json::<Value>().await.unwrap(), json!({ "code": 1 }));
    // A credential that is sent is verified nevertheless, before the body.
    let response = server.client.post(&url).bearer_auth("bad").body("{").send().await.unwrap();
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    // RFC 9110 §15.5.2 requires it; the document does not declare it here.
    assert_eq!(
        response.headers()["www-authenticate"],
        "Bearer realm=\"everything\", error=\"invalid_token\""
    );
    assert_eq!(response.text().await.unwrap(), "");
}

#[tokio::test]
async fn all_parameters_are_validated_by_their_schemas_together() {
    let server = Server::start();
    let list = |query: &str, level: &str| {
        server.request(Method::GET, &format!("/items?{query}")).header("x-level", level).send()
    };
    for query in [
        "active=true",
        "active=false&limit=100&kind=%2B&ratio=1e-3&label=ab&since=2026-11-20T10:00:00%2B01:00",
        "active=true&unknown=1&unknown=2&",
    ] {
        assert_eq!(list(query, "1").await.unwrap().status(), StatusCode::OK, "{query}");
    }
    for (query, level, places) in [
        ("", "1", "/active"),
        ("active=yes", "1", "/active"),
        ("active=true&active=true", "1", "/active"),
        ("active=true&limit=0", "1", "/limit"),
        ("active=true&limit=", "1", "/limit"),
        ("active=true&limit=1.5", "1", "/limit"),
        ("active=true&kind=other", "1", "/kind"),
        ("active=true&since=yesterday", "1", "/since"),
        ("active=true&label=%ff", "1", "/label"),
        ("active=true&label=A", "1", "/label"),
        ("active=true", "high", "/X-Level"),
    ] {
        let response = list(query, level).await.unwrap();
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{query}");
        let detail = response.json::<Value>().await.unwrap()["detail"].to_string();
        assert!(detail.contains(places), "{query}: {detail}");
    }
    let detail = list("limit=0&kind=x", "1").await.unwrap().text().await.unwrap();
    assert!(["/limit", "/kind", "/active"].iter().all(|place| detail.contains(place)), "{detail}");
}

#[tokio::test]
async fn an_absent_parameter_has_its_default() {
    let server = Server::start();
    // For a negative level, the response contains the parameters.
    for (query, shown) in [
        ("active=true", "limit: 20"),
        ("active=true", "ratio: 0.5"),
        ("active=true", "order: Down"),
        ("active=true", "all: false"),
        ("active=true", "after: \\\"a\\\""),
        ("active=true", "day: 2026-02-28, at: 2026-02-28T08:30:00+01:00"),
        ("active=true", "owner: 67e55044-10b1-426f-9247-bb680e5fe0c8"),
        ("active=true&limit=7", "limit: 7"),
        ("active=true&order=up", "order: Up"),
    ] {
        let request = server.request(Method::GET, &format!("/items?{query}"));
        let response = request.header("x-level", "-1").send().await.unwrap();
        let detail = response.json::<Value>().await.unwrap()["detail"].to_string();
        assert!(detail.contains(shown), "{shown}: {detail}");
    }
}

#[tokio::test]
async fn the_lines_of_a_header_are_one_text() {
    let server = Server::start();
    let request = server.request(Method::GET, "/items?active=true").header("x-level", "-1");
    let response = request.header("x-trace", "a").header("x-trace", "b, c").send().await.unwrap();
    let detail = response.json::<Value>().await.unwrap()["detail"].to_string();
    assert!(detail.contains(r#"x_trace: Some(\"a, b, c\")"#), "{detail}");
}

#[tokio::test]
async fn declared_statuses_and_headers_are_sent_as_declared() {
    let server = Server::start();
    let response = server
        .request(Method::GET, "/items?active=true")
        .header("x-level", "-1")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::IM_A_TEAPOT);
    assert_eq!(response.headers()["retry-after"], "3");
    assert_eq!(response.json::<Value>().await.unwrap()["code"], 7);
    let path = format!("/items/{ID}");
    assert_eq!(server.status(Method::GET, &path).await.as_u16(), 499);
    assert_eq!(server.status(Method::GET, &format!("/items/{NIL}")).await, StatusCode::NOT_FOUND);
    assert_eq!(server.status(Method::HEAD, &path).await, StatusCode::OK);
    assert_eq!(server.status(Method::DELETE, &path).await, StatusCode::SEE_OTHER);
    let patch = |body: Value| server.request(Method::PATCH, &path).json(&body).send();
    for body in [json!({}), json!({ "name": null }), json!({ "name": "a", "note": null })] {
        let response = patch(body.clone()).await.unwrap();
        assert_eq!(response.status().as_u16(), 203);
        assert_eq!(response.json::<Value>().await.unwrap(), body);
    }
    assert_eq!(patch(json!({ "note": "123456" })).await.unwrap().status(), StatusCode::BAD_REQUEST);
    let put = |body: Value| server.request(Method::PUT, &path).json(&body).send();
    assert_eq!(put(json!({ "a": 1.0 })).await.unwrap().status(), StatusCode::NO_CONTENT);
    assert_eq!(put(json!({ "a": -1 })).await.unwrap().status(), StatusCode::BAD_REQUEST);
    let four = json!({ "a": 1, "b": 1, "c": 1, "d": 1 });
    assert_eq!(put(four).await.unwrap().status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_panic_a_defect_and_an_impossible_header_end_in_declared_responses() {
    let server = Server::start();
    let panicking = item(json!({ "name": PANIC }));
    let response = server.post("/items", &panicking).await;
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(response.json::<Value>().await.unwrap()["code"], 2);
    let path = format!("/items/{NIL}");
    for method in [Method::DELETE, Method::OPTIONS] {
        assert_eq!(server.status(method, &path).await, StatusCode::INTERNAL_SERVER_ERROR);
    }
    // The server continues to run.
    assert_eq!(server.status(Method::GET, &path).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn violations_of_a_body_get_the_most_specific_declared_status() {
    let server = Server::start();
    let post = |content_type: &'static str, body: String| {
        server
            .request(Method::POST, "/items")
            .header("content-type", content_type)
            .body(body)
            .send()
    };
    let json = "application/json";
    for (content_type, body, status) in [
        ("text/plain", "{}".to_owned(), 415),
        ("application/x+json", "{}".to_owned(), 415),
        ("application/json; charset=utf-8", "{} {}".to_owned(), 400),
        (json, String::new(), 400),
        (json, "{\"a\":1,\"a\":2}".to_owned(), 400),
        (json, format!("\"{}\"", "a".repeat(4095)), 400),
    ] {
        let response = post(content_type, body.clone()).await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{content_type} {body}");
    }
}

#[tokio::test]
async fn an_error_of_dropshot_is_answered_by_the_declared_response_of_its_status() {
    let server = Server::start();
    // The document declares 404 without a body, and `4XX`.
    for (id, status, has_body) in [(NIL, 404, false), (CONFLICT, 409, true)] {
        let response = server.get(&format!("/items/{id}")).await;
        assert_eq!(response.status().as_u16(), status);
        assert_eq!(!response.text().await.unwrap().is_empty(), has_body);
    }
}

#[tokio::test]
async fn overlapping_paths_are_distinguished_by_the_request() {
    let server = Server::start();
    for (method, path, status) in [
        (Method::POST, "/items/latest", 204),
        (Method::POST, "/items/lat%65st", 204),
        (Method::POST, "/items/latest/", 202),
        (Method::GET, &format!("/items/{NIL}"), 404),
        (Method::GET, "/items/not-a-uuid", 400),
        // The literal path is more specific, and has no GET.
        (Method::GET, "/items/latest", 405),
        (Method::POST, "/items/late", 405),
        (Method::GET, "/items/a/of/1", 200),
        (Method::GET, "/items/a/of/x", 400),
        (Method::GET, "/items/a/off/1", 404),
        (Method::GET, "/items/a%2Fb/of/1", 200),
        // Similar paths are not treated as equal.
        (Method::POST, "//items/latest", 404),
        (Method::POST, "/items//latest", 404),
        (Method::GET, "/items/a/of/1/", 404),
        (Method::GET, "/", 404),
    ] {
        assert_eq!(server.status(method.clone(), path).await.as_u16(), status, "{method} {path}");
    }
    let response = server.get("/items/latest").await;
    assert_eq!(response.headers()["allow"], "POST");
    let response = server.get("/items/a%2Fb/of/7").await;
    assert_eq!(response.json::<String>().await.unwrap(), "7 of a/b");
}

#[tokio::test]
async fn a_response_that_the_document_rejects_is_a_defect_and_not_sent() {
    let server = Server::start();
    let untrue = item(json!({ "name": UNTRUE }));
    let response = server.post("/items", &untrue).await;
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    let detail = response.text().await.unwrap();
    assert!(!detail.contains("untrue"), "{detail}");
}

#[tokio::test]
async fn a_number_that_no_type_can_represent_is_rejected() {
    let server = Server::start();
    for member in [r#""shape": { "form": "round", "radius": 1e400 }"#, r#""anything": [-1e400]"#] {
        let body =
            format!(r#"{{"id":"{ID}","name":"Name","kind":"2nd-hand","note":null,{member}}}"#);
        let request = server.request(Method::POST, "/items");
        let response =
            request.header("content-type", "application/json").body(body).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{member}");
        let detail = response.text().await.unwrap();
        assert!(detail.contains("64-bit float"), "{detail}");
    }
}

#[tokio::test]
async fn every_kind_of_credential_is_verified() {
    let server = Server::start();
    // `a:good` and `a:bad`
    let (good, bad) = (("authorization", "Basic YTpnb29k"), ("authorization", "Basic YTpiYWQ="));
    let (key, wrong) = (("x-key", "good"), ("x-key", "bad"));
    let bearer = |token: &'static str| ("authorization", token);
    for (path, headers, expected) in [
        ("/keys", &[] as &[(&str, &str)], "401"),
        ("/keys", &[key], "HeaderKey(\"good\")"),
        ("/keys", &[wrong], "401"),
        ("/keys", &[key, key], "401"),
        ("/keys", &[("x-key", "")], "401"),
        ("/keys?key=good", &[], "QueryKey(\"good\")"),
        ("/keys?key=g%6Fod", &[], "QueryKey(\"good\")"),
        ("/keys?key=good&key=good", &[], "401"),
        ("/keys?key=", &[], "401"),
        ("/keys?key=%ff", &[], "401"),
        ("/keys?Key=good", &[], "401"),
        ("/keys?key=good", &[wrong], "QueryKey(\"good\")"),
        ("/keys", &[("cookie", "a=b; session=good")], "CookieKey(\"good\")"),
        ("/keys", &[("cookie", "session=good; session=old")], "CookieKey(\"good\")"),
        ("/keys", &[("cookie", "session=old; session=good")], "401"),
        ("/keys", &[("cookie", "session")], "401"),
        ("/keys", &[("cookie", "session=bad")], "401"),
        ("/both", &[key, good], "HeaderKeyAndPassword(\"good\", \"a\")"),
        ("/both", &[key], "401"),
        ("/both", &[good], "401"),
        ("/both", &[key, bad], "401"),
        ("/both", &[key, good, good], "401"),
        ("/both", &[key, ("authorization", "Basic ?")], "401"),
        ("/signed", &[bearer("sIGNATURE good")], "good"),
        ("/signed", &[bearer("Signature bad")], "401"),
        ("/signed", &[bearer("Signature")], "401"),
        ("/signed", &[bearer("Bearer good")], "401"),
        ("/scopes", &[], "401"),
        ("/scopes", &[bearer("Bearer read.write")], "read.write"),
        ("/scopes", &[bearer("Bearer admin")], "admin"),
        ("/scopes", &[bearer("Bearer read")], "403"),
        ("/scopes", &[bearer("Bearer bad")], "401"),
        ("/optional", &[], "None"),
        ("/optional", &[good], "Some(Password(\"a\"))"),
        ("/optional", &[bearer("Bearer good")], "Some(Openid(\"good\"))"),
        ("/optional", &[bearer("Bearer bad")], "401"),
        ("/optional", &[bad], "401"),
    ] {
        let url = format!("http://{}{path}", server.local_addr());
        let mut request = server.client.get(url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.unwrap();
        let status = response.status();
        let found = if status == StatusCode::OK {
            response.json::<String>().await.unwrap()
        } else {
            assert!(response.headers().contains_key("www-authenticate"), "{path}");
            status.as_str().to_owned()
        };
        assert_eq!(found, expected, "{path} {headers:?}");
    }
}

#[tokio::test]
async fn a_challenge_is_sent_for_each_scheme() {
    let server = Server::start();
    for (path, token, expected) in [
        (
            "/keys",
            None,
            "ApiKey realm=\"everything\", in=\"header\", name=\"X-Key\", \
             ApiKey realm=\"everything\", in=\"query\", name=\"key\", \
             ApiKey realm=\"everything\", in=\"cookie\", name=\"session\"",
        ),
        ("/signed", None, "Signature realm=\"everything\""),
        (
            "/scopes",
            None,
            "Bearer realm=\"everything\", scope=\"read write\", \
             Bearer realm=\"everything\", scope=\"admin\"",
        ),
        ("/scopes", Some("read"), "Bearer error=\"insufficient_scope\", scope=\"admin\""),
        (
            "/optional",
            Some("bad"),
            "Bearer realm=\"everything\", error=\"invalid_token\", \
             Basic realm=\"everything\", charset=\"UTF-8\"",
        ),
    ] {
        let mut request = server.client.get(format!("http://{}{path}", server.local_addr()));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["www-authenticate"], expected, "{path}");
    }
}
