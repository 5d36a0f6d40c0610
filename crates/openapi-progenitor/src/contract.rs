//! Finds what the description of a client's operations says about an operation, a status or a
//! schema.
//!
//! `request.rs` and `response.rs` validate.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use openapi_schema::{Document, Schema, SchemaError};
use reqwest::StatusCode;

use crate::{
    Credential, Interceptor, Operation, ParameterLocation, Response, SchemaPointer, Scheme, Status,
};

/// The default limit for the body of a response, 16 MiB.
const RESPONSE_LIMIT: usize = 16 << 20;

/// The operations of a document, against which requests and responses are
/// validated.
#[derive(Clone)]
pub struct Contract {
    api: &'static Api,
    pub(crate) response_limit: usize,
    pub(crate) timeout: Option<Duration>,
    /// The credentials by the names of their security schemes.
    credentials: Option<Arc<HashMap<String, Credential>>>,
    pub(crate) has_own_credentials: bool,
    pub(crate) interceptors: Vec<Arc<dyn Interceptor>>,
    #[cfg(feature = "middleware")]
    pub(crate) transport: Option<reqwest_middleware::ClientWithMiddleware>,
}

impl Contract {
    /// Creates the contract of these operations, with a limit of 16 MiB for the
    /// body of a response.
    pub const fn new(api: &'static Api) -> Self {
        Self {
            api,
            response_limit: RESPONSE_LIMIT,
            timeout: None,
            credentials: None,
            has_own_credentials: false,
            interceptors: Vec::new(),
            #[cfg(feature = "middleware")]
            transport: None,
        }
    }

    /// Sets the limit for the body of a response, in bytes. The limit doesn't apply
    /// to a body that the caller receives as a stream.
    #[must_use]
    pub const fn response_limit(mut self, response_limit: usize) -> Self {
        self.response_limit = response_limit;
        self
    }

    /// Sets the time-out for a call, from its beginning to the last byte of the
    /// response. Without one, the time-out of the `reqwest::Client` applies.
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets the credential of a security scheme of the document. The generated client has a
    /// method for each scheme, which takes what the scheme requires.
    #[must_use]
    pub fn credential(mut self, scheme: &str, credential: Credential) -> Self {
        let credentials = Arc::make_mut(self.credentials.get_or_insert_default());
        credentials.insert(scheme.to_owned(), credential);
        self
    }

    /// Adds what runs around each attempt to send a request, after those that were added
    /// before.
    #[must_use]
    pub fn interceptor(mut self, interceptor: impl Interceptor) -> Self {
        self.interceptors.push(Arc::new(interceptor));
        self
    }

    /// Leaves credentials to the HTTP client, or to a service that requires none: requests
    /// are sent without them.
    #[must_use]
    pub const fn own_credentials(mut self) -> Self {
        self.has_own_credentials = true;
        self
    }

    /// Compiles all schemas, which otherwise happens at the first use of each.
    ///
    /// # Errors
    /// The first schema that does not compile.
    pub fn compile(&self) -> Result<(), SchemaError> {
        self.api.schemas().values().try_for_each(|schema| schema.compile().map(|_| ()))
    }

    pub(crate) fn set_credential(&self, scheme: &str) -> Option<&Credential> {
        self.credentials.as_ref()?.get(scheme)
    }

    /// Returns the parameter that has the credential of a security scheme.
    pub(crate) fn place(&self, scheme: &str) -> Option<(ParameterLocation, &'static str)> {
        self.api.schemes.iter().find(|known| known.name == scheme)?.place
    }

    /// Returns the operation with progenitor's id.
    pub(crate) fn operation(&self, id: &str) -> Option<&'static Operation> {
        self.api.operations.iter().find(|operation| operation.id == id)
    }

    pub(crate) fn schema(&self, pointer: SchemaPointer) -> &'static Schema {
        &self.api.schemas()[pointer]
    }
}

// A client's `Debug` prints its contract, which would be as long as the document.
impl std::fmt::Debug for Contract {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Contract")
            .field("response_limit", &self.response_limit)
            .field("timeout", &self.timeout)
            .field("credentials", &self.credentials)
            .finish_non_exhaustive()
    }
}

/// The operations of a client, with the schemas of their document.
pub struct Api {
    document: &'static Document,
    schemes: &'static [Scheme],
    operations: &'static [Operation],
    schemas: OnceLock<HashMap<SchemaPointer, Schema>>,
}

impl Api {
    /// Describes operations whose schemas are those of the document.
    pub const fn new(
        document: &'static Document,
        schemes: &'static [Scheme],
        operations: &'static [Operation],
    ) -> Self {
        Self { document, schemes, operations, schemas: OnceLock::new() }
    }

    fn schemas(&'static self) -> &'static HashMap<SchemaPointer, Schema> {
        self.schemas.get_or_init(|| {
            let pointers = self.operations.iter().flat_map(Operation::schemas);
            pointers.map(|pointer| (pointer, Schema::at(self.document, pointer))).collect()
        })
    }
}

impl Operation {
    /// Returns the response for a status: declared for the status itself, for its
    /// class, or as default (OpenAPI 3.1 §4.8.16).
    pub(crate) fn response(&self, status: StatusCode) -> Option<&'static Response> {
        let declared = |status| self.responses.iter().find(|response| response.status == status);
        Status::covering(status.as_u16()).into_iter().find_map(declared)
    }
}
