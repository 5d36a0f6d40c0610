//! The span of a request to an operation, by the conventions of OpenTelemetry for HTTP
//! servers (<https://opentelemetry.io/docs/specs/semconv/http/http-spans/>).
//!
//! The propagator of the application reads the caller's context, such as `traceparent`. The
//! context is current when the span begins, which `tracing-opentelemetry` takes for its
//! parent. So this crate depends neither on that crate nor on an exporter.

use dropshot::{Body, RequestContext, ServerContext};
use http::header::HOST;
use http::uri::Authority;
use http::{HeaderMap, Response};
use opentelemetry::global;
use opentelemetry::propagation::Extractor;
use tracing::field::Empty;
use tracing::{Instrument, Level, Span, info_span};

use crate::Operation;

/// Responds to a request in a span of the operation.
pub(crate) async fn in_span<C: ServerContext>(
    operation: &Operation,
    rqctx: &RequestContext<C>,
    response: impl Future<Output = Response<Body>>,
) -> Response<Body> {
    if !tracing::enabled!(Level::INFO) {
        return response.await;
    }
    let span = span(operation, rqctx);
    let response = response.instrument(span.clone()).await;
    let status = response.status();
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("error.type", status.as_str());
        span.record("otel.status_code", "ERROR");
    }
    response
}

fn span<C: ServerContext>(operation: &Operation, rqctx: &RequestContext<C>) -> Span {
    let (request, method, route) = (&rqctx.request, operation.method.as_str(), operation.path);
    let headers = Headers(request.headers());
    let caller = global::get_text_map_propagator(|propagator| propagator.extract(&headers));
    let _current = caller.attach();
    let span = info_span!(
        "request",
        otel.name = format_args!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        url.path = request.uri().path(),
        url.scheme = if rqctx.server.using_tls() { "https" } else { "http" },
        server.address = Empty,
        server.port = Empty,
        http.response.status_code = Empty,
        error.type = Empty,
    );
    let host = request.headers().get(HOST);
    let host = host.and_then(|host| Authority::try_from(host.as_bytes()).ok());
    if let Some(authority) = host.as_ref().or(request.uri().authority()) {
        span.record("server.address", authority.host());
        span.record("server.port", authority.port_u16());
    }
    span
}

/// The fields of a request, for a propagator.
struct Headers<'r>(&'r HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}
