//! What one side of `documents/exchange.yaml` writes, the other one reads. The handlers answer
//! with what they receive.

use std::sync::Mutex;

use bytes::Bytes;
use dropshot::{HttpServer, RequestContext};
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use libtest_mimic::{Failed, Trial};
use openapi_dropshot::{Outcome, Rejection, testing};
use openapi_progenitor::CallError;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::generated::exchange::client;
use crate::generated::exchange::server::types::{
    Label, OpenSessionResponse, Problem, PutLabelResponse,
};
use crate::generated::exchange::server::{Api, api_mod};

/// A header field that the service sends in place of the handler's.
type Spoiled = Mutex<Option<(&'static str, &'static str)>>;

enum Echo {}

impl Api for Echo {
    type Context = Spoiled;

    fn on_response(rqctx: &RequestContext<Spoiled>, _: &Outcome<'_>, headers: &mut HeaderMap) {
        if let Some((name, text)) = *rqctx.context().lock().unwrap() {
            let name = HeaderName::try_from(name).unwrap();
            headers.insert(name, HeaderValue::from_static(text));
        }
    }

    fn problem_for(rejection: &Rejection, _: StatusCode) -> Problem {
        Problem {
            title: rejection.to_string(),
        }
    }

    async fn put_label(
        _: &RequestContext<Spoiled>,
        label: Label,
    ) -> Result<PutLabelResponse, Rejection> {
        Ok(PutLabelResponse::NoContent {
            x_day: label.day,
            x_printed: label.printed,
            x_copies: label.copies,
            x_glued: label.glued,
            x_state: label.state,
            x_sizes: label.sizes,
            x_words: label.words,
            x_colour: label.colour,
            x_range: label.range,
            x_weight: label.weight.map(converted),
            x_notes: label.notes,
            set_cookie: label.cookies,
        })
    }

    async fn open_session(
        _: &RequestContext<Spoiled>,
        set_cookie: Vec<String>,
    ) -> Result<OpenSessionResponse, Rejection> {
        Ok(OpenSessionResponse::NoContent { set_cookie })
    }
}

/// Returns the same value in another type.
fn converted<T: serde::de::DeserializeOwned>(value: impl serde::Serialize) -> T {
    serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap()
}

struct Exchange {
    server: HttpServer<Spoiled>,
    client: client::Client,
}

impl Exchange {
    fn new() -> Self {
        let api = api_mod::api_description::<Echo>().unwrap();
        let server = testing::serve(api, Spoiled::default()).unwrap();
        let url = format!("http://{}", server.local_addr());
        let client = client::Client::new(&url, client::CONTRACT);
        Self { server, client }
    }

    /// Sends a request that no client makes.
    async fn send(&self, method: &str, path: &str, json: &Value) -> Response<Bytes> {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("content-type", "application/json");
        let request = request.body(json.to_string()).unwrap();
        testing::send(&self.server, request).await.unwrap()
    }
}

fn label() -> Value {
    json!({
        "day": "2026-11-26",
        "printed": "2026-11-26T10:30:00+02:00",
        "copies": 3,
        "glued": true,
        "state": "worn",
        "sizes": [1, 20],
        "words": ["oak", "7"],
        "colour": {"red": 255, "name": "7"},
        "range": {"from": 0.5, "to": 2},
        "weight": "unknown",
        "notes": ["a, b", "c"],
        "cookies": ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2; Path=/"],
    })
}

async fn headers_come_back(exchange: &Exchange) {
    let shortest = json!({
        "day": "2026-11-26", "copies": 0, "state": "new", "sizes": [], "range": {"from": 1, "to": 2},
        "cookies": [],
    });
    for label in [label(), shortest] {
        let sent: client::types::Label = converted(&label);
        let got = exchange.client.put_label(&sent).await.unwrap().into_inner();
        let got = client::types::Label {
            day: got.x_day,
            printed: got.x_printed,
            copies: got.x_copies,
            glued: got.x_glued,
            state: got.x_state,
            sizes: got.x_sizes,
            words: got.x_words,
            colour: got.x_colour,
            range: got.x_range,
            weight: got.x_weight.map(converted),
            notes: got.x_notes,
            cookies: got.set_cookie,
        };
        assert_eq!(got, sent);
    }
    let response = exchange.send("PUT", "/label", &label()).await;
    let fields = response.headers().iter();
    let fields: Vec<_> = fields
        .filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()))
        .map(|(name, text)| format!("{name}: {}", text.to_str().unwrap()))
        .collect();
    assert_eq!(
        fields,
        [
            "x-day: 2026-11-26",
            "x-printed: 2026-11-26T10:30:00+02:00",
            "x-copies: 3",
            "x-glued: true",
            "x-state: worn",
            "x-sizes: 1,20",
            "x-words: oak,7",
            "x-colour: name,7,red,255",
            "x-range: from=0.5,to=2.0",
            "x-weight: unknown",
            r#"x-notes: ["a, b","c"]"#,
            "set-cookie: a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT",
            "set-cookie: b=2; Path=/",
        ]
    );
}

async fn a_header_that_the_document_rejects_is_not_sent(exchange: &Exchange) {
    for (member, value, cause) in [
        ("copies", json!(10), "maximum"),
        ("words", json!(["a,b"]), "delimiter"),
        ("words", json!(["a", "b", "c", "d"]), "maxItems"),
        ("cookies", json!(["a"]), "minLength"),
    ] {
        let mut label = label();
        label[member] = value;
        let response = exchange.send("PUT", "/label", &label).await;
        assert_eq!(response.status(), 500, "{member}: {cause}");
    }
}

async fn a_header_that_the_document_rejects_is_no_response(exchange: &Exchange) {
    let label: client::types::Label = converted(label());
    for (name, text) in [
        ("X-Day", "26.11.2026"),
        ("X-Copies", "10"),
        ("X-Glued", "yes"),
        ("X-State", "old"),
        ("X-Sizes", "1,two"),
        ("X-Colour", "red,1,name"),
        ("X-Range", "from=1"),
        ("X-Weight", "much"),
        ("X-Notes", "[1]"),
        ("X-Notes", "a"),
        ("Set-Cookie", "a"),
    ] {
        *exchange.server.app_private().lock().unwrap() = Some((name, text));
        let error = exchange.client.put_label(&label).await.unwrap_err();
        let error = CallError::from(error).to_string();
        let expected = format!("the headers are not as declared: at \"/{name}\"");
        assert!(error.contains(&expected), "{error}");
    }
    *exchange.server.app_private().lock().unwrap() = None;
    let error = exchange.client.open_session(&Vec::new()).await.unwrap_err();
    let error = CallError::from(error).to_string();
    assert!(error.contains("\"/Set-Cookie\" is missing"), "{error}");
    let cookies = ["a=1; Path=/".to_owned(), "b=2; Path=/".to_owned()].to_vec();
    let session = exchange.client.open_session(&cookies).await.unwrap();
    assert_eq!(session.into_inner().set_cookie, cookies);
}

pub fn tests() -> impl Iterator<Item = Trial> {
    [
        Trial::test("exchange::headers_come_back", || run(headers_come_back)),
        Trial::test(
            "exchange::a_header_that_the_document_rejects_is_not_sent",
            || run(a_header_that_the_document_rejects_is_not_sent),
        ),
        Trial::test(
            "exchange::a_header_that_the_document_rejects_is_no_response",
            || run(a_header_that_the_document_rejects_is_no_response),
        ),
    ]
    .into_iter()
}

fn run(test: impl AsyncFn(&Exchange)) -> Result<(), Failed> {
    Runtime::new()?.block_on(async { test(&Exchange::new()).await });
    Ok(())
}
