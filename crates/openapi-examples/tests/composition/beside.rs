//! An endpoint and a channel of dropshot beside generated operations.

use dropshot::{
    ApiDescription, Body, ConfigDropshot, HttpError, HttpResponseOk, RequestContext,
    WebsocketChannelResult, WebsocketConnection, channel, endpoint,
};
use futures::{SinkExt, StreamExt};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
};
use http::{Method, Response, StatusCode};
use openapi_compare::{Document, Level, compare_at};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Role;

use crate::widgets::{Service, Widgets, start, url, v1};

#[derive(Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
struct Health {
    calls: u64,
}

/// Return the number of calls
#[endpoint { method = GET, path = "/health" }]
async fn health(rqctx: RequestContext<Widgets>) -> Result<HttpResponseOk<Health>, HttpError> {
    let calls = rqctx.context().calls.lock().unwrap().values().sum();
    Ok(HttpResponseOk(Health { calls }))
}

/// Send every message back
#[channel { protocol = WEBSOCKETS, path = "/echo" }]
async fn echo(_: RequestContext<Widgets>, upgraded: WebsocketConnection) -> WebsocketChannelResult {
    let connection = upgraded.into_inner();
    let mut socket = WebSocketStream::from_raw_socket(connection, Role::Server, None).await;
    while let Some(message) = socket.next().await {
        socket.send(message?).await?;
    }
    Ok(())
}

/// Allow a page of another origin to create widgets
#[endpoint { method = OPTIONS, path = "/widgets", unpublished = true }]
async fn preflight_widgets(_: RequestContext<Widgets>) -> Result<Response<Body>, HttpError> {
    let response = Response::builder()
        .status(StatusCode::NO_CONTENT)
        .header(ACCESS_CONTROL_ALLOW_ORIGIN, "https://app.example.com")
        .header(ACCESS_CONTROL_ALLOW_METHODS, "POST")
        .header(ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type");
    Ok(response.body(Body::empty())?)
}

fn api_description() -> ApiDescription<Widgets> {
    let mut api = ApiDescription::new();
    api.register(health).unwrap();
    api.register(echo).unwrap();
    v1::api_mod::endpoints::<Service>().reference("/reference").register(&mut api).unwrap();
    api.register(preflight_widgets).unwrap();
    api
}

fn emitted() -> Value {
    let document = v1::api_mod::emitted_document().unwrap();
    document.emit_unversioned(&api_description()).unwrap()
}

#[tokio::test]
async fn endpoints_channels_and_operations_are_served_together() {
    let server = start(api_description(), ConfigDropshot::default());
    let widget: v1::types::Widget = get(&url(&server, "/widgets/a")).await;
    assert_eq!((widget.id.as_str(), widget.size), ("a", 3));
    let answer: Health = get(&url(&server, "/health")).await;
    assert_eq!(answer, Health { calls: 1 });
    let address = url(&server, "/echo").replace("http:", "ws:");
    let (mut socket, _) = tokio_tungstenite::connect_async(address).await.unwrap();
    socket.send("hello".into()).await.unwrap();
    let message = socket.next().await.unwrap().unwrap();
    assert_eq!(message.into_text().unwrap().as_str(), "hello");
}

#[tokio::test]
async fn the_page_of_the_document_is_served_and_is_no_part_of_it() {
    let server = start(api_description(), ConfigDropshot::default());
    let page = reqwest::get(url(&server, "/reference")).await.unwrap().text().await.unwrap();
    let loaded: Vec<_> = page.split('"').filter(|text| text.starts_with("/reference/")).collect();
    let [style, script, document] = loaded.as_slice() else { panic!("{page}") };
    for (path, start) in [(style, ".swagger-ui"), (script, "/*! For license")] {
        let file = reqwest::get(url(&server, path)).await.unwrap().text().await.unwrap();
        assert!(file.starts_with(start), "{path}: {:.40}", file);
    }
    let document: Value = get(&url(&server, document)).await;
    assert_eq!(document["info"]["title"], "Widgets");
    assert!(emitted()["paths"].as_object().unwrap().keys().all(|path| !path.contains("reference")));
}

#[tokio::test]
async fn dropshot_answers_methods_that_neither_the_document_nor_an_endpoint_has() {
    let server = start(api_description(), ConfigDropshot::default());
    let client = reqwest::Client::new();
    for (method, path, status) in [
        (Method::OPTIONS, "/widgets", 204),
        (Method::OPTIONS, "/widgets/a", 405),
        (Method::GET, "/widgets/a", 200),
        (Method::HEAD, "/widgets/a", 405),
    ] {
        let response = client.request(method.clone(), url(&server, path)).send().await.unwrap();
        assert_eq!(response.status(), status, "{method} {path}");
        let allowed = response.headers().contains_key(ACCESS_CONTROL_ALLOW_HEADERS);
        assert_eq!(allowed, status == 204, "{method} {path}");
    }
}

async fn get<T: for<'de> Deserialize<'de>>(url: &str) -> T {
    let response = reqwest::get(url).await.unwrap();
    assert_eq!(response.status(), 200, "{url}");
    response.json().await.unwrap()
}

#[test]
fn endpoints_and_channels_are_emitted_as_without_generated_operations() {
    let mut alone = ApiDescription::<Widgets>::new();
    alone.register(health).unwrap();
    alone.register(echo).unwrap();
    let alone = alone.openapi("Widgets", semver::Version::new(1, 0, 0));
    let (alone, together) = (alone.json().unwrap(), emitted());
    for part in [
        "/paths/~1health",
        "/paths/~1echo",
        "/components/responses",
        "/components/schemas/Error",
        "/components/schemas/Health",
    ] {
        assert!(alone.pointer(part).is_some(), "{part}");
        assert_eq!(together.pointer(part), alone.pointer(part), "{part}");
    }
    let errors = &together["paths"]["/health"]["get"]["responses"];
    let reference = json!({ "$ref": "#/components/responses/Error" });
    assert_eq!((&errors["4XX"], &errors["5XX"]), (&reference, &reference));
}

/// Both are called `Error`.
#[test]
fn dropshot_alone_emits_two_schemas_for_its_error_and_for_that_of_the_document() {
    let api = api_description();
    let document = api.openapi("Widgets", semver::Version::new(1, 0, 0));
    let document = document.json().unwrap();
    let referred = |value: &Value| {
        let reference = value["$ref"].as_str().unwrap().trim_start_matches('#');
        document.pointer(reference).unwrap().clone()
    };
    for (path, method, member) in [("/health", "get", "request_id"), ("/widgets", "post", "detail")]
    {
        let response = referred(&document["paths"][path][method]["responses"]["4XX"]);
        let schema = referred(&response["content"]["application/json"]["schema"]);
        assert!(schema["properties"].get(member).is_some(), "{path}");
    }
}

#[test]
fn generated_operations_are_emitted_as_without_endpoints_and_channels() {
    let contract = Document::parse("v1.yaml", include_str!("v1.yaml")).unwrap();
    let emitted = Document::parse("emitted", &emitted().to_string()).unwrap();
    let report = compare_at(Level::Contract, &contract, &emitted);
    let findings = report.findings.iter();
    let found: Vec<_> =
        findings.map(|finding| (finding.rule.id(), finding.seen_in[0].as_str())).collect();
    let rule = "operation-undocumented";
    assert_eq!(found, [(rule, "GET /echo"), (rule, "GET /health")], "{report}");
}
