//! Reads operations from the model. Unsupported features are reported here and in
//! the sibling modules, by name and location.

use openapi_model::{Api, Diagnostic, Diagnostics, MediaType, Method, Operation, Pointer, Schema};

use super::{Endpoint, ErrorBody, RequestBody, Scheme, Service};
use crate::names::{Names, type_name, value_name};
use crate::rejections;
use crate::router;
use crate::types::{Kind, Types, unaliased};

/// The functions of every generated trait, whose names an operation can't have.
const TRAIT_FUNCTIONS: [&str; 2] = ["limits", "validates_responses"];

impl Service {
    pub fn read<'d>(api: &Api<'d>, types: &mut Types<'d>, diagnostics: &mut Diagnostics) -> Self {
        router::check(&api.operations, diagnostics);
        if let Some(webhooks) = api.webhooks {
            let message = "webhooks are not generated: the receiver serves them";
            diagnostics.push(Diagnostic::warning(&webhooks.location, message));
        }
        let mut names = Names::default();
        for function in TRAIT_FUNCTIONS {
            names.claim_value(function);
        }
        let mut reader = Reader {
            api,
            types,
            diagnostics,
            names,
            schemes: Vec::new(),
            schemas: Vec::new(),
            schema_names: Names::default(),
        };
        let endpoints: Vec<_> = api
            .operations
            .iter()
            .filter_map(|operation| reader.endpoint(operation))
            .collect();
        let error_bodies = error_bodies(&endpoints, &mut reader.names);
        Self {
            title: api.title.to_owned(),
            version: api.version.to_owned(),
            description: api.description.map(str::to_owned),
            schemes: reader.schemes,
            endpoints,
            error_bodies,
            schemas: reader.schemas,
        }
    }
}

pub(super) struct Reader<'d, 'r> {
    pub(super) api: &'r Api<'d>,
    pub(super) types: &'r mut Types<'d>,
    pub(super) diagnostics: &'r mut Diagnostics,
    pub(super) names: Names,
    pub(super) schemes: Vec<Scheme>,
    schemas: Vec<(String, Pointer)>,
    schema_names: Names,
}

impl<'d> Reader<'d, '_> {
    fn endpoint(&mut self, operation: &Operation<'d>) -> Option<Endpoint> {
        if operation.method == Method::Trace {
            self.reject(
                operation.location,
                "TRACE is not supported: a server that echoes requests leaks credentials",
            );
            return None;
        }
        if let Some(callbacks) = operation.callbacks {
            let message = "callbacks are not generated: the receiver serves them";
            self.diagnostics
                .push(Diagnostic::warning(&callbacks.location, message));
        }
        let id = operation.id.map_or_else(
            || {
                format!(
                    "{} {}",
                    operation.method.as_str().to_lowercase(),
                    operation.path
                )
            },
            str::to_owned,
        );
        let value_name = self.names.claim_value(&id);
        let type_name = type_name(&value_name);
        let security = self.security(operation);
        let parameters = self.parameters(operation, &type_name);
        let body = operation.request_body.as_ref().and_then(|body| {
            let media_type = self.json(&body.content, body.location)?;
            let name = format!("{type_name} body");
            let schema = media_type.schema?;
            Some(RequestBody {
                required: body.required,
                shape: self.types.body(schema, &name, self.diagnostics),
                pointer: schema.location().pointer.clone(),
            })
        });
        let mut variants = Names::default();
        let responses: Vec<_> = operation
            .responses
            .iter()
            .filter_map(|response| self.response(response, &type_name, &mut variants))
            .collect();
        if operation.responses.is_empty() {
            self.reject(
                operation.location,
                "the operation declares no response, so there is no way to answer",
            );
        }
        let needs_request = body.is_some() || !parameters.is_empty();
        // If a response was rejected, the cause has been reported already.
        let rejections = if responses.len() == operation.responses.len() {
            rejections::select(
                &responses,
                security.is_some(),
                needs_request,
                operation,
                self.diagnostics,
            )
        } else {
            Vec::new()
        };
        Some(Endpoint {
            id: operation
                .id
                .map_or_else(|| value_name.clone(), str::to_owned),
            method: operation.method,
            path: operation.path.to_owned(),
            response_name: self
                .types
                .names
                .claim_type(&format!("{type_name} response")),
            value_name,
            summary: operation.summary.map(str::to_owned),
            description: operation.description.map(str::to_owned),
            tags: operation.tags.iter().map(|tag| (*tag).to_owned()).collect(),
            deprecated: operation.deprecated,
            security,
            parameters,
            body,
            responses,
            rejections,
        })
    }

    /// Returns the JSON media type of a body, the only supported media type.
    pub(super) fn json<'m>(
        &mut self,
        content: &'m [MediaType<'d>],
        location: &openapi_model::Location,
    ) -> Option<&'m MediaType<'d>> {
        let is_json = |media_type: &&MediaType<'_>| {
            media_type
                .name
                .parse::<mime::Mime>()
                .is_ok_and(|name| name.essence_str() == "application/json")
        };
        let json = content.iter().find(is_json);
        match json {
            Some(json) => {
                if content.len() > 1 {
                    let message = "of several media types only application/json is served";
                    self.diagnostics
                        .push(Diagnostic::warning(location, message));
                }
                if json.schema.is_none() {
                    self.diagnostics.push(Diagnostic::warning(
                        json.location,
                        "no schema: any JSON value is accepted",
                    ));
                }
                Some(json)
            }
            None => {
                let names: Vec<_> = content.iter().map(|media_type| media_type.name).collect();
                self.reject(
                    location,
                    &format!(
                        "a body of {} is not supported, only application/json",
                        names.join(" or ")
                    ),
                );
                None
            }
        }
    }

    /// Returns the name of a response body's schema. The schema of a component is
    /// named after the component.
    pub(super) fn response_schema(&mut self, schema: Schema<'d>, otherwise: &str) -> String {
        let pointer = &unaliased(schema).location().pointer;
        if let Some((name, _)) = self.schemas.iter().find(|(_, known)| known == pointer) {
            return name.clone();
        }
        let tokens: Vec<_> = pointer.tokens().collect();
        let wanted = match tokens.as_slice() {
            [components, schemas, name] if components == "components" && schemas == "schemas" => {
                name
            }
            _ => otherwise,
        };
        let name = self.schema_names.claim_value(&format!("{wanted} schema"));
        self.schemas.push((name.clone(), pointer.clone()));
        name
    }

    pub(super) fn reject(&mut self, location: &openapi_model::Location, message: &str) {
        self.diagnostics.push(Diagnostic::error(location, message));
    }
}

/// Returns the bodies of responses for rejections, sorted by the names of their types,
/// with a function of the trait for each.
fn error_bodies(endpoints: &[Endpoint], names: &mut Names) -> Vec<ErrorBody> {
    let mut shapes = Vec::new();
    for endpoint in endpoints {
        for (_, index) in &endpoint.rejections {
            if let Some(body) = &endpoint.responses[*index].body
                && !shapes.contains(body)
            {
                shapes.push(body.clone());
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
