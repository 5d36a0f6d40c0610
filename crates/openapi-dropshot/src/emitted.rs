//! Additions to the document that dropshot emits for the API that it serves.
//!
//! The emitted document is dropshot's own ([`dropshot::ApiDescription::openapi`]
//! of the registration that is served), with these additions. All but the last come
//! from the response enums and extractors, through dropshot's own conversion, and not
//! from the document of the contract:
//!
//! | addition | dropshot 0.18.0 |
//! |---|---|
//! | every declared status with its body and headers | knows one success, and one error as both 4XX and 5XX without headers (api_description.rs:1015-1109) |
//! | every media type of a body, several of one body | knows JSON, and one form or bytes of a request (api_description.rs:843-880, 916-985) |
//! | `requestBody.required: false` | always `true` (api_description.rs:881) |
//! | `security` and its scheme instead of the header parameter `Authorization` | emits none (api_description.rs:671-1170) |
//! | parameters in cookies, with `style`, `explode` or `content`, arrays and objects | takes scalars in the usual style (api_description.rs:603-645) |
//! | operations whose path overlaps another one | its router cannot have them (router.rs:257-295) |
//! | schemas of these additions | two types with one name are two schemas, `Error` and `Error2` |
//! | `info.version` that is not a semantic version | asks for one (api_description.rs:658) |
//! | what only people and tools read ([`annotations`](crate::annotations)) | knows the texts of operations and parameters, and tags |

use std::collections::BTreeSet;

use dropshot::{
    ApiDescription, ApiDescriptionRegisterError, ApiEndpoint, ApiEndpointResponse,
    ApiEndpointVersions, HttpError, HttpResponse, HttpResponseDeleted, HttpResponseOk, Method,
    ServerContext, StubContext, semver,
};
use serde_json::{Map, Value};

use crate::annotations::{Annotated, annotate};
use crate::body::MediaTypeSpec;
use crate::contents;
use crate::operation::RegisteredOperation;
use crate::parameters;
use crate::routes::{self, registered_paths};
use crate::schemas;
use crate::security::take_security;
use crate::{Document, ResponseSpec, SchemaError};

/// The path under which responses are registered for their conversion.
const RESPONSES: &str = "/x-responses";

/// The path before that of the operation: its own could begin with a variable, which dropshot's
/// router does not take beside a literal.
const OPERATION: &str = "/x-operation";

/// The end of the name of a response without its body.
const HEAD: &str = "-head";

/// The name of the response with the schemas of all media types.
const CONTENTS: &str = "contents";

/// The `info` of a document, and the document itself.
#[derive(Clone, Copy)]
pub(crate) struct Info {
    pub title: &'static str,
    pub version: &'static str,
    pub document: Option<&'static Document>,
}

/// An endpoint of a document.
pub(crate) struct DocumentEndpoint<C: ServerContext> {
    pub info: Info,
    pub operation: RegisteredOperation<C>,
    /// The first version that the endpoint serves, and the one before which it ends.
    pub range: Option<(semver::Version, Option<semver::Version>)>,
}

/// The additions to the document that dropshot emits for an API.
pub struct EmittedDocument {
    info: Info,
    operations: Vec<Operation>,
}

/// An operation, and how it is served.
struct Operation {
    info: Info,
    path: String,
    method: String,
    responses: Vec<Declared>,
    request: Vec<MediaTypeSpec>,
    body_required: bool,
    is_registered: bool,
    /// The operation and its responses. No path that overlaps is beside it.
    alone: ApiDescription<StubContext>,
}

/// A response, and its media types unless dropshot emits them.
struct Declared {
    status: &'static str,
    content: Vec<MediaTypeSpec>,
}

/// The document that dropshot emits for an operation alone.
struct Emitted {
    operation: Value,
    /// The responses as dropshot serves them.
    served: Map<String, Value>,
    /// The responses with all media types.
    responses: Map<String, Value>,
    /// The media types of the request body, unless dropshot emits them.
    request: Option<Value>,
    schemas: Map<String, Value>,
}

/// The emitted document cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// dropshot refuses an endpoint.
    #[error(transparent)]
    Register(#[from] ApiDescriptionRegisterError),
    /// The embedded document is no JSON.
    #[error(transparent)]
    Document(#[from] SchemaError),
    /// dropshot's document is no JSON.
    #[error("the document that dropshot emits cannot be converted: {0}")]
    Convert(#[from] serde_json::Error),
    /// The API lacks an operation.
    #[error("the API does not serve {method} {path}")]
    NotServed {
        /// The method in capital letters.
        method: String,
        /// The path of the operation.
        path: String,
    },
    /// The handler of an operation has other types.
    #[error("the handler of {method} {path} answers {status} with other types")]
    OtherTypes {
        /// The method in capital letters.
        method: String,
        /// The path of the operation.
        path: String,
        /// The status whose declaration differs.
        status: String,
    },
}

impl EmittedDocument {
    pub(crate) fn new(
        info: Info,
        endpoints: Vec<DocumentEndpoint<StubContext>>,
    ) -> Result<Self, EmitError> {
        let paths: Vec<_> =
            endpoints.iter().map(|one| one.operation.endpoint.path.as_str()).collect();
        let registered = registered_paths(&paths);
        let operations = endpoints
            .into_iter()
            .zip(registered)
            .map(|(one, registered)| Operation::new(one, &registered))
            .collect::<Result<_, _>>()?;
        Ok(Self { info, operations })
    }

    /// Returns the document that dropshot emits for a version of an API, with
    /// the additions (OpenAPI 3.0.3). Endpoints of other origin stay as dropshot
    /// emits them.
    ///
    /// # Errors
    /// The API lacks an operation, or serves it with other types.
    pub fn emit<C: ServerContext>(
        &self,
        api: &ApiDescription<C>,
        version: semver::Version,
    ) -> Result<Value, EmitError> {
        let mut served = Vec::new();
        for operation in &self.operations {
            if let Some(emitted) = operation.emit(version.clone())? {
                served.push((operation, emitted));
            }
        }
        let info = served.first().map_or(self.info, |(one, _)| one.info);
        let mut document = api.openapi(info.title, version).json()?;
        document["info"]["version"] = info.version.into();
        let mut annotated = Vec::new();
        for (operation, emitted) in served {
            operation.apply(emitted, &mut document)?;
            annotated.push(Annotated {
                document: operation.info.document,
                path: &operation.path,
                method: &operation.method,
            });
        }
        remove_unused_responses(&mut document);
        annotate(info.document, &annotated, &mut document)?;
        schemas::remove_inferred_types(&mut document);
        Ok(document)
    }

    /// Returns the document of [`EmittedDocument::emit`] for an API without versions.
    ///
    /// # Errors
    /// As [`EmittedDocument::emit`].
    pub fn emit_unversioned<C: ServerContext>(
        &self,
        api: &ApiDescription<C>,
    ) -> Result<Value, EmitError> {
        self.emit(api, semver::Version::new(0, 0, 0))
    }
}

impl Operation {
    fn new(
        one: DocumentEndpoint<StubContext>,
        registered: &str,
    ) -> Result<Self, ApiDescriptionRegisterError> {
        let DocumentEndpoint { info, operation, .. } = one;
        let RegisteredOperation { endpoint, responses, request, contents } = operation;
        let required = |parameter: &dropshot::ApiEndpointParameter| parameter.required;
        let mut operation = Self {
            info,
            path: endpoint.path.clone(),
            method: endpoint.method.as_str().to_lowercase(),
            responses: responses
                .iter()
                .map(|one| Declared { status: one.status, content: one.content.clone() })
                .collect(),
            request,
            body_required: endpoint.parameters.last().is_none_or(required),
            is_registered: endpoint.path == registered,
            alone: ApiDescription::new(),
        };
        for ResponseSpec { status, content, mut metadata, .. } in responses {
            if !content.is_empty() {
                // dropshot emits headers beside a schema only.
                let head = ApiEndpointResponse {
                    headers: std::mem::take(&mut metadata.headers),
                    ..HttpResponseDeleted::response_metadata()
                };
                let name = format!("{status}{HEAD}");
                operation.alone.register(response_endpoint(&name, head))?;
            }
            operation.alone.register(response_endpoint(status, metadata))?;
        }
        operation.alone.register(response_endpoint(CONTENTS, contents))?;
        let mut endpoint = routes::with_registered_path(endpoint);
        endpoint.path.insert_str(0, OPERATION);
        operation.alone.register(endpoint)?;
        Ok(operation)
    }

    /// Returns what dropshot emits for the operation alone, or nothing if the
    /// version of the API does not have it.
    fn emit(&self, version: semver::Version) -> Result<Option<Emitted>, EmitError> {
        let mut document = self.alone.openapi("", version).json()?;
        // dropshot emits a path without the slash at its end.
        let paths = document["paths"].as_object_mut().into_iter().flatten();
        let mut own = paths.filter(|(path, _)| !path.starts_with(RESPONSES));
        let Some((_, item)) = own.next() else {
            return Ok(None);
        };
        let operation = item[&self.method].take();
        let mut take = |name: &str| {
            let path = format!("{RESPONSES}/{name}");
            document["paths"][path]["get"]["responses"]["default"].take()
        };
        let contents = take(CONTENTS)["content"]["application/json"]["schema"].take();
        let (mut served, mut responses) = (Map::new(), Map::new());
        for Declared { status, content } in &self.responses {
            let whole = take(status);
            served.insert((*status).to_owned(), whole.clone());
            let response = if content.is_empty() {
                whole
            } else {
                let mut response = take(&format!("{status}{HEAD}"));
                response["content"] = contents::content(status, content, &contents);
                response
            };
            responses.insert((*status).to_owned(), response);
        }
        let request = (!self.request.is_empty())
            .then(|| contents::content(contents::REQUEST, &self.request, &contents));
        let schemas = &mut document["components"]["schemas"];
        let schemas = schemas.as_object_mut().map(std::mem::take);
        Ok(Some(Emitted {
            operation,
            served,
            responses,
            request,
            schemas: schemas.unwrap_or_default(),
        }))
    }

    fn apply(&self, emitted: Emitted, document: &mut Value) -> Result<(), EmitError> {
        let Self { path, method, .. } = self;
        let names = schemas::add(document, &emitted.schemas);
        let mut responses = Value::Object(emitted.responses);
        let mut own = Value::Object(emitted.served);
        let mut request = emitted.request;
        for value in [&mut responses, &mut own].into_iter().chain(&mut request) {
            schemas::rename(value, &names);
        }
        if !self.is_registered {
            let mut operation = emitted.operation;
            schemas::rename(&mut operation, &names);
            document["paths"][path][method] = operation;
        }
        let operation =
            document["paths"].get_mut(path).and_then(|item| item.get_mut(method)).ok_or_else(
                || EmitError::NotServed { method: method.to_uppercase(), path: path.clone() },
            )?;
        for Declared { status, .. } in &self.responses {
            let served = operation["responses"].get(status);
            // dropshot emits a range of statuses for another reason.
            let is_one_status = status.parse::<u16>().is_ok();
            if is_one_status && served.is_some_and(|served| *served != own[status]) {
                return Err(EmitError::OtherTypes {
                    method: method.to_uppercase(),
                    path: path.clone(),
                    status: (*status).to_owned(),
                });
            }
        }
        parameters::restore_headers(&mut responses);
        operation["responses"] = responses;
        parameters::restore(operation, path);
        if let Some(body) = operation.get_mut("requestBody") {
            body["required"] = self.body_required.into();
            if let Some(content) = request {
                body["content"] = content;
            }
        }
        if let Some((security, schemes)) = take_security(operation) {
            operation["security"] = security;
            for (name, scheme) in schemes {
                document["components"]["securitySchemes"][name] = scheme;
            }
        }
        Ok(())
    }
}

/// Removes dropshot's error responses that no operation refers to any more.
fn remove_unused_responses(document: &mut Value) {
    let mut used = BTreeSet::new();
    references(&document["paths"], &mut used);
    let Some(components) = document["components"].as_object_mut() else {
        return;
    };
    if let Some(Value::Object(responses)) = components.get_mut("responses") {
        responses.retain(|name, _| used.contains(&format!("#/components/responses/{name}")));
        if responses.is_empty() {
            components.remove("responses");
        }
    }
}

fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                found.insert(reference.clone());
            }
            members.values().for_each(|one| references(one, found));
        }
        Value::Array(items) => items.iter().for_each(|one| references(one, found)),
        _ => {}
    }
}

/// An endpoint that dropshot emits and never serves. Its success is the declared
/// response, whatever its status.
fn response_endpoint(name: &str, metadata: ApiEndpointResponse) -> ApiEndpoint<StubContext> {
    let mut endpoint = ApiEndpoint::new_for_types::<(), Result<HttpResponseOk<()>, HttpError>>(
        name.to_owned(),
        Method::GET,
        "application/json",
        &format!("{RESPONSES}/{name}"),
        ApiEndpointVersions::All,
    );
    endpoint.response = ApiEndpointResponse { success: None, ..metadata };
    endpoint.error = None;
    endpoint
}
