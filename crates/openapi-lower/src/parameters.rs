//! Lowers parameters to the forms that progenitor can write into a path, a query or
//! a header.
//!
//! Paths and headers take single values, queries also lists and flat objects. Where
//! progenitor would serialize a value differently than the document declares, as in the
//! path styles `label` and `matrix`, the caller passes the serialized text; progenitor
//! sends nothing in a wrong form.

use openapi_model::{Operation, Parameter, ParameterLocation};
use openapiv3::{ParameterData, ParameterSchemaOrContent, ReferenceOr};
use serde_json::json;

use crate::context::{Context, Object};
use crate::schema::{self, Shape};
use crate::{head, names, operations};

/// Returns the parameters of an operation, lowered and as declared. Returns `None`
/// when progenitor can't send a required parameter.
pub(crate) fn lower<'o, 'd>(
    context: &mut Context<'d>,
    operation: &'o Operation<'d>,
    id: &str,
) -> Option<(
    Vec<ReferenceOr<openapiv3::Parameter>>,
    Vec<&'o Parameter<'d>>,
)> {
    let mut arguments: Vec<_> = operation
        .request_body
        .iter()
        .map(|_| "body".to_owned())
        .collect();
    let mut lowered = Vec::new();
    let mut sent = Vec::new();
    // Required parameters come first in the arguments.
    let mut parameters: Vec<_> = operation.parameters.iter().collect();
    parameters.sort_by_key(|parameter| (parameter.place, !parameter.required));
    for parameter in parameters {
        if let Some(obstacle) = obstacle(operation, parameter, &arguments) {
            let needed = parameter.required && parameter.place != ParameterLocation::Cookie;
            let consequence = if needed {
                ""
            } else {
                "; the client doesn't send it"
            };
            let message = format!(
                "progenitor can't send the {} parameter `{}`: {obstacle}{consequence}",
                parameter.place, parameter.name
            );
            context.warn(parameter.location, message);
            if needed {
                let what = format!("the {} parameter `{}`", parameter.place, parameter.name);
                operations::leave_out(context, operation, &what);
                return None;
            }
            continue;
        }
        arguments.push(names::field_name(parameter.name));
        lowered.push(ReferenceOr::Item(lower_one(context, parameter, id)));
        sent.push(parameter);
    }
    Some((lowered, sent))
}

/// Returns the reason why progenitor can't send the parameter at all.
fn obstacle(
    operation: &Operation<'_>,
    parameter: &Parameter<'_>,
    arguments: &[String],
) -> Option<String> {
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    match parameter.place {
        ParameterLocation::Cookie => {
            return Some("set cookies on the HTTP client it is given".to_owned());
        }
        ParameterLocation::Header if !parameter.name.bytes().all(token) => {
            return Some("that is not a field name (RFC 9110 §5.1)".to_owned());
        }
        ParameterLocation::Path if !operation.path.contains(&format!("{{{}}}", parameter.name)) => {
            return Some(format!("`{}` has no such variable", operation.path));
        }
        _ => {}
    }
    if let Some(style) = parameter
        .style
        .filter(|style| !supports_style(parameter.place, style))
    {
        return Some(format!("the style {style} is not known to it"));
    }
    let argument = names::field_name(parameter.name);
    arguments
        .contains(&argument)
        .then(|| format!("the method has another argument `{argument}`"))
}

/// Returns whether a value given as text can be sent in the style.
fn supports_style(place: ParameterLocation, style: &str) -> bool {
    match place {
        ParameterLocation::Path => ["simple", "label", "matrix"].contains(&style),
        ParameterLocation::Header => style == "simple",
        ParameterLocation::Query => ["form", "spaceDelimited", "pipeDelimited"].contains(&style),
        ParameterLocation::Cookie => false,
    }
}

fn lower_one<'d>(
    context: &mut Context<'d>,
    parameter: &Parameter<'d>,
    id: &str,
) -> openapiv3::Parameter {
    let node = context.document.find(&parameter.location.pointer);
    let as_declared = has_declared_serialization(context, parameter);
    let schema = parameter.schema.filter(|_| as_declared).map(|schema| {
        let preferred_name = format!("{}-{}", names::type_name(id), parameter.name);
        match parameter.place {
            // Paths and headers have no serialization for null.
            ParameterLocation::Path | ParameterLocation::Header => {
                schema::usage_without_null(context, schema, &names::type_name(&preferred_name))
            }
            _ => schema::usage(context, schema, &names::type_name(&preferred_name)),
        }
    });
    // A type without values can't be serialized; no caller has a value for it
    // either.
    let schema = schema.filter(|schema| !schema::is_never(context, schema));
    if schema.is_none() {
        let message = format!(
            "progenitor can't write the {} parameter `{}` in its form; the caller gives it as text",
            parameter.place, parameter.name
        );
        context.warn(parameter.location, message);
    }
    let schema =
        schema.unwrap_or_else(|| Object::from_iter([("type".to_owned(), json!("string"))]));
    let parameter_data = ParameterData {
        name: parameter.name.to_owned(),
        description: parameter.description.map(str::to_owned),
        required: parameter.required,
        deprecated: None,
        format: ParameterSchemaOrContent::Schema(schema::finished(
            context,
            schema,
            parameter.location,
        )),
        example: None,
        examples: Default::default(),
        explode: None,
        extensions: node.map(head::extensions).unwrap_or_default(),
    };
    match parameter.place {
        ParameterLocation::Path => openapiv3::Parameter::Path {
            parameter_data,
            style: Default::default(),
        },
        ParameterLocation::Header => openapiv3::Parameter::Header {
            parameter_data,
            style: Default::default(),
        },
        ParameterLocation::Query | ParameterLocation::Cookie => openapiv3::Parameter::Query {
            parameter_data,
            allow_reserved: false,
            style: Default::default(),
            allow_empty_value: None,
        },
    }
}

/// Returns whether progenitor serializes the values of the parameter as the
/// document declares.
pub(crate) fn has_declared_serialization(context: &Context<'_>, parameter: &Parameter<'_>) -> bool {
    let Some(schema) = parameter.schema.filter(|_| parameter.content.is_none()) else {
        return false;
    };
    let node = context.document.find(&parameter.location.pointer);
    let explode = node
        .and_then(|node| node.get("explode"))
        .and_then(|node| node.boolean());
    let shape = schema::shape(schema);
    match parameter.place {
        // Values are written by `Display` here, which for a time stamp differs from
        // RFC 3339.
        ParameterLocation::Path | ParameterLocation::Header => {
            shape == Shape::Scalar && parameter.style.is_none_or(|style| style == "simple")
        }
        _ => match shape {
            Shape::Scalar | Shape::Time => true,
            Shape::List | Shape::Flat => {
                explode != Some(false) && parameter.style.is_none_or(|style| style == "form")
            }
            Shape::Other => false,
        },
    }
}
