//! The endpoints of a document, and their registration with dropshot.

use dropshot::{
    ApiDescription, ApiDescriptionBuildErrors, ApiEndpoint, ApiEndpointVersions, RequestContext,
    ServerContext, StubContext, semver::Version,
};

use crate::emitted::{DocumentEndpoint, EmitError, EmittedDocument, Info};
use crate::operation::RegisteredOperation;
use crate::routes;
use crate::{Document, HandlerResult, Operation, RequestBody, Versions};

/// The endpoints of a document, or of several.
pub struct Endpoints<C: ServerContext> {
    pub(crate) info: Info,
    pub(crate) endpoints: Vec<DocumentEndpoint<C>>,
}

impl<C: ServerContext> Endpoints<C> {
    /// Returns an API without endpoints, with `info.title` and `info.version`.
    pub fn new(title: &'static str, version: &'static str) -> Self {
        Self { info: Info { title, version, document: None }, endpoints: Vec::new() }
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

    /// Adds an operation with its handler, of which the document that dropshot emits says nothing:
    /// for one that is read while the program runs.
    #[must_use]
    pub fn undocumented<F>(
        mut self,
        operation: &Operation,
        handler: impl Fn(RequestContext<C>, RequestBody) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = HandlerResult> + Send + 'static,
    {
        self = self.endpoint(operation, handler);
        if let Some(DocumentEndpoint { operation: RegisteredOperation { endpoint, .. }, .. }) =
            self.endpoints.last_mut()
        {
            endpoint.parameters = routes::path_parameters(operation.path);
            endpoint.visible = false;
        }
        self
    }

    fn with(mut self, operation: &Operation, endpoint: ApiEndpoint<C>) -> Self {
        self.endpoints.push(DocumentEndpoint {
            info: self.info,
            operation: operation.document(endpoint),
            range: None,
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

    /// Restricts each operation to the versions from the first to before the second, by its
    /// `operationId`. Others are not served.
    #[must_use]
    pub fn served_from(mut self, ranges: &[(&str, &str, Option<&str>)]) -> Self {
        self.endpoints.retain_mut(|one| {
            let endpoint = &mut one.operation.endpoint;
            let mut ranges = ranges.iter();
            let range = ranges.find(|(operation, ..)| *operation == endpoint.operation_id);
            let range = range.and_then(|(_, since, until)| {
                let until = until.map(|until| until.parse().ok());
                Some((since.parse().ok()?, until.flatten()))
            });
            let versions = range.clone().and_then(|(since, until)| match until {
                None => Some(ApiEndpointVersions::from(since)),
                Some(until) => ApiEndpointVersions::from_until(since, until).ok(),
            });
            one.range = range;
            versions.map(|versions| endpoint.versions = versions).is_some()
        });
        self
    }

    /// Returns an API without a version policy, in which the path of a request begins with
    /// its version: `prefix` returns the beginning for a version, such as `/v1`. Generated
    /// code calls [`Endpoints::served_from`] before.
    ///
    /// # Errors
    /// All endpoints that dropshot refuses.
    pub fn by_prefix(
        self,
        versions: &'static Versions,
        prefix: impl Fn(&str) -> String,
    ) -> Result<ApiDescription<C>, ApiDescriptionBuildErrors> {
        let mut prefixed = Vec::new();
        for version in versions.served() {
            let parsed = version.parse::<Version>();
            let serves = |(since, until): &(Version, Option<Version>)| {
                let is_in = |version: &Version| {
                    since <= version && until.as_ref().is_none_or(|until| version < until)
                };
                parsed.as_ref().is_ok_and(is_in)
            };
            let served = self.endpoints.iter().filter(|one| one.range.as_ref().is_some_and(serves));
            let prefix = prefix(version);
            prefixed.extend(
                served.map(|one| versions.prefixed(&one.operation.endpoint, version, &prefix)),
            );
        }
        let mut api = ApiDescription::new();
        register(prefixed, &mut api)?;
        Ok(api)
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
        register(endpoints.collect(), api)
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

/// Registers endpoints, whose paths may overlap.
fn register<C: ServerContext>(
    endpoints: Vec<ApiEndpoint<C>>,
    api: &mut ApiDescription<C>,
) -> Result<(), ApiDescriptionBuildErrors> {
    let refused: Vec<_> = routes::registrable(endpoints)
        .into_iter()
        .filter_map(|endpoint| api.register(endpoint).err())
        .collect();
    match refused.as_slice() {
        [] => Ok(()),
        _ => Err(ApiDescriptionBuildErrors::new(refused)),
    }
}
