//! The generated tables that describe a client's operations.
//!
//! This module contains only data and lookups; `request.rs` and `response.rs`
//! validate.

use std::sync::LazyLock;
use std::time::Duration;

use openapi_validation::{Schema, SchemaError};
use reqwest::StatusCode;

use crate::{PathStyle, Style};

/// The default limit for the body of a response, 16 MiB.
const RESPONSE_LIMIT: usize = 16 << 20;

/// The operations of a document, against which requests and responses are
/// validated.
#[derive(Clone, Copy)]
pub struct Contract {
    operations: &'static LazyLock<Vec<Operation>>,
    response_limit: usize,
    timeout: Option<Duration>,
}

impl Contract {
    /// Creates the contract of these operations, with a limit of 16 MiB for the
    /// body of a response.
    pub const fn new(operations: &'static LazyLock<Vec<Operation>>) -> Self {
        Self {
            operations,
            response_limit: RESPONSE_LIMIT,
            timeout: None,
        }
    }

    /// Sets the limit for the body of a response, in bytes. The limit doesn't apply
    /// to a body that the caller receives as a stream.
    #[must_use]
    pub const fn response_limit(self, response_limit: usize) -> Self {
        Self {
            response_limit,
            ..self
        }
    }

    /// Sets the time-out for a call, from its beginning to the last byte of the
    /// response. Without one, the time-out of the `reqwest::Client` applies.
    #[must_use]
    pub const fn timeout(self, timeout: Duration) -> Self {
        Self {
            timeout: Some(timeout),
            ..self
        }
    }

    /// Compiles all schemas, which otherwise happens at the first use of each.
    ///
    /// # Errors
    /// The first schema that does not compile.
    pub fn compile(&self) -> Result<(), SchemaError> {
        self.operations
            .iter()
            .flat_map(Operation::schemas)
            .try_for_each(|schema| schema.compile().map(|_| ()))
    }

    pub(crate) fn limit(&self) -> usize {
        self.response_limit
    }

    pub(crate) fn call_timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Returns the operation with progenitor's id.
    pub(crate) fn operation(&self, id: &str) -> Option<&'static Operation> {
        self.operations.iter().find(|operation| operation.id == id)
    }
}

// A client's `Debug` prints its contract, which would be as long as the document.
impl std::fmt::Debug for Contract {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Contract")
            .field("response_limit", &self.response_limit)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// An operation with a client method.
pub struct Operation {
    /// The name of the method.
    pub id: &'static str,
    /// The path template, for example `/trees/{id}`.
    pub path: &'static str,
    /// The parameters that the client sends.
    pub parameters: Vec<Parameter>,
    /// The body, if it is validated.
    pub body: Option<RequestBody>,
    /// The content type of the body, unless progenitor writes it.
    pub content_type: Option<&'static str>,
    /// The declared responses.
    pub responses: Vec<Response>,
}

impl Operation {
    /// Returns the response for a status: declared for the status itself, for its
    /// class, or as default (OpenAPI 3.1 §4.8.16).
    pub(crate) fn response(&self, status: StatusCode) -> Option<&Response> {
        let code = status.as_u16();
        let from_narrow_to_wide = [
            Status::Code(code),
            Status::Class(code / 100),
            Status::Default,
        ];
        from_narrow_to_wide.into_iter().find_map(|status| {
            let mut responses = self.responses.iter();
            responses.find(|response| response.status == status)
        })
    }

    fn schemas(&self) -> impl Iterator<Item = &Schema> {
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
                Form::AnyJson | Form::Stream => None,
            });
            headers.chain(content).flatten()
        });
        parameters.chain(body).chain(fields).chain(responses)
    }
}

/// The body of a request.
pub enum RequestBody {
    /// JSON that the schema accepts.
    Json(Schema),
    /// `multipart/form-data`, made with [`MultipartForm`](crate::MultipartForm).
    Form(FormBody),
}

/// A body of `multipart/form-data`.
pub struct FormBody {
    /// The schema of the object whose members are the fields.
    pub schema: Option<Schema>,
    /// The declared fields.
    pub fields: Vec<FormField>,
}

/// A field of `multipart/form-data`.
pub struct FormField {
    /// The name.
    pub name: &'static str,
    /// The content of its parts.
    pub content: FieldContent,
    /// Whether the field is an array, with one part for each item.
    pub repeated: bool,
    /// The schema of the value, or of the array.
    pub schema: Schema,
}

/// The content of a field's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldContent {
    /// The text of a string, number or boolean.
    Text,
    /// JSON.
    Json,
    /// Bytes of one of these media types or ranges; of any, if there are none.
    File(&'static [&'static str]),
    /// The parts are not validated, because their serialization is not supported here.
    Unvalidated,
}

/// The location of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ParameterLocation {
    Path,
    Query,
    Header,
    /// progenitor writes it in a header with the prefix `Cookie-`.
    Cookie,
}

/// A parameter of an operation.
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The location.
    pub location: ParameterLocation,
    /// Whether a request must contain the parameter.
    pub required: bool,
    /// The validation of its values.
    pub values: Values,
    /// How it is written.
    pub style: Style,
}

/// The validation of a parameter's text.
pub enum Values {
    /// The parameter is a single value of this schema.
    One(Schema),
    /// The parameter may be sent several times, as the items of an array of this
    /// schema, or once, as a value of this schema.
    Several(Schema),
    /// The parameter is a text in this style, which represents a value of this schema.
    Styled(PathStyle, Schema),
    /// The parameter is not validated, because its serialization is not supported
    /// here.
    Unvalidated,
}

impl Values {
    fn schema(&self) -> Option<&Schema> {
        match self {
            Self::One(schema) | Self::Several(schema) | Self::Styled(_, schema) => Some(schema),
            Self::Unvalidated => None,
        }
    }
}

/// The statuses that a response covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A single status.
    Code(u16),
    /// All statuses that begin with this digit.
    Class(u16),
    /// All statuses.
    Default,
}

/// A declared response of an operation.
pub struct Response {
    /// The statuses that it covers, unless a more specific response does.
    pub status: Status,
    /// The headers.
    pub headers: Vec<Header>,
    /// The media types of the body that the client accepts; empty for a response
    /// without a body.
    pub content: Vec<MediaType>,
}

/// A header of a response.
pub struct Header {
    /// The field name.
    pub name: &'static str,
    /// Whether the response must contain the header.
    pub required: bool,
    /// The schema of the value, unless its serialization is not supported here.
    pub schema: Option<Schema>,
}

/// A media type of a body.
pub struct MediaType {
    /// The media type or range, without parameters.
    pub name: &'static str,
    /// The validation of such a body.
    pub form: Form,
}

/// The validation of a body.
pub enum Form {
    /// The body must be a JSON document that the schema accepts.
    Json(Schema),
    /// The body must be a JSON document.
    AnyJson,
    /// The body is a stream of items, each of which the schema must accept when it
    /// arrives.
    Items(ItemFormat, Option<Schema>),
    /// The body is not validated: the caller receives it as a stream.
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
