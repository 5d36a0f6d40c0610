//! One request: judged by what HTTP asks of any, answered and logged.
//!
//! The records, their names and the `x-request-id` are dropshot's. What HTTP
//! forbids is answered as hyper answers what it can't parse, with the bare
//! status: no operation has been found yet that could declare more.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use http::header::{CONNECTION, EXPECT, HOST, HeaderName, TRANSFER_ENCODING};
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, Version};
use http_body_util::Full;
use hyper::body::Incoming;
use openapi_runtime::{Arrival, Service};
use slog::{Logger, info, o};
use uuid::Uuid;

use crate::activity::Activity;
use crate::body::lend;

/// Says what a request is called in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Answers a request.
pub(crate) async fn answer<A>(
    service: &Service<A>,
    request: Request<Incoming>,
    peer: SocketAddr,
    activity: &Arc<Activity>,
    log: &Logger,
) -> Response<Full<Bytes>> {
    let begun = Instant::now();
    let id = Uuid::new_v4().to_string();
    let name = HeaderValue::from_str(&id);
    let (head, body) = request.into_parts();
    let log = log.new(o!(
        "remote_addr" => peer,
        "req_id" => id.clone(),
        "method" => head.method.to_string(),
        "uri" => head.uri.to_string(),
    ));
    let mut response = match forbidden(&head) {
        Some(status) => closing(bare(status)),
        None => {
            let expects = head.headers.contains_key(EXPECT);
            let (body, rest) = lend(body, activity);
            let arrival = Arrival {
                peer,
                begun: activity.asked(),
                id,
                log: log.clone(),
            };
            let request = Request::from_parts(head, body);
            let response = service.answer(request, arrival).await;
            match rest.read_to_end(expects).await {
                true => response,
                false => closing(response),
            }
        }
    };
    if let Ok(name) = name {
        response.headers_mut().insert(REQUEST_ID, name);
    }
    let latency = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
    info!(log, "request completed";
        "response_code" => response.status().as_u16(), "latency_us" => latency);
    activity.answered();
    response.map(Full::new)
}

/// The status of a request that HTTP doesn't allow, or that hyper lets pass
/// although it can't be understood.
fn forbidden(head: &Parts) -> Option<StatusCode> {
    if !names_one_host(head.version, &head.headers) {
        return Some(StatusCode::BAD_REQUEST);
    }
    // hyper decodes the last coding, which is chunked, and forgets the others
    // (RFC 9112 §6.1).
    let mut codings = head.headers.get_all(TRANSFER_ENCODING).iter();
    let is_chunked = |coding: &HeaderValue| coding.as_bytes().eq_ignore_ascii_case(b"chunked");
    match (codings.next(), codings.next()) {
        (None, _) => None,
        (Some(coding), None) if is_chunked(coding) => None,
        _ => Some(StatusCode::NOT_IMPLEMENTED),
    }
}

/// Exactly one `Host`, and a valid one; HTTP/1.0 may do without (RFC 9112 §3.2).
fn names_one_host(version: Version, headers: &HeaderMap) -> bool {
    let mut fields = headers.get_all(HOST).iter();
    match (fields.next(), fields.next()) {
        (None, _) => version < Version::HTTP_11,
        (Some(host), None) => is_host(host),
        (Some(_), Some(_)) => false,
    }
}

/// `uri-host [ ":" port ]`, where the name may be empty (RFC 9110 §7.2).
fn is_host(host: &HeaderValue) -> bool {
    let host = host.as_bytes();
    host.is_empty() || (!host.contains(&b'@') && Authority::try_from(host).is_ok())
}

fn bare(status: StatusCode) -> Response<Bytes> {
    let mut response = Response::default();
    *response.status_mut() = status;
    response
}

/// Says that this is the last answer of its connection (RFC 9112 §9.6), which
/// hyper then ends.
fn closing(mut response: Response<Bytes>) -> Response<Bytes> {
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(CONNECTION, close);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address_with_or_without_a_port_or_empty() {
        for host in [
            "",
            "example",
            "example.com:8080",
            "192.0.2.1",
            "[2001:db8::1]:80",
        ] {
            assert!(is_host(&HeaderValue::from_static(host)), "{host}");
        }
        for host in [
            "user@example",
            "a b",
            "http://example",
            "example/",
            "[::1",
            "a,b c",
        ] {
            assert!(!is_host(&HeaderValue::from_static(host)), "{host}");
        }
    }
}
