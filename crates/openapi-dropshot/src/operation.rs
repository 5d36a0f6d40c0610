//! Operations, with a Rust type for everything that they take and give.
//!
//! What a generated server can't serve is refused here, by name and place.

use openapi_model::{
    Api, Diagnostic, Diagnostics, MediaType, Method, Operation, Parameter, ParameterLocation, Pointer,
    Response, Status, StatusClass,
};

use crate::faults::{FaultAnswers, answers};
use crate::names::{Names, type_name, value_name};
use crate::router;
use crate::types::{Field, Kind, Shape, Types};

/// Everything that is served.
#[derive(Debug)]
pub(crate) struct Service {
    pub title: String,
    pub version: String,
    pub description: Option<String>,
    pub schemes: Vec<Scheme>,
    pub endpoints: Vec<Endpoint>,
}

/// A bearer scheme that operations ask for.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    pub name: String,
    pub value_name: String,
    pub type_name: String,
    pub description: Option<String>,
}

/// How an operation asks for a credential.
#[derive(Clone, Debug)]
pub(crate) struct Security {
    pub scheme: Scheme,
    pub required: bool,
}

/// The parameters of one place.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    pub place: ParameterLocation,
    pub type_name: String,
    pub fields: Vec<Field>,
    pub pointers: Vec<Pointer>,
}

/// A JSON request body.
#[derive(Clone, Debug)]
pub(crate) struct RequestBody {
    pub required: bool,
    pub shape: Shape,
    pub pointer: Pointer,
}

/// A header of a declared response.
#[derive(Clone, Debug)]
pub(crate) struct ReplyHeader {
    pub field: String,
    pub name: String,
    pub description: Option<String>,
    pub required: bool,
    pub kind: Kind,
}

/// A declared response.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub status: Status,
    pub variant: String,
    pub description: String,
    pub body: Option<Shape>,
    pub headers: Vec<ReplyHeader>,
}

/// An operation.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub id: String,
    pub method: Method,
    pub path: String,
    pub value_name: String,
    pub reply_name: String,
    pub summary: Option<String>,
    pub description: Option<String>,
    pub tags: Vec<String>,
    pub deprecated: bool,
    pub security: Option<Security>,
    pub parameters: Vec<Parameters>,
    pub body: Option<RequestBody>,
    pub replies: Vec<Reply>,
    pub faults: FaultAnswers,
}

impl Service {
    pub fn read<'d>(api: &Api<'d>, types: &mut Types<'d>, diagnostics: &mut Diagnostics) -> Self {
        router::check(&api.operations, diagnostics);
        if let Some(webhooks) = api.webhooks {
            let message = "webhooks are not generated: they are for the caller to serve";
            diagnostics.push(Diagnostic::warning(&webhooks.location, message));
        }
        let mut names = Names::default();
        for taken in ["endpoints"] {
            names.claim_value(taken);
        }
        let mut reader = Reader { api, types, diagnostics, names, schemes: Vec::new() };
        let endpoints = api.operations.iter().filter_map(|operation| reader.endpoint(operation)).collect();
        Self {
            title: api.title.to_owned(),
            version: api.version.to_owned(),
            description: api.description.map(str::to_owned),
            schemes: reader.schemes,
            endpoints,
        }
    }
}

struct Reader<'d, 'r> {
    api: &'r Api<'d>,
    types: &'r mut Types<'d>,
    diagnostics: &'r mut Diagnostics,
    names: Names,
    schemes: Vec<Scheme>,
}

impl<'d> Reader<'d, '_> {
    fn endpoint(&mut self, operation: &Operation<'d>) -> Option<Endpoint> {
        if operation.method == Method::Trace {
            self.refuse(operation.location, "TRACE is not supported: a server that echoes requests leaks credentials");
            return None;
        }
        if let Some(callbacks) = operation.callbacks {
            let message = "callbacks are not generated: they are for the caller to serve";
            self.diagnostics.push(Diagnostic::warning(&callbacks.location, message));
        }
        let id = operation.id.map_or_else(|| format!("{} {}", operation.method.as_str().to_lowercase(), operation.path), str::to_owned);
        let value_name = self.names.claim_value(&id);
        let type_name = type_name(&value_name);
        let security = self.security(operation);
        let parameters = self.parameters(operation, &type_name);
        let body = operation.request_body.as_ref().and_then(|body| {
            let media_type = self.json(&body.content, body.location)?;
            let place = format!("{type_name} body");
            let schema = media_type.schema?;
            Some(RequestBody {
                required: body.required,
                shape: self.types.body(schema, &place, self.diagnostics),
                pointer: schema.location().pointer.clone(),
            })
        });
        let mut variants = Names::default();
        let replies: Vec<_> = operation
            .responses
            .iter()
            .filter_map(|response| self.reply(response, &type_name, &mut variants))
            .collect();
        if replies.is_empty() {
            self.refuse(operation.location, "the operation declares no response, so there is no way to answer");
        }
        let needs_request = body.is_some() || !parameters.is_empty();
        let faults = answers(&replies, security.is_some(), needs_request, operation, self.diagnostics);
        Some(Endpoint {
            id: operation.id.map_or_else(|| value_name.clone(), str::to_owned),
            method: operation.method,
            path: operation.path.to_owned(),
            reply_name: self.types.names.claim_type(&format!("{type_name} response")),
            value_name,
            summary: operation.summary.map(str::to_owned),
            description: operation.description.map(str::to_owned),
            tags: operation.tags.iter().map(|tag| (*tag).to_owned()).collect(),
            deprecated: operation.deprecated,
            security,
            parameters,
            body,
            replies,
            faults,
        })
    }

    fn security(&mut self, operation: &Operation<'d>) -> Option<Security> {
        let (required, requirement) = match operation.security.as_slice() {
            [] => return None,
            [only] if only.schemes.is_empty() => return None,
            [only] => (true, only),
            [anonymous, other] | [other, anonymous] if anonymous.schemes.is_empty() => (false, other),
            [_, second, ..] => {
                self.refuse(second.location, "a choice between several security schemes is not supported");
                return None;
            }
        };
        let [name] = requirement.schemes.as_slice() else {
            self.refuse(requirement.location, "several security schemes together are not supported");
            return None;
        };
        if let Some(known) = self.schemes.iter().find(|known| known.name == *name) {
            return Some(Security { scheme: known.clone(), required });
        }
        let scheme = self.api.security_schemes.iter().find(|scheme| scheme.name == *name)?;
        if !scheme.is_http_bearer() {
            let kind = scheme.scheme.map_or_else(|| scheme.kind.to_owned(), |scheme_name| format!("{} {scheme_name}", scheme.kind));
            self.refuse(scheme.location, &format!("the security scheme `{name}` ({kind}) is not supported, only http bearer"));
            return None;
        }
        let scheme = Scheme {
            name: (*name).to_owned(),
            value_name: self.names.claim_value(name),
            type_name: type_name(name),
            description: scheme.description.map(str::to_owned),
        };
        self.schemes.push(scheme.clone());
        Some(Security { scheme, required })
    }

    fn parameters(&mut self, operation: &Operation<'d>, type_name: &str) -> Vec<Parameters> {
        let mut places = Vec::new();
        for place in [ParameterLocation::Path, ParameterLocation::Query, ParameterLocation::Header] {
            let here = operation.parameters.iter().filter(|parameter| parameter.place == place);
            let mut names = Names::default();
            let mut parameters = Parameters {
                place,
                type_name: String::new(),
                fields: Vec::new(),
                pointers: Vec::new(),
            };
            for parameter in here {
                if let Some((field, pointer)) = self.parameter(parameter, type_name, &mut names) {
                    parameters.fields.push(field);
                    parameters.pointers.push(pointer);
                }
            }
            if !parameters.fields.is_empty() {
                parameters.type_name = self.types.names.claim_type(&format!("{type_name} {place}"));
                places.push(parameters);
            }
        }
        for cookie in operation.parameters.iter().filter(|parameter| parameter.place == ParameterLocation::Cookie) {
            self.refuse(cookie.location, &format!("the cookie parameter `{}` is not supported", cookie.name));
        }
        places
    }

    fn parameter(&mut self, parameter: &Parameter<'d>, type_name: &str, names: &mut Names) -> Option<(Field, Pointer)> {
        let Parameter { name, place, .. } = parameter;
        if let Some(content) = parameter.content {
            self.refuse(parameter.location, &format!("the {place} parameter `{name}` with content {content} is not supported"));
            return None;
        }
        let usual = if *place == ParameterLocation::Query { "form" } else { "simple" };
        if let Some(style) = parameter.style.filter(|style| *style != usual) {
            self.refuse(parameter.location, &format!("the style {style} of the {place} parameter `{name}` is not supported"));
        }
        let Some(schema) = parameter.schema else {
            self.refuse(parameter.location, &format!("the {place} parameter `{name}` has no schema"));
            return None;
        };
        let shape = self.types.shape(schema, &format!("{type_name} {name}"), self.diagnostics);
        if !self.types.is_scalar(&shape) {
            let message = format!("the {place} parameter `{name}` is not a scalar, which is not supported");
            self.refuse(schema.location(), &message);
            return None;
        }
        let field = Field {
            name: names.claim_value(name),
            wire_name: (*name).to_owned(),
            description: parameter.description.or_else(|| schema.text("description")).map(str::to_owned),
            required: parameter.required,
            shape: Shape { nullable: false, ..shape },
        };
        Some((field, schema.location().pointer.clone()))
    }

    fn reply(&mut self, response: &Response<'d>, type_name: &str, variants: &mut Names) -> Option<Reply> {
        let variant = variants.claim_variant(&status_name(response.status));
        if response.status.class() == Some(1) {
            self.refuse(response.location, "an interim response (1XX) is sent by HTTP itself");
            return None;
        }
        let body = if response.content.is_empty() {
            None
        } else {
            let media_type = self.json(&response.content, response.location)?;
            let place = format!("{type_name} {variant}");
            Some(match media_type.schema {
                Some(schema) => self.types.body(schema, &place, self.diagnostics),
                None => Kind::Any.into(),
            })
        };
        let mut fields = Names::default();
        fields.claim_value("body");
        fields.claim_value("status");
        let mut headers = Vec::new();
        for header in &response.headers {
            let kind = match header.schema {
                Some(schema) => self.types.shape(schema, &format!("{type_name} {}", header.name), self.diagnostics).kind,
                None => Kind::String,
            };
            headers.push(ReplyHeader {
                field: fields.claim_value(header.name),
                name: header.name.to_owned(),
                description: header.description.map(str::to_owned),
                required: header.required,
                kind: match kind {
                    Kind::Integer(_) | Kind::Number(_) | Kind::Boolean | Kind::Uuid => kind,
                    _ => Kind::String,
                },
            });
        }
        Some(Reply {
            status: response.status,
            variant,
            description: response.description.unwrap_or_default().to_owned(),
            body,
            headers,
        })
    }

    /// The JSON form of a body, which is the only one that is served.
    fn json<'m>(&mut self, content: &'m [MediaType<'d>], location: &openapi_model::Location) -> Option<&'m MediaType<'d>> {
        let is_json = |media_type: &&MediaType<'_>| {
            media_type.name.parse::<mime::Mime>().is_ok_and(|name| name.essence_str() == "application/json")
        };
        let json = content.iter().find(is_json);
        match json {
            Some(json) => {
                if content.len() > 1 {
                    let message = "only application/json of several media types is served";
                    self.diagnostics.push(Diagnostic::warning(location, message));
                }
                if json.schema.is_none() {
                    self.diagnostics.push(Diagnostic::warning(json.location, "no schema: any JSON value is taken"));
                }
                Some(json)
            }
            None => {
                let names: Vec<_> = content.iter().map(|media_type| media_type.name).collect();
                self.refuse(location, &format!("a body of {} is not supported, only application/json", names.join(" or ")));
                None
            }
        }
    }

    fn refuse(&mut self, location: &openapi_model::Location, message: &str) {
        self.diagnostics.push(Diagnostic::error(location, message));
    }
}

/// What a status is called: HTTP's reason phrase, or the class's name
/// (RFC 9110 §15).
fn status_name(status: Status) -> String {
    let class = |class: StatusClass| match class.digit() {
        2 => "Success",
        3 => "Redirection",
        4 => "Client error",
        _ => "Server error",
    };
    match status {
        Status::Code(code) => http::StatusCode::from_u16(code)
            .ok()
            .and_then(|code| code.canonical_reason())
            .map_or_else(|| format!("Status {code}"), |reason| reason.replace('\'', "")),
        Status::Class(status) => class(status).to_owned(),
        Status::Default => "Otherwise".to_owned(),
    }
}

/// Kept for the trait's methods, which are named as operations.
pub(crate) fn hook_name(type_name: &str) -> String {
    format!("{}_for", value_name(type_name))
}
