//! Tests of a generated client: the program of the documentation, what surrounds its calls, and
//! its spans; in the modules all else.

#![allow(clippy::unwrap_used)]

mod another_document;
#[allow(
    dead_code,
    unreachable_patterns,
    reason = "a client is a crate of its own elsewhere, and its spans are a feature"
)]
mod caller;
mod credentials;
mod forms_and_styles;
#[path = "../library/mod.rs"]
mod library;
// Both features are enabled in builds of the workspace.
#[cfg(feature = "middleware")]
mod middleware;
#[cfg(feature = "tracing")]
mod traces;
mod uploads;

use std::error::Error;
use std::sync::{Arc, Mutex};

use futures::TryStreamExt;
use library::types::ShelfPage;
use library::{CONTRACT, Client};
use openapi_progenitor::{Call, Interceptor, Retry, pages};
use reqwest::{Request, Response};
use test_kit::answers::Service;

fn answer(head: &str, body: &str) -> String {
    let (status, fields) = head.split_once('\n').unwrap_or((head, ""));
    let fields: String = fields.lines().map(|line| format!("{line}\r\n")).collect();
    let kind = match body.is_empty() {
        true => "",
        false => "content-type: application/json\r\n",
    };
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\n{fields}{kind}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

const BOTANY: &str = r#"{"name":"botany","books":7}"#;

fn tokens() -> Service {
    let token = r#"{"access_token":"one","token_type":"Bearer"}"#;
    Service::answering_each([
        answer("200 OK", token),
        answer("200 OK", &token.replace("one", "two")),
    ])
}

fn pages_of_two() -> [String; 2] {
    [
        answer("200 OK", r#"{"items":[{"name":"a"},{"name":"b"}],"next":"c"}"#),
        answer("200 OK", r#"{"items":[{"name":"c"}]}"#),
    ]
}

async fn ran(tokens: &Service, service: &Service) -> Result<String, String> {
    let token_url = format!("{}/token", tokens.url).parse().unwrap();
    let result = caller::run(&service.url, token_url).await;
    result.map_err(|error| error.to_string())
}

#[tokio::test]
async fn the_program_tells_a_shelf_that_exists_from_another_one() {
    let other = r#"{"name":"botany","books":8}"#;
    for (conflict, expected) in
        [(BOTANY, Ok("botany has Some(7) books, 3 shelves")), (other, Err("409 Conflict"))]
    {
        let tokens = tokens();
        let [first, second] = pages_of_two();
        let service = Service::answering_each([
            answer("409 Conflict", conflict),
            answer("200 OK\netag: \"1\"", BOTANY),
            first,
            second,
        ]);
        let result = ran(&tokens, &service).await;
        assert_eq!(result, expected.map(str::to_owned).map_err(str::to_owned));
    }
}

#[test]
fn the_documentation_quotes_the_program() {
    let program = include_str!("caller.rs");
    let page = include_str!("../../../../docs/client.md");
    assert!(page.contains(program), "docs/client.md has another program");
    assert!(program.lines().count() <= 60);
}

/// Keeps what it sees.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Interceptor for Log {
    fn before(&self, request: &mut Request, call: &Call<'_>) {
        let attempt = call.attempt.to_string().parse().unwrap();
        request.headers_mut().insert("x-attempt", attempt);
    }

    fn after(&self, result: Result<&Response, &(dyn Error + 'static)>, call: &Call<'_>) {
        let Call { operation, path, attempt, .. } = call;
        let status = result.map_or(0, |response| response.status().as_u16());
        let line = format!("{operation} {path} {attempt}: {status}");
        self.0.lock().unwrap().push(line);
    }
}

#[tokio::test]
async fn an_interceptor_runs_around_each_attempt() {
    let [page, _] = pages_of_two();
    let service = Service::answering_each(["nothing".to_owned(), page]);
    let log = Log::default();
    let client = Client::new(&service.url, CONTRACT.interceptor(log.clone()));
    let retry = Retry::new();
    retry.run(|| client.list_shelves(None)).await.unwrap();
    let lines = log.0.lock().unwrap().clone();
    assert_eq!(lines, ["list_shelves /shelves 1: 0", "list_shelves /shelves 2: 200"]);
    assert!(service.request().contains("x-attempt: 1"));
    assert!(service.request().contains("x-attempt: 2"));
}

/// Returns the value of the header `Idempotency-Key` of each request.
fn keys<const REQUESTS: usize>(service: &Service) -> [Option<String>; REQUESTS] {
    std::array::from_fn(|_| {
        let request = service.request();
        let mut fields = request.lines().filter_map(|line| line.split_once(": "));
        let key = fields.find(|(name, _)| *name == "idempotency-key");
        key.map(|(_, key)| key.to_owned())
    })
}

/// A service that answers the first request with 503, and the next two with 204.
fn failing_once() -> Service {
    let done = answer("204 No Content", "");
    Service::answering_each([answer("503 Service Unavailable", ""), done.clone(), done])
}

#[tokio::test]
async fn all_attempts_of_a_call_have_one_idempotency_key() {
    let service = failing_once();
    let client = Client::new(&service.url, CONTRACT);
    Retry::new().run(|| client.add_order(None)).await.unwrap();
    Retry::new().run(|| client.add_order(None)).await.unwrap();
    let [first, second, other] = keys(&service).map(Option::unwrap);
    assert_eq!(first, second);
    assert_ne!(first, other);
    let parts: Vec<_> = first.split('-').collect();
    assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
    assert!(parts[2].starts_with('4') && parts[3].starts_with(['8', '9', 'a', 'b']), "{first}");
}

#[tokio::test]
async fn several_calls_of_a_closure_have_different_idempotency_keys() {
    let done = answer("204 No Content", "");
    let failed = answer("503 Service Unavailable", "");
    let service = Service::answering_each([done.clone(), failed, done.clone(), done]);
    let client = Client::new(&service.url, CONTRACT);
    let both = async || {
        client.add_order(None).await?;
        client.add_order(None).await
    };
    Retry::new().run(both).await.unwrap();
    let [first, second, third, fourth] = keys(&service).map(Option::unwrap);
    assert_eq!([&first, &second], [&third, &fourth]);
    assert_ne!(first, second);
}

#[tokio::test]
async fn the_idempotency_key_of_the_caller_is_that_of_all_attempts() {
    let key = "8e03978e-40d5-43e8-bc93-6894a57f9324";
    let service = failing_once();
    let client = Client::new(&service.url, CONTRACT);
    Retry::new().run(|| client.put_order(key)).await.unwrap();
    Retry::new().run(|| client.add_order(Some(key))).await.unwrap();
    assert_eq!(keys(&service).map(Option::unwrap), [key; 3]);
}

#[tokio::test]
async fn a_call_that_is_not_repeated_or_whose_key_is_no_uuid_has_no_idempotency_key() {
    let service = failing_once();
    let client = Client::new(&service.url, CONTRACT);
    Retry::new().run(|| client.patch_order(None)).await.unwrap();
    Retry::new().max_attempts(1).run(|| client.add_order(None)).await.unwrap();
    assert_eq!(keys(&service), [None, None, None]);
    let service = Service::answering(answer("204 No Content", ""));
    Client::new(&service.url, CONTRACT).add_order(None).await.unwrap();
    assert_eq!(keys(&service), [None]);
}

#[tokio::test]
async fn the_first_error_ends_a_stream_of_pages() {
    let [page, _] = pages_of_two();
    let service = Service::answering_each([page, answer("500 Odd", "")]);
    let client = Client::new(&service.url, CONTRACT);
    let items = pages(
        async |cursor: Option<String>| client.list_shelves(cursor.as_deref()).await,
        |page: ShelfPage| (page.items, page.next),
    );
    let mut items = std::pin::pin!(items);
    let mut names = Vec::new();
    let error = loop {
        match items.try_next().await {
            Ok(Some(item)) => names.push(item.name),
            Ok(None) => panic!("no error"),
            Err(error) => break error,
        }
    };
    assert_eq!(names, ["a", "b"]);
    assert_eq!(error.status().unwrap(), 500);
    assert!(items.try_next().await.unwrap().is_none());
}
