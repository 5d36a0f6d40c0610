//! Types by which dropshot documents the responses of an endpoint.
//!
//! dropshot documents an endpoint by the types in the signature of its handler. Its
//! own extractors and responses cannot read requests and send responses here: the
//! extractors accept requests that the document rejects and run concurrently, so
//! that a body may be read before the credential is checked; the responses support
//! a single success and no headers on errors (dropshot 0.18.0,
//! extractor/common.rs:168-171, handler.rs:366-378). The types here share only the
//! metadata of dropshot's types; a handler receives a [`RequestBody`](crate::RequestBody)
//! and returns a [`HandlerResult`](crate::HandlerResult).

use std::any::TypeId;
use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;

use dropshot::{
    ApiEndpointResponse, Body, ErrorStatusCode, HttpError, HttpResponse, HttpResponseError,
};
use http::{Response, StatusCode};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde::{Serialize, Serializer};

use crate::OperationResponse;
use crate::headers;

/// The documented result of a handler.
pub type DocumentedResult<R> =
    Result<DocumentedResponse<R>, DocumentedError<<R as OperationResponse>::Error>>;

/// A response, documented as the first success that `R` declares. It has no value.
pub struct DocumentedResponse<R> {
    never: Infallible,
    declared: PhantomData<fn() -> R>,
}

impl<R: OperationResponse + 'static> HttpResponse for DocumentedResponse<R> {
    fn to_result(self) -> Result<Response<Body>, HttpError> {
        match self.never {}
    }

    fn response_metadata() -> ApiEndpointResponse {
        let success = |status: &str| status.parse().ok().filter(StatusCode::is_success);
        let declared = headers::declared::<R>().into_iter();
        let first = declared.filter_map(|one| Some((success(one.status)?, one))).next();
        first.map_or_else(ApiEndpointResponse::default, |(status, declared)| ApiEndpointResponse {
            success: Some(status),
            ..declared.metadata
        })
    }

    fn status_code(&self) -> StatusCode {
        match self.never {}
    }
}

/// Documents the body `E` of declared errors. dropshot requires a conversion from
/// its own error; no extractor of this crate returns one.
///
/// dropshot emits one component for each Rust type of errors, so operations with
/// the same error body share it.
#[derive(Debug)]
pub struct DocumentedError<E> {
    error: HttpError,
    body: PhantomData<fn() -> E>,
}

impl<E: 'static> DocumentedError<E> {
    /// Whether declared errors have a body.
    pub(crate) fn has_body() -> bool {
        TypeId::of::<E>() != TypeId::of::<()>()
    }
}

impl<E> From<HttpError> for DocumentedError<E> {
    fn from(error: HttpError) -> Self {
        Self { error, body: PhantomData }
    }
}

impl<E> fmt::Display for DocumentedError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl<E> Serialize for DocumentedError<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.error.external_message)
    }
}

impl<E: JsonSchema> JsonSchema for DocumentedError<E> {
    fn schema_name() -> String {
        E::schema_name()
    }

    // By default this is the name, and the body of dropshot's own error has the
    // name `Error` and this default: types with equal ids are one schema.
    fn schema_id() -> Cow<'static, str> {
        E::schema_id()
    }

    fn is_referenceable() -> bool {
        E::is_referenceable()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        E::json_schema(generator)
    }
}

impl<E: JsonSchema + 'static> HttpResponseError for DocumentedError<E> {
    fn status_code(&self) -> ErrorStatusCode {
        self.error.status_code
    }
}
