//! Validates the requests of a progenitor client, and the responses to them,
//! against the OpenAPI document from which the client is generated.
//!
//! The types that progenitor generates accept responses that the document forbids:
//! `null` for an absent member, an array for an object, a duplicate member, any
//! content type, a body of any size. A request may violate the document wherever a
//! rule goes beyond a Rust type. Therefore a [`Contract`] is placed between the
//! generated methods and the network. It contains the description of every [`Operation`]
//! that `openapi-progenitor-build` writes beside the client, and validates with the schemas
//! of the embedded document. A method then has one of four outcomes:
//!
//! - its value, or [`Error::ErrorResponse`](progenitor_client::Error): the document
//!   declares the response;
//! - `Error::UnexpectedResponse`: the response violates the document, or the generated type
//!   can't represent it, and [`InvalidResponse::of`] returns the reason;
//! - `Error::InvalidRequest`: the request violates the document, and was not sent;
//! - `Error::CommunicationError`: there was no complete response.
//!
//! [`CallError`] is made of any of these errors: its message and its causes say why the
//! call failed, and its [`Reason`] is matched on. [`Retry`] repeats a call whose failure
//! is transient.
//!
//! # Hooks
//! progenitor calls `pre` and `exec` of `ClientHooks`: `pre` validates the request, and `exec`
//! sends it. A hook can't reject a response with a reason and its body, and progenitor decodes
//! one type of success and one type of failure from the body alone. So the last expression of
//! each method is a call of [`Contract::answer`], which validates and decodes the response, or
//! of [`Contract::stream`], [`Contract::items`] or [`Contract::upgrade`]. [`answers!`] decodes
//! the variant of a status. Alternatives that were measured, and dropped: enums that typify
//! generates (85 ms of processor time in `cargo check` for an operation instead of 10), methods
//! that wrap those of progenitor (each parameter and each comment twice), and a response that
//! `exec` writes as one JSON object with its status and its headers, which is parsed twice more.
//!
//! # Use
//! `openapi_progenitor_build::build` in the `build.rs` of the client's package
//! generates the client with this description. The included `client.rs` contains `CONTRACT`,
//! the second argument of `Client::new`. With this argument every method validates
//! against the document.
//!
//! # Bodies
//! progenitor writes JSON, URL-encoded forms, bytes and text. A body that the document
//! declares as another media type is one of these in the generated method, and is
//! sent with the declared content type. [`MultipartForm`] is the body of
//! `multipart/form-data`, and [`StreamedForm`] the one whose files are sent as streams.
//!
//! # Streams
//! A method whose successes are JSON texts or server-sent events returns an
//! [`ItemStream`], a typed stream of items. Each item is validated when it arrives.
//!
//! # Cost
//! `cargo run --release -p openapi-progenitor --example cost_of_answers` prints what a small
//! valid response costs, beside decoding by progenitor alone.
//!
//! # What is not validated
//! - The values of parameters with `content` that are in no query. Only their presence
//!   is checked. Of the path styles `label` and `matrix`, which the caller writes, single
//!   values, arrays of them and objects with declared members are checked. Variables
//!   that share a segment of a path are not checked.
//! - Bodies of requests that are neither JSON nor `multipart/form-data`, and
//!   responses that the caller receives as a stream of bytes, whose size the caller has
//!   to limit.
//! - Fields of `multipart/form-data` whose `encoding` has a `style`, or whose schema
//!   allows values that are written differently, such as a text or an object. A form
//!   with such a field is not validated as a whole.
//! - The contents of the files of a [`StreamedForm`], of which names and media types are
//!   validated.
//! - Links.
//!
//! # Credentials
//! The generated client has a method for each security scheme, such as `with_bearer_auth`. A
//! credential is sent only with the operations that require it; of alternatives, the first
//! one that is set in whole, and before one that the HTTP client has to meet alone. Without any,
//! the request is not sent. After 401, a request whose [`TokenProvider`] has another token is sent
//! once more.
//!
//! # Interceptors and spans
//! An [`Interceptor`] runs around each attempt to send a request. With the feature `tracing`,
//! each attempt has a span by the conventions of OpenTelemetry, and the propagator of the
//! application writes its context into the request, such as `traceparent`.
//!
//! # Browsers
//! For `wasm32-unknown-unknown`, what needs a clock, timers or streams of uploads is left out:
//! [`Retry`], [`ClientCredentials`], [`StreamedForm`] and upgraded connections.
//!
//! This crate depends on no particular API, never shows the content of a response
//! or a credential in an error, and reads no more of a body than the limit.

mod answer;
mod call_error;
mod contract;
mod credentials;
mod form;
mod intercept;
mod invalid_response;
mod items;
mod media_type;
mod multipart;
mod operation;
mod pages;
mod platform;
mod request;
mod response;
#[cfg(not(target_arch = "wasm32"))]
mod retry;
mod style;
#[cfg(feature = "tracing")]
mod trace;
mod transport;
#[cfg(not(target_arch = "wasm32"))]
mod upload;
mod urlencoded;

pub use self::{
    answer::{
        Answer, Never, Null, Received, WriteError, Written, WrittenAnswer, serde, write_failure,
    },
    call_error::{CallError, Reason},
    contract::{Api, Contract},
    credentials::{Credential, CredentialError, Secret, Token, TokenProvider},
    intercept::{Call, Interceptor},
    invalid_response::InvalidResponse,
    items::{InvalidItem, ItemStream},
    multipart::MultipartForm,
    operation::{
        Form, FormBody, FormField, Header, MediaType, Operation, Parameter, RequestBody,
        Requirement, Response, SchemaPointer, Scheme, TextStyle, Values,
    },
    pages::pages,
    platform::http_client,
    request::if_set,
    style::QueryValue,
    urlencoded::form_urlencoded,
};
#[cfg(not(target_arch = "wasm32"))]
pub use self::{
    credentials::ClientCredentials,
    retry::Retry,
    upload::{StreamedForm, Upload},
};
pub use openapi_schema::http::{
    FieldEncoding, HeaderForm, ItemFormat, ParameterLocation, Status, Style, ValueKind,
};
pub use openapi_schema::{
    Document, FieldContent, Schema, SchemaError, Violation, Violations, decoded_object,
    generated_by, object, tagged, texts, union,
};
