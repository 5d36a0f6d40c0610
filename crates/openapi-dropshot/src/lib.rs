//! The runtime library of the servers that `openapi-dropshot-build` generates.
//!
//! A request passes these steps in order. dropshot's router finds the endpoint
//! ([`Endpoints`]). [`Operation::run`] checks what HTTP requires of any request,
//! [`Credentials`] extracts the credentials, [`read_parameters`] validates path, query,
//! header and cookies, [`RequestBody`] receives and validates the body, and the
//! service's own function returns one of the responses that the operation
//! declares. [`Operation::run`] turns that response, a [`Rejection`] or a panic
//! into bytes, and `finish` of the body decides whether the connection goes on.
//! The JSON Schemas that decide are those of the document ([`Schema`]); Rust
//! types only hold what the schemas have accepted.
//!
//! dropshot's own extractors document the types ([`Documented`]) and read
//! nothing; the reasons are at [`DocumentedResponse`]. A handler receives one extractor,
//! [`RequestBody`], and its [`Operation`] has the documentation. The emitted document is
//! dropshot's, completed by [`EmittedDocument`] where dropshot cannot express the document.
//!
//! [`OutgoingRequest`] sends webhooks and callbacks, through the HTTP client of the
//! application ([`Transport`]). [`page_selector`] and [`next_page`] are for lists in pages as
//! dropshot has them. [`testing`] is for the tests of a service.
//!
//! With the feature `reference`, a service can have a page that renders its document
//! (`Endpoints::reference`). With the feature `tracing`, each request to an operation has a
//! span by the conventions of OpenTelemetry, which continues the caller's trace.
//!
//! An operation sends no response that it does not declare, with one exception:
//! where the document declares none for a rejection, the answer is the bare
//! status, and the log has an error.

mod annotations;
mod body;
mod builder;
mod contents;
mod decode;
mod documented;
mod emitted;
mod endpoints;
mod headers;
mod items;
mod memory;
mod never;
mod operation;
mod outgoing;
mod pages;
mod parameters;
mod path;
mod protocol;
#[cfg(feature = "reference")]
mod reference;
mod rejection;
mod respond;
mod response;
mod routes;
mod schemas;
mod security;
pub mod shape;
pub mod testing;
#[cfg(feature = "tracing")]
mod trace;
mod unread;
mod versions;

pub use body::{
    BodyStream, FileContent, FilePart, FormField, Json, JsonBody, MediaTypeSpec, NoBody, Optional,
    RequestBody, RequestContent, RequestLimits, accepting_form, content_type,
};
pub use builder::{ResponseBuilder, ResponseHeader, WithContentType};
pub use bytes::Bytes;
pub use decode::json as decode_json;
pub use documented::{DocumentedError, DocumentedResponse, DocumentedResult};
pub use emitted::{EmitError, EmittedDocument};
pub use endpoints::Endpoints;
pub use http::{HeaderMap, Method, StatusCode};
pub use items::{Event, EventStream, JsonLines};
pub use memory::{BodyDisk, BodyMemory};
pub use never::Never;
pub use openapi_schema::http::{CredentialKind, HeaderForm, ItemFormat, Status as DeclaredStatus};
pub use openapi_schema::{
    Document, FieldContent, Schema, SchemaError, Violation, Violations, decoded_object,
    generated_by, object, tagged, texts, union,
};
pub use operation::{HandlerResult, Operation};
pub use outgoing::{OutgoingRequest, ReceivedResponse, SendError, Transport};
pub use pages::{next_page, page_selector};
pub use parameters::{
    Documented, FieldEncoding, Parameter, ParameterLocation, Style, Usual, ValueKind, Variables,
    both, read_parameters,
};
#[cfg(feature = "reference")]
pub use reference::swagger_ui;
pub use rejection::{Cause, Rejection, Report};
pub use respond::{Hooks, Outcome, ResponseOrigin};
pub use response::{OperationResponse, RangeStatus, ResponseSpec};
pub use schemars::r#gen::SchemaGenerator;
/// A schema of the emitted document.
pub use schemars::schema::Schema as EmittedSchema;
pub use security::{
    ApiKey, BasicCredentials, BearerToken, Challenges, Credentials, HttpCredential, RequiredScheme,
    Secured, SecurityRequirements, SecurityScheme,
};
pub use versions::{Conversion, Members, Versions, convert};
