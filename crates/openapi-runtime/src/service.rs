//! An implementation of a generated trait behind its routes.
//!
//! `openapi-server` serves it. dropshot's own server can, too
//! ([`Service::into_api`]), with what dropshot has by itself: no limit on
//! connections, `..` in a path answered 400, a request's time counted from the
//! end of its head. Either way what happens between a request and its answer
//! happens here, and nothing of it in dropshot.

use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use dropshot::{
    ApiDescription, ApiDescriptionRegisterError, ApiEndpoint, ApiEndpointBodyContentType,
    ApiEndpointVersions, HttpError, Path, RawRequest, RequestContext, ServerContext,
    SharedExtractor,
};
use http::header::{ALLOW, CONTENT_TYPE};
use http::{HeaderValue, Method, Response, StatusCode};
use http_body_util::BodyExt;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::description::{Endpoint, Handler};
use crate::routes::{Found, Routes};
use crate::{Arrival, Body, Request};

/// An implementation of a generated trait behind its routes.
pub struct Service<A> {
    api: A,
    routes: Routes<Handler<A>>,
}

impl<A> Service<A> {
    pub(crate) fn new(api: A, endpoints: Vec<Endpoint<A>>) -> Self {
        let routes = endpoints
            .into_iter()
            .map(|endpoint| (endpoint.path, endpoint.method, endpoint.handler));
        Self {
            api,
            routes: Routes::new(routes),
        }
    }

    /// The implementation.
    pub fn api(&self) -> &A {
        &self.api
    }

    /// Answers a request. A path that no template matches is answered 404, a
    /// method that its template lacks 405 with `Allow` (RFC 9110 §15.5.6).
    pub async fn answer(&self, request: http::Request<Body>, arrival: Arrival) -> Response<Bytes> {
        let (head, body) = request.into_parts();
        match self.routes.find(&head.method, head.uri.path()) {
            Found::Here(handler, variables) => {
                let request = Request::new(head, arrival, variables);
                handler(&self.api, &request, body).await
            }
            Found::OtherMethods(methods) => {
                let mut response = plain(
                    StatusCode::METHOD_NOT_ALLOWED,
                    "This path does not have this method.\n",
                );
                if let Ok(methods) = HeaderValue::from_str(&methods) {
                    response.headers_mut().insert(ALLOW, methods);
                }
                response
            }
            Found::Nothing => plain(StatusCode::NOT_FOUND, "There is nothing at this path.\n"),
        }
    }
}

/// An answer outside of every operation, for which no document declares a form.
fn plain(status: StatusCode, sentence: &'static str) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from_static(sentence.as_bytes()));
    *response.status_mut() = status;
    let content_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response
}

impl<A: Send + Sync + 'static> Service<A> {
    /// What dropshot's server is built from: one endpoint a method, which takes
    /// every path, since the routes are ours.
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn into_api<C: ServerContext>(
        self,
    ) -> Result<ApiDescription<C>, ApiDescriptionRegisterError> {
        let service = Arc::new(self);
        let mut api = ApiDescription::new();
        for method in [
            Method::DELETE,
            Method::GET,
            Method::HEAD,
            Method::OPTIONS,
            Method::PATCH,
            Method::POST,
            Method::PUT,
        ] {
            let service = Arc::clone(&service);
            let handler = move |context: RequestContext<C>, raw: RawRequest| {
                let service = Arc::clone(&service);
                async move {
                    let arrival = Arrival {
                        peer: context.request.remote_addr(),
                        begun: Instant::now(),
                        id: context.request_id.clone(),
                        log: context.log.clone(),
                    };
                    let request = raw.into_inner().map(BodyExt::boxed_unsync);
                    let response = service.answer(request, arrival).await;
                    Ok::<_, HttpError>(response.map(dropshot::Body::from))
                }
            };
            let mut endpoint = ApiEndpoint::new(
                method.to_string(),
                handler,
                method,
                "application/json",
                "/{path:.*}",
                ApiEndpointVersions::All,
            );
            endpoint.visible = false;
            let path = Path::<EveryPath>::metadata(ApiEndpointBodyContentType::Json);
            endpoint.parameters = path.parameters;
            api.register(endpoint)?;
        }
        Ok(api)
    }
}

/// How dropshot wants the variable of every path declared.
#[derive(Deserialize, JsonSchema)]
struct EveryPath {
    #[serde(rename = "path")]
    _path: Vec<String>,
}
