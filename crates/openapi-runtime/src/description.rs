//! Endpoints, and the document that dropshot emits for them.
//!
//! An endpoint holds what its operation takes and answers as Rust types, and
//! the function that does it. dropshot sees the types through its own
//! extractors, so every schema in the emitted document comes from a Rust type
//! through dropshot's own conversion. Its trait macro is not used: its handlers
//! can neither answer with headers on an error nor with the statuses a document
//! declares, since it knows one success, and every error as both 4XX and 5XX.
//! For the emitted document each declared response is therefore registered once
//! more, as the success of an endpoint of its own, and moved to its place in
//! what dropshot has made of it.

use bytes::Bytes;
use dropshot::{
    ApiDescription, ApiDescriptionRegisterError, ApiEndpoint, ApiEndpointBodyContentType,
    ApiEndpointParameter, ApiEndpointResponse, ApiEndpointVersions, ExclusiveExtractor, Header,
    HttpError, HttpResponseOk, Method, SharedExtractor, StubContext, TypedBody, semver,
};
use futures::future::BoxFuture;
use http::Response;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::bearer::{OptionalAuthorization, RequiredAuthorization};
use crate::headers;
use crate::response::Reply;
use crate::{Body, Declared, Request, Service};

/// Where the declared responses are registered; no path of a document can
/// begin so, because a path's first segment is not empty here.
const RESPONSES: &str = "/x-responses";

/// What answers a request: the generated function of an operation.
pub type Handler<A> = for<'r> fn(&'r A, &'r Request, Body) -> BoxFuture<'r, Response<Bytes>>;

/// An operation: what it takes, what it answers, and what does it.
pub struct Endpoint<A> {
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    pub(crate) handler: Handler<A>,
    operation_id: &'static str,
    summary: Option<&'static str>,
    tags: Vec<&'static str>,
    deprecated: bool,
    parameters: Vec<ApiEndpointParameter>,
    body_required: bool,
    declared: Vec<Declared>,
}

impl<A> Endpoint<A> {
    /// An operation that takes nothing and declares no answer.
    pub fn new(
        operation_id: &'static str,
        method: Method,
        path: &'static str,
        handler: Handler<A>,
    ) -> Self {
        Self {
            method,
            path,
            handler,
            operation_id,
            summary: None,
            tags: Vec::new(),
            deprecated: false,
            parameters: Vec::new(),
            body_required: true,
            declared: Vec::new(),
        }
    }

    /// The same with the responses that it declares.
    #[must_use]
    pub fn answers<R: Reply + 'static>(mut self) -> Self {
        self.declared = headers::declared::<R>();
        self
    }

    /// The same with a summary.
    #[must_use]
    pub fn summary(mut self, summary: &'static str) -> Self {
        self.summary = Some(summary);
        self
    }

    /// The same with a tag.
    #[must_use]
    pub fn tag(mut self, tag: &'static str) -> Self {
        self.tags.push(tag);
        self
    }

    /// The same, not to be used any more.
    #[must_use]
    pub fn deprecated(mut self) -> Self {
        self.deprecated = true;
        self
    }

    /// The same with a bearer credential.
    #[must_use]
    pub fn bearer(self) -> Self {
        self.parameters::<Header<RequiredAuthorization>>()
    }

    /// The same with a bearer credential that may be left out.
    #[must_use]
    pub fn optional_bearer(self) -> Self {
        self.parameters::<Header<OptionalAuthorization>>()
    }

    /// The same with the parameters that dropshot's extractor `E` stands for.
    #[must_use]
    pub fn parameters<E: SharedExtractor>(mut self) -> Self {
        let shown = E::metadata(ApiEndpointBodyContentType::Json);
        self.parameters.extend(shown.parameters);
        self
    }

    /// The same with a JSON body.
    #[must_use]
    pub fn body<T: DeserializeOwned + JsonSchema + Send + Sync + 'static>(mut self) -> Self {
        let shown = TypedBody::<T>::metadata(ApiEndpointBodyContentType::Json);
        self.parameters.extend(shown.parameters);
        self
    }

    /// The same with a JSON body that may be left out.
    #[must_use]
    pub fn optional_body<T: DeserializeOwned + JsonSchema + Send + Sync + 'static>(self) -> Self {
        let mut with_body = self.body::<T>();
        with_body.body_required = false;
        with_body
    }

    /// The operation and the schemas that it needs. Each is emitted alone,
    /// since dropshot can't have all paths of a document beside each other.
    fn emitted(self) -> Result<(Value, Map<String, Value>), ApiDescriptionRegisterError> {
        let mut api = ApiDescription::new();
        let statuses: Vec<_> = self
            .declared
            .iter()
            .map(|declared| declared.status)
            .collect();
        for declared in self.declared {
            let path = response_path(self.operation_id, declared.status);
            let id = format!("{}.{}", self.operation_id, declared.status);
            let mut endpoint = shown(id, Method::GET, &path);
            endpoint.response = ApiEndpointResponse {
                success: None,
                ..declared.metadata
            };
            api.register(endpoint)?;
        }
        let mut endpoint = shown(self.operation_id.to_owned(), self.method.clone(), self.path);
        endpoint.summary = self.summary.map(str::to_owned);
        endpoint.tags = self.tags.into_iter().map(str::to_owned).collect();
        endpoint.deprecated = self.deprecated;
        endpoint.parameters = self.parameters;
        api.register(endpoint)?;
        // The version is the caller's; dropshot wants a semantic one.
        let definition = api.openapi("", semver::Version::new(0, 0, 0));
        let mut document = definition.json().unwrap_or_default();
        let mut responses = Map::new();
        for status in statuses {
            let path = response_path(self.operation_id, status);
            let shown = &mut document["paths"][path]["get"]["responses"];
            responses.insert(status.to_owned(), shown["default"].take());
        }
        let paths = document["paths"]
            .as_object_mut()
            .map(std::mem::take)
            .unwrap_or_default();
        let own = paths
            .into_iter()
            .find(|(path, _)| !path.starts_with(RESPONSES));
        let method = self.method.as_str().to_lowercase();
        let mut operation = own
            .map(|(_, mut item)| item[&method].take())
            .unwrap_or_default();
        operation["responses"] = responses.into();
        if let Some(body) = operation.get_mut("requestBody") {
            body["required"] = self.body_required.into();
        }
        let schemas = document["components"]["schemas"]
            .as_object_mut()
            .map(std::mem::take);
        Ok((operation, schemas.unwrap_or_default()))
    }
}

/// All endpoints of an API.
pub struct Description<A> {
    title: &'static str,
    version: &'static str,
    endpoints: Vec<Endpoint<A>>,
}

impl<A> Description<A> {
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
    pub fn endpoint(mut self, endpoint: Endpoint<A>) -> Self {
        self.endpoints.push(endpoint);
        self
    }

    /// The endpoints, to be served by that implementation of them.
    pub fn served_by(self, api: A) -> Service<A> {
        Service::new(api, self.endpoints)
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
            let (path, method) = (endpoint.path, endpoint.method.clone());
            let (operation, schemas) = endpoint.emitted()?;
            document["paths"][path][method.as_str().to_lowercase()] = operation;
            for (name, schema) in schemas {
                document["components"]["schemas"][name] = schema;
            }
        }
        Ok(document)
    }
}

fn response_path(operation_id: &str, status: &str) -> String {
    format!("{RESPONSES}/{operation_id}/{status}")
}

/// An endpoint that dropshot shows and never calls, without an error: what it
/// would emit for one is replaced by what the operation declares.
fn shown(operation_id: String, method: Method, path: &str) -> ApiEndpoint<StubContext> {
    let mut endpoint = ApiEndpoint::new_for_types::<(), Result<HttpResponseOk<()>, HttpError>>(
        operation_id,
        method,
        "application/json",
        path,
        ApiEndpointVersions::All,
    );
    endpoint.response = ApiEndpointResponse::default();
    endpoint.error = None;
    endpoint
}
