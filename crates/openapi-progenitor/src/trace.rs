//! The span of an attempt to send a request, by the conventions of OpenTelemetry for HTTP
//! clients (<https://opentelemetry.io/docs/specs/semconv/http/http-spans/>).
//!
//! The propagator of the application writes the context of the span, such as `traceparent`,
//! which `tracing-opentelemetry` makes current while the span is entered. So this crate
//! depends neither on that crate nor on an exporter.

use opentelemetry::propagation::Injector;
use opentelemetry::{Context, global};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Request, Response};
use tracing::field::Empty;
use tracing::{Instrument, Level, info_span};

use crate::transport::SendError;
use crate::{Call, Contract};

/// Sends a request in a span. The span has no query, which may have credentials.
pub(crate) async fn in_span(
    contract: &Contract,
    client: &Client,
    mut request: Request,
    call: &Call<'_>,
) -> Result<Response, SendError> {
    if !tracing::enabled!(Level::INFO) {
        return contract.exchange(client, request).await;
    }
    let (method, url) = (request.method().as_str(), request.url());
    let span = info_span!(
        "call",
        otel.name = format_args!("{method} {}", call.path),
        otel.kind = "client",
        otel.status_code = Empty,
        http.request.method = method,
        http.request.resend_count = Empty,
        http.response.status_code = Empty,
        server.address = url.host_str(),
        server.port = url.port_or_known_default(),
        url.scheme = url.scheme(),
        url.template = call.path,
        error.type = Empty,
    );
    if call.attempt > 1 {
        span.record("http.request.resend_count", call.attempt - 1);
    }
    span.in_scope(|| {
        let headers = &mut Headers(request.headers_mut());
        global::get_text_map_propagator(|propagator| {
            propagator.inject_context(&Context::current(), headers);
        });
    });
    let sent = contract.exchange(client, request);
    let result = sent.instrument(span.clone()).await;
    match &result {
        Ok(response) => {
            let status = response.status();
            span.record("http.response.status_code", status.as_u16());
            if status.is_client_error() || status.is_server_error() {
                span.record("error.type", status.as_str());
                span.record("otel.status_code", "ERROR");
            }
        }
        Err(error) => {
            let kind = match error {
                error if error.is_timeout() => "timeout",
                error if error.is_connect() => "connect",
                _ => "_OTHER",
            };
            span.record("error.type", kind);
            span.record("otel.status_code", "ERROR");
        }
    }
    result
}

/// The fields of a request, for a propagator.
struct Headers<'r>(&'r mut HeaderMap);

impl Injector for Headers<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(key), HeaderValue::try_from(value)) {
            self.0.insert(name, value);
        }
    }
}
