//! Cross-Origin Resource Sharing (<https://fetch.spec.whatwg.org/#http-cors-protocol>):
//! which pages may send requests to the service from a browser. By default none may.
//!
//! dropshot has no middleware. The preflight request has an endpoint of its own
//! (`preflight.rs`), which is not part of the document, and the responses of operations get their header fields
//! in `Api::on_response`. dropshot's own responses, to an unknown path for example, get
//! none: a page cannot read them.

use std::str::FromStr;

use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ORIGIN, VARY};
use http::uri::Scheme;
use http::{HeaderMap, HeaderValue, Uri};

/// The header fields that pages may read, besides those that every page may.
const EXPOSED: HeaderValue =
    HeaderValue::from_static("retry-after, www-authenticate, x-request-id");

/// The origin of a page, such as `http://127.0.0.1:9090`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// Returns the origin as browsers send it.
    pub fn as_str(&self) -> &str {
        &self.0
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
pub(crate) struct Cors(pub(crate) Vec<Origin>);

impl Cors {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
