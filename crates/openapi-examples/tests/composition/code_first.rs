//! A service whose interface is written in Rust moves to an interface that is written as a
//! document: the document that it emits becomes the source, and the generated service emits
//! the same document. Its pages are those of dropshot.

use dropshot::semver::Version;
use dropshot::{
    EmptyScanParams, HttpError, HttpResponseCreated, HttpResponseDeleted, HttpResponseOk,
    HttpResponseUpdatedNoContent, PaginationParams, Path, Query, RequestContext, ResultsPage,
    TypedBody,
};
use generated::types;
use http::{Request, StatusCode};
use openapi_compare::{Document, Level, Report, compare_at};
use openapi_dropshot::{Rejection, next_page, page_selector, testing};
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
    let text = serde_json::to_string_pretty(&emitted()).unwrap() + "\n";
    expectorate::assert_contents("tests/composition/barns_emitted.json", &text);
    let before = Document::parse("barns.json", DOCUMENT).unwrap();
    let after = Document::parse("emitted.json", &text).unwrap();
    let report: Report = compare_at(Level::Documentation, &before, &after);
    assert!(report.is_clean(), "{report}");
}

/// An implementation of the generated trait for the barns with these numbers as ids.
enum Barns128 {}

impl generated::Api for Barns128 {
    type Context = Vec<u128>;

    fn error_for(rejection: &Rejection, status: StatusCode) -> types::Error {
        types::Error {
            error_code: None,
            message: rejection.to_string(),
            request_id: status.to_string(),
        }
    }

    /// Without barns, the statuses of the handwritten service.
    fn status_for(rqctx: &RequestContext<Vec<u128>>, rejection: &Rejection) -> StatusCode {
        match rejection {
            Rejection::ContentType { .. } | Rejection::TooLarge { .. }
                if rqctx.context().is_empty() =>
            {
                StatusCode::BAD_REQUEST
            }
            _ => rejection.status(),
        }
    }

    async fn barn_list(
        rqctx: &RequestContext<Vec<u128>>,
        query: types::BarnListQuery,
    ) -> Result<types::BarnListResponse, Rejection> {
        let page: Option<Page> = page_selector(query.page_token.as_deref())?;
        let limit = query.limit.map_or(100, |limit| limit.min(100));
        let items = barns_after(rqctx.context(), page, limit);
        let next_page = next_page(&items, |last| Page { after: last.id })?;
        Ok(types::BarnListResponse::Ok(types::BarnResultsPage { items, next_page }))
    }

    async fn barn_create(
        _: &RequestContext<Vec<u128>>,
        _: types::NewBarn,
    ) -> Result<types::BarnCreateResponse, Rejection> {
        Err(HttpError::for_internal_error("not a part of the test".to_owned()).into())
    }

    async fn barn_delete(
        _: &RequestContext<Vec<u128>>,
        _: types::BarnDeletePath,
    ) -> Result<types::BarnDeleteResponse, Rejection> {
        Ok(types::BarnDeleteResponse::NoContent)
    }

    async fn barn_update(
        _: &RequestContext<Vec<u128>>,
        _: types::BarnUpdatePath,
        _: types::NewBarn,
    ) -> Result<types::BarnUpdateResponse, Rejection> {
        Ok(types::BarnUpdateResponse::NoContent)
    }
}

/// Returns the barns of a page, in the order of their ids.
fn barns_after(ids: &[u128], page: Option<Page>, limit: u32) -> Vec<types::Barn> {
    let ids = ids.iter().map(|id| Uuid::from_u128(*id));
    let after = ids.filter(|id| page.as_ref().is_none_or(|page| page.after < *id));
    let barns = after.map(|id| types::Barn { capacity: 1, id, kind: None, name: id.to_string() });
    barns.take(limit as usize).collect()
}

#[tokio::test]
async fn the_pages_of_a_list_have_each_item_once() {
    let api = generated::api_mod::api_description::<Barns128>().unwrap();
    let server = testing::serve(api, vec![1, 2, 3]).unwrap();
    let mut found: Vec<Vec<u128>> = Vec::new();
    let mut path = "/barns?limit=2".to_owned();
    for _ in 0..3 {
        let request = Request::get(&path).body("").unwrap();
        let response = testing::send(&server, request).await.unwrap();
        let page: ResultsPage<Barn> = serde_json::from_slice(response.body()).unwrap();
        found.push(page.items.iter().map(|barn| barn.id.as_u128()).collect());
        path = format!("/barns?page_token={}", page.next_page.unwrap_or_default());
    }
    assert_eq!(found, [vec![1, 2], vec![3], vec![]]);
    let response = testing::send(&server, Request::get(&path).body("").unwrap());
    assert_eq!(response.await.unwrap().status(), StatusCode::BAD_REQUEST);
}

/// The service before.
enum Handwritten {}

impl Barns for Handwritten {
    type Context = ();

    async fn barn_list(
        _: RequestContext<()>,
        _: Query<PaginationParams<EmptyScanParams, Page>>,
    ) -> Result<HttpResponseOk<ResultsPage<Barn>>, HttpError> {
        Ok(HttpResponseOk(ResultsPage { next_page: None, items: Vec::new() }))
    }

    async fn barn_create(
        _: RequestContext<()>,
        _: TypedBody<NewBarn>,
    ) -> Result<HttpResponseCreated<Barn>, HttpError> {
        Err(HttpError::for_internal_error("not a part of the test".to_owned()))
    }

    async fn barn_update(
        _: RequestContext<()>,
        _: Path<BarnPath>,
        _: TypedBody<NewBarn>,
    ) -> Result<HttpResponseUpdatedNoContent, HttpError> {
        Ok(HttpResponseUpdatedNoContent())
    }

    async fn barn_delete(
        _: RequestContext<()>,
        _: Path<BarnPath>,
    ) -> Result<HttpResponseDeleted, HttpError> {
        Ok(HttpResponseDeleted())
    }
}

/// The table in docs/composing.md.
#[tokio::test]
async fn a_caller_that_does_not_follow_the_document_notices_the_move() {
    let before = barns_mod::api_description::<Handwritten>().unwrap();
    let before = testing::serve(before, ()).unwrap();
    let after = |ids| {
        let api = generated::api_mod::api_description::<Barns128>().unwrap();
        testing::serve(api, ids).unwrap()
    };
    let (after, kept) = (after(vec![1]), after(Vec::new()));
    let id = "/barns/00000000-0000-0000-0000-000000000001";
    let simple = "/barns/00000000000000000000000000000001";
    let (json, small) = (Some("application/json"), r#"{"name":"a"}"#.to_owned());
    let large = format!(r#"{{"name":"{}"}}"#, "a".repeat(2000));
    for (what, path, content_type, body, expected) in [
        ("a valid request", id, json, &small, [204, 204, 204]),
        ("no content type", id, None, &small, [204, 415, 400]),
        ("another content type", id, Some("text/plain"), &small, [400, 415, 400]),
        ("a large body", id, json, &large, [400, 413, 400]),
        ("a UUID without hyphens", simple, json, &small, [204, 400, 400]),
        ("a slash at the end", &format!("{id}/"), json, &small, [204, 404, 404]),
    ] {
        let request = || {
            let mut request = Request::put(path);
            if let Some(content_type) = content_type {
                request = request.header("content-type", content_type);
            }
            request.body(body.clone()).unwrap()
        };
        let found = [
            testing::send(&before, request()).await.unwrap().status().as_u16(),
            testing::send(&after, request()).await.unwrap().status().as_u16(),
            testing::send(&kept, request()).await.unwrap().status().as_u16(),
        ];
        assert_eq!(found, expected, "{what}");
    }
}
