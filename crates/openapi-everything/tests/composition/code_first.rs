//! A service whose interface is written in Rust moves to an interface that is written as a
//! document: the document that it emits becomes the source, and the generated service emits
//! the same document.

use dropshot::semver::Version;
use dropshot::{
    EmptyScanParams, HttpError, HttpResponseCreated, HttpResponseDeleted, HttpResponseOk,
    HttpResponseUpdatedNoContent, PaginationParams, Path, Query, RequestContext, ResultsPage,
    TypedBody,
};
use openapi_conformance::{Document, Level, Report, compare_at, missing_fields};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// The document that the handwritten service emits.
const DOCUMENT: &str = include_str!("barns.json");

mod generated {
    #![allow(unused_imports, dead_code, clippy::pedantic)]

    include!(concat!(env!("OUT_DIR"), "/barns.rs"));
}

/// A building for animals.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Barn {
    id: Uuid,
    name: String,
    /// The number of animals for which there is room.
    capacity: u32,
    kind: Option<Kind>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Stable,
    HenHouse,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct NewBarn {
    name: String,
    #[serde(default)]
    capacity: u32,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct BarnPath {
    barn_id: Uuid,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Page {
    after: Uuid,
}

#[dropshot::api_description]
trait Barns {
    type Context;

    /// List all barns
    #[endpoint { method = GET, path = "/barns", tags = ["barns"] }]
    async fn barn_list(
        rqctx: RequestContext<Self::Context>,
        query: Query<PaginationParams<EmptyScanParams, Page>>,
    ) -> Result<HttpResponseOk<ResultsPage<Barn>>, HttpError>;

    /// Create a barn
    #[endpoint { method = POST, path = "/barns", tags = ["barns"] }]
    async fn barn_create(
        rqctx: RequestContext<Self::Context>,
        body: TypedBody<NewBarn>,
    ) -> Result<HttpResponseCreated<Barn>, HttpError>;

    /// Change a barn
    #[endpoint { method = PUT, path = "/barns/{barn_id}", tags = ["barns"] }]
    async fn barn_update(
        rqctx: RequestContext<Self::Context>,
        path: Path<BarnPath>,
        body: TypedBody<NewBarn>,
    ) -> Result<HttpResponseUpdatedNoContent, HttpError>;

    /// Delete a barn
    #[endpoint { method = DELETE, path = "/barns/{barn_id}", tags = ["barns"] }]
    async fn barn_delete(
        rqctx: RequestContext<Self::Context>,
        path: Path<BarnPath>,
    ) -> Result<HttpResponseDeleted, HttpError>;
}

#[test]
fn the_document_is_what_the_handwritten_service_emits() {
    let api = barns_mod::stub_api_description().unwrap();
    let document = api.openapi("Barns", Version::new(1, 0, 0)).json().unwrap();
    let text = serde_json::to_string_pretty(&document).unwrap() + "\n";
    expectorate::assert_contents("tests/composition/barns.json", &text);
}

/// Returns the document that the generated service emits.
fn emitted() -> Value {
    let document = generated::api_mod::emitted_document().unwrap();
    let api = generated::api_mod::stub_api_description().unwrap();
    document.emit_unversioned(&api).unwrap()
}

#[test]
fn the_generated_service_emits_the_document_without_a_difference() {
    let before = Document::parse("barns.json", DOCUMENT).unwrap();
    let after = Document::parse("emitted.json", &emitted().to_string()).unwrap();
    let report: Report = compare_at(Level::Documentation, &before, &after);
    assert!(report.is_clean(), "{report}");
    assert_eq!(missing_fields(&before, &after), []);
}
