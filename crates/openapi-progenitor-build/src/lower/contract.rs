//! Describes the operations of the client as far as the lowered document can't, so
//! that a client can validate requests and responses.
//!
//! Schemas are pointers into the source document, so no check of the client depends
//! on the lowering. The description covers exactly what the generated client sends
//! and accepts.

use std::slice;

use openapi_document::{
    Header, MediaType, Method, Node, Operation, Parameter, ParameterLocation, Response, Schema,
    SecurityRequirement, SecurityScheme, Status,
};
use openapi_progenitor::{self as client, Form, PathStyle, SchemaPointer, SchemeKind, Values};
use openapi_schema::http::{Style, ValueKind, is_json};

use crate::lower::answers::{self, Answers};
use crate::lower::context::Context;
use crate::lower::serialized::{Serialized, serialized};
use crate::lower::{bodies, items, names, parameters, responses};

/// Describes an operation that has a client method, with the parameters that the
/// client sends and the media types that it accepts.
pub(crate) fn operation(
    context: &Context<'_>,
    operation: &Operation<'_>,
    id: &str,
    sent: &[&Parameter<'_>],
    answers: &Answers,
) -> client::Operation {
    let body = operation.request_body.as_ref();
    let responses = operation.responses.iter();
    // Without a declared response, any status without a body is one.
    let undeclared = operation.responses.is_empty().then_some(client::Response {
        status: client::Status::Default,
        headers: Vec::new(),
        content: Vec::new(),
    });
    client::Operation {
        id: names::field_name(id),
        path: operation.path.to_owned(),
        parameters: sent.iter().map(|sent| parameter(operation, sent)).collect(),
        body: body.and_then(|body| bodies::described(context, body)),
        content_type: operation
            .request_body
            .as_ref()
            .and_then(bodies::content_type),
        responses: responses
            .map(|declared| response(context, operation, declared, answers))
            .chain(undeclared)
            .collect(),
        security: operation.security.iter().map(requirements).collect(),
    }
}

fn requirements(alternative: &SecurityRequirement<'_>) -> Vec<client::Requirement> {
    let schemes = alternative.schemes.iter().zip(&alternative.scopes);
    let requirements = schemes.map(|(scheme, scopes)| client::Requirement {
        scheme: (*scheme).to_owned(),
        scopes: scopes.iter().map(|&scope| scope.to_owned()).collect(),
    });
    requirements.collect()
}

/// Describes a security scheme.
pub(crate) fn scheme(scheme: &SecurityScheme<'_>) -> client::Scheme {
    let text = |field: &str| scheme.node.get(field).and_then(Node::string);
    let http = scheme.scheme.map(str::to_ascii_lowercase);
    let kind = match (scheme.kind, http.as_deref()) {
        ("oauth2" | "openIdConnect", _) | ("http", Some("bearer")) => SchemeKind::Bearer,
        ("http", Some("basic")) => SchemeKind::Basic,
        ("apiKey", _) => {
            let location = match text("in") {
                Some("query") => client::ParameterLocation::Query,
                Some("cookie") => client::ParameterLocation::Cookie,
                _ => client::ParameterLocation::Header,
            };
            SchemeKind::Key(location, text("name").unwrap_or_default().to_owned())
        }
        _ => SchemeKind::Other,
    };
    client::Scheme {
        name: scheme.name.to_owned(),
        kind,
    }
}

/// Returns the place of a schema.
pub(crate) fn pointer(schema: Schema<'_>) -> SchemaPointer {
    SchemaPointer(schema.location().pointer.to_fragment())
}

fn parameter(operation: &Operation<'_>, parameter: &Parameter<'_>) -> client::Parameter {
    let style = parameters::style(operation, parameter);
    let schema = parameter.schema.filter(|_| style.is_some());
    let form = schema.map(serialized);
    let values = match (form, schema.map(pointer)) {
        (Some(Serialized::Scalar | Serialized::Time), Some(schema)) => Values::One(schema),
        (Some(Serialized::List), Some(schema)) => Values::Several(schema),
        _ => styled(parameter).unwrap_or(Values::Unvalidated),
    };
    client::Parameter {
        name: parameter.name.to_owned(),
        location: match parameter.place {
            ParameterLocation::Path => client::ParameterLocation::Path,
            ParameterLocation::Query => client::ParameterLocation::Query,
            ParameterLocation::Header => client::ParameterLocation::Header,
            ParameterLocation::Cookie => client::ParameterLocation::Cookie,
        },
        // The members of an object are sent under their own names.
        required: parameter.required && form != Some(Serialized::Flat),
        values,
        style: style.unwrap_or_default(),
    }
}

/// Returns the serialization of a path parameter in the style `label` or `matrix`.
fn styled(parameter: &Parameter<'_>) -> Option<Values> {
    let style = Style::named(parameter.style?)?;
    if !matches!(style, Style::Label | Style::Matrix) {
        return None;
    }
    let schema = parameter.schema?;
    let kind = match serialized(schema) {
        Serialized::Scalar | Serialized::Time => ValueKind::Scalar,
        Serialized::List => ValueKind::Array,
        Serialized::Flat => ValueKind::Object,
        Serialized::Other => return None,
    };
    let style = PathStyle {
        style,
        explode: parameter.explode.unwrap_or(false),
        kind,
    };
    Some(Values::Styled(style, pointer(schema)))
}

fn response(
    context: &Context<'_>,
    operation: &Operation<'_>,
    response: &Response<'_>,
    answers: &Answers,
) -> client::Response {
    client::Response {
        status: match response.status {
            Status::Code(code) => client::Status::Code(code),
            Status::Class(class) => client::Status::Class(class.digit()),
            Status::Default => client::Status::Default,
        },
        headers: response
            .headers
            .iter()
            .map(|sent| header(context, sent))
            .collect(),
        content: accepted(operation, response, answers)
            .iter()
            .map(|media_type| content(media_type, answers::is_text(response)))
            .collect(),
    }
}

/// Returns the media types of a response's body that the client accepts: only JSON, for
/// which it asks, unless the caller reads the bytes.
fn accepted<'r, 'd>(
    operation: &Operation<'_>,
    response: &'r Response<'d>,
    answers: &Answers,
) -> &'r [MediaType<'d>] {
    if operation.method == Method::Head {
        return &[];
    }
    let is_success = answers::sides(operation, response).0;
    match responses::json(response) {
        Some(json) if !(is_success && answers.successes.is_stream()) => slice::from_ref(json),
        _ => &response.content,
    }
}

fn header(context: &Context<'_>, header: &Header<'_>) -> client::Header {
    client::Header {
        name: header.name.to_owned(),
        required: header.required,
        schema: header_schema(context, header).map(pointer),
    }
}

/// Returns the schema of a header that is one value.
pub(crate) fn header_schema<'d>(context: &Context<'d>, header: &Header<'d>) -> Option<Schema<'d>> {
    let node = context.document.find(&header.location.pointer);
    let has_content = node.is_some_and(|node| node.get("content").is_some());
    header.schema.filter(|schema| {
        !has_content && matches!(serialized(*schema), Serialized::Scalar | Serialized::Time)
    })
}

fn content(media_type: &MediaType<'_>, is_text: bool) -> client::MediaType {
    let name = media_type.name;
    let schema = media_type.schema.map(pointer);
    let form = match (items::format(name, media_type.schema), schema) {
        (Some(format), schema) => Form::Items(format, schema),
        (None, _) if is_text => Form::Text,
        (None, _) if !is_json(name) => Form::Stream,
        (None, Some(schema)) => Form::Json(schema),
        (None, None) => Form::AnyJson,
    };
    client::MediaType {
        name: name.to_owned(),
        form,
    }
}
