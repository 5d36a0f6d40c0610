//! Operations, with a Rust type for every input and output.

mod parameters;
mod read;
mod response;
mod security;
mod serialization;

use openapi_model::{Method, ParameterLocation, Pointer, Status};

use crate::rejections::RejectionResponses;
use crate::types::{Field, Kind, Shape};
pub(crate) use serialization::{Serialization, ValueType};

/// All operations of a document.
#[derive(Debug)]
pub(crate) struct Service {
    pub title: String,
    pub version: String,
    pub description: Option<String>,
    pub schemes: Vec<Scheme>,
    pub endpoints: Vec<Endpoint>,
    /// The bodies of responses for rejections, which the service creates.
    pub error_bodies: Vec<ErrorBody>,
    /// The schemas of response bodies, by name.
    pub schemas: Vec<(String, Pointer)>,
}

impl Service {
    /// Returns whether a request or a response has a schema.
    pub fn has_schemas(&self) -> bool {
        let has_input = |one: &Endpoint| one.body.is_some() || !one.parameters.is_empty();
        !self.schemas.is_empty() || self.endpoints.iter().any(has_input)
    }

    /// Returns the names of the types that operations need beside their schemas.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        self.endpoints.iter().flat_map(|endpoint| {
            let parameters = endpoint.parameters.iter();
            let parameters = parameters.map(|parameters| parameters.type_name.as_str());
            parameters.chain([endpoint.response_name.as_str()])
        })
    }

    /// Returns the name of the trait's function that creates a body for a rejection.
    pub fn error_function(&self, shape: &Shape) -> &str {
        let body = self.error_bodies.iter().find(|body| body.shape == *shape);
        &body.expect("each body of a rejection is listed").function
    }
}

/// A body of a response for a rejection.
#[derive(Clone, Debug)]
pub(crate) struct ErrorBody {
    pub shape: Shape,
    /// The name of the trait's function that creates the body.
    pub function: String,
}

/// A bearer scheme that operations require.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    pub name: String,
    pub value_name: String,
    /// The associated type of the principal.
    pub type_name: String,
    /// The type that identifies the scheme in signatures.
    pub scheme_name: String,
    pub description: Option<String>,
}

/// The credential of an operation.
#[derive(Clone, Debug)]
pub(crate) struct Security {
    pub scheme: Scheme,
    pub required: bool,
}

/// The parameters of a location.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    pub location: ParameterLocation,
    pub type_name: String,
    pub fields: Vec<Field>,
    /// The source of each field.
    pub sources: Vec<ParameterSource>,
}

/// The text that a field of parameters is read from.
#[derive(Clone, Debug)]
pub(crate) struct ParameterSource {
    pub pointer: Pointer,
    pub serialization: Serialization,
    /// Whether an empty text is a parameter that is not sent.
    pub allows_empty: bool,
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
pub(crate) struct ResponseHeader {
    pub field: String,
    pub name: String,
    pub description: Option<String>,
    pub required: bool,
    /// The type of the variant's field, which is sent as is.
    pub kind: Kind,
    /// The type in the emitted document.
    pub shape: Shape,
}

/// A declared response.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub status: Status,
    pub variant: String,
    pub description: String,
    pub body: Option<Shape>,
    /// The name of the body's schema, in `Service::schemas`.
    pub schema: Option<String>,
    pub headers: Vec<ResponseHeader>,
}

/// An operation.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub id: String,
    pub method: Method,
    pub path: String,
    pub value_name: String,
    pub response_name: String,
    pub summary: Option<String>,
    pub description: Option<String>,
    pub tags: Vec<String>,
    pub deprecated: bool,
    pub security: Option<Security>,
    pub parameters: Vec<Parameters>,
    pub body: Option<RequestBody>,
    pub responses: Vec<Response>,
    pub rejections: RejectionResponses,
}
