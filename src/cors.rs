//! Cross-Origin Resource Sharing (<https://fetch.spec.whatwg.org/#http-cors-protocol>):
//! which pages may send requests to the service from a browser. By default none may.
//!
//! dropshot has no middleware. The preflight request has an endpoint of its own, which
//! is not part of the document, and the responses of operations get their header fields
//! in `Api::on_response`. dropshot's own responses, to an unknown path for example, get
//! none: a page cannot read them.

use std::fmt;
use std::str::FromStr;

use dropshot::{
    ApiDescription, ApiDescriptionRegisterError, Body, HttpError, RequestContext, endpoint,
};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ORIGIN, VARY,
};
use http::uri::Scheme;
use http::{HeaderMap, HeaderValue, Response, StatusCode, Uri};

use crate::handlers::PlantStore;

/// The header fields that pages may read, besides those that every page may.
const EXPOSED: HeaderValue =
    HeaderValue::from_static("retry-after, www-authenticate, x-request-id");

/// The header fields of requests that pages may set.
const ALLOWED_FIELDS: HeaderValue = HeaderValue::from_static("authorization, content-type");

/// How long a browser remembers the response to a preflight request, in seconds.
const MAX_AGE: HeaderValue = HeaderValue::from_static("600");

/// The origin of a page, such as `http://127.0.0.1:9090`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// Returns the origin as browsers send it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for Origin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str =
            "write the scheme, the host and the port of the pages, as in http://127.0.0.1:9090";
        let uri: Uri = text.parse().map_err(|_| FORM)?;
        let scheme = uri.scheme().filter(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme));
        let (Some(scheme), Some(authority)) = (scheme, uri.authority()) else {
            return Err(FORM);
        };
        let origin = format!("{scheme}://{authority}");
        // Not a path, a user, or capital letters, which a browser never sends.
        if origin != text || text.contains('@') || text.to_lowercase() != text {
            return Err(FORM);
        }
        Ok(Origin(origin))
    }
}

/// The origins whose pages may send requests.
pub(crate) struct Cors(Vec<Origin>);

impl Cors {
    pub(crate) fn new(origins: Vec<Origin>) -> Self {
        Cors(origins)
    }

    /// Adds the header fields to the response to a request of a page.
    pub(crate) fn allow(&self, request: &HeaderMap, response: &mut HeaderMap) {
        if self.0.is_empty() {
            return;
        }
        // Also without an origin, or a cache would give the response to a page.
        response.append(VARY, HeaderValue::from_static("origin"));
        if let Some(origin) = self.accepted(request) {
            response.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            response.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        }
    }

    fn accepted<'r>(&self, request: &'r HeaderMap) -> Option<&'r HeaderValue> {
        let origin = request.get(ORIGIN)?;
        let is_accepted = |accepted: &Origin| accepted.0.as_bytes() == origin.as_bytes();
        self.0.iter().any(is_accepted).then_some(origin)
    }
}

/// Registers the endpoints of preflight requests, one for each path of the document.
pub(crate) fn register(
    api: &mut ApiDescription<PlantStore>,
) -> Result<(), ApiDescriptionRegisterError> {
    api.register(preflight_plants)
}

/// Allows a page of an accepted origin to create plants.
#[endpoint { method = OPTIONS, path = "/plants", unpublished = true }]
async fn preflight_plants(rqctx: RequestContext<PlantStore>) -> Result<Response<Body>, HttpError> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let request = rqctx.request.headers();
    let headers = response.headers_mut();
    rqctx.context().cors().allow(request, headers);
    if headers.contains_key(ACCESS_CONTROL_ALLOW_ORIGIN) {
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST"));
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_FIELDS);
        headers.insert(ACCESS_CONTROL_MAX_AGE, MAX_AGE);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;

    #[test]
    fn an_origin_is_a_scheme_a_host_and_a_port_as_browsers_write_them() {
        for text in ["http://127.0.0.1:9090", "https://example.org", "http://[::1]:9090"] {
            assert_eq!(text.parse::<Origin>().unwrap().as_str(), text);
        }
        for text in [
            "",
            "*",
            "null",
            "example.org",
            "127.0.0.1:9090",
            "http://",
            "ftp://example.org",
            "http://example.org/",
            "http://example.org/docs",
            "http://Example.org",
            "http://user@example.org",
            "http://example.org?a=b",
            "http://a b",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn each_path_of_the_document_has_an_endpoint_for_preflight_requests() {
        let mut api = ApiDescription::new();
        register(&mut api).unwrap();
        for (path, method, _) in document::operations() {
            assert_eq!((&*path, &*method), ("/plants", "post"), "add an endpoint here");
        }
    }
}
