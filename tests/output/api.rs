use dropshot::Method;
use http::{Response, StatusCode};
use openapi_runtime::{
    Answer, BearerToken, Body, Bytes, Challenge, Declared, Description, Document,
    Endpoint, Fault, Limits, RangeStatus, Reply, Request, Schema, SchemaError, authorize,
    json_body, respond, shape,
};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use serde::{Deserialize, Serialize};

/// Plant Store 1.0.0: one method for each operation.
///
/// A service that stores plants
pub trait Api: Send + Sync + Sized + 'static {
    /// Whom a `bearerAuth` credential belongs to.
    ///
    /// An opaque token, as `plant-store token create` prints it
    type BearerAuth: Send + Sync;

    /// What `WWW-Authenticate` says to a caller without a `bearerAuth` credential.
    const BEARER_AUTH: Challenge;

    /// Judges a `bearerAuth` credential; `None` refuses it.
    fn bearer_auth(
        &self,
        request: &Request,
        token: BearerToken<'_>,
    ) -> impl Future<Output = Result<Option<Self::BearerAuth>, Fault>> + Send;

    /// How much a caller may send, and how long that may take.
    fn limits(&self) -> Limits {
        Limits::default()
    }

    /// The `Error` for a request that its operation does not answer.
    fn error_for(fault: &Fault) -> Error;

    /// `POST /plants`
    ///
    /// Create a plant
    ///
    /// Stores a plant under the caller's id. A 200 is sent only when the
    /// plant is on stable storage.
    fn create_plant(
        &self,
        request: &Request,
        bearer_auth: Self::BearerAuth,
        body: NewPlant,
    ) -> impl Future<Output = Result<CreatePlantResponse, Fault>> + Send;
}

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
        /// The status, out of the range.
        status: RangeStatus<5>,
        /// The body.
        body: Error,
        /// Seconds after which trying again can help (RFC 9110 §10.2.3)
        retry_after: Option<i32>,
    },
}

impl Reply for CreatePlantResponse {
    fn declared() -> Vec<Declared> {
        Vec::from([
            Declared::json::<Plant>("200", "The plant response"),
            Declared::json::<Error>("400", "Unexpected error"),
            Declared::json::<Error>("401", "No credential, or one that is not accepted")
                .header(
                    "WWW-Authenticate",
                    "How to authenticate (RFC 9110 §11.6.1, RFC 6750 §3)",
                    SchemaGenerator::subschema_for::<String>,
                ),
            Declared::json::<Error>("5XX", "The service could not do it")
                .optional_header(
                    "Retry-After",
                    "Seconds after which trying again can help (RFC 9110 §10.2.3)",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i32>(),
                        serde_json::json!({ "minimum" : 0 }),
                    ),
                ),
        ])
    }

    fn into_answer(self) -> Answer {
        match self {
            Self::Ok(body) => {
                Answer::json(StatusCode::OK, &body).judged_by(&PLANT_SCHEMA)
            }
            Self::BadRequest(body) => {
                Answer::json(StatusCode::BAD_REQUEST, &body).judged_by(&ERROR_SCHEMA)
            }
            Self::Unauthorized { body, www_authenticate } => {
                Answer::json(StatusCode::UNAUTHORIZED, &body)
                    .judged_by(&ERROR_SCHEMA)
                    .header("WWW-Authenticate", www_authenticate)
            }
            Self::ServerError { status, body, retry_after } => {
                Answer::json(status, &body)
                    .judged_by(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
            }
        }
    }
}

impl CreatePlantResponse {
    /// The declared response to a request that the operation does not answer.
    fn refusal<A: Api>(fault: &Fault) -> Option<Self> {
        Some(
            match fault {
                Fault::Parameters(_)
                | Fault::NotJson(_)
                | Fault::Invalid(_)
                | Fault::Incomplete(_)
                | Fault::ContentType { .. }
                | Fault::TooLarge { .. }
                | Fault::TooSlow { .. } => Self::BadRequest(A::error_for(fault)),
                Fault::NoCredential(_) | Fault::CredentialRefused(_) => {
                    Self::Unauthorized {
                        body: A::error_for(fault),
                        www_authenticate: fault.challenge().unwrap_or_default(),
                    }
                }
                _ => {
                    Self::ServerError {
                        status: RangeStatus::new(fault.status())?,
                        body: A::error_for(fault),
                        retry_after: fault.retry_after(),
                    }
                }
            },
        )
    }
}

/// A plant and the number it is to be known by
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NewPlant {
    /// The name of the plant
    pub name: String,
    /// Tag that specifies the type of the plant
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub tag: Option<String>,
    /// Identification number of the plant
    pub id: i64,
}

/// What is known about a plant
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Plant {
    /// The name of the plant
    pub name: String,
    /// Tag that specifies the type of the plant
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub tag: Option<String>,
}

/// Why a request was not answered as asked
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Error {
    /// What went wrong, as a stable number
    pub error: ErrorCode,
    /// What went wrong, as a sentence
    pub message: String,
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

impl JsonSchema for ErrorCode {
    fn schema_name() -> String {
        "ErrorCode".to_owned()
    }

    fn is_referenceable() -> bool {
        false
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        generator.subschema_for::<i32>()
    }
}

/// All endpoints, to be served by an implementation of [`Api`], or shown
/// as dropshot emits them.
pub fn endpoints<A: Api>() -> Description<A> {
    Description::new("Plant Store", "1.0.0")
        .endpoint(
            Endpoint::new(
                    "createPlant",
                    Method::POST,
                    "/plants",
                    |api, request, body| {
                        Box::pin(create_plant::<A>(api, request, body))
                    },
                )
                .summary("Create a plant")
                .tag("plants")
                .bearer()
                .body::<NewPlant>()
                .answers::<CreatePlantResponse>(),
        )
}

/// Compiles the schemas that requests are judged by, which otherwise
/// happens when they are first needed.
///
/// # Errors
/// One does not compile.
pub fn compile_schemas() -> Result<(), SchemaError> {
    CREATE_PLANT_BODY.compile()?;
    Ok(())
}

async fn create_plant<A: Api>(
    api: &A,
    request: &Request,
    body: Body,
) -> Response<Bytes> {
    let operation = async {
        let token = authorize(request, A::BEARER_AUTH)?;
        let bearer_auth = api
            .bearer_auth(request, token)
            .await?
            .ok_or(Fault::CredentialRefused(A::BEARER_AUTH))?;
        let body = json_body(request, body, &CREATE_PLANT_BODY, api.limits()).await?;
        api.create_plant(request, bearer_auth, body).await
    };
    respond(request, operation, CreatePlantResponse::refusal::<A>).await
}

/// What the body of `createPlant` must be.
static CREATE_PLANT_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1plants/post/requestBody/content/application~1json/schema",
);

/// What a response body at `#/components/schemas/Plant` must be.
static PLANT_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Plant");

/// What a response body at `#/components/schemas/Error` must be.
static ERROR_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Error");

/// The document itself, whose schemas decide what is accepted.
static DOCUMENT: Document = Document::new(
    include_str!(concat!(env!("OUT_DIR"), "/openapi.json")),
);
