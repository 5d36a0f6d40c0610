//! Describes the methods of a client, for programs that generate calls of them.

use openapi_rust::print::Scope;
use openapi_rust::types::{Kind, Shape};
use openapiv3::{Operation, Parameter, ReferenceOr};

use crate::lower::answers::Side;
use crate::lower::{Inputs, Lowered};

/// A method of the generated client.
#[derive(Clone, Debug)]
pub struct Method {
    /// The name.
    pub name: String,
    /// The operation, such as `GET /things`.
    pub operation: String,
    /// The arguments. The body is called `body`.
    pub arguments: Vec<Argument>,
    /// The successful result.
    pub result: MethodResult,
}

/// An argument of a method.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The name.
    pub name: String,
    /// The type, of an optional argument that in `Option`.
    pub kind: ArgumentKind,
    /// Whether the argument is an `Option`.
    pub is_optional: bool,
}

/// The type of an argument. The paths begin in the module of the client.
#[derive(Clone, Debug)]
pub enum ArgumentKind {
    /// `&str`
    Str,
    /// A reference to a value of this type.
    Reference(String),
    /// A value of this type.
    Value(String),
    /// Bytes, or what else reqwest makes a body of.
    Bytes,
}

/// The successful result of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodResult {
    /// No body.
    Empty,
    /// The value of a body.
    Value,
    /// A value with the status, the headers and the body of a response.
    Answer,
    /// The bytes of a body.
    Bytes,
    /// A stream of items.
    Items,
    /// The upgraded connection.
    Upgraded,
}

/// Returns the methods of a client that has one argument for each parameter.
pub(crate) fn of(lowered: &Lowered) -> Vec<Method> {
    let operations = lowered.document.operations();
    let methods = operations.filter_map(|(path, _, operation)| {
        let id = operation.operation_id.as_ref()?;
        let described = lowered.operations.iter().find(|one| one.id == *id)?;
        Some(Method {
            name: id.clone(),
            operation: described.name.clone(),
            arguments: arguments(path, operation, lowered.inputs.get(id)),
            result: match &lowered.answers.get(id)?.successes {
                Side::Plain(None) | Side::Never => MethodResult::Empty,
                Side::Plain(Some(_)) => MethodResult::Value,
                Side::Stream(None) => MethodResult::Bytes,
                Side::Stream(Some(_)) => MethodResult::Items,
                Side::Upgraded => MethodResult::Upgraded,
                Side::Typed(_) => MethodResult::Answer,
            },
        })
    });
    methods.collect()
}

/// Returns the arguments in the order of progenitor: those of the path as they stand there, those
/// of the query and header fields by name, and the body.
fn arguments(path: &str, operation: &Operation, inputs: Option<&Inputs>) -> Vec<Argument> {
    let fields = inputs.into_iter().flat_map(|inputs| &inputs.parameters);
    let parameters = operation.parameters.iter().filter_map(ReferenceOr::as_item);
    let parameters = parameters.zip(fields).map(|(parameter, field)| {
        let name = &parameter.parameter_data_ref().name;
        let place = match parameter {
            Parameter::Path { .. } => (0, path.find(&format!("{{{name}}}")), ""),
            Parameter::Query { .. } => (1, None, name.as_str()),
            _ => (2, None, name.as_str()),
        };
        let argument = Argument {
            name: field.name.clone(),
            kind: kind(&field.shape),
            is_optional: !field.required,
        };
        (place, argument)
    });
    let body = operation.request_body.as_ref().and_then(ReferenceOr::as_item);
    let body = body.map(|body| {
        let kind = match inputs.and_then(|inputs| inputs.body.as_ref()) {
            Some(shape) => kind(shape),
            None if body.content.contains_key("text/plain") => {
                ArgumentKind::Value("String".to_owned())
            }
            None => ArgumentKind::Bytes,
        };
        Argument { name: "body".to_owned(), kind, is_optional: !body.required }
    });
    let mut arguments: Vec<_> = parameters.collect();
    arguments.sort_by_key(|(place, _)| *place);
    arguments.into_iter().map(|(_, argument)| argument).chain(body).collect()
}

fn kind(shape: &Shape) -> ArgumentKind {
    let text = Scope::root().for_client([]).shape(shape).to_string();
    match &shape.kind {
        _ if shape.nullable || shape.external.is_some() => ArgumentKind::Reference(text),
        Kind::String => ArgumentKind::Str,
        Kind::Boolean | Kind::Integer(_) | Kind::Number(_) => ArgumentKind::Value(text),
        _ => ArgumentKind::Reference(text),
    }
}
