//! Operations, with a Rust type for every input and output.

mod content;
mod form;
mod header;
mod outgoing;
mod parameters;
mod read;
pub mod rejections;
mod response;
mod security;
mod serialization;

use openapi_document::{CredentialKind, Method, ParameterLocation, Pointer, Status};
use openapi_schema::http::{FormField, ItemFormat};

use crate::types::{Definition, Field, Kind, Shape};
pub use content::{item_format, syntax};
pub use form::field_encoding;
pub use openapi_schema::http::HeaderForm;
pub use outgoing::{ExpectedResponse, Sender};
pub use response::status_name;
pub use serialization::{Serialization, ValueType, style};

/// All operations of a document.
#[derive(Debug, Default)]
pub struct Service {
    pub title: String,
    pub version: String,
    /// Whether other versions of the document are served beside it.
    pub is_one_of_several: bool,
    pub description: Option<String>,
    pub schemes: Vec<Scheme>,
    pub requirements: Vec<Requirement>,
    pub endpoints: Vec<Endpoint>,
    /// The names of the functions for all operations of the document.
    pub operation_names: Vec<String>,
    /// The webhooks and callbacks.
    pub senders: Vec<Sender>,
    /// The bodies of responses for rejections, which the service creates.
    pub error_bodies: Vec<ErrorBody>,
    /// The responses that are structs.
    pub response_types: Vec<ResponseType>,
    /// The bodies of responses that are components, by the name of the component.
    pub response_bodies: Vec<(String, Content)>,
    /// The request bodies that are components.
    pub request_bodies: Vec<RequestBody>,
    /// The schemas of response bodies, by name.
    pub schemas: Vec<(String, Pointer)>,
}

impl Service {
    /// Returns the names of the types that operations need beside their schemas and principals.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        let outgoing = self.senders.iter().flat_map(Sender::type_names);
        let served = self.endpoints.iter().flat_map(|endpoint| {
            let parameters = endpoint.parameters.iter();
            let parameters = parameters.map(|parameters| parameters.type_name.as_str());
            let request = endpoint.body.iter();
            let request = request.flat_map(|body| {
                let form = body.content.alternatives.iter().flat_map(Alternative::form);
                let form = form.map(|definition| definition.name.as_str());
                form.chain([body.content_name.as_str()]).chain(body.content.type_name.as_deref())
            });
            let responses = endpoint.responses.iter();
            let responses = responses.filter_map(|one| one.content.as_ref()?.type_name.as_deref());
            parameters.chain([endpoint.response_name.as_str()]).chain(request).chain(responses)
        });
        let responses = self.response_types.iter().map(|one| one.name.as_str());
        served.chain(outgoing).chain(responses)
    }

    /// Returns the name of the trait's function that creates a response for a rejection.
    pub fn response_function(&self, type_name: &str) -> Option<&str> {
        self.response_types.iter().find(|one| one.name == type_name)?.function.as_deref()
    }

    /// Returns the responses that the service creates for rejections, each with the name of
    /// the trait's function.
    pub fn error_responses(&self) -> impl Iterator<Item = (&str, &ResponseType)> {
        self.response_types.iter().filter_map(|one| Some((one.function.as_deref()?, one)))
    }

    /// Returns the name of the trait's function that creates a body for a rejection.
    pub fn error_function(&self, shape: &Shape) -> &str {
        let body = self.error_bodies.iter().find(|body| body.shape == *shape);
        &body.expect("each body of a rejection is listed").function
    }
}

/// A body of a response for a rejection.
#[derive(Clone, Debug)]
pub struct ErrorBody {
    pub shape: Shape,
    /// The name of the trait's function that creates the body.
    pub function: String,
}

/// A response that is a struct: a component with headers, which operations share, or a
/// response for rejections with a header or a body that no rejection determines.
#[derive(Clone, Debug)]
pub struct ResponseType {
    pub name: String,
    /// The name of the trait's function that creates the response for a rejection, if no
    /// rejection determines it.
    pub function: Option<String>,
    /// The response of one of the operations that share it.
    pub response: Response,
    /// Whether code is generated that makes it from a rejection alone.
    pub is_reported: bool,
}

/// A security scheme that operations require.
#[derive(Clone, Debug)]
pub struct Scheme {
    pub name: String,
    /// The function of the trait that verifies a credential.
    pub value_name: String,
    /// The associated type of the principal.
    pub type_name: String,
    pub credential: CredentialKind,
    /// The Security Scheme Object, JSON.
    pub object: String,
    /// Whether the function receives the required scopes.
    pub has_scopes: bool,
    pub description: Option<String>,
}

impl Scheme {
    /// Returns whether two documents declare the same scheme.
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.name, &self.credential, self.has_scopes)
            == (&other.name, &other.credential, other.has_scopes)
    }
}

/// A distinct `security` of operations.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// The type that identifies the requirement.
    pub name: String,
    /// The alternatives: indices of schemes, with scopes. An empty one allows requests
    /// without a credential.
    pub alternatives: Vec<Vec<(usize, Vec<String>)>>,
    pub is_optional: bool,
    pub principals: Principals,
}

/// The principal of a request.
#[derive(Clone, Debug)]
pub enum Principals {
    /// That of a scheme.
    One(usize),
    /// An enum with a variant for each distinct set of schemes.
    Several { name: String, variants: Vec<(String, Vec<usize>)> },
}

/// The parameters of a location.
#[derive(Clone, Debug)]
pub struct Parameters {
    pub location: ParameterLocation,
    pub type_name: String,
    pub fields: Vec<Field>,
    /// The source of each field.
    pub sources: Vec<ParameterSource>,
}

/// The text that a field of parameters is read from, or one of a form.
#[derive(Clone, Debug)]
pub struct ParameterSource {
    pub name: String,
    pub required: bool,
    pub pointer: Pointer,
    pub serialization: Serialization,
    /// Whether an empty text is a parameter that is not sent.
    pub allows_empty: bool,
}

/// A request body.
#[derive(Clone, Debug)]
pub struct RequestBody {
    pub required: bool,
    pub content: Content,
    /// The name of the type that documents the media types.
    pub content_name: String,
    /// The component, if the body is one.
    pub component: Option<String>,
}

/// A body: its media types, at least one.
#[derive(Clone, Debug)]
pub struct Content {
    /// The name of the enum, if there are several media types.
    pub type_name: Option<String>,
    pub alternatives: Vec<Alternative>,
}

/// A media type of a body.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The media type or range as the document declares it.
    pub declared: String,
    /// The media type or range without `charset` and `boundary`.
    pub media_type: String,
    /// The Media Type Object.
    pub location: Pointer,
    /// The variant of the enum.
    pub variant: String,
    pub format: Format,
    /// The type of the value, or of each item of a stream.
    pub shape: Shape,
    /// The schema that validates the value, or each item of a stream.
    pub pointer: Option<Pointer>,
    /// The name of the schema of a response, in `Service::schemas`.
    pub schema: Option<String>,
    /// The type in the emitted document, if the media type has a schema.
    pub documented: Option<Shape>,
    /// The greatest length of bytes.
    pub max_length: Option<usize>,
}

/// How a body is written.
#[derive(Clone, Debug)]
pub enum Format {
    /// A JSON text.
    Json,
    /// A stream of items.
    Items(ItemFormat),
    /// The text of a scalar.
    Text,
    /// Any bytes.
    Binary,
    /// `application/x-www-form-urlencoded`
    Form(Vec<ParameterSource>),
    /// `multipart/form-data`, with the types of its parts together: a struct, or a union and those
    /// of its branches.
    Multipart(Vec<Part>, Vec<Definition>),
}

/// What handlers receive and return as a body.
#[derive(Clone, Copy, Debug)]
pub enum BodyKind {
    Value,
    Items(ItemFormat),
    Bytes,
}

impl Format {
    /// Returns what the body is to a handler.
    pub fn kind(&self) -> BodyKind {
        match self {
            Self::Json | Self::Text | Self::Form(_) | Self::Multipart(..) => BodyKind::Value,
            Self::Items(format) => BodyKind::Items(*format),
            Self::Binary => BodyKind::Bytes,
        }
    }

    /// Returns the name of the library's functions that read and write the format, and the content
    /// type of a response by them.
    pub fn function(&self) -> (&'static str, &'static str) {
        match self {
            Self::Json => ("json", "application/json"),
            Self::Items(format) if format.is_events() => ("events", "text/event-stream"),
            Self::Items(_) => ("json_lines", "application/jsonl"),
            Self::Text => ("text", "text/plain; charset=utf-8"),
            Self::Binary => ("binary", "application/octet-stream"),
            // Only requests have these.
            Self::Form(_) => ("form", ""),
            Self::Multipart(..) => ("multipart", ""),
        }
    }
}

/// A part of `multipart/form-data`. It has a schema if only one applies to it.
pub type Part = FormField<Pointer, String>;

impl Content {
    /// Returns the alternative that the response for a rejection has: JSON, or else a
    /// text.
    pub fn for_rejection(&self) -> Option<&Alternative> {
        let mut usable = self.alternatives.iter().filter(|one| !one.has_content_type());
        let json = usable.clone().find(|one| matches!(one.format, Format::Json));
        json.or_else(|| usable.find(|one| matches!(one.format, Format::Text)))
    }

    /// Returns whether a value is a stream, which is neither cloned nor compared.
    pub fn is_stream(&self) -> bool {
        self.alternatives.iter().any(|one| !matches!(one.format.kind(), BodyKind::Value))
    }

    /// Returns the only alternative if it is `application/json` of a type that dropshot
    /// documents.
    pub fn plain_json(&self) -> Option<&Alternative> {
        let [only] = self.alternatives.as_slice() else {
            return None;
        };
        let is_plain = only.media_type == "application/json" && only.shape.external.is_none();
        is_plain.then_some(only)
    }
}

impl Alternative {
    /// Returns the types of the parts of `multipart/form-data`; none if the body of another operation
    /// has them.
    pub fn form(&self) -> &[Definition] {
        match &self.format {
            Format::Multipart(_, definitions) => definitions,
            _ => &[],
        }
    }

    /// Returns whether a message states its content type, because the document declares a
    /// range.
    pub fn has_content_type(&self) -> bool {
        is_open(&self.media_type, matches!(self.format, Format::Json))
    }

    /// Returns the content type as it is sent.
    pub fn content_type(&self) -> String {
        let name = &self.media_type;
        match self.format {
            Format::Json if name.contains('*') => "application/json".to_owned(),
            Format::Text if name.starts_with("text/") && !name.contains(';') => {
                format!("{name}; charset=utf-8")
            }
            _ => name.clone(),
        }
    }
}

/// Returns whether who sends a body gives its content type, because the document declares a range.
/// JSON is sent as `application/json` if the range allows it.
pub fn is_open(media_type: &str, is_json: bool) -> bool {
    media_type.contains('*') && !(is_json && ["*/*", "application/*"].contains(&media_type))
}

/// A header of a declared response.
#[derive(Clone, Debug)]
pub struct ResponseHeader {
    pub field: String,
    pub name: String,
    pub description: Option<String>,
    pub required: bool,
    /// The type of the variant's field. An absent list is empty.
    pub shape: Shape,
    pub form: HeaderForm,
    /// The schema that validates the value, unless it is any text.
    pub pointer: Option<Pointer>,
    /// The type in the emitted document.
    pub documented: Shape,
}

impl ResponseHeader {
    /// Returns whether a rejection can have the value of the header.
    pub fn is_determined(&self) -> bool {
        let kind = Some(&self.shape.kind).filter(|_| self.shape.external.is_none());
        match self.name.to_lowercase().as_str() {
            "www-authenticate" => matches!(kind, Some(Kind::String)),
            "retry-after" => matches!(kind, Some(Kind::String | Kind::Integer(_))),
            _ => false,
        }
    }

    /// Returns whether the field of the variant may be `None`.
    pub fn is_optional(&self) -> bool {
        !self.required && !self.form.is_list()
    }
}

/// A declared response.
#[derive(Clone, Debug)]
pub struct Response {
    pub status: Status,
    pub variant: String,
    pub description: String,
    pub role: Role,
    /// The body in the document. See [`Response::body`].
    pub content: Option<Content>,
    pub headers: Vec<ResponseHeader>,
    /// The component, if the response is one.
    pub component: Option<String>,
    /// The name in `Service::response_types`, if the response is a struct.
    pub type_name: Option<String>,
}

/// How a response is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The handler returns it.
    Usual,
    /// The handler returns it without the body that the document declares, because
    /// HTTP does not allow one.
    Bodiless,
    /// HTTP itself sends it.
    Interim,
    /// The handler returns it, and the document does not declare it.
    Undeclared,
}

impl Response {
    /// Returns the body that is sent.
    pub fn body(&self) -> Option<&Content> {
        self.content.as_ref().filter(|_| self.role == Role::Usual)
    }

    /// Returns whether the variant of the response has named fields.
    pub fn has_fields(&self) -> bool {
        let has_headers = self.type_name.is_none() && !self.headers.is_empty();
        has_headers || !matches!(self.status, Status::Code(_))
    }

    /// Returns whether a rejection determines the headers, and the type of the body.
    pub fn is_determined(&self) -> bool {
        let mut required = self.headers.iter().filter(|header| header.required);
        required.all(ResponseHeader::is_determined)
            && self.body().is_none_or(|body| body.for_rejection().is_some())
    }
}

/// An operation.
#[derive(Debug)]
pub struct Endpoint {
    pub id: String,
    pub method: Method,
    pub path: String,
    pub value_name: String,
    /// The variant of the enum of operations.
    pub variant: String,
    pub response_name: String,
    pub summary: Option<String>,
    pub description: Option<String>,
    pub deprecation: Option<String>,
    pub tags: Vec<String>,
    pub deprecated: bool,
    /// The index of the requirement, in `Service::requirements`.
    pub security: Option<usize>,
    pub parameters: Vec<Parameters>,
    pub body: Option<RequestBody>,
    pub responses: Vec<Response>,
    /// The indices of the responses that can report a rejection.
    pub rejections: Vec<usize>,
}

impl Endpoint {
    /// Returns the request body, unless it is a component.
    pub fn own_request_body(&self) -> Option<&RequestBody> {
        self.body.as_ref().filter(|body| body.component.is_none())
    }

    /// Returns the bodies that are sent, each with its response, without those of
    /// components.
    pub fn own_response_bodies(&self) -> impl Iterator<Item = (&Response, &Content)> {
        let responses = self.responses.iter().filter(|one| one.component.is_none());
        responses.filter_map(|response| Some((response, response.body()?)))
    }

    /// Returns whether the service creates a response for a rejection, or its body.
    pub fn has_error_body(&self) -> bool {
        let mut responses = self.rejections.iter().map(|index| &self.responses[*index]);
        responses.any(|response| response.body().is_some() || !response.is_determined())
    }

    /// Returns whether the service creates a response for a rejection as a whole.
    pub fn has_error_response(&self) -> bool {
        let mut responses = self.rejections.iter().map(|index| &self.responses[*index]);
        responses.any(|response| !response.is_determined())
    }
}
