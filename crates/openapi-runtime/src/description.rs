//! Endpoints for dropshot's router, and the document that dropshot emits.
//!
//! Endpoints are registered as values and not through dropshot's trait macro,
//! because its handlers can neither answer with headers on an error nor with
//! the statuses a document declares: it knows one success, and every error as
//! both 4XX and 5XX. For the emitted document each declared response is
//! therefore registered once more, as the success of an endpoint of its own,
//! and moved to its place in what dropshot has made of it. So every schema in
//! that document comes from a Rust type through dropshot's own conversion.

use std::marker::PhantomData;

use async_trait::async_trait;
use dropshot::{
    ApiDescription, ApiDescriptionRegisterError, ApiEndpoint, ApiEndpointBodyContentType,
    ApiEndpointResponse, ApiEndpointVersions, Body, ExtractorMetadata, HttpError, Method,
    RequestContext, ServerContext, SharedExtractor, semver,
};
use http::Response;
use serde_json::{Map, Value, json};

use crate::response::Reply;
use crate::{Declared, routes};

/// Where the declared responses are registered; no path of a document can
/// begin so, because a path's first segment is not empty here.
const RESPONSES: &str = "/x-responses";

/// Shows a type in the emitted document, as dropshot's extractor `E` would,
/// and extracts nothing.
pub struct Shown<E>(PhantomData<fn() -> E>);

#[async_trait]
impl<E: SharedExtractor + 'static> SharedExtractor for Shown<E> {
    async fn from_request<C: ServerContext>(_: &RequestContext<C>) -> Result<Self, HttpError> {
        Ok(Self(PhantomData))
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        E::metadata(content_type)
    }
}

/// An endpoint and the responses it declares.
pub struct Endpoint<C: ServerContext> {
    endpoint: ApiEndpoint<C>,
    declared: Vec<Declared>,
    body_required: bool,
}

impl<C: ServerContext> Endpoint<C> {
    /// An endpoint that answers with `R`.
    pub fn new<R: Reply>(mut endpoint: ApiEndpoint<C>) -> Self {
        // What dropshot would emit for these is replaced by what `R` declares.
        endpoint.error = None;
        Self {
            endpoint,
            declared: R::declared(),
            body_required: true,
        }
    }

    /// The same with a request body that may be left out.
    #[must_use]
    pub fn body_optional(mut self) -> Self {
        self.body_required = false;
        self
    }
}

/// All endpoints of an API.
pub struct Description<C: ServerContext> {
    title: &'static str,
    version: &'static str,
    endpoints: Vec<Endpoint<C>>,
}

impl<C: ServerContext> Description<C> {
    /// An API without endpoints, with `info.title` and `info.version`.
    pub fn new(title: &'static str, version: &'static str) -> Self {
        Self {
            title,
            version,
            endpoints: Vec::new(),
        }
    }

    /// Adds an endpoint.
    #[must_use]
    pub fn endpoint(mut self, endpoint: Endpoint<C>) -> Self {
        self.endpoints.push(endpoint);
        self
    }

    /// What dropshot's server is built from.
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn into_api(self) -> Result<ApiDescription<C>, ApiDescriptionRegisterError> {
        let mut api = ApiDescription::new();
        let endpoints = self
            .endpoints
            .into_iter()
            .map(|Endpoint { endpoint, .. }| endpoint);
        routes::register(&mut api, endpoints.collect())?;
        Ok(api)
    }

    /// The document that dropshot emits (OpenAPI 3.0.3).
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn emitted(self) -> Result<Value, ApiDescriptionRegisterError> {
        let mut document = json!({
            "openapi": "3.0.3",
            "info": { "title": self.title, "version": self.version },
            "paths": {},
            "components": { "schemas": {} },
        });
        for endpoint in self.endpoints {
            let (path, method) = (
                endpoint.endpoint.path.clone(),
                endpoint.endpoint.method.clone(),
            );
            let (operation, schemas) = endpoint.emitted()?;
            document["paths"][path][method.as_str().to_lowercase()] = operation;
            for (name, schema) in schemas {
                document["components"]["schemas"][name] = schema;
            }
        }
        Ok(document)
    }
}

impl<C: ServerContext> Endpoint<C> {
    /// The operation and the schemas that it needs. Each is emitted alone,
    /// since dropshot can't have all paths of a document beside each other.
    fn emitted(self) -> Result<(Value, Map<String, Value>), ApiDescriptionRegisterError> {
        let Self {
            mut endpoint,
            declared,
            body_required,
        } = self;
        let (id, method) = (
            endpoint.operation_id.clone(),
            endpoint.method.as_str().to_lowercase(),
        );
        endpoint.response = ApiEndpointResponse::default();
        let mut api = ApiDescription::new();
        let statuses: Vec<_> = declared.iter().map(|declared| declared.status).collect();
        for declared in declared {
            api.register(response_endpoint(&id, declared))?;
        }
        api.register(endpoint)?;
        // The version is the caller's; dropshot wants a semantic one.
        let definition = api.openapi("", semver::Version::new(0, 0, 0));
        let mut document = definition.json().unwrap_or_default();
        let mut responses = Map::new();
        for status in statuses {
            let shown = &mut document["paths"][response_path(&id, status)]["get"]["responses"];
            responses.insert(status.to_owned(), shown["default"].take());
        }
        let paths = document["paths"]
            .as_object_mut()
            .map(std::mem::take)
            .unwrap_or_default();
        let own = paths
            .into_iter()
            .find(|(path, _)| !path.starts_with(RESPONSES));
        let mut operation = own
            .map(|(_, mut item)| item[&method].take())
            .unwrap_or_default();
        operation["responses"] = responses.into();
        if let Some(body) = operation.get_mut("requestBody") {
            body["required"] = body_required.into();
        }
        let schemas = document["components"]["schemas"]
            .as_object_mut()
            .map(std::mem::take);
        Ok((operation, schemas.unwrap_or_default()))
    }
}

fn response_path(operation_id: &str, status: &str) -> String {
    format!("{RESPONSES}/{operation_id}/{status}")
}

fn response_endpoint<C: ServerContext>(operation_id: &str, declared: Declared) -> ApiEndpoint<C> {
    async fn never_called<C: ServerContext>(
        _: RequestContext<C>,
    ) -> Result<Response<Body>, HttpError> {
        Err(HttpError::for_internal_error(
            "an endpoint that only shows a response".to_owned(),
        ))
    }
    let mut endpoint = ApiEndpoint::new(
        format!("{operation_id}.{}", declared.status),
        never_called::<C>,
        Method::GET,
        "application/json",
        &response_path(operation_id, declared.status),
        ApiEndpointVersions::All,
    );
    endpoint.response = ApiEndpointResponse {
        success: None,
        ..declared.metadata
    };
    endpoint.error = None;
    endpoint
}
