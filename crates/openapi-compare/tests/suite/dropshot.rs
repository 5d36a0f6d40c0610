//! Compares a document emitted by dropshot, for types of many kinds, with a
//! contract for the same API written by hand: the two are equal.

use crate::fixture::{cases, compare_texts};
use dropshot::{
    ApiDescription, HttpError, HttpResponseCreated, HttpResponseDeleted, HttpResponseOk, Path,
    Query, RequestContext, TypedBody, UntypedBody, endpoint,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};

const CONTRACT: &str = include_str!("documents/dropshot.yaml");

#[derive(Deserialize, Serialize, JsonSchema)]
struct Part {
    id: i64,
    name: String,
    size: u8,
    ratio: f64,
    /// How well it is made
    grade: Option<Grade>,
    form: Form,
    labels: HashMap<String, String>,
    colours: BTreeSet<Colour>,
    pair: [bool; 2],
    parent: Option<Box<Part>>,
    #[serde(default)]
    made: chrono::NaiveDate,
    anything: serde_json::Value,
    #[serde(default)]
    nothing: (),
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Grade {
    Fine,
    Coarse,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Form {
    Square { width: i32 },
    Circle { radius: Option<i32> },
}

#[derive(Deserialize, Serialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Colour {
    /// Documented variants become a union of constants
    Red,
    Blue,
}

#[derive(Deserialize, JsonSchema)]
struct Page {
    #[expect(dead_code, reason = "only its schema is used")]
    limit: Option<u32>,
    #[expect(dead_code, reason = "only its schema is used")]
    after: chrono::DateTime<chrono::Utc>,
}

#[derive(Deserialize, JsonSchema)]
struct PartPath {
    #[expect(dead_code, reason = "only its schema is used")]
    id: uuid::Uuid,
}

#[endpoint { method = GET, path = "/parts" }]
async fn part_list(
    _: RequestContext<()>,
    _: Query<Page>,
) -> Result<HttpResponseOk<Vec<Part>>, HttpError> {
    Ok(HttpResponseOk(Vec::new()))
}

#[endpoint { method = POST, path = "/parts" }]
async fn part_create(
    _: RequestContext<()>,
    body: TypedBody<Part>,
) -> Result<HttpResponseCreated<Part>, HttpError> {
    Ok(HttpResponseCreated(body.into_inner()))
}

#[endpoint { method = DELETE, path = "/parts/{id}" }]
async fn part_delete(
    _: RequestContext<()>,
    _: Path<PartPath>,
) -> Result<HttpResponseDeleted, HttpError> {
    Ok(HttpResponseDeleted())
}

#[endpoint { method = PUT, path = "/parts/{id}" }]
async fn part_image_set(
    _: RequestContext<()>,
    _: Path<PartPath>,
    _: UntypedBody,
) -> Result<HttpResponseOk<()>, HttpError> {
    Ok(HttpResponseOk(()))
}

fn emitted() -> String {
    let mut api = ApiDescription::new();
    api.register(part_list).unwrap();
    api.register(part_create).unwrap();
    api.register(part_delete).unwrap();
    api.register(part_image_set).unwrap();
    let document = api.openapi("Parts", "1.0.0".parse().unwrap());
    serde_json::to_string_pretty(&document.json().unwrap()).unwrap()
}

#[test]
fn what_dropshot_emits_equals_the_contract_written_by_hand() {
    let report = compare_texts(CONTRACT, &emitted());
    assert!(report.is_clean(), "{report}");
}

/// Guards against the test above passing because nothing is compared.
#[test]
fn a_change_of_each_type_is_found_in_what_dropshot_emits() {
    for (from, to) in &cases::<Vec<(String, String)>>(include_str!("cases/dropshot_changes.yaml")) {
        assert_eq!(CONTRACT.matches(from).count(), 1, "{from}");
        let report = compare_texts(&CONTRACT.replace(from, to), &emitted());
        assert!(!report.is_clean(), "{from} -> {to}");
    }
}
