//! The endpoints of a document, and their registration with dropshot.

use dropshot::{
    ApiDescription, ApiDescriptionBuildErrors, ApiEndpoint, ApiEndpointVersions, ServerContext,
    StubContext,
};

use crate::documented::DocumentedError;
use crate::headers;
use crate::overlay::{Overlay, OverlayError};
use crate::routes;
use crate::{OperationResponse, ResponseSpec};

/// The endpoints of a document.
pub struct Endpoints<C: ServerContext> {
    title: &'static str,
    version: &'static str,
    endpoints: Vec<ApiEndpoint<C>>,
    responses: Vec<Vec<ResponseSpec>>,
}

impl<C: ServerContext> Endpoints<C> {
    /// Returns an API without endpoints, with `info.title` and `info.version`.
    pub fn new(title: &'static str, version: &'static str) -> Self {
        Self {
            title,
            version,
            endpoints: Vec::new(),
            responses: Vec::new(),
        }
    }

    /// Adds an endpoint whose operation declares the responses `R`.
    #[must_use]
    pub fn endpoint<R: OperationResponse + 'static>(
        mut self,
        mut endpoint: ApiEndpoint<C>,
    ) -> Self {
        if !DocumentedError::<R>::has_body() {
            endpoint.error = None;
        }
        self.endpoints.push(endpoint);
        self.responses.push(headers::declared::<R>());
        self
    }

    /// Restricts all endpoints to versions of the API, for a server with a
    /// `VersionPolicy` of dropshot.
    #[must_use]
    pub fn versions(mut self, versions: impl Fn() -> ApiEndpointVersions) -> Self {
        for endpoint in &mut self.endpoints {
            endpoint.versions = versions();
        }
        self
    }

    /// Adds the endpoints of another document, such as another version.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.endpoints.extend(other.endpoints);
        self.responses.extend(other.responses);
        self
    }

    /// Registers the endpoints beside others. Endpoints of several documents
    /// whose paths overlap are registered together ([`Endpoints::and`]), because
    /// dropshot's router panics at a literal beside a variable.
    ///
    /// # Errors
    /// All endpoints that dropshot refuses.
    pub fn register(self, api: &mut ApiDescription<C>) -> Result<(), ApiDescriptionBuildErrors> {
        let refused: Vec<_> = routes::registrable(self.endpoints)
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
    /// Returns what dropshot cannot emit of these endpoints.
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn overlay(self) -> Result<Overlay, OverlayError> {
        let operations = self.endpoints.into_iter().zip(self.responses);
        Overlay::new(self.title, self.version, operations.collect())
    }
}
