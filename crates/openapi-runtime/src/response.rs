//! The responses that an operation declares, and their bytes.
//!
//! A generated enum has one variant for each declared response and implements
//! [`OperationResponse`]; an operation cannot answer in any other way. The
//! emitted document takes the declarations from the Rust types, through
//! dropshot's own conversion.

use bytes::Bytes;
use dropshot::{ApiEndpointResponse, HttpResponse, HttpResponseDeleted, HttpResponseOk};
use http::header::{CONTENT_TYPE, HeaderName};
use http::{HeaderValue, Response, StatusCode};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use serde::Serialize;

use crate::headers::DeclaredHeader;
use crate::{Rejection, Schema};

/// The responses that an operation declares.
pub trait OperationResponse: Sized + Send {
    /// The body that dropshot documents for errors, since it knows only one:
    /// that of the response to a defect. `()` if no error has a body.
    type Error: JsonSchema + Serialize + Send + Sync + 'static;

    /// Returns the declared responses, for the emitted document.
    fn declared() -> Vec<ResponseSpec>;

    /// Returns the response in the form that is sent.
    fn into_builder(self) -> ResponseBuilder;
}

/// A status of a declared range, such as `5XX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeStatus<const CLASS: u16>(StatusCode);

impl<const CLASS: u16> RangeStatus<CLASS> {
    /// Returns the status with this number; a status of another class does not
    /// compile.
    ///
    /// ```
    /// use openapi_runtime::RangeStatus;
    /// assert_eq!(RangeStatus::<5>::of::<503>().as_u16(), 503);
    /// ```
    /// ```compile_fail
    /// openapi_runtime::RangeStatus::<5>::of::<404>();
    /// ```
    pub const fn of<const CODE: u16>() -> Self {
        const { assert!(CODE / 100 == CLASS, "a status of another class") };
        match StatusCode::from_u16(CODE) {
            Ok(status) => Self(status),
            Err(_) => panic!("a status is 100 to 999"),
        }
    }

    /// Returns the status if it is of the class.
    pub fn new(status: StatusCode) -> Option<Self> {
        (status.as_u16() / 100 == CLASS).then_some(Self(status))
    }

    /// Returns the number.
    pub fn as_u16(self) -> u16 {
        self.0.as_u16()
    }
}

impl<const CLASS: u16> From<RangeStatus<CLASS>> for StatusCode {
    fn from(status: RangeStatus<CLASS>) -> Self {
        status.0
    }
}

/// One response that an operation declares.
pub struct ResponseSpec {
    /// `200`, `5XX` or `default`
    pub status: &'static str,
    pub(crate) headers: Vec<DeclaredHeader>,
    pub(crate) metadata: ApiEndpointResponse,
}

impl ResponseSpec {
    /// Returns a response with a JSON body of this type.
    pub fn json<T: JsonSchema + Serialize + Send + Sync + 'static>(
        status: &'static str,
        description: &'static str,
    ) -> Self {
        Self::described(
            status,
            description,
            HttpResponseOk::<T>::response_metadata(),
        )
    }

    /// Returns a response without a body.
    pub fn empty(status: &'static str, description: &'static str) -> Self {
        Self::described(
            status,
            description,
            HttpResponseDeleted::response_metadata(),
        )
    }

    fn described(
        status: &'static str,
        description: &'static str,
        metadata: ApiEndpointResponse,
    ) -> Self {
        let description = Some(description.to_owned());
        Self {
            status,
            headers: Vec::new(),
            metadata: ApiEndpointResponse {
                description,
                ..metadata
            },
        }
    }

    /// Adds a header that is always sent.
    #[must_use]
    pub fn header(
        self,
        name: &'static str,
        description: &'static str,
        schema: fn(&mut SchemaGenerator) -> schemars::schema::Schema,
    ) -> Self {
        self.with(DeclaredHeader {
            name,
            description,
            required: true,
            schema,
        })
    }

    /// Adds a header that may be absent.
    #[must_use]
    pub fn optional_header(
        self,
        name: &'static str,
        description: &'static str,
        schema: fn(&mut SchemaGenerator) -> schemars::schema::Schema,
    ) -> Self {
        self.with(DeclaredHeader {
            name,
            description,
            required: false,
            schema,
        })
    }

    fn with(mut self, header: DeclaredHeader) -> Self {
        self.headers.push(header);
        self
    }
}

/// A response before it is sent.
pub struct ResponseBuilder {
    response: Result<Response<Bytes>, Rejection>,
    schema: Option<&'static Schema>,
}

impl ResponseBuilder {
    /// Returns a response with a JSON body.
    pub fn json<T: Serialize>(status: impl Into<StatusCode>, body: &T) -> Self {
        let response = serde_json::to_vec(body).map(|bytes| {
            let mut response = Response::new(Bytes::from(bytes));
            *response.status_mut() = status.into();
            let content_type = HeaderValue::from_static("application/json");
            response.headers_mut().insert(CONTENT_TYPE, content_type);
            response
        });
        Self {
            response: response.map_err(Rejection::defect),
            schema: None,
        }
    }

    /// Returns a response without a body.
    pub fn empty(status: impl Into<StatusCode>) -> Self {
        let mut response = Response::new(Bytes::new());
        *response.status_mut() = status.into();
        Self {
            response: Ok(response),
            schema: None,
        }
    }

    /// Sets the schema of the body.
    #[must_use]
    pub fn schema(self, schema: &'static Schema) -> Self {
        Self {
            schema: Some(schema),
            ..self
        }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(self, name: &'static str, value: impl ToString) -> Self {
        let add = |mut response: Response<Bytes>| {
            let value = HeaderValue::from_str(&value.to_string()).map_err(Rejection::defect)?;
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(Rejection::defect)?;
            response.headers_mut().insert(name, value);
            Ok(response)
        };
        Self {
            response: self.response.and_then(add),
            ..self
        }
    }

    /// Adds a header if there is a value for it.
    #[must_use]
    pub fn optional_header(self, name: &'static str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.header(name, value),
            None => self,
        }
    }

    /// Returns the response, validated by its schema if asked to.
    ///
    /// # Errors
    /// [`Rejection::Defect`] if the body cannot be serialized, if its schema
    /// refuses it, or if a header has characters that a field cannot have.
    pub(crate) fn finish(self, validates: bool) -> Result<Response<Bytes>, Rejection> {
        let response = self.response?;
        if let Some(schema) = self.schema.filter(|_| validates) {
            let value = serde_json::from_slice(response.body()).map_err(Rejection::defect)?;
            let refused = |violations| {
                let status = response.status();
                Rejection::defect(format!(
                    "the schema of a {status} refuses its body: {violations}"
                ))
            };
            schema
                .validate(&value)
                .map_err(Rejection::defect)?
                .map_err(refused)?;
        }
        Ok(response)
    }
}
