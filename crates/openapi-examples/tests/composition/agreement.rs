//! The served API and the emitted document agree, or the difference is an error.

use dropshot::semver::Version;
use dropshot::{ApiDescription, ApiEndpoint, ApiEndpointVersions, Method, Path, StubContext};
use openapi_compare::{Document, Level, compare_at};
use openapi_dropshot::{
    Documented, DocumentedResult, EmitError, JsonBody, NoBody, OperationResponse, Variables,
};
use openapi_examples::Everything;
use openapi_examples::api::api_mod;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::versions;
use crate::widgets::v1::api_mod as v1;
use crate::widgets::v1::types::{CreateWidgetResponse, GetWidgetPath, GetWidgetResponse, Widget};

type Endpoint = ApiEndpoint<StubContext>;

/// A type that differs from the document's path parameters.
#[derive(Deserialize, JsonSchema)]
struct NumberedPath {
    #[serde(rename = "id")]
    _id: u32,
}

/// A type that differs from the document's `Widget`.
#[derive(Deserialize, JsonSchema, Serialize)]
struct NewWidget {
    id: String,
    size: i32,
    colour: String,
}

fn get_widget<P, R>() -> Endpoint
where
    P: JsonSchema + for<'de> Deserialize<'de> + Send + Sync + 'static,
    R: OperationResponse + 'static,
{
    let (versions, json) = (ApiEndpointVersions::All, "application/json");
    let (id, path) = ("getWidget".to_owned(), "/widgets/{id}");
    ApiEndpoint::new_for_types::<(Documented<Path<Variables<P>>, P>, NoBody), DocumentedResult<R>>(
        id,
        Method::GET,
        json,
        path,
        versions,
    )
}

fn create_widget<B>() -> Endpoint
where
    B: JsonSchema + for<'de> Deserialize<'de> + Send + Sync + 'static,
{
    let (versions, json) = (ApiEndpointVersions::All, "application/json");
    let (id, path) = ("createWidget".to_owned(), "/widgets");
    ApiEndpoint::new_for_types::<(JsonBody<B>,), DocumentedResult<CreateWidgetResponse>>(
        id,
        Method::POST,
        json,
        path,
        versions,
    )
}

fn api(endpoints: impl IntoIterator<Item = Endpoint>) -> ApiDescription<StubContext> {
    let mut api = ApiDescription::new();
    for endpoint in endpoints {
        api.register(endpoint).unwrap();
    }
    api
}

#[test]
fn an_operation_that_is_not_served_is_an_error() {
    let api = api([get_widget::<GetWidgetPath, GetWidgetResponse>()]);
    let error = v1::emitted_document().unwrap().emit_unversioned(&api).unwrap_err();
    assert!(matches!(error, EmitError::NotServed { .. }), "{error:?}");
    assert_eq!(error.to_string(), "the API does not serve POST /widgets");
}

#[test]
fn a_handler_with_another_response_type_is_an_error() {
    type Other = openapi_examples::api::types::GetItemResponse;
    let api = api([create_widget::<Widget>(), get_widget::<GetWidgetPath, Other>()]);
    let error = v1::emitted_document().unwrap().emit_unversioned(&api).unwrap_err();
    assert!(matches!(error, EmitError::OtherTypes { .. }), "{error:?}");
    let message = "the handler of GET /widgets/{id} answers 200 with other types";
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_handler_with_another_request_type_is_found_by_comparing_the_documents() {
    let get = get_widget::<GetWidgetPath, GetWidgetResponse>;
    for (served, rules) in [
        ([create_widget::<Widget>(), get()], [].as_slice()),
        ([create_widget::<NewWidget>(), get()], &["request-body-narrower"]),
        (
            [create_widget::<Widget>(), get_widget::<NumberedPath, GetWidgetResponse>()],
            &["parameter-narrower"],
        ),
    ] {
        let emitted = v1::emitted_document().unwrap().emit_unversioned(&api(served)).unwrap();
        let emitted = Document::parse("emitted", &emitted.to_string()).unwrap();
        let contract = Document::parse("v1.yaml", include_str!("v1.yaml")).unwrap();
        let report = compare_at(Level::Contract, &contract, &emitted);
        let found: Vec<_> = report.findings.iter().map(|finding| finding.rule.id()).collect();
        assert_eq!(found, rules, "{report}");
    }
}

#[test]
fn dropshot_emits_the_same_document_with_and_without_an_implementation() {
    let (title, version) = ("Everything", Version::new(1, 0, 0));
    let served = api_mod::api_description::<Everything>().unwrap();
    let stub = api_mod::stub_api_description().unwrap();
    let served = served.openapi(title, version.clone()).json().unwrap();
    let stub = stub.openapi(title, version).json().unwrap();
    let paths = served["paths"].as_object();
    assert_eq!(paths.map(|paths| paths.len()), Some(9));
    assert_eq!(served, stub);
    for version in [Version::new(1, 0, 0), Version::new(2, 0, 0)] {
        let served = versions::api_description().unwrap();
        let stub = versions::stub_api_description().unwrap();
        let served = served.openapi(title, version.clone()).json().unwrap();
        assert_eq!(served, stub.openapi(title, version).json().unwrap());
    }
}
