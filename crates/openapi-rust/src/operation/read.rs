//! Reads operations from the model. Unsupported features are reported here and in
//! the sibling modules, by name and location.

use openapi_document::{Api, Diagnostic, Diagnostics, Operation, Pointer, Schema};
use serde_json::Value;

use super::rejections::{self, Inputs};
use super::{Alternative, Content, Endpoint, ErrorBody, Format, RequestBody, Response, Service};
use crate::names::{Names, function_name, type_name, value_name};
use crate::router;
use crate::types::{Kind, Types, unaliased};

impl Service {
    /// Reads the operations. `diagnostics` gets what there is to say about schemas, and
    /// `findings` what there is to say about a server of the operations.
    pub fn read<'d>(
        api: &Api<'d>,
        types: &mut Types<'d>,
        diagnostics: &mut Diagnostics,
        findings: &mut Diagnostics,
    ) -> Self {
        router::check(&api.operations, findings);
        let mut names = Names::default();
        let operation_names = names.claim_operations(&api.operations);
        for (operation, name) in api.operations.iter().zip(&operation_names) {
            let known = api.operations.iter().filter(|one| one.id == operation.id);
            if let Some(id) = operation.id.filter(|id| function_name(id) != *name)
                && known.count() == 1
            {
                let message = format!(
                    "the function for `{id}` is `{name}`: another operation, or generated code, \
                     has its name"
                );
                diagnostics.push(Diagnostic::warning(operation.location, message));
            }
        }
        // The associated type of every trait.
        let mut principal_names = Names::default();
        principal_names.claim_type("Context");
        let service = Self {
            title: api.title.to_owned(),
            version: api.version.to_owned(),
            description: api.description.map(str::to_owned),
            ..Self::default()
        };
        let mut reader = Reader {
            api,
            service,
            types,
            diagnostics,
            findings,
            names,
            variants: Names::default(),
            principal_names,
            requirement_names: Names::default(),
            schema_names: Names::default(),
            forms: Vec::new(),
            is_patch: false,
        };
        let named = api.operations.iter().zip(&operation_names);
        let endpoints = named.filter_map(|(operation, name)| reader.endpoint(operation, name));
        let mut endpoints: Vec<_> = endpoints.collect();
        let response_types = reader.response_types(&mut endpoints);
        let error_bodies = error_bodies(&endpoints, &mut reader.names);
        let senders = reader.senders();
        Self { endpoints, operation_names, senders, error_bodies, response_types, ..reader.service }
    }
}

type FormKey = (Pointer, Option<Value>, bool);

/// The side that a body is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Request,
    Response,
    /// A response in the emitted document, which is sent without the body.
    Documented,
}

pub(super) struct Reader<'d, 'r> {
    pub(super) api: &'r Api<'d>,
    /// What has been read, without the operations.
    pub(super) service: Service,
    pub(super) types: &'r mut Types<'d>,
    pub(super) diagnostics: &'r mut Diagnostics,
    pub(super) findings: &'r mut Diagnostics,
    pub(super) names: Names,
    /// The variants of the enum of operations.
    variants: Names,
    pub(super) principal_names: Names,
    pub(super) requirement_names: Names,
    schema_names: Names,
    /// The forms without their types, by their schema, their encoding, and `is_patch`.
    pub(super) forms: Vec<(FormKey, Alternative)>,
    /// Whether the request body that is read is that of a PATCH.
    pub(super) is_patch: bool,
}

impl<'d> Reader<'d, '_> {
    fn endpoint(&mut self, operation: &Operation<'d>, value_name: &str) -> Option<Endpoint> {
        if operation.method == "TRACE" {
            let message = "TRACE is not supported: a server that echoes requests leaks credentials";
            self.reject(operation.location, message);
            return None;
        }
        if operation.method == "QUERY" {
            let message = "QUERY is not supported: dropshot can't describe it";
            self.reject(operation.location, message);
            return None;
        }
        if operation.upgrades() {
            let message = "a WebSocket is not supported: register a handwritten `#[channel]`";
            let name = operation.name();
            let help = format!("leave it out by `.skip([{name:?}])` in `build.rs`");
            let error = Diagnostic::error(operation.location, message);
            self.findings.push(error.help(help));
            return None;
        }
        let type_name = type_name(value_name);
        let security = self.security(operation);
        let parameters = self.parameters(operation, &type_name);
        let body = operation.request_body.as_ref();
        let body = body.and_then(|body| self.request_body(body, &type_name));
        let mut variants = Names::default();
        let responses = operation.responses.iter();
        let responses =
            responses.map(|one| self.response(operation, one, &type_name, &mut variants));
        let mut responses: Vec<_> = responses.collect();
        if responses.is_empty() {
            // An invalid response is an error of its own.
            if !operation.declares_responses {
                let message = "the operation declares no response; \
                               the handler returns any status, without a body";
                self.warn(operation.location, message);
            }
            responses.push(Response::undeclared());
        }
        let inputs = Inputs {
            has_credential: security.is_some(),
            has_scopes: self.has_scopes(security),
            has_parameters: !parameters.is_empty(),
            has_body: operation.request_body.is_some(),
        };
        let rejections = rejections::select(&responses, inputs, operation, self.findings);
        Some(Endpoint {
            id: operation.id.unwrap_or(value_name).to_owned(),
            method: operation.method.clone(),
            path: operation.path.to_owned(),
            response_name: self.types.claim(&format!("{type_name} response")),
            variant: self.variants.claim_type(value_name),
            value_name: value_name.to_owned(),
            summary: operation.summary.map(str::to_owned),
            description: operation.description.map(str::to_owned),
            tags: operation.tags.iter().map(|tag| (*tag).to_owned()).collect(),
            deprecated: operation.deprecated,
            deprecation: operation.deprecation.clone(),
            security,
            parameters,
            body,
            responses,
            rejections,
        })
    }

    /// Returns a request body. A component is read once: operations share its types.
    fn request_body(
        &mut self,
        body: &openapi_document::RequestBody<'d>,
        operation: &str,
    ) -> Option<RequestBody> {
        if body.content.is_empty() {
            self.reject(body.location, "the body declares no media type");
            return None;
        }
        let component = body.location.pointer.component_name("requestBodies");
        let mut known = self.service.request_bodies.iter();
        if let Some(known) = known.find(|known| component.is_some() && known.component == component)
        {
            return Some(known.clone());
        }
        let owner = component.as_deref().unwrap_or(operation);
        let name = match &component {
            Some(name) => self.types.names.unless_taken(name, "body"),
            None => format!("{owner} body"),
        };
        let mut operations = self.api.operations.iter();
        self.is_patch = operations.any(|operation| {
            let patched = operation.request_body.as_ref();
            operation.method == "PATCH"
                && patched.is_some_and(|patched| patched.location == body.location)
        });
        let mut content = self.content(&body.content, Side::Request, &name);
        if self.is_patch {
            for one in &mut content.alternatives {
                let form = match &mut one.format {
                    Format::Multipart(_, definitions) => &mut definitions[..],
                    _ => &mut [],
                };
                self.types.keep_absent(&one.shape, form);
            }
        }
        let body = RequestBody {
            required: body.required,
            content,
            content_name: self.types.claim(&format!("{owner} content")),
            component,
        };
        if body.component.is_some() {
            self.service.request_bodies.push(body.clone());
        }
        Some(body)
    }

    /// Returns the name of a response body's schema. The schema of a component is
    /// named after the component.
    pub(super) fn response_schema(&mut self, schema: Schema<'d>, otherwise: &str) -> String {
        let pointer = &unaliased(schema).location().pointer;
        if let Some((name, _)) = self.service.schemas.iter().find(|(_, known)| known == pointer) {
            return name.clone();
        }
        let wanted = pointer.component_name("schemas").unwrap_or_else(|| otherwise.to_owned());
        let name = self.schema_names.claim_value(&format!("{wanted} schema"));
        self.service.schemas.push((name.clone(), pointer.clone()));
        name
    }

    pub(super) fn reject(&mut self, location: &openapi_document::Location, message: &str) {
        self.findings.push(Diagnostic::error(location, message));
    }
}

/// Returns the bodies of responses for rejections, sorted by the names of their types,
/// with a function of the trait for each.
fn error_bodies(endpoints: &[Endpoint], names: &mut Names) -> Vec<ErrorBody> {
    let mut shapes = Vec::new();
    for endpoint in endpoints {
        for index in &endpoint.rejections {
            let response = &endpoint.responses[*index];
            if response.is_determined()
                && let Some(body) = response.body().and_then(Content::for_rejection)
                && !shapes.contains(&body.shape)
            {
                shapes.push(body.shape.clone());
            }
        }
    }
    let type_name = |kind: &Kind| match kind {
        Kind::Named(name) => name.clone(),
        Kind::String => "String".to_owned(),
        _ => "Body".to_owned(),
    };
    shapes.sort_by_key(|shape| type_name(&shape.kind));
    let bodies = shapes.into_iter().map(|shape| {
        let function = format!("{}_for", value_name(&type_name(&shape.kind)));
        let function = names.claim_value(&function);
        ErrorBody { shape, function }
    });
    bodies.collect()
}
