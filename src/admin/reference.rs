//! The document, and a page that renders it: Swagger UI, which is part of the program.
//!
//! The page loads nothing from another host, and its Content-Security-Policy forbids it.
//! Requests from the page to the service ("Try it out") need `--cors-origin` with the
//! origin of the page; without it the page has no such button.

use std::net::SocketAddr;

use http::StatusCode;
use http::header::{CONTENT_SECURITY_POLICY, HeaderValue, REFERRER_POLICY};
use http::uri::Authority;
use hyper::body::Bytes;
use openapi_dropshot::swagger_ui;

use super::{Answer, answer};
use crate::cors::Origin;
use crate::document;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// The settings of the page.
pub(crate) struct Reference {
    /// `http` or `https`
    pub(crate) scheme: &'static str,
    /// The address of the service.
    pub(crate) service: SocketAddr,
    /// The origins from which the service accepts requests of pages.
    pub(crate) origins: Vec<Origin>,
}

impl Reference {
    /// Returns the document or a part of the page, if one has this path.
    pub(super) fn answer(&self, path: &str, host: Option<&HeaderValue>) -> Option<Answer> {
        let (content_type, content): (_, Bytes) = match path {
            "/" => return Some(self.page(host)),
            "/reference.js" => (JAVASCRIPT, include_str!("reference.js").into()),
            "/swagger-ui.css" => (CSS, swagger_ui("swagger-ui.css")),
            "/swagger-ui-bundle.js" => (JAVASCRIPT, swagger_ui("swagger-ui-bundle.js")),
            "/openapi.yaml" => ("application/yaml", document::YAML.into()),
            "/openapi.json" => ("application/json", document::JSON.into()),
            _ => return None,
        };
        Some(answer(StatusCode::OK, content_type, content))
    }

    /// A page with the reference of the interface.
    fn page(&self, host: Option<&HeaderValue>) -> Answer {
        let service = self.service_url(host);
        let origins: Vec<_> = self.origins.iter().map(Origin::as_str).collect();
        let page = include_str!("reference.html")
            .replace("{service}", &service)
            .replace("{origins}", &origins.join(" "));
        let mut response = answer(StatusCode::OK, HTML, page);
        let policy =
            HeaderValue::try_from(self.policy(&service)).expect("the URL of the service is ASCII");
        let headers = response.headers_mut();
        headers.insert(CONTENT_SECURITY_POLICY, policy);
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        response
    }

    /// Returns the URL of the service for a page that was requested from `host`.
    fn service_url(&self, host: Option<&HeaderValue>) -> String {
        let (scheme, service) = (self.scheme, self.service);
        let host = host
            .filter(|_| service.ip().is_unspecified())
            .and_then(|host| Authority::try_from(host.as_bytes()).ok());
        // A literal IPv6 address has colons and brackets.
        let is_plain = |host: &&str| {
            host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
        };
        match host.as_ref().map(Authority::host).filter(is_plain) {
            Some(host) => format!("{scheme}://{host}:{}", service.port()),
            None => format!("{scheme}://{service}"),
        }
    }

    /// Returns the Content-Security-Policy of the page. Swagger UI has its icons in
    /// `data:` URLs.
    fn policy(&self, service: &str) -> String {
        let service = if self.origins.is_empty() { "" } else { service };
        format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; \
             img-src 'self' data:; connect-src 'self' {service}; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'"
        )
    }
}
