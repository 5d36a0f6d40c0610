//! Types of other crates on a real socket: the schemas of the document decide what is
//! accepted, a value that its type refuses gets a declared response, and the emitted
//! document has the schemas. The generated code is reviewed text.

use std::path::Path;

use dropshot::HttpServer;
use openapi_compare::{Document, Level, compare_at};
use openapi_dropshot::testing;
use openapi_examples::external::External;
use openapi_examples::external::api::api_mod;
use reqwest::{Client, Method};
use serde_json::{Value, json};

const ID: &str = "0190163d-8694-739b-aea5-966c26f8ad91";

struct Server {
    server: HttpServer<()>,
    client: Client,
}

impl Server {
    fn start() -> Self {
        let api = api_mod::api_description::<External>().unwrap();
        Self { server: testing::serve(api, ()).unwrap(), client: Client::new() }
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let url = format!("http://{}{path}", self.server.local_addr());
        self.client.request(method, url)
    }

    async fn answer(&self, request: reqwest::RequestBuilder) -> (u16, Value) {
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    /// Returns the status of a request that is refused, and its message.
    async fn refusal(&self, request: reqwest::RequestBuilder) -> String {
        let (status, body) = self.answer(request).await;
        format!("{status} {}", body["message"].as_str().unwrap())
    }
}

/// Returns a minimal host, extended with the members of `more`.
fn host(more: Value) -> Value {
    let mut host = json!({ "id": ID, "address": "127.0.0.1", "lease": null });
    let members = more.as_object().unwrap().clone();
    host.as_object_mut().unwrap().extend(members);
    host
}

#[tokio::test]
async fn a_value_that_its_type_has_is_returned_unchanged() {
    let server = Server::start();
    for more in [
        json!({}),
        json!({ "lease": { "secs": 1, "nanos": 5 } }),
        json!({ "time-out": { "secs": u64::MAX, "nanos": 999_999_999 } }),
        json!({ "aliases": ["10.0.0.1", "255.255.255.255"] }),
        json!({ "spans": { "a": { "secs": 0, "nanos": 0 } } }),
        json!({ "roles": ["leader", "follower"] }),
        json!({ "until": { "secs": 3, "nanos": 0 } }),
        json!({ "until": "never" }),
        json!({ "next": { "host": host(json!({})), "span": { "secs": 4, "nanos": 0 } } }),
    ] {
        let sent = host(more);
        let answer = server.answer(server.request(Method::PUT, "/hosts").json(&sent));
        assert_eq!(answer.await, (200, sent));
    }
    let span = json!({ "secs": 1, "nanos": 2 });
    let answer = server.answer(server.request(Method::POST, "/spans").json(&span));
    assert_eq!(answer.await, (200, span));
    let address = server.request(Method::PUT, "/default-address").body("127.0.0.1");
    let address = address.header("content-type", "text/plain").send();
    assert_eq!(address.await.unwrap().text().await.unwrap(), "127.0.0.1");
    let spans = server.request(Method::GET, "/spans").send().await.unwrap();
    let lines = "{\"secs\":1,\"nanos\":0}\n{\"secs\":60,\"nanos\":0}\n";
    assert_eq!(spans.text().await.unwrap(), lines);
    let form = "address=127.0.0.1&more=10.0.0.1&more=10.0.0.2";
    let form = server.request(Method::POST, "/addresses").body(form);
    let form = form.header("content-type", "application/x-www-form-urlencoded");
    let addresses = json!(["10.0.0.1", "10.0.0.2", "127.0.0.1"]);
    assert_eq!(server.answer(form).await, (200, addresses));
}

#[tokio::test]
async fn a_parameter_has_the_type_and_its_default() {
    let server = Server::start();
    for (path, address) in [
        ("/addresses/192.168.7.9", "192.168.7.0"),
        ("/addresses/192.168.7.9?mask=8", "192.0.0.0"),
        ("/addresses/192.168.7.9?via=10.1.2.3&via=10.1.2.4&mask=31", "10.1.2.2"),
    ] {
        let answer = server.answer(server.request(Method::GET, path)).await;
        assert_eq!(answer, (200, json!(address)), "{path}");
    }
}

#[tokio::test]
async fn a_value_that_its_schema_or_its_type_refuses_gets_a_declared_response() {
    let server = Server::start();
    let mut text = String::new();
    for more in [
        json!({ "address": 7 }),
        json!({ "address": "127.0.0.256" }),
        json!({ "id": "too short" }),
        json!({ "lease": { "secs": 1 } }),
        json!({ "lease": { "secs": u64::MAX, "nanos": 1_000_000_000 } }),
        json!({ "roles": ["leader", "leader"] }),
        json!({ "until": "a long text" }),
        json!({ "next": { "host": host(json!({ "address": null })) } }),
    ] {
        let request = server.request(Method::PUT, "/hosts").json(&host(more.clone()));
        let refusal = server.refusal(request).await;
        text.push_str(&format!("{more}\n  {refusal}\n"));
    }
    for path in [
        "/addresses/localhost",
        "/addresses/127.0.0.1?mask=33",
        "/addresses/127.0.0.1?mask=0",
        "/addresses/127.0.0.1?lease={%22secs%22:18446744073709551615,%22nanos%22:1000000000}",
        "/addresses/127.0.0.1?via=127.0.0.1&via=127.0.0.",
    ] {
        let refusal = server.refusal(server.request(Method::GET, path)).await;
        text.push_str(&format!("GET {path}\n  {refusal}\n"));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_emitted_document_has_the_schemas_of_the_document() {
    let contract = include_str!("../../external.yaml");
    let contract = Document::parse("external.yaml", contract).unwrap();
    let api = api_mod::stub_api_description().unwrap();
    let emitted = api_mod::emitted_document().unwrap().emit_unversioned(&api).unwrap();
    let emitted = Document::parse("emitted.json", &emitted.to_string()).unwrap();
    let report = compare_at(Level::Documentation, &contract, &emitted);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn the_generated_code_is_the_reviewed_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = openapi_document::Document::read(&path.join("external.yaml")).unwrap();
    let generated = openapi_dropshot_build::generate_with(&document, "external.json").unwrap();
    expectorate::assert_contents(path.join("tests/output/external.rs"), &generated.code);
}
