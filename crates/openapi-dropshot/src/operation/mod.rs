//! Operations, with a Rust type for everything that they take and give.

mod parameters;
mod read;
mod reply;
mod security;

use openapi_model::{Method, ParameterLocation, Pointer, Status};

use crate::faults::FaultAnswers;
use crate::names::value_name;
use crate::types::{Field, Kind, Shape};

/// Everything that is served.
#[derive(Debug)]
pub(crate) struct Service {
    pub title: String,
    pub version: String,
    pub description: Option<String>,
    pub schemes: Vec<Scheme>,
    pub endpoints: Vec<Endpoint>,
    /// The schemas of response bodies: names and where they stand.
    pub schemas: Vec<(String, Pointer)>,
}

/// A bearer scheme that operations ask for.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    pub name: String,
    pub value_name: String,
    /// The associated type of the principal.
    pub type_name: String,
    /// The type that names the scheme in signatures.
    pub scheme_name: String,
    pub description: Option<String>,
}

/// How an operation asks for a credential.
#[derive(Clone, Debug)]
pub(crate) struct Security {
    pub scheme: Scheme,
    pub required: bool,
}

/// The parameters of one place.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    pub place: ParameterLocation,
    pub type_name: String,
    pub fields: Vec<Field>,
    pub pointers: Vec<Pointer>,
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
pub(crate) struct ReplyHeader {
    pub field: String,
    pub name: String,
    pub description: Option<String>,
    pub required: bool,
    /// What the variant holds, which is written as it stands.
    pub kind: Kind,
    /// What is shown of it.
    pub shape: Shape,
}

/// A declared response.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub status: Status,
    pub variant: String,
    pub description: String,
    pub body: Option<Shape>,
    /// The name of the schema of the body, among the service's.
    pub schema: Option<String>,
    pub headers: Vec<ReplyHeader>,
}

/// An operation.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub id: String,
    pub method: Method,
    pub path: String,
    pub value_name: String,
    pub reply_name: String,
    pub summary: Option<String>,
    pub description: Option<String>,
    pub tags: Vec<String>,
    pub deprecated: bool,
    pub security: Option<Security>,
    pub parameters: Vec<Parameters>,
    pub body: Option<RequestBody>,
    pub replies: Vec<Reply>,
    pub faults: FaultAnswers,
}

/// The trait's method that makes a body of that type for a fault.
pub(crate) fn hook_name(type_name: &str) -> String {
    format!("{}_for", value_name(type_name))
}
