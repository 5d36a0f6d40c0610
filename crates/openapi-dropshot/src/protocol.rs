//! The checks of a request that HTTP requires and neither hyper nor dropshot
//! makes: `Host`, transfer codings, and the spelling of path and method.
//!
//! hyper answers messages that it cannot parse with a bare status. The checks of
//! `Host` and of transfer codings answer in the same way, because they concern
//! the message and not the operation.

use dropshot::{Body, ClientErrorStatusCode, HttpError, RequestContext, ServerContext};
use http::header::{ALLOW, HOST, TRANSFER_ENCODING};
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, Response, StatusCode, Version};

use crate::unread::announce_end;
use crate::{Operation, path};

/// Returns the response to a request that its operation must not handle, or nothing
/// if the request is valid.
pub(crate) fn refuse<C: ServerContext>(
    rqctx: &RequestContext<C>,
    operation: &Operation,
) -> Option<Response<Body>> {
    let request = &rqctx.request;
    if let Some(status) = refused_by_fields(request.version(), request.headers()) {
        return Some(announce_end(request, bare(status)));
    }
    // dropshot's router drops empty segments, so that `//a` and `/a/`
    // lead to `/a` (dropshot 0.18.0, router.rs:790-792).
    let path = request.uri().path();
    if !path::matches(operation.path, path) {
        let message = format!("no operation has the path {path}");
        return Some(HttpError::for_not_found(None, message).into_response(&rqctx.request_id));
    }
    // The router compares methods in capital letters, so that `post` leads to `POST`
    // (router.rs:506), which is another method (RFC 9110 §9.1). An operation does not know
    // the others at its path, so `Allow` has its own method only.
    if *request.method() != operation.method {
        let status = ClientErrorStatusCode::METHOD_NOT_ALLOWED;
        let error = HttpError::for_client_error_with_status(None, status)
            .with_header(ALLOW, operation.method.as_str())
            .unwrap_or_else(|error| HttpError::for_internal_error(error.to_string()));
        return Some(error.into_response(&rqctx.request_id));
    }
    None
}

pub(crate) fn bare(status: StatusCode) -> Response<Body> {
    let mut response = Response::default();
    *response.status_mut() = status;
    response
}

/// Returns the status that refuses a request, if HTTP forbids its header fields.
///
/// Exactly one `Host`, and one that [`is_host`] accepts (RFC 9112 §3.2). HTTP/1.0 has none, and
/// HTTP/2 the authority of the target instead (RFC 9113 §8.3.1). Of transfer codings,
/// hyper decodes the last, which is chunked, and ignores the others (RFC 9112 §6.1).
fn refused_by_fields(version: Version, headers: &HeaderMap) -> Option<StatusCode> {
    let (mut hosts, mut codings) = (0, 0);
    let (mut is_host_valid, mut is_coding_known) = (true, true);
    // One pass, because a look-up by name costs more than a few comparisons of names.
    for (name, value) in headers {
        if name == HOST {
            hosts += 1;
            is_host_valid = is_host(value);
        } else if name == TRANSFER_ENCODING {
            codings += 1;
            is_coding_known = value.as_bytes().eq_ignore_ascii_case(b"chunked");
        }
    }
    let needs_host = version == Version::HTTP_11;
    if hosts > 1 || !is_host_valid || (hosts == 0 && needs_host) {
        Some(StatusCode::BAD_REQUEST)
    } else if codings > 1 || !is_coding_known {
        Some(StatusCode::NOT_IMPLEMENTED)
    } else {
        None
    }
}

/// Returns whether a `Host` is `uri-host [ ":" port ]` (RFC 9110 §7.2). The name may be empty. Any
/// text in brackets is accepted as an address, and a percent-encoded name is refused, although it is
/// valid.
fn is_host(host: &HeaderValue) -> bool {
    let host = host.as_bytes();
    host.is_empty()
        || is_plain_host(host)
        || (!host.contains(&b'@')
            && Authority::try_from(host).is_ok_and(|host| is_name_and_port(&host)))
}

/// Returns what [`Authority`] doesn't check: whether only an address has brackets, and nothing but
/// a port follows.
fn is_name_and_port(authority: &Authority) -> bool {
    let name = authority.host();
    let port = &authority.as_str()[name.len()..];
    let is_number = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    name.rfind('[').is_none_or(|at| at == 0)
        && (port.is_empty() || port.strip_prefix(':').is_some_and(is_number))
}

/// Returns whether a host is certainly valid: letters, digits, dots and hyphens, and a port. Most
/// are, and need no parser.
fn is_plain_host(host: &[u8]) -> bool {
    let colon = host.iter().position(|byte| *byte == b':');
    let (name, port) = colon.map_or((host, None), |at| (&host[..at], Some(&host[at + 1..])));
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    !name.is_empty()
        && name.iter().all(is_of_name)
        && port.is_none_or(|port| port.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address_with_or_without_a_port_or_empty() {
        for host in [
            "",
            "example",
            "a-b.example:80",
            "example:65535",
            "example.com:8080",
            "192.0.2.1",
            "example:",
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
            "[::1]x",
            "[::1]80",
            "a[b]",
            "a,b c",
            "example:80:80",
            "example:abc",
            "example:65535x",
        ] {
            assert!(!is_host(&HeaderValue::from_static(host)), "{host}");
        }
    }
}
