use dropshot::{
    ApiDescription, ApiDescriptionBuildErrors, RequestContext, ServerContext, StubContext,
};
use http::{HeaderMap, Method, StatusCode};
use openapi_dropshot::{
    BearerToken, CredentialKind, Credentials, DeclaredStatus, Document, EmitError,
    EmittedDocument, Endpoints, HandlerResult, HeaderForm, Hooks, Json, Operation,
    OperationResponse, Outcome, RangeStatus, Rejection, Report, RequestBody,
    RequestLimits, RequiredScheme, ResponseBuilder, ResponseHeader, ResponseSpec, Schema,
    SchemaError, SecurityRequirements, SecurityScheme, shape,
};

openapi_dropshot::generated_by!("1.0");

/// Plant Store 1.0.0: one function for each operation.
///
/// A service that stores plants
pub trait Api: Sized + 'static {
    /// The state that all operations share.
    type Context: ServerContext;

    /// The protection space of the challenges (RFC 9110 §11.5).
    const REALM: &'static str = "Plant Store";

    /// The principal of a `bearerAuth` credential.
    ///
    /// An opaque token, as `plant-store token create` prints it
    type BearerAuth: Send + Sync;

    /// Returns the principal of a `bearerAuth` credential, or `None` to refuse it.
    fn bearer_auth(
        rqctx: &RequestContext<Self::Context>,
        credential: BearerToken<'_>,
    ) -> impl Future<Output = Result<Option<Self::BearerAuth>, Rejection>> + Send;

    /// Returns the limits of the size of a request body, of the time to
    /// receive it, and of the memory for it.
    fn limits(rqctx: &RequestContext<Self::Context>) -> RequestLimits {
        RequestLimits::of(rqctx)
    }

    /// Returns whether responses are validated before they are sent.
    /// An invalid one is a defect of the service.
    fn validates_responses(_: &RequestContext<Self::Context>) -> bool {
        cfg!(debug_assertions)
    }

    /// Returns the status that reports a rejection, such as 422 for a body that
    /// its schema refuses. An operation that does not declare it sends another one.
    fn status_for(
        _: &RequestContext<Self::Context>,
        rejection: &Rejection,
    ) -> StatusCode {
        rejection.status()
    }

    /// Called once for each request to an operation whose credential and parameters
    /// are accepted, before the body is received: for rate limits, tenants and audits.
    /// After a rejection the function of the operation is not called.
    fn before_operation(
        _: &RequestContext<Self::Context>,
        _: Principals<'_, Self>,
        _: Call,
    ) -> impl Future<Output = Result<(), Rejection>> + Send {
        async { Ok(()) }
    }

    /// Called with the outcome of each request to an operation before the
    /// response is sent: for metrics, the log, and header fields that the
    /// document does not declare. Logs rejections unless it is implemented.
    fn on_response(
        rqctx: &RequestContext<Self::Context>,
        outcome: &Outcome<'_>,
        _: &mut HeaderMap,
    ) {
        outcome.log(&rqctx.log);
    }

    /// Returns the body of the response that reports a rejection with this status.
    fn error_for(rejection: &Rejection, status: StatusCode) -> types::Error;

    /// `POST /plants`
    ///
    /// Create a plant
    ///
    /// Stores a plant under the caller's id. A 200 is sent only when the
    /// plant is on stable storage.
    fn create_plant(
        rqctx: &RequestContext<Self::Context>,
        principal: Self::BearerAuth,
        body: types::NewPlant,
    ) -> impl Future<Output = Result<types::CreatePlantResponse, Rejection>> + Send;
}

/// An operation, with the parameters of a request to it.
#[allow(dead_code, reason = "a program need not use all of them")]
#[allow(clippy::enum_variant_names, reason = "the document names the operations")]
#[derive(Clone, Copy, Debug)]
pub enum Call {
    /// `POST /plants`
    CreatePlant,
}

/// The principals of a request, by security scheme.
#[allow(dead_code, reason = "a program need not use all of them")]
pub struct Principals<'r, A: Api> {
    /// The principal of a `bearerAuth` credential.
    pub bearer_auth: Option<&'r A::BearerAuth>,
}

impl<A: Api> Default for Principals<'_, A> {
    fn default() -> Self {
        Self { bearer_auth: None }
    }
}

/// The types of the document: parameters and responses of each operation, and
/// schemas.
#[allow(dead_code, reason = "a program need not use all of them")]
pub mod types {
    use openapi_dropshot::{EmittedSchema, RangeStatus, SchemaGenerator};
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    /// The responses that `createPlant` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum CreatePlantResponse {
        /// 200: The plant response
        Ok(Plant),
        /// 400: Unexpected error
        BadRequest(Error),
        /// 401: No credential, or one that is not accepted
        Unauthorized {
            /// The body.
            body: Error,
            /// How to authenticate (RFC 9110 §11.6.1, RFC 6750 §3)
            www_authenticate: String,
        },
        /// 5XX: The service could not do it
        ServerError {
            /// The status, one of the range.
            status: RangeStatus<5>,
            /// The body.
            body: Error,
            /// Seconds after which trying again can help (RFC 9110 §10.2.3)
            retry_after: Option<i32>,
        },
    }

    /// A plant and the number it is to be known by
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct NewPlant {
        /// The name of the plant
        pub name: String,
        /// Tag that specifies the type of the plant
        #[schemars(default, skip_serializing_if = "Option::is_none", with = "String")]
        pub tag: Option<String>,
        /// Identification number of the plant
        pub id: i64,
    }

    openapi_dropshot::object! {
        NewPlant { name: required, tag: optional, id: required }
    }

    impl NewPlant {
        /// Returns a value with the required members.
        pub fn new(name: impl Into<String>, id: i64) -> Self {
            Self {
                name: name.into(),
                tag: None,
                id,
            }
        }
    }

    /// What is known about a plant
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Plant {
        /// The name of the plant
        pub name: String,
        /// Tag that specifies the type of the plant
        #[schemars(default, skip_serializing_if = "Option::is_none", with = "String")]
        pub tag: Option<String>,
    }

    openapi_dropshot::object! {
        Plant { name: required, tag: optional }
    }

    impl Plant {
        /// Returns a value with the required members.
        pub fn new(name: impl Into<String>) -> Self {
            Self {
                name: name.into(),
                tag: None,
            }
        }
    }

    /// Why a request was not answered as asked
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Error {
        /// What went wrong, as a stable number
        pub error: ErrorCode,
        /// What went wrong, as a sentence
        pub message: String,
    }

    openapi_dropshot::object! {
        Error { error: required, message: required }
    }

    /// What went wrong, as a stable number
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(from = "i32", into = "i32")]
    pub enum ErrorCode {
        /// 100: the body is not one JSON document
        NotJson,
        /// 101: the body is not a `NewPlant`
        NotAPlant,
        /// 102: the content type is not `application/json`
        ContentType,
        /// 103: the body is larger than the limit
        TooLarge,
        /// 104: the body did not arrive in time
        TooSlow,
        /// 110: the id belongs to a different plant
        IdTaken,
        /// 200: no bearer credential
        NoCredential,
        /// 201: the credential is not accepted
        CredentialRefused,
        /// 300: the store cannot be reached or cannot write
        StoreUnavailable,
        /// 301: too much work is waiting
        Overloaded,
        /// 302: a defect of the service
        Defect,
        /// A value that the document does not list.
        Other(i32),
    }

    impl From<i32> for ErrorCode {
        fn from(value: i32) -> Self {
            match value {
                100 => Self::NotJson,
                101 => Self::NotAPlant,
                102 => Self::ContentType,
                103 => Self::TooLarge,
                104 => Self::TooSlow,
                110 => Self::IdTaken,
                200 => Self::NoCredential,
                201 => Self::CredentialRefused,
                300 => Self::StoreUnavailable,
                301 => Self::Overloaded,
                302 => Self::Defect,
                other => Self::Other(other),
            }
        }
    }

    impl From<ErrorCode> for i32 {
        fn from(value: ErrorCode) -> Self {
            match value {
                ErrorCode::NotJson => 100,
                ErrorCode::NotAPlant => 101,
                ErrorCode::ContentType => 102,
                ErrorCode::TooLarge => 103,
                ErrorCode::TooSlow => 104,
                ErrorCode::IdTaken => 110,
                ErrorCode::NoCredential => 200,
                ErrorCode::CredentialRefused => 201,
                ErrorCode::StoreUnavailable => 300,
                ErrorCode::Overloaded => 301,
                ErrorCode::Defect => 302,
                ErrorCode::Other(other) => other,
            }
        }
    }

    impl std::fmt::Display for ErrorCode {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            i32::from(*self).fmt(formatter)
        }
    }

    impl JsonSchema for ErrorCode {
        fn schema_name() -> String {
            "ErrorCode".to_owned()
        }

        fn is_referenceable() -> bool {
            false
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            generator.subschema_for::<i32>()
        }
    }
}

/// The functions that `#[dropshot::api_description]` generates for a trait, and
/// their parts.
#[allow(dead_code, reason = "a program need not call all of them")]
pub mod api_mod {
    use super::*;

    /// Returns the API that an implementation of [`Api`] serves.
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn api_description<A: Api>() -> Result<
        ApiDescription<A::Context>,
        ApiDescriptionBuildErrors,
    > {
        endpoints::<A>().api_description()
    }

    /// Returns the API without an implementation, for documents.
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn stub_api_description() -> Result<
        ApiDescription<StubContext>,
        ApiDescriptionBuildErrors,
    > {
        stub_endpoints().api_description()
    }

    /// Returns the document that dropshot emits, with what it cannot emit.
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn emitted_document() -> Result<EmittedDocument, EmitError> {
        stub_endpoints().emitted_document()
    }

    /// Compiles the schemas of requests. Otherwise each is compiled for the
    /// first request that needs it.
    ///
    /// # Errors
    /// A schema does not compile.
    pub fn compile_schemas() -> Result<(), SchemaError> {
        CREATE_PLANT_BODY.compile()?;
        Ok(())
    }

    /// Returns the endpoints of an implementation of [`Api`], to register
    /// them beside others or for a range of versions.
    pub fn endpoints<A: Api>() -> Endpoints<A::Context> {
        Endpoints::new("Plant Store", "1.0.0")
            .document(&DOCUMENT)
            .endpoint(&CREATE_PLANT_OPERATION, super::create_plant::<A>)
    }

    /// Returns the functions of the trait that are called for each operation.
    pub(super) fn hooks<A: Api>() -> Hooks<A::Context> {
        Hooks {
            validates_responses: A::validates_responses,
            status_for: A::status_for,
            on_response: A::on_response,
        }
    }

    /// Returns the endpoints without an implementation, to combine them for
    /// documents as [`endpoints`] are combined for a server.
    pub fn stub_endpoints() -> Endpoints<StubContext> {
        Endpoints::new("Plant Store", "1.0.0")
            .document(&DOCUMENT)
            .stub(&CREATE_PLANT_OPERATION)
    }
}

/// The credentials that operations require.
mod security {
    use super::*;

    /// The security scheme `bearerAuth`.
    const BEARER_AUTH_SCHEME: SecurityScheme = SecurityScheme {
        name: "bearerAuth",
        credential: CredentialKind::Http("Bearer"),
        object: "{\"description\":\"An opaque token, as `plant-store token create` prints it\",\"scheme\":\"bearer\",\"type\":\"http\"}",
    };

    /// A `security` of operations.
    pub(super) enum BearerAuthRequirement {}

    impl SecurityRequirements for BearerAuthRequirement {
        const ALTERNATIVES: &'static [&'static [RequiredScheme]] = &[
            &[
                RequiredScheme {
                    scheme: &BEARER_AUTH_SCHEME,
                    scopes: &[],
                },
            ],
        ];
    }

    impl BearerAuthRequirement {
        /// Returns the principal of a request, or the rejection of a request
        /// without an accepted credential.
        pub(super) async fn authorize<A: Api>(
            rqctx: &RequestContext<A::Context>,
        ) -> Result<A::BearerAuth, Rejection> {
            let mut credentials = Credentials::of::<Self, _>(rqctx, A::REALM);
            if let Some(credential) = credentials.bearer(&BEARER_AUTH_SCHEME) {
                let verified = A::bearer_auth(rqctx, credential).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(principal);
                }
            }
            Err(credentials.rejection())
        }

        /// Returns the principals of a request, by security scheme.
        pub(super) fn principals<A: Api>(
            principal: &A::BearerAuth,
        ) -> Principals<'_, A> {
            Principals {
                bearer_auth: Some(principal),
            }
        }
    }
}

impl OperationResponse for types::CreatePlantResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::Plant>("200"),
            ResponseSpec::json::<types::Error>("400"),
            ResponseSpec::json::<types::Error>("401")
                .header::<String>("WWW-Authenticate"),
            ResponseSpec::json::<types::Error>("5XX")
                .optional_header_with_schema(
                    "Retry-After",
                    |generator| shape::of::<i32>(generator, r#"{"minimum":0}"#),
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body).schema(&PLANT_SCHEMA)
            }
            Self::BadRequest(body) => {
                ResponseBuilder::json(StatusCode::BAD_REQUEST, &body)
                    .schema(&ERROR_SCHEMA)
            }
            Self::Unauthorized { body, www_authenticate } => {
                static HEADERS: [ResponseHeader; 1] = [
                    ResponseHeader::new(
                        "WWW-Authenticate",
                        HeaderForm::Text,
                        Schema::at(
                            &DOCUMENT,
                            "#/paths/~1plants/post/responses/401/headers/WWW-Authenticate/schema",
                        ),
                    ),
                ];
                ResponseBuilder::json(StatusCode::UNAUTHORIZED, &body)
                    .schema(&ERROR_SCHEMA)
                    .header(&HEADERS[0], &www_authenticate)
            }
            Self::ServerError { status, body, retry_after } => {
                static HEADERS: [ResponseHeader; 1] = [
                    ResponseHeader::new(
                        "Retry-After",
                        HeaderForm::Text,
                        Schema::at(
                            &DOCUMENT,
                            "#/paths/~1plants/post/responses/5XX/headers/Retry-After/schema",
                        ),
                    ),
                ];
                ResponseBuilder::json(status, &body)
                    .schema(&ERROR_SCHEMA)
                    .header(&HEADERS[0], &retry_after)
            }
        }
    }
}

impl types::CreatePlantResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Code(400) => {
                    Self::BadRequest(A::error_for(report.rejection, report.status))
                }
                DeclaredStatus::Code(401) => {
                    Self::Unauthorized {
                        www_authenticate: report
                            .rejection
                            .header_value("WWW-Authenticate")?,
                        body: A::error_for(report.rejection, report.status),
                    }
                }
                DeclaredStatus::Class(5) => {
                    Self::ServerError {
                        status: RangeStatus::new(report.status)?,
                        retry_after: report.rejection.header_value("Retry-After"),
                        body: A::error_for(report.rejection, report.status),
                    }
                }
                _ => return None,
            },
        )
    }
}

/// `POST /plants`
static CREATE_PLANT_OPERATION: Operation = Operation::new::<
    Json<types::NewPlant>,
    types::CreatePlantResponse,
>("createPlant", Method::POST, "/plants")
    .security::<security::BearerAuthRequirement>()
    .summary("Create a plant")
    .description(
        "Stores a plant under the caller's id. A 200 is sent only when the\nplant is on stable storage.\n",
    )
    .tags(&["plants"]);

async fn create_plant<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        let authorize = || security::BearerAuthRequirement::authorize::<A>(&rqctx);
        let principal = authorize().await?;
        let principals = security::BearerAuthRequirement::principals(&principal);
        A::before_operation(&rqctx, principals, Call::CreatePlant).await?;
        let received = body.read(&CREATE_PLANT_BODY, A::limits(&rqctx)).await?;
        let principal = body.reauthorized(principal, authorize).await?;
        A::create_plant(&rqctx, principal, received).await
    };
    let rejected = types::CreatePlantResponse::rejected::<A>;
    let response = CREATE_PLANT_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The schema of the body of `createPlant`.
static CREATE_PLANT_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1plants/post/requestBody/content/application~1json/schema",
);

/// The schema of a response body, at `#/components/schemas/Plant`.
static PLANT_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Plant");

/// The schema of a response body, at `#/components/schemas/Error`.
static ERROR_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Error");

/// The document. Its schemas validate requests and responses, and the emitted
/// document has its annotations.
static DOCUMENT: Document = Document::new(include_str!("openapi.json"));
