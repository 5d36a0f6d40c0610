//! Two versions of a document on one server, chosen by a header.

use dropshot::semver::Version;
use dropshot::{
    ApiDescription, ApiDescriptionBuildErrors, ApiEndpointVersions, ClientSpecifiesVersionInHeader,
    HttpServer, ServerBuilder, StubContext, VersionPolicy,
};
use http::HeaderName;
use openapi_compare::{Document, Level, Report, compare_at};
use openapi_dropshot::{EmitError, EmittedDocument, Endpoints};
use serde_json::{Value, json};

use crate::widgets::{Service, Widgets, log, url, v1, v2};

const V1: Version = Version::new(1, 0, 0);
const V2: Version = Version::new(2, 0, 0);
const VERSION: HeaderName = HeaderName::from_static("api-version");

/// Returns the API that an implementation of both versions serves.
pub fn api_description() -> Result<ApiDescription<Widgets>, ApiDescriptionBuildErrors> {
    let v1 = v1::api_mod::endpoints::<Service>().versions(|| ApiEndpointVersions::until(V2));
    let v2 = v2::api_mod::endpoints::<Service>().versions(|| ApiEndpointVersions::from(V2));
    v1.and(v2).api_description()
}

/// Returns the endpoints of both versions without an implementation.
fn stub_endpoints() -> Endpoints<StubContext> {
    let v1 = v1::api_mod::stub_endpoints().versions(|| ApiEndpointVersions::until(V2));
    let v2 = v2::api_mod::stub_endpoints().versions(|| ApiEndpointVersions::from(V2));
    v1.and(v2)
}

/// Returns the API without an implementation.
pub fn stub_api_description() -> Result<ApiDescription<StubContext>, ApiDescriptionBuildErrors> {
    stub_endpoints().api_description()
}

/// Returns what dropshot cannot emit of the API.
fn emitted_document() -> Result<EmittedDocument, EmitError> {
    stub_endpoints().emitted_document()
}

fn start() -> HttpServer<Widgets> {
    let api = api_description().unwrap();
    let policy = ClientSpecifiesVersionInHeader::new(VERSION, V2);
    let policy = VersionPolicy::Dynamic(Box::new(policy));
    let builder = ServerBuilder::new(api, Widgets::default(), log());
    builder.version_policy(policy).start().unwrap()
}

async fn get(server: &HttpServer<Widgets>, path: &str, version: &str) -> (u16, Value) {
    let request = reqwest::Client::new().get(url(server, path));
    let response = request.header(VERSION, version).send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

#[tokio::test]
async fn a_request_is_answered_by_the_version_that_its_header_names() {
    let server = start();
    let area = json!({ "width": 3, "height": 3 });
    for (path, version, widget) in [
        ("/widgets/a", "1.0.0", json!({ "id": "a", "size": 3 })),
        ("/widgets/a", "2.0.0", json!({ "id": "a", "size": area })),
        // Version 1 has no literal there.
        ("/widgets/latest", "1.0.0", json!({ "id": "latest", "size": 3 })),
        ("/widgets/latest", "2.0.0", json!({ "id": "newest", "size": area })),
    ] {
        let answer = get(&server, path, version).await;
        assert_eq!(answer, (200, widget), "{path} {version}");
    }
    let calls = server.app_private().calls.lock().unwrap().clone();
    assert_eq!(calls["getLatestWidget"], 1);
    assert_eq!(calls["getWidget"], 3);
}

#[tokio::test]
async fn the_body_of_a_request_is_validated_by_the_schema_of_its_version() {
    let server = start();
    let body = json!({ "id": "a", "size": { "width": 1, "height": 2 } });
    for (version, status) in [("1.0.0", 400), ("2.0.0", 201)] {
        let request = reqwest::Client::new().post(url(&server, "/widgets"));
        let request = request.header(VERSION, version).json(&body);
        assert_eq!(request.send().await.unwrap().status(), status, "{version}");
    }
}

#[tokio::test]
async fn dropshot_refuses_a_request_of_an_unknown_version() {
    let server = start();
    for (version, message) in [
        ("3.0.0", "server does not support this API version: 3.0.0"),
        ("two", "bad value for header \"api-version\""),
    ] {
        let (status, body) = get(&server, "/widgets/a", version).await;
        assert_eq!(status, 400);
        assert!(body["message"].as_str().unwrap().starts_with(message), "{body}");
    }
}

fn report(contract: &str, version: Version) -> Report {
    let api = api_description().unwrap();
    let emitted = emitted_document().unwrap().emit(&api, version).unwrap();
    let contract = Document::parse("contract", contract).unwrap();
    let emitted = Document::parse("emitted", &emitted.to_string()).unwrap();
    compare_at(Level::Contract, &contract, &emitted)
}

#[test]
fn the_emitted_document_of_each_version_is_that_versions_document() {
    let documents = [include_str!("v1.yaml"), include_str!("v2.yaml")];
    for (contract, version) in documents.into_iter().zip([V1, V2]) {
        let report = report(contract, version.clone());
        assert!(report.is_clean(), "{version}: {report}");
        let other = if version == V1 { V2 } else { V1 };
        assert!(!self::report(contract, other).is_clean(), "{version}");
    }
}

#[test]
fn the_emitted_document_has_the_title_and_the_version_of_its_document() {
    let api = api_description().unwrap();
    for version in [V1, V2] {
        let emitted = emitted_document().unwrap().emit(&api, version.clone()).unwrap();
        let info = json!({ "title": "Widgets", "version": version.to_string() });
        assert_eq!(emitted["info"], info);
    }
}
