//! One service answers callers of three versions, each by its own document.

mod documents;
mod functions;
mod generated;
mod members;
mod without;

use std::collections::BTreeMap;
use std::sync::Mutex;

use dropshot::{ApiDescription, HttpServer, ServerBuilder, VersionPolicy};
use openapi_document::Operation;
use openapi_dropshot_build::GeneratedVersions;
use openapi_examples::versions::api::{self, AllVersions, api_mod};
use openapi_examples::versions::{Library, State, client_1, client_2, client_3};
use openapi_values::wire::at;
use openapi_values::{Document, Values};
use openapi_versions::{Documents, HEADER, NAME, Source, generate};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const VERSIONS: [&str; 3] = ["1.0.0", "2.0.0", "3.0.0"];

/// A running service.
struct Running {
    server: HttpServer<State>,
    http: reqwest::Client,
}

impl Running {
    fn start<A: AllVersions<Context = State>>() -> Self {
        let api = api_mod::api_description::<A>().expect("dropshot takes every endpoint");
        Self::of(api, api::VERSIONS.policy(None))
    }

    fn of(api: ApiDescription<State>, policy: VersionPolicy) -> Self {
        let log = slog::Logger::root(slog::Discard, slog::o!());
        let builder = ServerBuilder::new(api, State::default(), log);
        let builder = builder.version_policy(policy);
        Self { server: builder.start().expect("the server starts"), http: reqwest::Client::new() }
    }

    /// Returns a part of the state.
    fn state<T: Clone>(&self, part: impl Fn(&State) -> &Mutex<T>) -> T {
        let part = part(self.server.app_private()).lock();
        part.expect("no request panics").clone()
    }

    fn url(&self) -> String {
        format!("http://{}", self.server.local_addr())
    }

    /// Returns a request of a caller of a version.
    fn request(
        &self,
        version: Option<&str>,
        (method, target): (&str, &str),
    ) -> reqwest::RequestBuilder {
        let method = method.parse().expect("the method is one");
        let url = format!("{}{target}", self.url());
        let request = self.http.request(method, url).bearer_auth("reader-Ada");
        match version {
            Some(version) => request.header(HEADER, version),
            None => request,
        }
    }

    /// Sends a request as a caller of a version.
    async fn send(
        &self,
        version: Option<&str>,
        operation: (&str, &str),
        body: Option<String>,
    ) -> (u16, Value) {
        let request = self.request(version, operation);
        answer(match body {
            Some(body) => request.header("content-type", "application/json").body(body),
            None => request,
        })
        .await
    }
}

/// Returns the status and the body of the answer to a request.
async fn answer(request: reqwest::RequestBuilder) -> (u16, Value) {
    let response = request.send().await.expect("the service answers");
    let status = response.status().as_u16();
    let text = response.text().await.expect("the answer has an end");
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// The callers of a version, who know its document.
struct Callers {
    document: &'static Document,
    operations: Vec<Operation<'static>>,
}

impl Callers {
    fn of(version: &str) -> Self {
        let file = format!("openapi/{version}.yaml");
        let document = Document::read(file.as_ref()).expect("the document can be read");
        let document: &'static Document = Box::leak(Box::new(document));
        Self { operations: document.operations().list, document }
    }

    /// Returns the operation with this method and path.
    fn operation(&self, name: &str) -> &Operation<'static> {
        let mut operations = self.operations.iter();
        let found = operations.find(|one| one.name() == name);
        found.expect("the document has the operation")
    }

    fn values(&self) -> Values<'_> {
        Values::new(self.document).expect("its schemas compile")
    }
}

/// Returns whether an operation declares a response.
fn is_declared(values: &Values<'_>, operation: &Operation<'_>, status: u16, body: &Value) -> bool {
    let response = operation.response(status);
    response.is_some_and(|response| match response.content.as_slice() {
        [media_type] => values.accepts(at(media_type.schema), body),
        _ => body.is_null(),
    })
}

/// Returns the documents of all versions, their code, and what they need.
fn generated() -> (Documents, GeneratedVersions) {
    let sources = VERSIONS.map(|version| Source::new(format!("openapi/{version}.yaml")));
    let mut documents = Documents::read(&sources).expect("the documents can be read");
    let generated = generate(&mut documents, NAME, HEADER).expect("the documents are supported");
    (documents, generated)
}

#[tokio::test]
async fn the_oldest_version_reaches_the_functions_of_the_next() {
    let service = Running::start::<Library>();
    let body = json!({"mail": ""});
    let sent = Some(body.to_string());
    let answer = service.send(Some("1.0.0"), ("PUT", "/readers/Ada"), sent);
    assert_eq!(answer.await, (200, body));
}

/// Returns a value of a type of a client.
fn parsed<T: DeserializeOwned>(json: &Value) -> T {
    serde_json::from_value(json.clone()).expect("the value is one of the type")
}

#[tokio::test]
async fn the_clients_of_all_versions_call_the_service() {
    let service = Running::start::<Library>();
    let url = service.url();
    let called = "the call succeeds";
    let emma = json!({ "title": "Emma" });
    {
        let token = openapi_progenitor::Token::new("reader-Ada").expect("the token is one");
        let client = client_1::Client::new(&url, client_1::CONTRACT).with_reader_token(token);
        let status = client.get_status().await.expect(called);
        assert_eq!(status.state, client_1::types::StatusState::Closed);
        let book = client.create_book(&parsed(&emma)).await.expect(called);
        let loan = parsed(&json!({ "book": book.id }));
        let loan = client.create_loan(&loan).await.expect(called);
        assert_eq!(loan.days, 14);
        client.delete_book(book.id).await.expect(called);
    }
    {
        let client = client_2::Client::new(&url, client_2::CONTRACT);
        let status = client.get_status().await.expect(called);
        assert_eq!(status.state, client_2::types::StatusState::Moving);
        let book = client.create_book(&parsed(&emma)).await.expect(called);
        assert_eq!(book.status().as_u16(), 200);
    }
    {
        let client = client_3::Client::new(&url, client_3::CONTRACT);
        let book = client.create_book(&parsed(&emma)).await.expect(called);
        assert_eq!(book.status().as_u16(), 201);
    }
    let counted = BTreeMap::from([("1.0.0", 4), ("2.0.0", 2), ("3.0.0", 1)]);
    assert_eq!(service.state(|state| &state.requests), counted);
    // The newest version has no `deleteBook`.
    let audited = [
        "GetStatus",
        "CreateBook",
        "CreateLoan",
        "DeleteBook { path: DeleteBookPath { id: 1 } }",
        "GetStatus",
        "CreateBook",
        "CreateBook",
    ];
    assert_eq!(service.state(|state| &state.calls), audited);
}

#[tokio::test]
async fn a_request_is_for_the_newest_version_that_is_not_newer() {
    let service = Running::start::<Library>();
    let operation = ("GET", "/status");
    for (version, state) in [("1.0.0", "closed"), ("1.9.0", "closed"), ("2.0.1", "moving")] {
        let answer = service.send(Some(version), operation, None).await;
        assert_eq!(answer, (200, json!({ "state": state })), "{version}");
    }
    for version in [None, Some("0.9.0"), Some("3.0.1"), Some("newest")] {
        let (status, _) = service.send(version, operation, None).await;
        assert_eq!(status, 400, "{version:?}");
    }
}

#[tokio::test]
async fn the_path_names_the_version_instead_of_the_header() {
    let endpoints = api_mod::endpoints::<Library>();
    let api = endpoints.by_prefix(&api::VERSIONS, |version| format!("/{version}"));
    let service =
        Running::of(api.expect("dropshot takes every endpoint"), VersionPolicy::Unversioned);
    let state = |state: &str| (200, json!({"state": state}));
    let get = |path| service.send(None, ("GET", path), None);
    assert_eq!(get("/1.0.0/status").await, state("closed"));
    assert_eq!(get("/2.0.0/status").await, state("moving"));
    assert_eq!(get("/3.0.0/books?limit=1").await, (200, json!([])));
    let (status, _) = service.send(None, ("DELETE", "/1.0.0/books/1"), None).await;
    assert_eq!(status, 204);
    for path in ["/status", "/4.0.0/status", "/1.0.0//status"] {
        assert_eq!(get(path).await.0, 404, "{path}");
    }
    let url = format!("{}/1.0.0", service.url());
    let client = client_1::Client::new(&url, client_1::CONTRACT);
    let answer = client.get_status().await.expect("the call succeeds");
    assert_eq!(answer.state, client_1::types::StatusState::Closed);
    assert_eq!(service.state(|state| &state.requests)["1.0.0"], 4);
}
