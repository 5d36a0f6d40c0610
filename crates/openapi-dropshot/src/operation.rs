//! An operation of the document: where it is served, and what the emitted document says
//! about it.

use dropshot::{
    ApiEndpoint, ApiEndpointBodyContentType, ApiEndpointResponse, ApiEndpointVersions, Body,
    ExtractorMetadata, Header, HttpError, Path, Query, ServerContext, SharedExtractor, StubContext,
};
use http::{Method, Response};
use schemars::JsonSchema;

use crate::body::{MediaTypeSpec, RequestContent};
use crate::documented::{DocumentedError, DocumentedResult};
use crate::security::{Secured, SecurityRequirements};
use crate::{
    Documented, OperationResponse, ResponseSpec, Usual, Variables, Versions, contents, headers,
};

/// The result of a handler. It is never an error: rejections are declared responses.
pub type HandlerResult = Result<Response<Body>, HttpError>;

/// The media type by which dropshot chooses how it documents a body.
const CONTENT_TYPE: &str = "application/json";

/// An operation of the document.
///
/// ```
/// use http::Method;
/// use openapi_dropshot::{Operation, OperationResponse, ResponseBuilder, ResponseSpec};
///
/// struct Pong;
///
/// impl OperationResponse for Pong {
///     type Error = ();
///     fn declared() -> Vec<ResponseSpec> {
///         Vec::from([ResponseSpec::empty("204")])
///     }
///     fn into_builder(self) -> ResponseBuilder {
///         ResponseBuilder::empty(http::StatusCode::NO_CONTENT)
///     }
/// }
///
/// static PING: Operation =
///     Operation::new::<(), Pong>("ping", Method::GET, "/ping").summary("Answer");
/// ```
pub struct Operation {
    pub(crate) id: &'static str,
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    summary: Option<&'static str>,
    description: Option<&'static str>,
    tags: &'static [&'static str],
    deprecated: bool,
    pub(crate) versions: Option<&'static Versions>,
    /// Security and parameters, in the order in which dropshot emits them.
    inputs: [Option<Input>; 5],
    bodies: fn() -> Bodies,
}

/// Returns how an extractor documents an input.
type Input = fn(ApiEndpointBodyContentType) -> ExtractorMetadata;

/// The documentation of the types of the request body and of the responses.
struct Bodies {
    request: ExtractorMetadata,
    request_content: Vec<MediaTypeSpec>,
    responses: Vec<ResponseSpec>,
    contents: ApiEndpointResponse,
    /// An endpoint with the response and the error that dropshot emits.
    emitted: ApiEndpoint<StubContext>,
}

/// An operation, and what the emitted document has in addition.
pub(crate) struct RegisteredOperation<C: ServerContext> {
    pub endpoint: ApiEndpoint<C>,
    pub responses: Vec<ResponseSpec>,
    /// The media types of the request body, unless dropshot emits them.
    pub request: Vec<MediaTypeSpec>,
    /// The schemas of all media types.
    pub contents: ApiEndpointResponse,
}

impl Operation {
    /// Returns an operation with the request body `B` and the responses `R`.
    pub const fn new<B: RequestContent, R: OperationResponse + 'static>(
        id: &'static str,
        method: Method,
        path: &'static str,
    ) -> Self {
        Self {
            id,
            method,
            path,
            summary: None,
            description: None,
            tags: &[],
            deprecated: false,
            versions: None,
            inputs: [None; 5],
            bodies: bodies::<B, R>,
        }
    }

    /// Sets `summary`.
    #[must_use]
    pub const fn summary(mut self, summary: &'static str) -> Self {
        self.summary = Some(summary);
        self
    }

    /// Sets `description`.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    /// Sets `tags`.
    #[must_use]
    pub const fn tags(mut self, tags: &'static [&'static str]) -> Self {
        self.tags = tags;
        self
    }

    /// Sets `deprecated`.
    #[must_use]
    pub const fn deprecated(mut self) -> Self {
        self.deprecated = true;
        self
    }

    /// Sets the versions of the API that the service serves, one of which is that of a
    /// request.
    #[must_use]
    pub const fn versions(mut self, versions: &'static Versions) -> Self {
        self.versions = Some(versions);
        self
    }

    /// Sets `security`.
    #[must_use]
    pub const fn security<S: SecurityRequirements>(self) -> Self {
        self.input::<Secured<S>, 0>()
    }

    /// Sets the parameters in the path.
    #[must_use]
    pub const fn path_parameters<P: JsonSchema + 'static>(self) -> Self {
        self.input::<Documented<Path<Variables<P>>, P>, 1>()
    }

    /// Sets the parameters in the query.
    #[must_use]
    pub const fn query_parameters<P: JsonSchema + 'static>(self) -> Self {
        self.input::<Documented<Query<Usual<P>>, P>, 2>()
    }

    /// Sets the parameters in header fields.
    #[must_use]
    pub const fn header_parameters<P: JsonSchema + 'static>(self) -> Self {
        self.input::<Documented<Header<Usual<P>>, P>, 3>()
    }

    /// Sets the parameters in cookies, which dropshot knows only as header fields.
    #[must_use]
    pub const fn cookie_parameters<P: JsonSchema + 'static>(self) -> Self {
        self.input::<Documented<Header<Usual<P>>, P>, 4>()
    }

    const fn input<E: SharedExtractor, const INDEX: usize>(mut self) -> Self {
        self.inputs[INDEX] = Some(E::metadata);
        self
    }

    /// Returns the path in the document, with its variables.
    pub const fn path(&self) -> &'static str {
        self.path
    }

    pub(crate) fn stub(&self) -> ApiEndpoint<StubContext> {
        ApiEndpoint::new_for_types::<(), HandlerResult>(
            self.id.to_owned(),
            self.method.clone(),
            CONTENT_TYPE,
            self.path,
            ApiEndpointVersions::All,
        )
    }

    pub(crate) fn served<C: ServerContext, F>(
        &self,
        handler: impl Fn(dropshot::RequestContext<C>, crate::RequestBody) -> F + Send + Sync + 'static,
    ) -> ApiEndpoint<C>
    where
        F: Future<Output = HandlerResult> + Send + 'static,
    {
        ApiEndpoint::new(
            self.id.to_owned(),
            handler,
            self.method.clone(),
            CONTENT_TYPE,
            self.path,
            ApiEndpointVersions::All,
        )
    }

    /// Adds to an endpoint of the operation what dropshot emits for it.
    pub(crate) fn document<C: ServerContext>(
        &self,
        endpoint: ApiEndpoint<C>,
    ) -> RegisteredOperation<C> {
        let Bodies { request, request_content, responses, contents, emitted } = (self.bodies)();
        let inputs = self.inputs.iter().flatten();
        RegisteredOperation {
            endpoint: ApiEndpoint {
                parameters: inputs
                    .flat_map(|metadata| metadata(ApiEndpointBodyContentType::Json).parameters)
                    .chain(request.parameters)
                    .collect(),
                extension_mode: request.extension_mode,
                response: emitted.response,
                error: emitted.error,
                summary: self.summary.map(str::to_owned),
                description: self.description.map(str::to_owned),
                tags: self.tags.iter().map(|tag| (*tag).to_owned()).collect(),
                deprecated: self.deprecated,
                ..endpoint
            },
            responses,
            request: request_content,
            contents,
        }
    }
}

fn bodies<B: RequestContent, R: OperationResponse + 'static>() -> Bodies {
    let mut emitted = ApiEndpoint::new_for_types::<(), DocumentedResult<R>>(
        String::new(),
        Method::GET,
        CONTENT_TYPE,
        "/",
        ApiEndpointVersions::All,
    );
    if !DocumentedError::<R::Error>::has_body() {
        emitted.error = None;
    }
    Bodies {
        request: B::metadata(),
        request_content: B::declared(),
        responses: headers::declared::<R>(),
        contents: contents::metadata::<R, B>(),
        emitted,
    }
}
