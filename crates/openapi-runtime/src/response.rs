//! Responses that an operation declares, and their bytes.
//!
//! A generated enum has one variant a declared response and implements
//! [`Reply`]; there is no other way to answer. What it declares is taken from
//! its Rust types, through dropshot's own conversion, for the emitted document.

use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use dropshot::{ApiEndpointResponse, HttpResponse, HttpResponseDeleted, HttpResponseOk};
use http::header::{CONTENT_TYPE, HeaderName};
use http::{HeaderValue, Response, StatusCode};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use serde::Serialize;

use crate::headers::DeclaredHeader;
use crate::{Fault, Schema};

/// The responses that an operation declares.
pub trait Reply: Sized + Send {
    /// What is declared, for the emitted document.
    fn declared() -> Vec<Declared>;

    /// The response as it goes out.
    fn into_answer(self) -> Answer;
}

/// A status of a declared range such as `5XX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeStatus<const CLASS: u16>(StatusCode);

impl<const CLASS: u16> RangeStatus<CLASS> {
    /// The status with that number; one of another class does not compile.
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

    /// The status, if it is of the class.
    pub fn new(status: StatusCode) -> Option<Self> {
        (status.as_u16() / 100 == CLASS).then_some(Self(status))
    }

    /// The number.
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
pub struct Declared {
    /// `200`, `5XX` or `default`
    pub status: &'static str,
    pub(crate) headers: Vec<DeclaredHeader>,
    pub(crate) metadata: ApiEndpointResponse,
}

impl Declared {
    /// A response with a JSON body of that type.
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

    /// A response without a body.
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

    /// The same with a header that is always sent.
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

    /// The same with a header that may be left out.
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

/// Whether response bodies are judged before they are sent.
static JUDGING: AtomicBool = AtomicBool::new(cfg!(debug_assertions));

/// Judges every response body by its schema before it is sent, or does not; one
/// that its schema refuses is a defect of the service. In debug builds this is
/// on from the start.
pub fn judge_responses(judging: bool) {
    JUDGING.store(judging, Ordering::Relaxed);
}

/// A response in the making.
pub struct Answer(Result<Response<Bytes>, Fault>);

impl Answer {
    /// A response with a JSON body.
    pub fn json<T: Serialize>(status: impl Into<StatusCode>, body: &T) -> Self {
        let bytes = serde_json::to_vec(body).map_err(Fault::defect);
        Self(bytes.map(|bytes| {
            let mut response = Response::new(Bytes::from(bytes));
            *response.status_mut() = status.into();
            let content_type = HeaderValue::from_static("application/json");
            response.headers_mut().insert(CONTENT_TYPE, content_type);
            response
        }))
    }

    /// The same, if the schema accepts the body, or nobody asked
    /// ([`judge_responses`]).
    #[must_use]
    pub fn judged_by(self, schema: &Schema) -> Self {
        if !JUDGING.load(Ordering::Relaxed) {
            return self;
        }
        Self(self.0.and_then(|response| {
            let value = serde_json::from_slice(response.body()).map_err(Fault::defect)?;
            let refused = |violations| {
                let status = response.status();
                Fault::defect(format!(
                    "the schema of a {status} refuses its body: {violations}"
                ))
            };
            schema
                .judge(&value)
                .map_err(Fault::defect)?
                .map_err(refused)?;
            Ok(response)
        }))
    }

    /// A response without a body.
    pub fn empty(status: impl Into<StatusCode>) -> Self {
        let mut response = Response::new(Bytes::new());
        *response.status_mut() = status.into();
        Self(Ok(response))
    }

    /// The same with a header.
    #[must_use]
    pub fn header(self, name: &'static str, value: impl ToString) -> Self {
        Self(self.0.and_then(|mut response| {
            let value = HeaderValue::from_str(&value.to_string()).map_err(Fault::defect)?;
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(Fault::defect)?;
            response.headers_mut().insert(name, value);
            Ok(response)
        }))
    }

    /// The same with a header, if there is a value for it.
    #[must_use]
    pub fn optional_header(self, name: &'static str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.header(name, value),
            None => self,
        }
    }

    /// The response.
    ///
    /// # Errors
    /// [`Fault::Defect`] when the body can't be serialized, or a header has
    /// characters that a field can't have.
    pub fn finish(self) -> Result<Response<Bytes>, Fault> {
        self.0
    }
}
