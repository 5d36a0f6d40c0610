//! What dropshot cannot emit of the API that it serves.
//!
//! The emitted document is dropshot's own ([`dropshot::ApiDescription::openapi`]
//! of the registration that is served), with these additions. Each comes from the
//! response enums and extractors, through dropshot's own conversion, and never
//! from the document of the contract:
//!
//! | addition | dropshot 0.18.0 |
//! |---|---|
//! | every declared status with its description, body and headers | knows one success, and one error as both 4XX and 5XX without headers (api_description.rs:1015-1109) |
//! | `requestBody.required: false` | always `true` (api_description.rs:878) |
//! | `security` and its scheme instead of the header parameter `Authorization` | emits none (api_description.rs:703-1170) |
//! | operations whose path overlaps another one | its router cannot have them (router.rs:257-295) |
//! | `info.version` that is not a semantic version | asks for one (api_description.rs:637) |

use std::collections::BTreeSet;

use dropshot::{
    ApiDescription, ApiDescriptionRegisterError, ApiEndpoint, ApiEndpointResponse,
    ApiEndpointVersions, HttpError, HttpResponseOk, Method, ServerContext, StubContext, semver,
};
use serde_json::{Map, Value, json};

use crate::ResponseSpec;
use crate::bearer::SCHEME_KEYWORD;
use crate::routes::registered_paths;

/// The path under which responses are registered for their conversion.
const RESPONSES: &str = "/x-responses";

/// The additions to the document that dropshot emits for an API.
pub struct Overlay {
    title: &'static str,
    version: &'static str,
    operations: Vec<Operation>,
    schemas: Map<String, Value>,
}

/// The additions to one operation.
struct Operation {
    path: String,
    method: String,
    responses: Map<String, Value>,
    body_required: bool,
    /// The operation itself, if its path is not registered.
    unregistered: Option<Value>,
}

/// The emitted document cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum OverlayError {
    /// dropshot refuses an endpoint.
    #[error(transparent)]
    Register(#[from] ApiDescriptionRegisterError),
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

impl Overlay {
    pub(crate) fn new(
        title: &'static str,
        version: &'static str,
        endpoints: Vec<(ApiEndpoint<StubContext>, Vec<ResponseSpec>)>,
    ) -> Result<Self, OverlayError> {
        let paths: Vec<_> = endpoints.iter().map(|(one, _)| one.path.clone()).collect();
        let paths: Vec<_> = paths.iter().map(String::as_str).collect();
        let registered = registered_paths(&paths);
        let mut overlay = Self {
            title,
            version,
            operations: Vec::new(),
            schemas: Map::new(),
        };
        for ((endpoint, responses), registered) in endpoints.into_iter().zip(registered) {
            overlay.add(endpoint, responses, &registered)?;
        }
        Ok(overlay)
    }

    fn add(
        &mut self,
        endpoint: ApiEndpoint<StubContext>,
        declared: Vec<ResponseSpec>,
        registered: &str,
    ) -> Result<(), OverlayError> {
        let (path, method) = (
            endpoint.path.clone(),
            endpoint.method.as_str().to_lowercase(),
        );
        let required = |parameter: &dropshot::ApiEndpointParameter| parameter.required;
        let body_required = endpoint.parameters.last().is_none_or(required);
        let is_registered = path == registered;
        let mut api = ApiDescription::new();
        let statuses: Vec<_> = declared.iter().map(|one| one.status).collect();
        for one in declared {
            api.register(response_endpoint(one))?;
        }
        // Alone, so that no other path is beside it.
        if !is_registered {
            api.register(endpoint)?;
        }
        let mut document = api.openapi("", semver::Version::new(0, 0, 0)).json()?;
        let mut responses = Map::new();
        for status in statuses {
            let path = format!("{RESPONSES}/{status}");
            let response = &mut document["paths"][path]["get"]["responses"]["default"];
            responses.insert(status.to_owned(), response.take());
        }
        let unregistered = (!is_registered).then(|| {
            // dropshot emits a path without the slash at its end.
            let paths = document["paths"].as_object_mut();
            let mut paths = paths.into_iter().flatten();
            let own = paths.find(|(path, _)| !path.starts_with(RESPONSES));
            own.map_or(Value::Null, |(_, item)| item[&method].take())
        });
        if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
            self.schemas.extend(std::mem::take(schemas));
        }
        self.operations.push(Operation {
            path,
            method,
            responses,
            body_required,
            unregistered,
        });
        Ok(())
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
    ) -> Result<Value, OverlayError> {
        let mut document = api.openapi(self.title, version).json()?;
        document["info"]["version"] = self.version.into();
        for operation in &self.operations {
            operation.apply(&mut document)?;
        }
        for (name, schema) in &self.schemas {
            let schemas = &mut document["components"]["schemas"];
            if schemas.get(name).is_none() {
                schemas[name] = schema.clone();
            }
        }
        remove_unused_responses(&mut document);
        Ok(document)
    }

    /// Returns the document of [`Overlay::emit`] for an API without versions.
    ///
    /// # Errors
    /// As [`Overlay::emit`].
    pub fn emit_unversioned<C: ServerContext>(
        &self,
        api: &ApiDescription<C>,
    ) -> Result<Value, OverlayError> {
        self.emit(api, semver::Version::new(0, 0, 0))
    }
}

impl Operation {
    fn apply(&self, document: &mut Value) -> Result<(), OverlayError> {
        let Self { path, method, .. } = self;
        if let Some(unregistered) = &self.unregistered {
            document["paths"][path][method] = unregistered.clone();
        }
        let operation = document["paths"]
            .get_mut(path)
            .and_then(|item| item.get_mut(method))
            .ok_or_else(|| OverlayError::NotServed {
                method: method.to_uppercase(),
                path: path.clone(),
            })?;
        for (status, declared) in &self.responses {
            let served = operation["responses"].get(status);
            // dropshot emits a range of statuses for another reason.
            let is_one_status = status.parse::<u16>().is_ok();
            if is_one_status && served.is_some_and(|served| served != declared) {
                return Err(OverlayError::OtherTypes {
                    method: method.to_uppercase(),
                    path: path.clone(),
                    status: status.clone(),
                });
            }
        }
        operation["responses"] = self.responses.clone().into();
        if let Some(body) = operation.get_mut("requestBody") {
            body["required"] = self.body_required.into();
        }
        let Some((scheme, required)) = take_credential(operation) else {
            return Ok(());
        };
        let requirement = json!({ &scheme: [] });
        operation["security"] = match required {
            true => json!([requirement]),
            false => json!([{}, requirement]),
        };
        let bearer = json!({ "type": "http", "scheme": "bearer" });
        document["components"]["securitySchemes"][scheme] = bearer;
        Ok(())
    }
}

/// Removes the header parameter of a credential. Returns the security scheme and
/// whether the credential is required.
fn take_credential(operation: &mut Value) -> Option<(String, bool)> {
    let parameters = operation.get_mut("parameters")?.as_array_mut()?;
    let scheme = |parameter: &Value| parameter["schema"].get(SCHEME_KEYWORD).cloned();
    let index = parameters.iter().position(|one| scheme(one).is_some())?;
    let parameter = parameters.remove(index);
    if parameters.is_empty() {
        operation.as_object_mut()?.remove("parameters");
    }
    let scheme = scheme(&parameter)?.as_str()?.to_owned();
    Some((scheme, parameter["required"].as_bool().unwrap_or(false)))
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
fn response_endpoint(declared: ResponseSpec) -> ApiEndpoint<StubContext> {
    let mut endpoint = ApiEndpoint::new_for_types::<(), Result<HttpResponseOk<()>, HttpError>>(
        declared.status.to_owned(),
        Method::GET,
        "application/json",
        &format!("{RESPONSES}/{}", declared.status),
        ApiEndpointVersions::All,
    );
    endpoint.response = ApiEndpointResponse {
        success: None,
        ..declared.metadata
    };
    endpoint.error = None;
    endpoint
}
