//! What a document says of a client's operations, as generated tables.
//!
//! Only data, and finding one's way in it; what it means for a request or a
//! response is decided elsewhere.

use std::sync::LazyLock;

use openapi_schema::{Schema, SchemaError};
use reqwest::StatusCode;

/// The largest body of a response by default, 16 MiB.
const RESPONSE_LIMIT: usize = 16 << 20;

/// What requests and responses are held to.
#[derive(Clone, Copy)]
pub struct Contract {
    operations: &'static LazyLock<Vec<Operation>>,
    response_limit: usize,
}

impl Contract {
    /// The contract of these operations, with a limit of 16 MiB for the body of
    /// a response.
    pub const fn new(operations: &'static LazyLock<Vec<Operation>>) -> Self {
        Self {
            operations,
            response_limit: RESPONSE_LIMIT,
        }
    }

    /// The same with another limit, in bytes, for the body of a response. It
    /// doesn't hold for a body that the caller gets as a stream.
    #[must_use]
    pub const fn response_limit(self, response_limit: usize) -> Self {
        Self {
            response_limit,
            ..self
        }
    }

    /// Compiles all schemas, which otherwise happens when each is first needed.
    ///
    /// # Errors
    /// The first one that does not compile.
    pub fn compile(&self) -> Result<(), SchemaError> {
        self.operations
            .iter()
            .flat_map(Operation::schemas)
            .try_for_each(|schema| schema.compile().map(|_| ()))
    }

    pub(crate) fn limit(&self) -> usize {
        self.response_limit
    }

    /// The operation that progenitor calls by this id.
    pub(crate) fn operation(&self, id: &str) -> Option<&'static Operation> {
        self.operations.iter().find(|operation| operation.id == id)
    }
}

// A client's `Debug` prints its contract, which is as long as the document.
impl std::fmt::Debug for Contract {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Contract")
            .field("response_limit", &self.response_limit)
            .finish_non_exhaustive()
    }
}

/// An operation that the client has a method for.
pub struct Operation {
    /// The name of the method.
    pub id: &'static str,
    /// The path template, for example `/trees/{id}`.
    pub path: &'static str,
    /// The parameters that the client sends.
    pub parameters: Vec<Parameter>,
    /// The schema of the body, when that is sent as JSON.
    pub body: Option<Schema>,
    /// The responses it declares.
    pub responses: Vec<Response>,
}

impl Operation {
    /// The response for a status: its own, that of its class, or the default
    /// (OpenAPI 3.1 §4.8.16).
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
        let responses = self.responses.iter().flat_map(|response| {
            let headers = response.headers.iter().map(|header| header.schema.as_ref());
            let content = response.content.iter().map(|content| match &content.form {
                Form::Json(schema) => Some(schema),
                Form::AnyJson | Form::Stream => None,
            });
            headers.chain(content).flatten()
        });
        parameters.chain(&self.body).chain(responses)
    }
}

/// Where a parameter is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Place {
    Path,
    Query,
    Header,
}

/// A parameter of an operation.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Where it is sent.
    pub place: Place,
    /// Whether a request has to have it.
    pub required: bool,
    /// What its values must be.
    pub values: Values,
}

/// How the text of a parameter is judged.
pub enum Values {
    /// It stands for one value of this schema.
    One(Schema),
    /// It may be sent several times, and all together are an array of this
    /// schema; or once, for a value of it.
    Several(Schema),
    /// Not at all: it has a form that is not read here.
    Unjudged,
}

impl Values {
    fn schema(&self) -> Option<&Schema> {
        match self {
            Self::One(schema) | Self::Several(schema) => Some(schema),
            Self::Unjudged => None,
        }
    }
}

/// The statuses that a response stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// This one.
    Code(u16),
    /// All that begin with this digit.
    Class(u16),
    /// All.
    Default,
}

/// A response that an operation declares.
pub struct Response {
    /// The statuses it stands for, unless there is a narrower one.
    pub status: Status,
    /// Its headers.
    pub headers: Vec<Header>,
    /// The forms of its body that the client takes; none for a response without
    /// a body.
    pub content: Vec<MediaType>,
}

/// A header of a response.
pub struct Header {
    /// The field's name.
    pub name: &'static str,
    /// Whether the response has to have it.
    pub required: bool,
    /// What its value must be, unless that has a form that is not read here.
    pub schema: Option<Schema>,
}

/// A form of a body.
pub struct MediaType {
    /// A media type or range, without parameters.
    pub name: &'static str,
    /// How such a body is judged.
    pub form: Form,
}

/// How a body is judged.
pub enum Form {
    /// It is one JSON document that the schema accepts.
    Json(Schema),
    /// It is one JSON document.
    AnyJson,
    /// Not at all: the caller gets it as a stream.
    Stream,
}
