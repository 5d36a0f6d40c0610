//! The description of a client's operations.
//!
//! `openapi-progenitor-build` makes the description and writes it into the generated
//! client as JSON; `contract.rs` reads it. The build script uses this module alone,
//! without the feature `client`.

use openapi_schema::http;
use serde::{Deserialize, Serialize};

/// An operation with a client method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operation {
    /// The name of the method.
    pub id: String,
    /// The path template, for example `/trees/{id}`.
    pub path: String,
    /// The parameters that the client sends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Parameter>,
    /// The body, if it is validated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<RequestBody>,
    /// The content type of the body, unless progenitor writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// The declared responses.
    pub responses: Vec<Response>,
    /// The alternative credentials, each with all of its requirements; none if no credential
    /// is required.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub security: Vec<Vec<Requirement>>,
}

impl Operation {
    /// Returns whether a success is declared.
    pub fn declares_successes(&self) -> bool {
        self.responses
            .iter()
            .any(|response| response.status.is_success())
    }

    /// The schemas with which requests and responses are validated.
    pub fn schemas(&self) -> impl Iterator<Item = &SchemaPointer> {
        let parameters = self.parameters.iter().filter_map(|p| p.values.schema());
        let (body, fields): (_, &[FormField]) = match &self.body {
            Some(RequestBody::Json(schema)) => (Some(schema), &[]),
            Some(RequestBody::Form(form)) => (form.schema.as_ref(), &form.fields),
            None => (None, &[]),
        };
        let fields = fields.iter().map(|field| &field.schema);
        let responses = self.responses.iter().flat_map(|response| {
            let headers = response.headers.iter().map(|header| header.schema.as_ref());
            let content = response.content.iter().map(|content| match &content.form {
                Form::Json(schema) => Some(schema),
                Form::Items(_, schema) => schema.as_ref(),
                Form::AnyJson | Form::Text | Form::Stream => None,
            });
            headers.chain(content).flatten()
        });
        parameters.chain(body).chain(fields).chain(responses)
    }
}

/// A security scheme of the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scheme {
    /// The name under `components/securitySchemes`.
    pub name: String,
    /// The place of its credential.
    pub kind: SchemeKind,
}

/// The place of a credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SchemeKind {
    /// A bearer token (RFC 6750).
    Bearer,
    /// A user and a password (RFC 7617).
    Basic,
    /// The parameter with this name.
    Key(ParameterLocation, String),
    /// The HTTP client sends it, such as a certificate.
    Other,
}

/// A required credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// The name of the security scheme.
    pub scheme: String,
    /// The required scopes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<String>,
}

/// The description of a client: what its generated code contains as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The security schemes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schemes: Vec<Scheme>,
    /// The operations with a method.
    pub operations: Vec<Operation>,
}

/// The place of a schema in the document: a JSON Pointer in URI fragment form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SchemaPointer(pub String);

/// The body of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestBody {
    /// JSON that the schema accepts.
    Json(SchemaPointer),
    /// `multipart/form-data`, which a caller makes with `MultipartForm`.
    Form(FormBody),
}

/// A body of `multipart/form-data`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormBody {
    /// The schema of the object whose members are the fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<SchemaPointer>,
    /// The declared fields.
    pub fields: Vec<FormField>,
}

/// A field of `multipart/form-data`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormField {
    /// The name.
    pub name: String,
    /// The content of its parts.
    pub content: FieldContent,
    /// Whether the field is an array, with one part for each item.
    pub repeated: bool,
    /// The schema of the value, or of the array.
    pub schema: SchemaPointer,
}

/// The content of a field's parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldContent {
    /// The text of a string, number or boolean.
    Text,
    /// JSON.
    Json,
    /// Bytes of one of these media types or ranges; of any, if there are none.
    File(Vec<String>),
    /// The parts are not validated, because their serialization is not supported here.
    Unvalidated,
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The location.
    pub location: ParameterLocation,
    /// Whether every request contains a parameter with this name.
    pub required: bool,
    /// The validation of its values.
    pub values: Values,
    /// How it is written.
    #[serde(default, skip_serializing_if = "Style::is_progenitor")]
    pub style: Style,
}

/// The location of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ParameterLocation {
    Path,
    Query,
    Header,
    /// progenitor writes it in a header with the prefix `Cookie-`.
    Cookie,
}

/// The validation of a parameter's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Values {
    /// The parameter is a single value of this schema.
    One(SchemaPointer),
    /// The parameter may be sent several times, as the items of an array of this
    /// schema, or once, as a value of this schema.
    Several(SchemaPointer),
    /// The parameter is a text in this style, which represents a value of this schema.
    Styled(PathStyle, SchemaPointer),
    /// The parameter is not validated, because its serialization is not supported
    /// here.
    Unvalidated,
}

impl Values {
    fn schema(&self) -> Option<&SchemaPointer> {
        match self {
            Self::One(schema) | Self::Several(schema) | Self::Styled(_, schema) => Some(schema),
            Self::Unvalidated => None,
        }
    }
}

/// The serialization of a path parameter that begins with a delimiter (OpenAPI 3.1.1
/// §4.8.12.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathStyle {
    /// `label` or `matrix`.
    pub style: http::Style,
    /// Whether each item or member is written by itself.
    pub explode: bool,
    /// The type of value.
    pub kind: http::ValueKind,
}

/// How a parameter is written, other than by progenitor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// As progenitor writes it.
    #[default]
    Progenitor,
    /// As one text of the items of an array, which are not exploded.
    Items(http::Style),
    /// As one text of these members of an object, which are not exploded, or by names with
    /// brackets (`deepObject`).
    Members(http::Style, Vec<String>),
}

impl Style {
    /// Returns whether progenitor writes the parameter.
    pub fn is_progenitor(&self) -> bool {
        *self == Self::Progenitor
    }
}

/// A declared response of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Response {
    /// The statuses that it covers, unless a more specific response does.
    pub status: Status,
    /// The headers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<Header>,
    /// The media types of the body that the client accepts; empty for a response
    /// without a body.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<MediaType>,
}

/// The statuses that a response covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A single status.
    Code(u16),
    /// All statuses that begin with this digit.
    Class(u16),
    /// All statuses.
    Default,
}

impl Status {
    /// Returns whether these are statuses of successes.
    pub fn is_success(self) -> bool {
        matches!(self, Self::Code(200..300) | Self::Class(2))
    }
}

/// A header of a response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The field name.
    pub name: String,
    /// Whether the response must contain the header.
    pub required: bool,
    /// The schema of the value, unless its serialization is not supported here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<SchemaPointer>,
}

/// A media type of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MediaType {
    /// The media type or range.
    pub name: String,
    /// The validation of such a body.
    pub form: Form,
}

/// The validation of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// The body must be a JSON document that the schema accepts.
    Json(SchemaPointer),
    /// The body must be a JSON document.
    AnyJson,
    /// The body is a stream of items, each of which the schema must accept when it
    /// arrives.
    Items(ItemFormat, Option<SchemaPointer>),
    /// The body is not validated: the caller receives a `String`, or a stream.
    Text,
    /// The body is not validated: the caller receives it as a stream, or as bytes.
    Stream,
}

/// How the items of a stream are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemFormat {
    /// A JSON document in each line.
    Lines,
    /// Server-sent events, whose data is a JSON document.
    Events,
    /// Server-sent events, whose data is the text of a string.
    TextEvents,
}
