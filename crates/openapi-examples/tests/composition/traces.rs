//! Spans of OpenTelemetry.

use std::collections::BTreeMap;

use http::Request;
use openapi_dropshot::testing;
use opentelemetry::global;
use opentelemetry::trace::{SpanId, SpanKind, Status, TracerProvider};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::layer::SubscriberExt;

use crate::hooks::send;
use crate::projects;
use crate::widgets::{Service, Widgets, v1};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// Exports the spans of this thread.
fn export() -> (InMemorySpanExporter, DefaultGuard) {
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    global::set_text_map_propagator(TraceContextPropagator::new());
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("service"));
    let subscriber = tracing_subscriber::registry().with(layer);
    (exporter, tracing::subscriber::set_default(subscriber))
}

/// Returns the spans of requests with and without the context of a caller.
async fn spans(path: &str) -> (SpanData, SpanData) {
    let (exporter, _default) = export();
    let api = v1::api_mod::api_description::<Service>().unwrap();
    let server = testing::serve(api, Widgets::default()).unwrap();
    let request = || Request::get(path).header("Host", "widgets.example:8080");
    let parent = format!("00-{TRACE}-{CALLER}-01");
    for request in [request().header("traceparent", parent), request()] {
        let request = request.body("").unwrap();
        testing::send(&server, request).await.unwrap();
    }
    let spans = exporter.get_finished_spans().unwrap();
    <[SpanData; 2]>::try_from(spans).unwrap().into()
}

/// Returns the attributes of a span by the conventions for HTTP.
fn attributes(span: &SpanData) -> BTreeMap<&str, String> {
    let attributes = span.attributes.iter();
    let attributes = attributes.map(|one| (one.key.as_str(), one.value.to_string()));
    let groups = ["error.", "http.", "server.", "url."];
    attributes.filter(|(name, _)| groups.iter().any(|group| name.starts_with(group))).collect()
}

#[tokio::test]
async fn a_span_has_the_attributes_of_an_http_server_and_continues_the_trace_of_the_caller() {
    let (continued, own) = spans("/widgets/a?limit=1").await;
    assert_eq!(continued.name, "GET /widgets/{id}");
    assert_eq!(continued.span_kind, SpanKind::Server);
    assert_eq!(continued.status, Status::Unset);
    let expected = [
        ("http.request.method", "GET"),
        ("http.response.status_code", "200"),
        ("http.route", "/widgets/{id}"),
        ("server.address", "widgets.example"),
        ("server.port", "8080"),
        ("url.path", "/widgets/a"),
        ("url.scheme", "http"),
    ];
    let expected = expected.map(|(name, value)| (name, value.to_owned()));
    assert_eq!(attributes(&continued), BTreeMap::from(expected));
    let trace = |span: &SpanData| span.span_context.trace_id().to_string();
    assert_eq!(trace(&continued), TRACE);
    assert_eq!(continued.parent_span_id.to_string(), CALLER);
    assert!(continued.parent_span_is_remote);
    assert_ne!(trace(&own), TRACE);
    assert_eq!(own.parent_span_id, SpanId::INVALID);
}

#[tokio::test]
async fn a_span_has_the_error_of_the_service_and_not_that_of_the_caller() {
    for (path, code, error) in
        [("/widgets/missing", "404", None), ("/widgets/broken", "500", Some("500"))]
    {
        let (span, _) = spans(path).await;
        let attributes = attributes(&span);
        assert_eq!(attributes["http.response.status_code"], code);
        let found = attributes.get("error.type");
        assert_eq!(found.map(String::as_str), error, "{path}");
        let is_error = span.status == Status::error("");
        assert_eq!(is_error, error.is_some(), "{path}");
    }
}

#[tokio::test]
async fn spans_of_the_service_are_children_of_the_span_of_the_operation() {
    let (exporter, _default) = export();
    let server = projects::start();
    let response = send(&server, "ada", "GET /tenants/acme/projects", "").await;
    assert_eq!(response.status(), 200);
    let spans = exporter.get_finished_spans().unwrap();
    let [child, operation] = <[SpanData; 2]>::try_from(spans).unwrap();
    assert_eq!(child.name, "select projects");
    assert_eq!(operation.name, "GET /tenants/{tenant}/projects");
    assert_eq!(child.parent_span_id, operation.span_context.span_id());
}
