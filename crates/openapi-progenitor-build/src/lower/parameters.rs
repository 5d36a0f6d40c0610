//! Lowers parameters to the forms that progenitor can write into a path, a query or
//! a header.
//!
//! progenitor writes single values, and no cookies. `openapi-progenitor` writes the arrays and
//! objects of a query, and sends all values in the style of the document ([`values`]). Where
//! nothing writes a value, the caller passes the serialized text.

use openapi_document::{Operation, Parameter, ParameterLocation, RequestBody};
use openapi_rust::names::{ident, parameter_names, type_name};
use openapi_rust::operation::{Serialization, ValueType, style};
use openapi_rust::types::{Field, Kind, Shape};
use openapi_schema::http::Style;
use openapiv3::{ParameterData, ParameterSchemaOrContent, ReferenceOr};
use proc_macro2::TokenStream;
use quote::quote;
use serde_json::json;

use crate::lower::context::{Context, finished};
use crate::lower::serialized::{Serialized, serialized};
use crate::lower::types::Maker;
use crate::lower::{bodies, code, head};

/// Returns the parameters of an operation, lowered and as declared. Returns `None`
/// when progenitor can't send a required parameter.
pub(crate) fn lower<'o, 'd>(
    context: &mut Context<'d>,
    operation: &'o Operation<'d>,
    id: &str,
) -> Option<(Vec<ReferenceOr<openapiv3::Parameter>>, Vec<&'o Parameter<'d>>)> {
    let (mut lowered, mut sent) = (Vec::new(), Vec::new());
    for (parameter, name) in operation.parameters.iter().zip(parameter_names(operation)) {
        if let Some(obstacle) = obstacle(context, operation, parameter) {
            let consequence = if parameter.required { "" } else { "; the client doesn't send it" };
            let message = format!(
                "progenitor can't send the {} parameter `{}`: {obstacle}{consequence}",
                parameter.place, parameter.name
            );
            context.warn(parameter.location, message);
            if parameter.required {
                let what = format!("the {} parameter `{}`", parameter.place, parameter.name);
                context.leave_out(operation, &what);
                return None;
            }
            continue;
        }
        if let Some(shared) = shared_name(context, operation, parameter) {
            let message = format!(
                "`{shared}` of the {} parameter `{}` is sent by another, too; a server can't tell them apart",
                parameter.place, parameter.name
            );
            context.warn(parameter.location, message);
        }
        let one = lower_one(context, operation, parameter, name, id);
        lowered.push(ReferenceOr::Item(one));
        sent.push(parameter);
    }
    Some((lowered, sent))
}

/// Returns the name under which progenitor sends the parameter.
pub(crate) fn sent_name(parameter: &Parameter<'_>) -> String {
    match parameter.place {
        ParameterLocation::Cookie => format!("Cookie-{}", parameter.name),
        _ => parameter.name.to_owned(),
    }
}

/// Returns the reason why progenitor can't send the parameter at all.
fn obstacle(
    context: &Context<'_>,
    operation: &Operation<'_>,
    parameter: &Parameter<'_>,
) -> Option<String> {
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    match parameter.place {
        ParameterLocation::Header | ParameterLocation::Cookie
            if !parameter.name.bytes().all(token) =>
        {
            return Some("that is not a field name (RFC 9110 §5.1)".to_owned());
        }
        ParameterLocation::Path if !operation.path.contains(&format!("{{{}}}", parameter.name)) => {
            return Some(format!("`{}` has no such variable", operation.path));
        }
        _ => {}
    }
    if values(context, operation, parameter).is_some() {
        // Without a required parameter the client would lack the operation.
        let shared = shared_name(context, operation, parameter).filter(|_| !parameter.required);
        return shared.map(|name| format!("`{name}` is sent by another, too"));
    }
    let is_supported = style(parameter).is_some_and(|style| style != Style::DeepObject);
    let style = parameter.style.filter(|_| !is_supported);
    style.map(|style| format!("it can't write a value of this type in the style {style}"))
}

/// Returns the name of a member, if the parameter is an exploded object, under which another
/// parameter is sent, too.
fn shared_name(
    context: &Context<'_>,
    operation: &Operation<'_>,
    parameter: &Parameter<'_>,
) -> Option<String> {
    let own = query_names(context, operation, parameter);
    let others = operation.parameters.iter().filter(|one| one.place == parameter.place);
    let others = others.filter(|one| own.len() > 1 && one.name != parameter.name);
    let mut names = others.flat_map(|one| query_names(context, operation, one));
    names.find(|name| own.contains(name)).map(str::to_owned)
}

/// Returns the names under which a query has a parameter, those of its members if it is an exploded
/// object.
fn query_names<'p>(
    context: &'p Context<'_>,
    operation: &Operation<'_>,
    parameter: &'p Parameter<'_>,
) -> Vec<&'p str> {
    let source = context.types.parameter(operation, parameter).map(|(_, source)| source);
    let members = match source.map(|one| &one.serialization) {
        Some(Serialization::Style { style: Style::Form, explode: true, members, .. }) => {
            members.as_slice()
        }
        _ => &[],
    };
    members.iter().map(String::as_str).chain([parameter.name]).collect()
}

fn lower_one<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    parameter: &Parameter<'d>,
    name: String,
    id: &str,
) -> openapiv3::Parameter {
    let node = context.document.find(&parameter.location.pointer);
    let is_typed = values(context, operation, parameter).is_some();
    let schema = parameter.schema.filter(|_| is_typed);
    let shape = schema.map(|schema| {
        let place = format!("{id} {}", parameter.name);
        context.shape(schema, &place, Maker::Caller)
    });
    // A type without values can't be serialized; no caller has a value for it
    // either.
    let shape = shape.filter(|shape| !shape.is_never());
    if shape.is_none() {
        let message = format!(
            "progenitor can't write the {} parameter `{}` in its form; the caller gives it as text",
            parameter.place, parameter.name
        );
        context.warn(parameter.location, message);
    }
    let shape = shape.unwrap_or_else(|| Kind::String.into());
    if shape.is_password() {
        context.secrets.insert(ident(&type_name(id)).to_string());
    }
    // No parameter has a serialization for null.
    let is_in_query = parameter.place == ParameterLocation::Query;
    let is_nullable = shape.nullable;
    let shape = Shape { nullable: false, ..shape };
    let field = Field {
        description: head::described(parameter.description, parameter.deprecation.as_deref()),
        required: parameter.required && !(is_nullable && is_in_query),
        ..Field::new(name, parameter.name, shape)
    };
    let schema = context.types.schema(&field.shape);
    let parameter_data = ParameterData {
        name: field.name.clone(),
        description: field.description.clone(),
        required: field.required,
        deprecated: None,
        format: ParameterSchemaOrContent::Schema(finished(schema)),
        example: None,
        examples: Default::default(),
        explode: None,
        extensions: node.map(head::extensions).unwrap_or_default(),
    };
    let inputs = context.inputs.entry(id.to_owned()).or_default();
    inputs.parameters.push(field);
    match parameter.place {
        ParameterLocation::Path => {
            openapiv3::Parameter::Path { parameter_data, style: Default::default() }
        }
        ParameterLocation::Header | ParameterLocation::Cookie => {
            openapiv3::Parameter::Header { parameter_data, style: Default::default() }
        }
        ParameterLocation::Query => openapiv3::Parameter::Query {
            parameter_data,
            allow_reserved: false,
            style: Default::default(),
            allow_empty_value: None,
        },
    }
}

/// Returns the argument for the content type of a body, where the caller gives it.
pub(crate) fn content_type(
    context: &mut Context<'_>,
    body: &RequestBody<'_>,
    id: &str,
) -> Option<openapiv3::Parameter> {
    let range = bodies::range(body)?;
    let field = Field {
        description: Some(format!("The media type of the body, one of `{range}`")),
        required: body.required,
        ..Field::new("content_type".to_owned(), "Content-Type", Kind::String.into())
    };
    let parameter = json!({
        "in": "header",
        "name": field.name,
        "description": field.description,
        "required": field.required,
        "schema": { "type": "string" },
    });
    let inputs = context.inputs.entry(id.to_owned()).or_default();
    inputs.parameters.push(field);
    Some(serde_json::from_value(parameter).expect("it is a parameter of 3.0"))
}

/// Returns the values that the caller gives in their type, and the style in which they are sent.
/// Returns `None` if they can't be written.
pub(crate) fn values(
    context: &Context<'_>,
    operation: &Operation<'_>,
    parameter: &Parameter<'_>,
) -> Option<TokenStream> {
    let pointer = code::pointer(parameter.schema?);
    if let Some(style) = query_value(context, operation, parameter) {
        let style = style.map(|(style, explode)| {
            let style = code::variant(style);
            quote!((openapi_progenitor::Style::#style, #explode))
        });
        let style = code::option(style);
        return Some(quote!(openapi_progenitor::Values::Value(#style, #pointer)));
    }
    let schema = parameter.schema.filter(|_| parameter.content.is_none())?;
    let is_in_query = parameter.place == ParameterLocation::Query;
    let is_usual = parameter.style.is_none_or(|style| ["simple", "form"].contains(&style));
    match serialized(schema) {
        // Values are written by `Display` in a path or a header, which for a time stamp differs
        // from RFC 3339. A label begins with a period, and a matrix with a name.
        Serialized::Scalar if is_in_query || is_usual => {}
        Serialized::Time | Serialized::List if is_in_query => {}
        _ => return None,
    }
    Some(quote!(openapi_progenitor::Values::One(#pointer)))
}

/// Returns the style of a parameter of a query that progenitor can't write, or that its text is
/// JSON (`Some(None)`).
pub(crate) fn query_value(
    context: &Context<'_>,
    operation: &Operation<'_>,
    parameter: &Parameter<'_>,
) -> Option<Option<(Style, bool)>> {
    let is_in_query = parameter.place == ParameterLocation::Query;
    let (field, source) = context.types.parameter(operation, parameter).filter(|_| is_in_query)?;
    match &source.serialization {
        Serialization::Json => Some(None),
        Serialization::Style { style, explode, .. } => {
            let types = context.types.model.value_types(&field.shape);
            // Of a schema that says nothing the caller gives a text.
            let any = [ValueType::Scalar, ValueType::Array(Kind::Any.into())];
            let is_one = types == [ValueType::Scalar] || types == any;
            (!is_one).then_some(Some((*style, *explode)))
        }
        Serialization::Usual | Serialization::Field(_) => None,
    }
}
