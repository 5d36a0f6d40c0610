//! The endpoints of a document, and their registration with dropshot.

use dropshot::{
    ApiDescription, ApiDescriptionBuildErrors, ApiEndpoint, ApiEndpointVersions, RequestContext,
    ServerContext, StubContext,
};

use crate::emitted::{EmitError, EmittedDocument};
use crate::operation::RegisteredOperation;
use crate::routes;
use crate::{Document, HandlerResult, Operation, RequestBody};

/// The endpoints of a document, or of several.
pub struct Endpoints<C: ServerContext> {
    info: Info,
    endpoints: Vec<DocumentEndpoint<C>>,
}

/// The `info` of a document, and the document itself.
#[derive(Clone, Copy)]
pub(crate) struct Info {
    pub title: &'static str,
    pub version: &'static str,
    pub document: Option<&'static Document>,
}

/// An endpoint of a document.
pub(crate) struct DocumentEndpoint<C: ServerContext> {
    pub info: Info,
    pub operation: RegisteredOperation<C>,
}

impl<C: ServerContext> Endpoints<C> {
    /// Returns an API without endpoints, with `info.title` and `info.version`.
    pub fn new(title: &'static str, version: &'static str) -> Self {
        Self {
            info: Info {
                title,
                version,
                document: None,
            },
            endpoints: Vec::new(),
        }
    }

    /// Sets the embedded document of the endpoints that are added afterwards. The
    /// emitted document gets its descriptions of responses, examples, links, external
    /// documentation and other fields that only people and tools read.
    #[must_use]
    pub fn document(mut self, document: &'static Document) -> Self {
        self.info.document = Some(document);
        self
    }

    /// Adds an operation with its handler.
    #[must_use]
    pub fn endpoint<F>(
        self,
        operation: &Operation,
        handler: impl Fn(RequestContext<C>, RequestBody) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = HandlerResult> + Send + 'static,
    {
        self.with(operation, operation.served(handler))
    }

    fn with(mut self, operation: &Operation, endpoint: ApiEndpoint<C>) -> Self {
        self.endpoints.push(DocumentEndpoint {
            info: self.info,
            operation: operation.document(endpoint),
        });
        self
    }

    /// Restricts all endpoints to versions of the API, for a server with a
    /// `VersionPolicy` of dropshot.
    #[must_use]
    pub fn versions(mut self, versions: impl Fn() -> ApiEndpointVersions) -> Self {
        for one in &mut self.endpoints {
            one.operation.endpoint.versions = versions();
        }
        self
    }

    /// Adds the endpoints of another document, such as another version.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.endpoints.extend(other.endpoints);
        self
    }

    /// Registers the endpoints beside others. Endpoints of several documents
    /// whose paths overlap are registered together ([`Endpoints::and`]), because
    /// dropshot's router panics at a literal beside a variable.
    ///
    /// # Errors
    /// All endpoints that dropshot refuses.
    pub fn register(self, api: &mut ApiDescription<C>) -> Result<(), ApiDescriptionBuildErrors> {
        let endpoints = self.endpoints.into_iter().map(|one| one.operation.endpoint);
        let refused: Vec<_> = routes::registrable(endpoints.collect())
            .into_iter()
            .filter_map(|endpoint| api.register(endpoint).err())
            .collect();
        match refused.as_slice() {
            [] => Ok(()),
            _ => Err(ApiDescriptionBuildErrors::new(refused)),
        }
    }

    /// Returns an API with these endpoints alone.
    ///
    /// # Errors
    /// All endpoints that dropshot refuses.
    pub fn api_description(self) -> Result<ApiDescription<C>, ApiDescriptionBuildErrors> {
        let mut api = ApiDescription::new();
        self.register(&mut api)?;
        Ok(api)
    }
}

impl Endpoints<StubContext> {
    /// Adds an operation without a handler.
    #[must_use]
    pub fn stub(self, operation: &Operation) -> Self {
        self.with(operation, operation.stub())
    }

    /// Returns the additions to the document that dropshot emits for these
    /// endpoints. Endpoints of several documents are combined as they are for
    /// registration ([`Endpoints::and`]).
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn emitted_document(self) -> Result<EmittedDocument, EmitError> {
        EmittedDocument::new(self.info, self.endpoints)
    }
}
