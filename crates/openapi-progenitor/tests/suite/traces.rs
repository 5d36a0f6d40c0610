//! The spans of the program.

use opentelemetry::trace::{SpanKind, Status};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use test_kit::answers::Service;
use tracing::subscriber::DefaultGuard;

use crate::{BOTANY, answer, caller, pages_of_two, ran, tokens};

/// Exports the spans of this thread.
fn export() -> (InMemorySpanExporter, DefaultGuard) {
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    let subscriber = caller::subscriber(&provider);
    (exporter, tracing::subscriber::set_default(subscriber))
}

#[tokio::test]
async fn the_program_of_the_documentation_runs_and_each_attempt_is_traced() {
    let (exporter, _default) = export();
    let tokens = tokens();
    let [first, second] = pages_of_two();
    let service = Service::answering_each([
        answer("401 Unauthorized", ""),
        answer("503 Later\nretry-after: 0", ""),
        answer("201 Created\netag: \"1\"", BOTANY),
        answer("304 Not Modified\netag: \"1\"", ""),
        first,
        second,
    ]);
    assert_eq!(ran(&tokens, &service).await.unwrap(), "nothing new, 3 shelves");
    let requests: Vec<_> = (0..6).map(|_| service.request()).collect();
    let has = |index: usize, text: &str| {
        assert!(requests[index].contains(text), "{text}: {}", requests[index]);
    };
    has(0, "authorization: Bearer one");
    has(1, "authorization: Bearer two");
    has(3, "if-none-match: \"1\"");
    has(5, "GET /shelves?cursor=c ");

    let mut spans = exporter.get_finished_spans().unwrap();
    let program = spans.pop().unwrap();
    assert_eq!(program.name, "run");
    let names: Vec<_> = spans.iter().map(|span| &*span.name).collect();
    let create = "POST /shelves";
    let [read, list] = ["GET /shelves/{name}", "GET /shelves"];
    assert_eq!(names, [create, create, create, read, list, list]);
    for (span, request) in spans.iter().zip(&requests) {
        assert_eq!(span.parent_span_id, program.span_context.span_id());
        let context = &span.span_context;
        let parent = format!("traceparent: 00-{}-{}-01", context.trace_id(), context.span_id());
        assert!(request.contains(&parent), "{parent}: {request}");
        assert_eq!(span.span_kind, SpanKind::Client);
    }
    let of = |span: &SpanData, name: &str| {
        let mut attributes = span.attributes.iter();
        let attribute = attributes.find(|one| one.key.as_str() == name);
        attribute.map(|one| one.value.to_string())
    };
    assert_eq!(of(&spans[0], "http.response.status_code").as_deref(), Some("401"));
    assert_eq!(of(&spans[1], "error.type").as_deref(), Some("503"));
    assert_eq!(spans[1].status, Status::error(""));
    assert_eq!(of(&spans[1], "http.request.resend_count").as_deref(), Some("1"));
    assert_eq!(of(&spans[3], "url.template").as_deref(), Some("/shelves/{name}"));
    assert_eq!(of(&spans[3], "server.address").as_deref(), Some("127.0.0.1"));
    let shown = format!("{spans:?}");
    assert!(!shown.contains("Bearer") && !shown.contains("cursor=c"), "{shown}");
}
