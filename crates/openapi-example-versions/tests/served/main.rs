//! One service answers callers of three versions, each by its own document.

mod functions;
mod without;

use std::collections::BTreeMap;

use dropshot::{HttpServer, ServerBuilder};
use openapi_conformance::{Document, Level, compare_at};
use openapi_example_versions::api::{AllVersions, VERSIONS, api_mod};
use openapi_example_versions::{Library, State, client_1, client_2, client_3};
use openapi_values::Values;
use openapi_versions::{Documents, Service, Source, generate};
use serde_json::{Value, json};

const DOCUMENTS: [(&str, &str); 3] = [
    ("1.0.0", "openapi/1.0.0.yaml"),
    ("2.0.0", "openapi/2.0.0.yaml"),
    ("3.0.0", "openapi/3.0.0.yaml"),
];

/// A running service.
struct Running {
    server: HttpServer<State>,
    http: reqwest::Client,
}

impl Running {
    fn start<A: AllVersions<Context = State>>() -> Self {
        let api = api_mod::api_description::<A>().expect("dropshot takes every endpoint");
        let log = slog::Logger::root(slog::Discard, slog::o!());
        let builder = ServerBuilder::new(api, State::default(), log);
        let server = builder.version_policy(VERSIONS.policy(None)).start();
        Self {
            server: server.expect("the server starts"),
            http: reqwest::Client::new(),
        }
    }

    fn url(&self) -> String {
        format!("http://{}", self.server.local_addr())
    }

    /// Sends a request as a caller of a version.
    async fn send(
        &self,
        version: Option<&str>,
        (method, path): (&str, &str),
        body: Option<String>,
    ) -> (u16, Value) {
        let url = format!("{}{path}", self.url());
        let method = method.parse().expect("the method is one");
        let mut request = self.http.request(method, url).bearer_auth("reader-Ada");
        if let Some(version) = version {
            request = request.header("api-version", version);
        }
        if let Some(body) = body {
            let json = "application/json";
            request = request.header("content-type", json).body(body);
        }
        let response = request.send().await.expect("the service answers");
        let status = response.status().as_u16();
        let text = response.text().await.expect("the answer has an end");
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }
}

fn documents() -> Documents {
    let sources = DOCUMENTS.map(|(_, file)| Source::new(file));
    Documents::read(&sources).expect("the documents can be read")
}

#[tokio::test]
async fn the_oldest_version_reaches_the_functions_of_the_next() {
    let service = Running::start::<Library>();
    let body = json!({"mail": ""});
    let sent = Some(body.to_string());
    let answer = service.send(Some("1.0.0"), ("PUT", "/readers/Ada"), sent);
    assert_eq!(answer.await, (200, body));
}

#[test]
fn the_document_of_each_version_does_not_differ_from_its_source() {
    let api = api_mod::api_description::<Library>().expect("dropshot takes every endpoint");
    let emitted = api_mod::emitted_document().expect("dropshot takes every endpoint");
    for (version, file) in DOCUMENTS {
        let source = Document::read(file.as_ref()).expect("the document can be read");
        let version = version.parse().expect("the version is one");
        let emitted = emitted
            .emit(&api, version)
            .expect("every operation is served");
        let emitted = Document::parse("emitted.json", &emitted.to_string());
        let emitted = emitted.expect("dropshot emits a document");
        let report = compare_at(Level::Contract, &source, &emitted);
        assert!(report.is_clean(), "{file}: {report}");
    }
}

/// Returns the HTTP client of the callers of a version.
fn http(version: &'static str) -> reqwest::Client {
    let version = reqwest::header::HeaderValue::from_static(version);
    let headers = FromIterator::from_iter([("api-version".parse().expect("a name"), version)]);
    let builder = reqwest::Client::builder().default_headers(headers);
    builder.build().expect("the client starts")
}

/// The operations with the schemas of their requests and responses.
const OPERATIONS: [(&str, &str, Option<&str>, Option<&str>); 7] = [
    ("GET", "/hours", None, Some("Hours")),
    ("GET", "/status", None, Some("Status")),
    ("GET", "/books?limit=2", None, None),
    ("POST", "/books", Some("NewBook"), Some("Book")),
    ("POST", "/loans", Some("NewLoan"), Some("Loan")),
    ("PUT", "/readers/Ada", Some("Reader"), Some("Reader")),
    ("POST", "/payments", Some("Payment"), None),
];

/// The number of generated requests with a proof, for each older version.
const PROVED: u64 = 10_000;

/// The number of other generated requests, for each operation with a body.
const CONVERTED: u64 = 300;

#[tokio::test]
async fn no_answer_to_generated_requests_of_older_versions_is_invalid() {
    let service = Running::start::<Library>();
    for (version, file) in &DOCUMENTS[..2] {
        let document = openapi_values::Document::read(file.as_ref()).expect("it can be read");
        let pointer = |name: &str| format!("/components/schemas/{name}");
        for (method, path, request, response) in OPERATIONS {
            let wanted = match (request, path) {
                (None, _) => 1,
                // The request body is proved to be one of the next version.
                (_, "/books") => PROVED,
                _ => CONVERTED,
            };
            let (mut count, mut seed) = (0, 0);
            let mut values = Values::new(&document).expect("its schemas compile");
            while count < wanted {
                seed += 1;
                // The steps of the generator are limited for all values together.
                if seed % 500 == 0 {
                    values = Values::new(&document).expect("its schemas compile");
                }
                assert!(seed < 4 * wanted + 4, "{method} {path}: too few values");
                let body = request.map(|name| values.valid(&pointer(name), seed));
                if body == Some(None) {
                    continue;
                }
                let body = body.flatten();
                let sent = body.clone();
                let (status, answer) = service.send(Some(version), (method, path), body).await;
                assert!((200..300).contains(&status), "{sent:?}: {status} {answer}");
                if let Some(name) = response {
                    let valid = values.accepts(&pointer(name), &answer);
                    assert!(valid, "{sent:?}: {answer}");
                }
                if let Value::Array(books) = &answer {
                    let valid = |book| values.accepts(&pointer("Book"), book);
                    assert!(books.iter().all(valid), "{answer}");
                }
                count += 1;
            }
        }
    }
}

#[tokio::test]
async fn the_clients_of_all_versions_call_the_service() {
    let service = Running::start::<Library>();
    let url = service.url();
    {
        use client_1::types::{NewBook, NewLoan, StatusState};
        let token = openapi_progenitor::Token::new("reader-Ada").expect("the token is one");
        let client = client_1::Client::new_with_client(&url, http("1.0.0"), client_1::CONTRACT)
            .with_reader_token(token);
        let status = client.get_status().await.expect("the call succeeds");
        assert_eq!(status.state, StatusState::Closed);
        let title = "Emma".parse().expect("the title is one");
        let book = client.create_book(&NewBook { title, pages: None }).await;
        let book = book.expect("the call succeeds");
        let loan = NewLoan {
            book: book.id,
            days: None,
        };
        assert_eq!(
            client
                .create_loan(&loan)
                .await
                .expect("the call succeeds")
                .days
                .get(),
            14
        );
        client
            .delete_book(book.id)
            .await
            .expect("the call succeeds");
    }
    {
        use client_2::types::{NewBook, StatusState};
        let client = client_2::Client::new_with_client(&url, http("2.0.0"), client_2::CONTRACT);
        let status = client.get_status().await.expect("the call succeeds");
        assert_eq!(status.state, StatusState::Moving);
        let title = "Emma".parse().expect("the title is one");
        let book = NewBook {
            title,
            pages: None,
            language: None,
        };
        let book = client.create_book(&book).await.expect("the call succeeds");
        assert_eq!(book.status().as_u16(), 200);
    }
    {
        use client_3::types::NewBook;
        let client = client_3::Client::new_with_client(&url, http("3.0.0"), client_3::CONTRACT);
        let title = "Emma".parse().expect("the title is one");
        let book = NewBook {
            title,
            pages: None,
            language: None,
        };
        let book = client.create_book(&book).await.expect("the call succeeds");
        assert_eq!(book.status().as_u16(), 201);
    }
    let requests = service
        .server
        .app_private()
        .requests
        .lock()
        .expect("no request panics");
    let counted = BTreeMap::from([("1.0.0", 4), ("2.0.0", 2), ("3.0.0", 1)]);
    assert_eq!(*requests, counted);
}

#[tokio::test]
async fn a_request_is_for_the_newest_version_that_is_not_newer() {
    let service = Running::start::<Library>();
    let state = |state: &str| (200, json!({"state": state}));
    let operation = ("GET", "/status");
    assert_eq!(
        service.send(Some("1.0.0"), operation, None).await,
        state("closed")
    );
    assert_eq!(
        service.send(Some("1.9.0"), operation, None).await,
        state("closed")
    );
    assert_eq!(
        service.send(Some("2.0.1"), operation, None).await,
        state("moving")
    );
    for version in [None, Some("0.9.0"), Some("3.0.1"), Some("newest")] {
        let (status, _) = service.send(version, operation, None).await;
        assert_eq!(status, 400, "{version:?}");
    }
}

#[test]
fn nothing_is_written_for_what_is_proved_compatible() {
    let generated = generate(&documents(), "api-version").expect("the documents are supported");
    let service = |version: usize, name: &str| {
        let mut operations = generated.operations[version].iter();
        let found = operations.find(|one| one.name == name);
        found.map(|one| one.service.clone())
    };
    assert_eq!(service(0, "GET /hours"), Some(Service::Unchanged));
    assert_eq!(service(0, "POST /books"), Some(Service::Compatible));
    assert_eq!(service(0, "GET /books"), Some(Service::Compatible));
    assert_eq!(service(1, "GET /books"), Some(Service::Compatible));
    assert_eq!(service(1, "POST /loans"), Some(Service::Unchanged));
}

#[tokio::test]
async fn the_path_names_the_version_instead_of_the_header() {
    let endpoints = api_mod::endpoints::<Library>();
    let api = endpoints.by_prefix(&VERSIONS, |version| format!("/{version}"));
    let log = slog::Logger::root(slog::Discard, slog::o!());
    let api = api.expect("dropshot takes every endpoint");
    let server = ServerBuilder::new(api, State::default(), log).start();
    let service = Running {
        server: server.expect("the server starts"),
        http: reqwest::Client::new(),
    };
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
    let requests = service
        .server
        .app_private()
        .requests
        .lock()
        .expect("no request panics");
    assert_eq!(requests["1.0.0"], 3);
}
