//! The responses that an operation declares, and their bytes.
//!
//! A generated enum has one variant for each declared response and implements
//! [`OperationResponse`]; an operation cannot answer in any other way. The
//! emitted document takes the declarations from the Rust types, through
//! dropshot's own conversion.

use dropshot::{ApiEndpointResponse, HttpResponse, HttpResponseDeleted, HttpResponseOk};
use http::{Response, StatusCode};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde::Serialize;

use crate::body::MediaTypeSpec;
use crate::builder::ResponseBuilder;

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

/// A response of an operation that the program reads while it runs.
impl OperationResponse for ResponseBuilder {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::new()
    }

    fn into_builder(self) -> ResponseBuilder {
        self
    }
}

/// A status of a declared range, such as `5XX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeStatus<const CLASS: u16>(StatusCode);

impl<const CLASS: u16> RangeStatus<CLASS> {
    /// Returns the status with this number; a status of another class does not
    /// compile.
    ///
    /// ```
    /// use openapi_dropshot::RangeStatus;
    /// assert_eq!(RangeStatus::<5>::of::<503>().as_u16(), 503);
    /// ```
    /// ```compile_fail
    /// openapi_dropshot::RangeStatus::<5>::of::<404>();
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

/// A header that a response declares.
pub(crate) struct DeclaredHeader {
    pub name: &'static str,
    pub required: bool,
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

/// One response that an operation declares. The emitted document has its description from
/// the embedded document.
pub struct ResponseSpec {
    /// `200`, `5XX` or `default`
    pub status: &'static str,
    pub(crate) headers: Vec<DeclaredHeader>,
    /// The media types, unless dropshot emits them.
    pub(crate) content: Vec<MediaTypeSpec>,
    pub(crate) metadata: ApiEndpointResponse,
}

impl ResponseSpec {
    /// Returns a response with a JSON body of this type.
    pub fn json<T: JsonSchema + Serialize + Send + Sync + 'static>(status: &'static str) -> Self {
        Self::new(status, HttpResponseOk::<T>::response_metadata())
    }

    /// Returns a response without a body.
    pub fn empty(status: &'static str) -> Self {
        Self::new(status, HttpResponseDeleted::response_metadata())
    }

    /// Returns a response with a body of other media types than `application/json`
    /// alone. dropshot documents it as any content.
    pub fn content(status: &'static str, content: impl Into<Vec<MediaTypeSpec>>) -> Self {
        Self {
            content: content.into(),
            ..Self::new(status, Response::<dropshot::Body>::response_metadata())
        }
    }

    fn new(status: &'static str, metadata: ApiEndpointResponse) -> Self {
        Self {
            status,
            headers: Vec::new(),
            content: Vec::new(),
            metadata: ApiEndpointResponse { description: None, ..metadata },
        }
    }

    /// Adds a header of this type that is always sent.
    #[must_use]
    pub fn header<T: JsonSchema>(self, name: &'static str) -> Self {
        self.header_with_schema(name, SchemaGenerator::subschema_for::<T>)
    }

    /// Adds a header of this type that may be absent.
    #[must_use]
    pub fn optional_header<T: JsonSchema>(self, name: &'static str) -> Self {
        self.optional_header_with_schema(name, SchemaGenerator::subschema_for::<T>)
    }

    /// Adds a header with this schema that is always sent.
    #[must_use]
    pub fn header_with_schema(
        self,
        name: &'static str,
        schema: fn(&mut SchemaGenerator) -> Schema,
    ) -> Self {
        self.with(name, true, schema)
    }

    /// Adds a header with this schema that may be absent.
    #[must_use]
    pub fn optional_header_with_schema(
        self,
        name: &'static str,
        schema: fn(&mut SchemaGenerator) -> Schema,
    ) -> Self {
        self.with(name, false, schema)
    }

    fn with(
        mut self,
        name: &'static str,
        required: bool,
        schema: fn(&mut SchemaGenerator) -> Schema,
    ) -> Self {
        self.headers.push(DeclaredHeader { name, required, schema });
        self
    }
}
