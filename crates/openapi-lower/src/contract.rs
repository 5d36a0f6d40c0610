//! Describes the operations of the client as far as the lowered document can't, so
//! that a client can validate requests and responses.
//!
//! Schemas are pointers into the source document, so no check of the client depends
//! on the lowering. The description covers exactly what the generated client sends
//! and accepts.

use openapi_model::{
    Header, MediaType, Operation, Parameter, ParameterLocation, Pointer, Response, Status,
};

use crate::bodies::is_json;
use crate::context::Context;
use crate::schema::{self, Shape};
use crate::{bodies, items, names, parameters};

/// An operation for which the client has a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractOperation {
    /// The name of the method.
    pub id: String,
    /// The path template, for example `/trees/{id}`.
    pub path: String,
    /// The parameters that the client sends.
    pub parameters: Vec<ContractParameter>,
    /// The body, if a client can validate it.
    pub body: Option<ContractBody>,
    /// The content type of the body, unless progenitor writes it.
    pub content_type: Option<String>,
    /// The declared responses.
    pub responses: Vec<ContractResponse>,
    /// The Rust type of the items, if the successes are streams of items: a path from the
    /// module of the client.
    pub item_type: Option<String>,
}

/// The body of an operation's requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContractBody {
    /// JSON of this schema.
    Json(Pointer),
    /// `multipart/form-data`.
    Multipart {
        /// The schema of the object whose members are the fields.
        schema: Option<Pointer>,
        /// The declared fields.
        fields: Vec<ContractField>,
    },
}

/// A field of `multipart/form-data`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractField {
    /// The name.
    pub name: String,
    /// The content of its parts.
    pub content: FieldContent,
    /// Whether the field is an array, with one part for each item.
    pub repeated: bool,
    /// The schema of the value, or of the array.
    pub schema: Pointer,
}

/// The content of a field's parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldContent {
    /// The text of a string, number or boolean.
    Text,
    /// JSON.
    Json,
    /// Bytes of one of these media types or ranges; of any, if there are none.
    File(Vec<String>),
    /// Otherwise, so that a client can't validate it.
    Unvalidated,
}

/// A parameter that the client sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractParameter {
    /// The name.
    pub name: String,
    /// The location. progenitor writes a cookie in a header with the prefix `Cookie-`.
    pub location: ParameterLocation,
    /// Whether every request contains a parameter with this name.
    pub required: bool,
    /// How progenitor writes the values.
    pub serialization: Serialization,
    /// How the values are sent.
    pub style: ContractStyle,
}

/// How the values of a parameter are sent, if not as progenitor writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContractStyle {
    /// As progenitor writes them.
    Progenitor,
    /// The items of an array with this text between them.
    Joined(&'static str),
    /// The names and values of these members with this text between them.
    Alternating(&'static str, Vec<String>),
    /// Each of these members as `name[member]`.
    DeepObject(Vec<String>),
}

/// How the values of a parameter are sent. The pointer is to the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Serialization {
    /// Once, as a single text.
    One(Pointer),
    /// Once for each item of an array, or once for a single value.
    Several(Pointer),
    /// In a path, as text in the style `label` or `matrix` that the caller writes.
    Styled {
        /// `label` or `matrix`.
        style: PathStyle,
        /// Whether each item or member is written by itself.
        explode: bool,
        /// The type of value.
        content: StyledContent,
        /// The schema.
        schema: Pointer,
    },
    /// Otherwise, so that a client can't validate them.
    Other,
}

/// A style of path parameters that begins with a delimiter (OpenAPI 3.1.1 §4.8.12.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStyle {
    /// `.blue`
    Label,
    /// `;color=blue`
    Matrix,
}

/// The type of value that a [`PathStyle`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StyledContent {
    /// A single word.
    One,
    /// The items of an array.
    Items,
    /// The members of an object.
    Members,
}

/// A declared response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractResponse {
    /// The statuses that it covers.
    pub status: Status,
    /// The headers.
    pub headers: Vec<ContractHeader>,
    /// The media types that the client accepts, without parameters; empty for a
    /// response without a body.
    pub content: Vec<(String, Content)>,
}

/// A header of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractHeader {
    /// The field name.
    pub name: String,
    /// Whether the response contains it always.
    pub required: bool,
    /// The schema, if the value is a single text.
    pub schema: Option<Pointer>,
}

/// A body that the client accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// JSON that the schema accepts.
    Json(Pointer),
    /// Any JSON.
    AnyJson,
    /// A stream of items that the schema accepts, of any if there is none.
    Items(ItemFormat, Option<Pointer>),
    /// Bytes, which the caller receives as a stream.
    Stream,
}

/// How the items of a stream are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemFormat {
    /// A JSON document in each line.
    Lines,
    /// Server-sent events, whose data is a JSON document.
    Events,
    /// Server-sent events, whose data is the text of a string.
    TextEvents,
}

/// Describes an operation that has a client method, with the parameters that the
/// client sends and the media types that it accepts.
pub(crate) fn operation(
    context: &Context<'_>,
    operation: &Operation<'_>,
    id: &str,
    sent: &[&Parameter<'_>],
    accepted: &[Vec<MediaType<'_>>],
    item_type: Option<String>,
) -> ContractOperation {
    let body = operation.request_body.as_ref();
    let responses = operation.responses.iter().zip(accepted);
    // Without a declared response, any status without a body is one.
    let undeclared = operation.responses.is_empty().then_some(ContractResponse {
        status: Status::Default,
        headers: Vec::new(),
        content: Vec::new(),
    });
    ContractOperation {
        id: names::field_name(id),
        path: operation.path.to_owned(),
        parameters: sent.iter().map(|sent| parameter(operation, sent)).collect(),
        body: body.and_then(|body| bodies::described(context, body)),
        content_type: operation
            .request_body
            .as_ref()
            .and_then(bodies::content_type),
        responses: responses
            .map(|(declared, accepted)| response(context, declared, accepted))
            .chain(undeclared)
            .collect(),
        item_type,
    }
}

fn parameter(operation: &Operation<'_>, parameter: &Parameter<'_>) -> ContractParameter {
    let style = parameters::style(operation, parameter);
    let schema = parameter.schema.filter(|_| style.is_some());
    let pointer = schema.map(|schema| schema.location().pointer.clone());
    let shape = schema.map(schema::shape);
    let serialization = match (shape, pointer) {
        (Some(Shape::Scalar | Shape::Time), Some(pointer)) => Serialization::One(pointer),
        (Some(Shape::List), Some(pointer)) => Serialization::Several(pointer),
        _ => styled(parameter).unwrap_or(Serialization::Other),
    };
    ContractParameter {
        name: parameter.name.to_owned(),
        location: parameter.place,
        // The members of an object are sent under their own names.
        required: parameter.required && shape != Some(Shape::Flat),
        serialization,
        style: style.unwrap_or(ContractStyle::Progenitor),
    }
}

/// Returns the serialization of a path parameter in the style `label` or `matrix`.
fn styled(parameter: &Parameter<'_>) -> Option<Serialization> {
    let style = match parameter.style? {
        "label" => PathStyle::Label,
        "matrix" => PathStyle::Matrix,
        _ => return None,
    };
    let schema = parameter.schema?;
    let content = match schema::shape(schema) {
        Shape::Scalar | Shape::Time => StyledContent::One,
        Shape::List => StyledContent::Items,
        Shape::Flat => StyledContent::Members,
        Shape::Other => return None,
    };
    Some(Serialization::Styled {
        style,
        explode: parameter.explode.unwrap_or(false),
        content,
        schema: schema.location().pointer.clone(),
    })
}

fn response(
    context: &Context<'_>,
    response: &Response<'_>,
    accepted: &[MediaType<'_>],
) -> ContractResponse {
    ContractResponse {
        status: response.status,
        headers: response
            .headers
            .iter()
            .map(|sent| header(context, sent))
            .collect(),
        content: accepted.iter().map(content).collect(),
    }
}

fn header(context: &Context<'_>, header: &Header<'_>) -> ContractHeader {
    let node = context.document.find(&header.location.pointer);
    let has_content = node.is_some_and(|node| node.get("content").is_some());
    let schema = header.schema.filter(|schema| {
        !has_content && matches!(schema::shape(*schema), Shape::Scalar | Shape::Time)
    });
    ContractHeader {
        name: header.name.to_owned(),
        required: header.required,
        schema: schema.map(|schema| schema.location().pointer.clone()),
    }
}

fn content(media_type: &MediaType<'_>) -> (String, Content) {
    let name = media_type.name.split(';').next().unwrap_or_default().trim();
    let schema = media_type.schema;
    let pointer = schema.map(|schema| schema.location().pointer.clone());
    let content = match (items::format(name, schema), pointer) {
        (Some(format), pointer) => Content::Items(format, pointer),
        (None, _) if !is_json(name) => Content::Stream,
        (None, Some(pointer)) => Content::Json(pointer),
        (None, None) => Content::AnyJson,
    };
    (name.to_owned(), content)
}
