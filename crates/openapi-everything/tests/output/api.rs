use std::collections::BTreeMap;
use dropshot::{
    ApiDescription, ApiDescriptionBuildErrors, ApiEndpoint, ApiEndpointVersions, Header,
    Method, Path, Query, RequestContext, ServerContext, StubContext,
};
use http::StatusCode;
use openapi_runtime::{
    Bearer, BearerToken, Challenge, Document, Documented, DocumentedResult, Endpoints,
    JsonBody, NoBody, Operation, OperationResponse, OptionalBearer, OptionalJsonBody,
    Overlay, OverlayError, Parameter, ParameterLocation, RangeStatus, Rejection,
    RequestLimits, ResponseBuilder, ResponseSpec, Schema, SchemaError, SecurityScheme,
    authorize, authorize_if_sent, parameters, shape,
};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use serde::{Deserialize, Deserializer, Serialize};

/// Everything 2026-11: one function for each operation.
///
/// What the generator handles, in one document
pub trait Api: Sized + 'static {
    /// The state that all operations share.
    type Context: ServerContext;

    /// The principal of a `token` credential.
    type Token: Send + Sync;

    /// The challenge of `WWW-Authenticate` for a caller without a `token` credential.
    const TOKEN: Challenge;

    /// Returns the principal of a `token` credential, or `None` to refuse it.
    fn token(
        rqctx: &RequestContext<Self::Context>,
        token: BearerToken<'_>,
    ) -> impl Future<Output = Result<Option<Self::Token>, Rejection>> + Send;

    /// Returns the size of a request body and the time to receive it.
    fn limits(rqctx: &RequestContext<Self::Context>) -> RequestLimits {
        RequestLimits::of(rqctx)
    }

    /// Returns whether response bodies are validated before they are sent.
    /// A body that its schema refuses becomes a defect of the service.
    fn validates_responses(_: &RequestContext<Self::Context>) -> bool {
        cfg!(debug_assertions)
    }

    /// Returns the `Error` for a request that its operation does not answer.
    fn error_for(rejection: &Rejection) -> Error;

    /// `GET /items`
    ///
    /// List items
    fn list_items(
        rqctx: &RequestContext<Self::Context>,
        token: Self::Token,
        query: ListItemsQuery,
        header: ListItemsHeader,
    ) -> impl Future<Output = Result<ListItemsResponse, Rejection>> + Send;

    /// `POST /items`
    ///
    /// Creates an item.
    ///
    /// Without a body, one with defaults.
    fn create_item(
        rqctx: &RequestContext<Self::Context>,
        token: Option<Self::Token>,
        body: Option<Item>,
    ) -> impl Future<Output = Result<CreateItemResponse, Rejection>> + Send;

    /// `GET /items/{item-id}`
    fn get_item(
        rqctx: &RequestContext<Self::Context>,
        path: GetItemPath,
    ) -> impl Future<Output = Result<GetItemResponse, Rejection>> + Send;

    /// `PUT /items/{item-id}`
    fn put_item(
        rqctx: &RequestContext<Self::Context>,
        token: Self::Token,
        path: PutItemPath,
        body: PutItemBody,
    ) -> impl Future<Output = Result<PutItemResponse, Rejection>> + Send;

    /// `PATCH /items/{item-id}`
    fn patch_item(
        rqctx: &RequestContext<Self::Context>,
        token: Self::Token,
        path: PatchItemPath,
        body: Patch,
    ) -> impl Future<Output = Result<PatchItemResponse, Rejection>> + Send;

    /// `DELETE /items/{item-id}`
    fn delete_items_item_id(
        rqctx: &RequestContext<Self::Context>,
        token: Self::Token,
        path: DeleteItemsItemIdPath,
    ) -> impl Future<Output = Result<DeleteItemsItemIdResponse, Rejection>> + Send;

    /// `HEAD /items/{item-id}`
    fn head_item(
        rqctx: &RequestContext<Self::Context>,
        token: Self::Token,
        path: HeadItemPath,
    ) -> impl Future<Output = Result<HeadItemResponse, Rejection>> + Send;

    /// `OPTIONS /items/{item-id}`
    fn options_item(
        rqctx: &RequestContext<Self::Context>,
        token: Self::Token,
        path: OptionsItemPath,
    ) -> impl Future<Output = Result<OptionsItemResponse, Rejection>> + Send;

    /// `POST /items/latest`
    fn latest(
        rqctx: &RequestContext<Self::Context>,
    ) -> impl Future<Output = Result<LatestResponse, Rejection>> + Send;

    /// `POST /items/latest/`
    fn latest_slash(
        rqctx: &RequestContext<Self::Context>,
    ) -> impl Future<Output = Result<LatestSlashResponse, Rejection>> + Send;

    /// `GET /items/{owner}/of/{part}`
    fn get_part(
        rqctx: &RequestContext<Self::Context>,
        path: GetPartPath,
    ) -> impl Future<Output = Result<GetPartResponse, Rejection>> + Send;
}

/// The security scheme `token`.
pub enum TokenScheme {}
impl SecurityScheme for TokenScheme {
    const NAME: &'static str = "token";
}

/// The responses that `listItems` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum ListItemsResponse {
    /// 200: The items
    Ok(ListItemsOk),
    /// default: What went wrong
    Otherwise {
        /// A status that is not declared otherwise.
        status: StatusCode,
        /// The body.
        body: Error,
        retry_after: Option<i64>,
        www_authenticate: Option<String>,
    },
}

impl OperationResponse for ListItemsResponse {
    type Error = Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<ListItemsOk>("200", "The items"),
            ResponseSpec::json::<Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        serde_json::json!({ "format" : null }),
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body)
                    .schema(&LIST_ITEMS_OK_SCHEMA)
            }
            Self::Otherwise { status, body, retry_after, www_authenticate } => {
                ResponseBuilder::json(status, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
        }
    }
}

impl ListItemsResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::error_for(rejection),
            retry_after: rejection.retry_after(),
            www_authenticate: rejection.challenge(),
        })
    }
}

/// The responses that `create-item` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum CreateItemResponse {
    /// 200: It was there already
    Ok(Item),
    /// 201: Created
    Created {
        /// The body.
        body: Item,
        location: String,
        /// How many more there can be
        x_remaining: Option<i64>,
        x_kind: Option<String>,
        x_tags: String,
        x_note: Option<String>,
        x_node: Option<String>,
    },
    /// 400: What went wrong
    BadRequest {
        /// The body.
        body: Error,
        retry_after: Option<i64>,
        www_authenticate: Option<String>,
    },
    /// 415: What went wrong
    UnsupportedMediaType {
        /// The body.
        body: Error,
        retry_after: Option<i64>,
        www_authenticate: Option<String>,
    },
    /// 422: Another shape of problem
    UnprocessableEntity(CreateItemUnprocessableEntity),
    /// 401: Refused, without a word
    Unauthorized,
    /// 5XX: What went wrong
    ServerError {
        /// The status, out of the range.
        status: RangeStatus<5>,
        /// The body.
        body: Error,
        retry_after: Option<i64>,
        www_authenticate: Option<String>,
    },
}

impl OperationResponse for CreateItemResponse {
    type Error = Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<Item>("200", "It was there already"),
            ResponseSpec::json::<Item>("201", "Created")
                .header("Location", "", SchemaGenerator::subschema_for::<String>)
                .optional_header(
                    "X-Remaining",
                    "How many more there can be",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        serde_json::json!({ "minimum" : 0 }),
                    ),
                )
                .optional_header("X-Kind", "", SchemaGenerator::subschema_for::<Kind>)
                .header(
                    "X-Tags",
                    "",
                    |generator| shape::with_keywords(
                        shape::array_of(
                            shape::with_keywords(
                                generator.subschema_for::<String>(),
                                serde_json::json!(
                                    { "x-json-schema" : { "not" : { "const" : "none" } } }
                                ),
                            ),
                        ),
                        serde_json::json!({ "minItems" : 1 }),
                    ),
                )
                .optional_header(
                    "X-Note",
                    "",
                    SchemaGenerator::subschema_for::<Option<String>>,
                )
                .optional_header("X-Node", "", SchemaGenerator::subschema_for::<Node>),
            ResponseSpec::json::<Error>("400", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        serde_json::json!({ "format" : null }),
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    SchemaGenerator::subschema_for::<String>,
                ),
            ResponseSpec::json::<Error>("415", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        serde_json::json!({ "format" : null }),
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    SchemaGenerator::subschema_for::<String>,
                ),
            ResponseSpec::json::<
                CreateItemUnprocessableEntity,
            >("422", "Another shape of problem"),
            ResponseSpec::empty("401", "Refused, without a word"),
            ResponseSpec::json::<Error>("5XX", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        serde_json::json!({ "format" : null }),
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body).schema(&ITEM_SCHEMA)
            }
            Self::Created {
                body,
                location,
                x_remaining,
                x_kind,
                x_tags,
                x_note,
                x_node,
            } => {
                ResponseBuilder::json(StatusCode::CREATED, &body)
                    .schema(&ITEM_SCHEMA)
                    .header("Location", location)
                    .optional_header("X-Remaining", x_remaining)
                    .optional_header("X-Kind", x_kind)
                    .header("X-Tags", x_tags)
                    .optional_header("X-Note", x_note)
                    .optional_header("X-Node", x_node)
            }
            Self::BadRequest { body, retry_after, www_authenticate } => {
                ResponseBuilder::json(StatusCode::BAD_REQUEST, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
            Self::UnsupportedMediaType { body, retry_after, www_authenticate } => {
                ResponseBuilder::json(StatusCode::UNSUPPORTED_MEDIA_TYPE, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
            Self::UnprocessableEntity(body) => {
                ResponseBuilder::json(StatusCode::UNPROCESSABLE_ENTITY, &body)
                    .schema(&CREATE_ITEM_UNPROCESSABLE_ENTITY_SCHEMA)
            }
            Self::Unauthorized => ResponseBuilder::empty(StatusCode::UNAUTHORIZED),
            Self::ServerError { status, body, retry_after, www_authenticate } => {
                ResponseBuilder::json(status, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
        }
    }
}

impl CreateItemResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(
            match rejection {
                Rejection::ClientError(error) if error.status_code.as_u16() == 415 => {
                    Self::UnsupportedMediaType {
                        body: A::error_for(rejection),
                        retry_after: rejection.retry_after(),
                        www_authenticate: rejection.challenge(),
                    }
                }
                Rejection::ClientError(error) if error.status_code.as_u16() == 401 => {
                    Self::Unauthorized
                }
                Rejection::Parameters(_)
                | Rejection::NotJson(_)
                | Rejection::Invalid(_)
                | Rejection::Incomplete(_)
                | Rejection::TooLarge { .. }
                | Rejection::TooSlow { .. }
                | Rejection::ClientError(_) => {
                    Self::BadRequest {
                        body: A::error_for(rejection),
                        retry_after: rejection.retry_after(),
                        www_authenticate: rejection.challenge(),
                    }
                }
                Rejection::ContentType { .. } => {
                    Self::UnsupportedMediaType {
                        body: A::error_for(rejection),
                        retry_after: rejection.retry_after(),
                        www_authenticate: rejection.challenge(),
                    }
                }
                Rejection::NoCredential(_) | Rejection::CredentialRefused(_) => {
                    Self::Unauthorized
                }
                _ => {
                    Self::ServerError {
                        status: RangeStatus::new(rejection.status())?,
                        body: A::error_for(rejection),
                        retry_after: rejection.retry_after(),
                        www_authenticate: rejection.challenge(),
                    }
                }
            },
        )
    }
}

/// The responses that `get_item` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum GetItemResponse {
    /// 200: The item
    Ok(Item),
    /// 404: There is none
    NotFound,
    /// 499: A status without a name
    Status499,
    /// 4XX: What went wrong
    ClientError {
        /// The status, out of the range.
        status: RangeStatus<4>,
        /// The body.
        body: Error,
        retry_after: Option<i64>,
        www_authenticate: Option<String>,
    },
    /// 5XX: What went wrong
    ServerError {
        /// The status, out of the range.
        status: RangeStatus<5>,
        /// The body.
        body: Error,
        retry_after: Option<i64>,
        www_authenticate: Option<String>,
    },
}

impl OperationResponse for GetItemResponse {
    type Error = Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<Item>("200", "The item"),
            ResponseSpec::empty("404", "There is none"),
            ResponseSpec::empty("499", "A status without a name"),
            ResponseSpec::json::<Error>("4XX", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        serde_json::json!({ "format" : null }),
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    SchemaGenerator::subschema_for::<String>,
                ),
            ResponseSpec::json::<Error>("5XX", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        serde_json::json!({ "format" : null }),
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body).schema(&ITEM_SCHEMA)
            }
            Self::NotFound => ResponseBuilder::empty(StatusCode::NOT_FOUND),
            Self::Status499 => ResponseBuilder::empty(RangeStatus::<4>::of::<499>()),
            Self::ClientError { status, body, retry_after, www_authenticate } => {
                ResponseBuilder::json(status, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
            Self::ServerError { status, body, retry_after, www_authenticate } => {
                ResponseBuilder::json(status, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
        }
    }
}

impl GetItemResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(
            match rejection {
                Rejection::ClientError(error) if error.status_code.as_u16() == 404 => {
                    Self::NotFound
                }
                Rejection::ClientError(error) if error.status_code.as_u16() == 499 => {
                    Self::Status499
                }
                Rejection::Parameters(_)
                | Rejection::NotJson(_)
                | Rejection::Invalid(_)
                | Rejection::Incomplete(_)
                | Rejection::ClientError(_) => {
                    Self::ClientError {
                        status: RangeStatus::new(rejection.status())?,
                        body: A::error_for(rejection),
                        retry_after: rejection.retry_after(),
                        www_authenticate: rejection.challenge(),
                    }
                }
                _ => {
                    Self::ServerError {
                        status: RangeStatus::new(rejection.status())?,
                        body: A::error_for(rejection),
                        retry_after: rejection.retry_after(),
                        www_authenticate: rejection.challenge(),
                    }
                }
            },
        )
    }
}

/// The responses that `putItem` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum PutItemResponse {
    /// 204: Done
    NoContent,
    /// default: What went wrong
    Otherwise {
        /// A status that is not declared otherwise.
        status: StatusCode,
        /// The body.
        body: Error,
        retry_after: Option<i64>,
        www_authenticate: Option<String>,
    },
}

impl OperationResponse for PutItemResponse {
    type Error = Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("204", "Done"),
            ResponseSpec::json::<Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        serde_json::json!({ "format" : null }),
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::NoContent => ResponseBuilder::empty(StatusCode::NO_CONTENT),
            Self::Otherwise { status, body, retry_after, www_authenticate } => {
                ResponseBuilder::json(status, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
        }
    }
}

impl PutItemResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::error_for(rejection),
            retry_after: rejection.retry_after(),
            www_authenticate: rejection.challenge(),
        })
    }
}

/// The responses that `patchItem` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum PatchItemResponse {
    /// 2XX: Patched
    Success {
        /// The status, out of the range.
        status: RangeStatus<2>,
        /// The body.
        body: Patch,
    },
    /// default: What went wrong
    Otherwise {
        /// A status that is not declared otherwise.
        status: StatusCode,
        /// The body.
        body: Error,
        retry_after: Option<i64>,
        www_authenticate: Option<String>,
    },
}

impl OperationResponse for PatchItemResponse {
    type Error = Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<Patch>("2XX", "Patched"),
            ResponseSpec::json::<Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        serde_json::json!({ "format" : null }),
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Success { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PATCH_SCHEMA)
            }
            Self::Otherwise { status, body, retry_after, www_authenticate } => {
                ResponseBuilder::json(status, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
        }
    }
}

impl PatchItemResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::error_for(rejection),
            retry_after: rejection.retry_after(),
            www_authenticate: rejection.challenge(),
        })
    }
}

/// The responses that `delete_items_item_id` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum DeleteItemsItemIdResponse {
    /// 204: Gone
    NoContent,
    /// 303: Look there
    SeeOther { location: String },
    /// default: What went wrong
    Otherwise {
        /// A status that is not declared otherwise.
        status: StatusCode,
        /// The body.
        body: Error,
        retry_after: Option<i64>,
        www_authenticate: Option<String>,
    },
}

impl OperationResponse for DeleteItemsItemIdResponse {
    type Error = Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("204", "Gone"),
            ResponseSpec::empty("303", "Look there")
                .header("Location", "", SchemaGenerator::subschema_for::<String>),
            ResponseSpec::json::<Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        serde_json::json!({ "format" : null }),
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::NoContent => ResponseBuilder::empty(StatusCode::NO_CONTENT),
            Self::SeeOther { location } => {
                ResponseBuilder::empty(StatusCode::SEE_OTHER)
                    .header("Location", location)
            }
            Self::Otherwise { status, body, retry_after, www_authenticate } => {
                ResponseBuilder::json(status, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
        }
    }
}

impl DeleteItemsItemIdResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::error_for(rejection),
            retry_after: rejection.retry_after(),
            www_authenticate: rejection.challenge(),
        })
    }
}

/// The responses that `headItem` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum HeadItemResponse {
    /// 200: It is there
    Ok,
    /// default: It is not
    Otherwise {
        /// A status that is not declared otherwise.
        status: StatusCode,
    },
}

impl OperationResponse for HeadItemResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("200", "It is there"),
            ResponseSpec::empty("default", "It is not"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok => ResponseBuilder::empty(StatusCode::OK),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl HeadItemResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

/// The responses that `optionsItem` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionsItemResponse {
    /// 200: What can be done
    Ok,
    /// default: Nothing
    Otherwise {
        /// A status that is not declared otherwise.
        status: StatusCode,
    },
}

impl OperationResponse for OptionsItemResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("200", "What can be done"),
            ResponseSpec::empty("default", "Nothing"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok => ResponseBuilder::empty(StatusCode::OK),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl OptionsItemResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

/// The responses that `latest` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum LatestResponse {
    /// 204: Latest
    NoContent,
    /// default: No
    Otherwise {
        /// A status that is not declared otherwise.
        status: StatusCode,
    },
}

impl OperationResponse for LatestResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("204", "Latest"),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::NoContent => ResponseBuilder::empty(StatusCode::NO_CONTENT),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl LatestResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

/// The responses that `latestSlash` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum LatestSlashResponse {
    /// 202: Another path
    Accepted,
    /// default: No
    Otherwise {
        /// A status that is not declared otherwise.
        status: StatusCode,
    },
}

impl OperationResponse for LatestSlashResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("202", "Another path"),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Accepted => ResponseBuilder::empty(StatusCode::ACCEPTED),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl LatestSlashResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

/// The responses that `getPart` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum GetPartResponse {
    /// 200: The part
    Ok(String),
    /// default: No
    Otherwise {
        /// A status that is not declared otherwise.
        status: StatusCode,
    },
}

impl OperationResponse for GetPartResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "The part"),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body).schema(&GET_PART_OK_SCHEMA)
            }
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl GetPartResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

/// What an item is
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Kind {
    #[serde(rename = "plain")]
    Plain,
    #[serde(rename = "2nd-hand")]
    N2ndHand,
    #[serde(rename = "+")]
    Plus,
    #[serde(rename = "type")]
    Type,
    #[serde(rename = "Self")]
    Self_,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum ListItemsOrder {
    #[serde(rename = "up")]
    Up,
    #[serde(rename = "down")]
    Down,
}

/// An item
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    pub id: uuid::Uuid,
    #[schemars(schema_with = "item_name_schema")]
    pub name: String,
    /// What an item is
    pub kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ItemVersion")]
    pub version: Option<ItemVersion>,
    /// Required, but may be null
    #[schemars(schema_with = "item_note_schema")]
    pub note: Option<String>,
    /// Called as a keyword
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub r#type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "chrono::NaiveDate")]
    pub born: Option<chrono::NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "chrono::DateTime<chrono::FixedOffset>")]
    pub seen: Option<chrono::DateTime<chrono::FixedOffset>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "item_mail_schema")]
    pub mail: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub small: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "item_share_schema")]
    pub share: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "item_size_schema")]
    pub size: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "item_level_schema")]
    pub level: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "item_tags_schema")]
    pub tags: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BTreeMap<String, i64>")]
    pub counts: Option<BTreeMap<String, i64>>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "shape::present"
    )]
    #[schemars(with = "serde_json::Value")]
    pub anything: Option<serde_json::Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub free: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Shape")]
    pub shape: Option<Shape>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Amount")]
    pub amount: Option<Amount>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ItemScalar")]
    pub scalar: Option<ItemScalar>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Node")]
    pub parent: Option<Node>,
    /// What neither Rust types nor OpenAPI 3.0 can say
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Rules")]
    pub rules: Option<Rules>,
    #[serde(rename = "same-name", default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "item_same_name_schema")]
    pub same_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ItemInner")]
    pub inner: Option<ItemInner>,
}

/// What the type of `Item::name` can't say.
fn item_name_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<String>(),
        serde_json::json!({ "maxLength" : 40, "minLength" : 1, "pattern" : "^[A-Z]" }),
    )
}

/// What the type of `Item::note` can't say.
fn item_note_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    generator.subschema_for::<Option<String>>()
}

/// What the type of `Item::mail` can't say.
fn item_mail_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<String>(),
        serde_json::json!({ "format" : "email" }),
    )
}

/// What the type of `Item::share` can't say.
fn item_share_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<f64>(),
        serde_json::json!({ "exclusiveMinimum" : 0, "format" : "float", "maximum" : 1 }),
    )
}

/// What the type of `Item::size` can't say.
fn item_size_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<i64>(),
        serde_json::json!({ "format" : null, "multipleOf" : 5 }),
    )
}

/// What the type of `Item::level` can't say.
fn item_level_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<i64>(),
        serde_json::json!({ "enum" : [1, 2, 3], "format" : null }),
    )
}

/// What the type of `Item::tags` can't say.
fn item_tags_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        shape::array_of(
            shape::with_keywords(
                generator.subschema_for::<String>(),
                serde_json::json!({ "minLength" : 1 }),
            ),
        ),
        serde_json::json!({ "uniqueItems" : true }),
    )
}

/// What the type of `Item::same_name` can't say.
fn item_same_name_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<String>(),
        serde_json::json!({ "maxLength" : 40, "minLength" : 1 }),
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum ItemVersion {
    #[serde(rename = "v1")]
    V1,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Shape {
    Circle(Circle),
    Square(Square),
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        match value.get("form").and_then(serde_json::Value::as_str) {
            Some("round") => shape::decode(value).map(Self::Circle),
            Some("Square") => shape::decode(value).map(Self::Square),
            _ => Err(shape::no_variant("Shape")),
        }
    }
}

impl JsonSchema for Shape {
    fn schema_name() -> String {
        "Shape".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::Shape").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::one_of(
            Vec::from([
                generator.subschema_for::<Circle>(),
                generator.subschema_for::<Square>(),
            ]),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Circle {
    pub form: CircleForm,
    #[schemars(schema_with = "circle_radius_schema")]
    pub radius: f64,
}

/// What the type of `Circle::radius` can't say.
fn circle_radius_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<f64>(),
        serde_json::json!({ "format" : null }),
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum CircleForm {
    #[serde(rename = "round")]
    Round,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Square {
    pub form: SquareForm,
    #[schemars(schema_with = "square_side_schema")]
    pub side: f64,
}

/// What the type of `Square::side` can't say.
fn square_side_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<f64>(),
        serde_json::json!({ "format" : null }),
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum SquareForm {
    Square,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Amount {
    Integer(i64),
    Variant(AmountVariant),
    AmountList(Vec<Amount>),
}

static AMOUNT_VARIANTS: [Schema; 3] = [
    Schema::at(&DOCUMENT, "#/components/schemas/Amount/anyOf/0"),
    Schema::at(&DOCUMENT, "#/components/schemas/Amount/anyOf/1"),
    Schema::at(&DOCUMENT, "#/components/schemas/Amount/anyOf/2"),
];

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        match shape::first_accepting(&AMOUNT_VARIANTS, &value) {
            Some(0) => shape::decode(value).map(Self::Integer),
            Some(1) => shape::decode(value).map(Self::Variant),
            Some(2) => shape::decode(value).map(Self::AmountList),
            _ => Err(shape::no_variant("Amount")),
        }
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> String {
        "Amount".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::Amount").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::any_of(
            Vec::from([
                shape::with_keywords(
                    generator.subschema_for::<i64>(),
                    serde_json::json!({ "format" : null, "maximum" : 10 }),
                ),
                generator.subschema_for::<AmountVariant>(),
                generator.subschema_for::<Vec<Amount>>(),
            ]),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct AmountVariant {
    pub value: i64,
    /// Members that the document does not name.
    #[serde(flatten)]
    #[schemars(schema_with = "amount_variant_additional_members_schema")]
    pub additional_members: BTreeMap<String, String>,
}

/// What the type of `AmountVariant::additional_members` can't say.
fn amount_variant_additional_members_schema(
    generator: &mut SchemaGenerator,
) -> schemars::schema::Schema {
    shape::map_of(
        shape::with_keywords(
            generator.subschema_for::<String>(),
            serde_json::json!({ "maxLength" : 9 }),
        ),
    )
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ItemScalar {
    Boolean(bool),
    Integer(i64),
    String(String),
}

impl<'de> Deserialize<'de> for ItemScalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        match &value {
            serde_json::Value::Bool(_) => shape::decode(value).map(Self::Boolean),
            serde_json::Value::Number(_) => shape::decode(value).map(Self::Integer),
            serde_json::Value::String(_) => shape::decode(value).map(Self::String),
            _ => Err(shape::no_variant("ItemScalar")),
        }
    }
}

impl JsonSchema for ItemScalar {
    fn schema_name() -> String {
        "ItemScalar".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::ItemScalar").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::any_of(
            Vec::from([
                generator.subschema_for::<bool>(),
                shape::with_keywords(
                    generator.subschema_for::<i64>(),
                    serde_json::json!({ "format" : null }),
                ),
                generator.subschema_for::<String>(),
            ]),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "shape::optional_nullable"
    )]
    #[schemars(with = "Option<Box<Node>>")]
    pub next: Option<Option<Box<Node>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Node>")]
    pub children: Option<Vec<Node>>,
    /// Called as a type of Rust
    #[serde(rename = "Option", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OptionSchema")]
    pub option: Option<OptionSchema>,
}

/// Called as a type of Rust
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OptionSchema {
    pub left: Vec<Option<String>>,
}

/// What neither Rust types nor OpenAPI 3.0 can say
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rules {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub kind: Option<String>,
    #[serde(rename = "if-then", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RulesIfThen")]
    pub if_then: Option<RulesIfThen>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "rules_not_schema")]
    pub not: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RulesPatterns")]
    pub patterns: Option<RulesPatterns>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "rules_names_schema")]
    pub names: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "rules_pair_schema")]
    pub pair: Option<Vec<serde_json::Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "rules_has_schema")]
    pub has: Option<Vec<i64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RulesNeeds")]
    pub needs: Option<RulesNeeds>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "rules_shapes_schema")]
    pub shapes: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RulesClosed")]
    pub closed: Option<RulesClosed>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RulesEither")]
    pub either: Option<RulesEither>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "shape::optional_nullable"
    )]
    #[schemars(schema_with = "rules_mixed_schema")]
    pub mixed: Option<Option<serde_json::Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "rules_twice_schema")]
    pub twice: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "rules_both_schema")]
    pub both: Option<i64>,
}

/// What the type of `Rules::not` can't say.
fn rules_not_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<String>(),
        serde_json::json!({ "x-json-schema" : { "not" : { "enum" : ["x", "y"] } } }),
    )
}

/// What the type of `Rules::names` can't say.
fn rules_names_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<serde_json::Map<String, serde_json::Value>>(),
        serde_json::json!(
            { "minProperties" : 1, "x-json-schema" : { "propertyNames" : { "maxLength" :
            3 } } }
        ),
    )
}

/// What the type of `Rules::pair` can't say.
fn rules_pair_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<Vec<serde_json::Value>>(),
        serde_json::json!(
            { "x-json-schema" : { "items" : false, "prefixItems" : [{ "type" : "string"
            }, { "type" : "integer" }] } }
        ),
    )
}

/// What the type of `Rules::has` can't say.
fn rules_has_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        shape::array_of(
            shape::with_keywords(
                generator.subschema_for::<i64>(),
                serde_json::json!({ "format" : null }),
            ),
        ),
        serde_json::json!(
            { "x-json-schema" : { "contains" : { "const" : 7 }, "maxContains" : 2 } }
        ),
    )
}

/// What the type of `Rules::shapes` can't say.
fn rules_shapes_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<serde_json::Map<String, serde_json::Value>>(),
        serde_json::json!(
            { "x-json-schema" : { "dependentSchemas" : { "a" : { "properties" : { "b" : {
            "description" : "What an item is", "enum" : ["plain", "2nd-hand", "+",
            "type", "Self"], "type" : "string" } } } } } }
        ),
    )
}

/// What the type of `Rules::mixed` can't say.
fn rules_mixed_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::nullable(
        shape::with_keywords(
            generator.subschema_for::<serde_json::Value>(),
            serde_json::json!({ "x-json-schema" : { "enum" : [1, "one", [1]] } }),
        ),
    )
}

/// What the type of `Rules::twice` can't say.
fn rules_twice_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<String>(),
        serde_json::json!(
            { "pattern" : "z$", "x-json-schema" : { "allOf" : [{ "pattern" : "^a" }] } }
        ),
    )
}

/// What the type of `Rules::both` can't say.
fn rules_both_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<i64>(),
        serde_json::json!(
            { "format" : null, "x-json-schema" : { "anyOf" : [{ "multipleOf" : 2 }, {
            "multipleOf" : 3 }], "oneOf" : [{ "minimum" : 5 }, { "maximum" : 1 }] } }
        ),
    )
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulesIfThen {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<i64>,
}

impl JsonSchema for RulesIfThen {
    fn schema_name() -> String {
        "RulesIfThen".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::RulesIfThen").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::with_keywords(
            shape::object(
                [
                    (
                        "a",
                        false,
                        shape::with_keywords(
                            generator.subschema_for::<i64>(),
                            serde_json::json!({ "format" : null }),
                        ),
                    ),
                    (
                        "b",
                        false,
                        shape::with_keywords(
                            generator.subschema_for::<i64>(),
                            serde_json::json!({ "format" : null }),
                        ),
                    ),
                ],
                true.into(),
            ),
            serde_json::json!(
                { "x-json-schema" : { "else" : { "maxProperties" : 0 }, "if" : {
                "required" : ["a"] }, "then" : { "required" : ["b"] } } }
            ),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulesPatterns {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<bool>,
    /// Members that the document does not name.
    #[serde(flatten)]
    pub additional_members: BTreeMap<String, serde_json::Value>,
}

impl JsonSchema for RulesPatterns {
    fn schema_name() -> String {
        "RulesPatterns".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::RulesPatterns").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::with_keywords(
            shape::object(
                [("known", false, generator.subschema_for::<bool>())],
                generator.subschema_for::<serde_json::Value>(),
            ),
            serde_json::json!(
                { "x-json-schema" : { "additionalProperties" : false, "patternProperties"
                : { "^x-" : { "type" : "string" } } } }
            ),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulesNeeds {
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "shape::present"
    )]
    pub a: Option<serde_json::Value>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "shape::present"
    )]
    pub b: Option<serde_json::Value>,
}

impl JsonSchema for RulesNeeds {
    fn schema_name() -> String {
        "RulesNeeds".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::RulesNeeds").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::with_keywords(
            shape::object(
                [
                    ("a", false, generator.subschema_for::<serde_json::Value>()),
                    ("b", false, generator.subschema_for::<serde_json::Value>()),
                ],
                true.into(),
            ),
            serde_json::json!(
                { "minProperties" : 1, "x-json-schema" : { "dependentRequired" : { "a" :
                ["b"] } } }
            ),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulesClosed {
    pub id: uuid::Uuid,
    pub name: String,
}

impl JsonSchema for RulesClosed {
    fn schema_name() -> String {
        "RulesClosed".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::RulesClosed").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::with_keywords(
            shape::object(
                [
                    ("id", true, generator.subschema_for::<uuid::Uuid>()),
                    (
                        "name",
                        true,
                        shape::with_keywords(
                            generator.subschema_for::<String>(),
                            serde_json::json!({ "maxLength" : 40, "minLength" : 1 }),
                        ),
                    ),
                ],
                true.into(),
            ),
            serde_json::json!({ "x-json-schema" : { "unevaluatedProperties" : false } }),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulesEither {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<i64>,
    /// Members that the document does not name.
    #[serde(flatten)]
    pub additional_members: BTreeMap<String, serde_json::Value>,
}

impl JsonSchema for RulesEither {
    fn schema_name() -> String {
        "RulesEither".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::RulesEither").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::with_keywords(
            shape::object(
                [
                    (
                        "a",
                        false,
                        shape::with_keywords(
                            generator.subschema_for::<i64>(),
                            serde_json::json!({ "format" : null }),
                        ),
                    ),
                    (
                        "b",
                        false,
                        shape::with_keywords(
                            generator.subschema_for::<i64>(),
                            serde_json::json!({ "format" : null }),
                        ),
                    ),
                ],
                generator.subschema_for::<serde_json::Value>(),
            ),
            serde_json::json!(
                { "x-json-schema" : { "oneOf" : [{ "required" : ["a"] }, { "required" :
                ["b"] }] } }
            ),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemInner {
    pub a: bool,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "shape::optional_nullable"
    )]
    #[schemars(with = "Option<i32>")]
    pub b: Option<Option<i32>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ListItemsOk(pub Vec<Item>);

impl JsonSchema for ListItemsOk {
    fn schema_name() -> String {
        "ListItemsOk".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::ListItemsOk").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::with_keywords(
            generator.subschema_for::<Vec<Item>>(),
            serde_json::json!({ "maxItems" : 100 }),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Error {
    pub code: ProblemCode,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "shape::optional_nullable"
    )]
    #[schemars(with = "Option<String>")]
    pub detail: Option<Option<String>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "i64", into = "i64")]
pub enum ProblemCode {
    /// 1
    Bad,
    /// 2
    Worse,
    /// A value that the document does not list.
    Other(i64),
}

impl From<i64> for ProblemCode {
    fn from(value: i64) -> Self {
        match value {
            1 => Self::Bad,
            2 => Self::Worse,
            other => Self::Other(other),
        }
    }
}

impl From<ProblemCode> for i64 {
    fn from(value: ProblemCode) -> Self {
        match value {
            ProblemCode::Bad => 1,
            ProblemCode::Worse => 2,
            ProblemCode::Other(other) => other,
        }
    }
}

impl JsonSchema for ProblemCode {
    fn schema_name() -> String {
        "ProblemCode".to_owned()
    }

    fn is_referenceable() -> bool {
        false
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::with_keywords(
            generator.subschema_for::<i64>(),
            serde_json::json!({ "format" : null }),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CreateItemUnprocessableEntity(pub Vec<String>);

impl JsonSchema for CreateItemUnprocessableEntity {
    fn schema_name() -> String {
        "CreateItemUnprocessableEntity".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::CreateItemUnprocessableEntity").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::array_of(
            shape::with_keywords(
                generator.subschema_for::<String>(),
                serde_json::json!({ "maxLength" : 200 }),
            ),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PutItemBody(pub BTreeMap<String, i64>);

impl JsonSchema for PutItemBody {
    fn schema_name() -> String {
        "PutItemBody".to_owned()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        concat!(module_path!(), "::PutItemBody").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
        shape::with_keywords(
            shape::map_of(
                shape::with_keywords(
                    generator.subschema_for::<i64>(),
                    serde_json::json!({ "format" : null, "minimum" : 0 }),
                ),
            ),
            serde_json::json!({ "maxProperties" : 3 }),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Patch {
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "shape::optional_nullable"
    )]
    #[schemars(with = "Option<String>")]
    pub name: Option<Option<String>>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "shape::optional_nullable"
    )]
    #[schemars(schema_with = "patch_note_schema")]
    pub note: Option<Option<String>>,
}

/// What the type of `Patch::note` can't say.
fn patch_note_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
    shape::nullable(
        shape::with_keywords(
            generator.subschema_for::<String>(),
            serde_json::json!({ "maxLength" : 5 }),
        ),
    )
}

/// The query parameters of `listItems`
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct ListItemsQuery {
    /// The most items to return
    #[serde(default = "list_items_query_limit_default")]
    #[schemars(schema_with = "list_items_query_limit_schema")]
    pub limit: i32,
    #[serde(default)]
    #[schemars(with = "Kind")]
    pub kind: Option<Kind>,
    pub active: bool,
    #[serde(default)]
    #[schemars(with = "chrono::DateTime<chrono::FixedOffset>")]
    pub since: Option<chrono::DateTime<chrono::FixedOffset>>,
    #[serde(default = "list_items_query_ratio_default")]
    #[schemars(schema_with = "list_items_query_ratio_schema")]
    pub ratio: f64,
    #[serde(default = "list_items_query_order_default")]
    pub order: ListItemsOrder,
    #[serde(default = "list_items_query_all_default")]
    pub all: bool,
    #[serde(default = "list_items_query_after_default")]
    pub after: String,
    #[serde(default)]
    #[schemars(schema_with = "list_items_query_label_schema")]
    pub label: Option<String>,
}

/// The default of `ListItemsQuery::limit`.
fn list_items_query_limit_default() -> i32 {
    20
}

/// What the type of `ListItemsQuery::limit` can't say.
fn list_items_query_limit_schema(
    generator: &mut SchemaGenerator,
) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<i32>(),
        serde_json::json!({ "maximum" : 100, "minimum" : 1 }),
    )
}

/// The default of `ListItemsQuery::ratio`.
fn list_items_query_ratio_default() -> f64 {
    0.5
}

/// What the type of `ListItemsQuery::ratio` can't say.
fn list_items_query_ratio_schema(
    generator: &mut SchemaGenerator,
) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<f64>(),
        serde_json::json!({ "format" : null }),
    )
}

/// The default of `ListItemsQuery::order`.
fn list_items_query_order_default() -> ListItemsOrder {
    serde_json::from_str("\"down\"").expect("the document lists this value")
}

/// The default of `ListItemsQuery::all`.
fn list_items_query_all_default() -> bool {
    false
}

/// The default of `ListItemsQuery::after`.
fn list_items_query_after_default() -> String {
    "a".to_owned()
}

/// What the type of `ListItemsQuery::label` can't say.
fn list_items_query_label_schema(
    generator: &mut SchemaGenerator,
) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<String>(),
        serde_json::json!({ "minLength" : 2, "pattern" : "^[a-z]+$" }),
    )
}

/// The header parameters of `listItems`
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct ListItemsHeader {
    #[serde(rename = "X-Trace", default)]
    #[schemars(with = "String")]
    pub x_trace: Option<String>,
    #[serde(rename = "X-Level")]
    #[schemars(schema_with = "list_items_header_x_level_schema")]
    pub x_level: i64,
}

/// What the type of `ListItemsHeader::x_level` can't say.
fn list_items_header_x_level_schema(
    generator: &mut SchemaGenerator,
) -> schemars::schema::Schema {
    shape::with_keywords(
        generator.subschema_for::<i64>(),
        serde_json::json!({ "format" : null }),
    )
}

/// The path parameters of `get_item`
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct GetItemPath {
    #[serde(rename = "item-id")]
    pub item_id: uuid::Uuid,
}

/// The path parameters of `putItem`
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct PutItemPath {
    #[serde(rename = "item-id")]
    pub item_id: uuid::Uuid,
}

/// The path parameters of `patchItem`
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct PatchItemPath {
    #[serde(rename = "item-id")]
    pub item_id: uuid::Uuid,
}

/// The path parameters of `delete_items_item_id`
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct DeleteItemsItemIdPath {
    #[serde(rename = "item-id")]
    pub item_id: uuid::Uuid,
}

/// The path parameters of `headItem`
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct HeadItemPath {
    #[serde(rename = "item-id")]
    pub item_id: uuid::Uuid,
}

/// The path parameters of `optionsItem`
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct OptionsItemPath {
    #[serde(rename = "item-id")]
    pub item_id: uuid::Uuid,
}

/// The path parameters of `getPart`
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct GetPartPath {
    pub owner: String,
    pub part: i32,
}

/// The functions that `#[dropshot::api_description]` generates for a trait,
/// and what they are made of.
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

    /// Returns what dropshot cannot emit of the API.
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn overlay() -> Result<Overlay, OverlayError> {
        stub_endpoints().overlay()
    }

    /// Compiles the schemas of requests, which otherwise happens when a
    /// request needs them.
    ///
    /// # Errors
    /// A schema does not compile.
    pub fn compile_schemas() -> Result<(), SchemaError> {
        for parameter in &LIST_ITEMS_QUERY {
            parameter.schema.compile()?;
        }
        for parameter in &LIST_ITEMS_HEADER {
            parameter.schema.compile()?;
        }
        CREATE_ITEM_BODY.compile()?;
        for parameter in &GET_ITEM_PATH {
            parameter.schema.compile()?;
        }
        PUT_ITEM_BODY.compile()?;
        for parameter in &PUT_ITEM_PATH {
            parameter.schema.compile()?;
        }
        PATCH_ITEM_BODY.compile()?;
        for parameter in &PATCH_ITEM_PATH {
            parameter.schema.compile()?;
        }
        for parameter in &DELETE_ITEMS_ITEM_ID_PATH {
            parameter.schema.compile()?;
        }
        for parameter in &HEAD_ITEM_PATH {
            parameter.schema.compile()?;
        }
        for parameter in &OPTIONS_ITEM_PATH {
            parameter.schema.compile()?;
        }
        for parameter in &GET_PART_PATH {
            parameter.schema.compile()?;
        }
        Ok(())
    }

    /// Returns the endpoints of an implementation of [`Api`], to register
    /// them beside others or for a range of versions.
    pub fn endpoints<A: Api>() -> Endpoints<A::Context> {
        Endpoints::new("Everything", "2026-11")
            .endpoint::<
                ListItemsResponse,
            >(
                ApiEndpoint::new(
                        "listItems".to_owned(),
                        list_items::<A>,
                        Method::GET,
                        "application/json",
                        "/items",
                        ApiEndpointVersions::All,
                    )
                    .summary("List items")
                    .tag("items")
                    .tag("lists"),
            )
            .endpoint::<
                CreateItemResponse,
            >(
                ApiEndpoint::new(
                        "create-item".to_owned(),
                        create_item::<A>,
                        Method::POST,
                        "application/json",
                        "/items",
                        ApiEndpointVersions::All,
                    )
                    .description(
                        "Creates an item.\n\nWithout a body, one with defaults.\n",
                    ),
            )
            .endpoint::<
                GetItemResponse,
            >(
                ApiEndpoint::new(
                        "get_item".to_owned(),
                        get_item::<A>,
                        Method::GET,
                        "application/json",
                        "/items/{item-id}",
                        ApiEndpointVersions::All,
                    )
                    .deprecated(true),
            )
            .endpoint::<
                PutItemResponse,
            >(
                ApiEndpoint::new(
                    "putItem".to_owned(),
                    put_item::<A>,
                    Method::PUT,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                PatchItemResponse,
            >(
                ApiEndpoint::new(
                    "patchItem".to_owned(),
                    patch_item::<A>,
                    Method::PATCH,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                DeleteItemsItemIdResponse,
            >(
                ApiEndpoint::new(
                    "delete_items_item_id".to_owned(),
                    delete_items_item_id::<A>,
                    Method::DELETE,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                HeadItemResponse,
            >(
                ApiEndpoint::new(
                    "headItem".to_owned(),
                    head_item::<A>,
                    Method::HEAD,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                OptionsItemResponse,
            >(
                ApiEndpoint::new(
                    "optionsItem".to_owned(),
                    options_item::<A>,
                    Method::OPTIONS,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                LatestResponse,
            >(
                ApiEndpoint::new(
                    "latest".to_owned(),
                    latest::<A>,
                    Method::POST,
                    "application/json",
                    "/items/latest",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                LatestSlashResponse,
            >(
                ApiEndpoint::new(
                    "latestSlash".to_owned(),
                    latest_slash::<A>,
                    Method::POST,
                    "application/json",
                    "/items/latest/",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                GetPartResponse,
            >(
                ApiEndpoint::new(
                    "getPart".to_owned(),
                    get_part::<A>,
                    Method::GET,
                    "application/json",
                    "/items/{owner}/of/{part}",
                    ApiEndpointVersions::All,
                ),
            )
    }

    /// Returns the endpoints without an implementation, to combine them for
    /// documents as [`endpoints`] are combined for a server.
    pub fn stub_endpoints() -> Endpoints<StubContext> {
        Endpoints::new("Everything", "2026-11")
            .endpoint::<
                ListItemsResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        Bearer<TokenScheme>,
                        Documented<Query<ListItemsQuery>>,
                        Documented<Header<ListItemsHeader>>,
                        NoBody,
                    ),
                    DocumentedResult<ListItemsResponse>,
                >(
                        "listItems".to_owned(),
                        Method::GET,
                        "application/json",
                        "/items",
                        ApiEndpointVersions::All,
                    )
                    .summary("List items")
                    .tag("items")
                    .tag("lists"),
            )
            .endpoint::<
                CreateItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (OptionalBearer<TokenScheme>, OptionalJsonBody<Item>),
                    DocumentedResult<CreateItemResponse>,
                >(
                        "create-item".to_owned(),
                        Method::POST,
                        "application/json",
                        "/items",
                        ApiEndpointVersions::All,
                    )
                    .description(
                        "Creates an item.\n\nWithout a body, one with defaults.\n",
                    ),
            )
            .endpoint::<
                GetItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (Documented<Path<GetItemPath>>, NoBody),
                    DocumentedResult<GetItemResponse>,
                >(
                        "get_item".to_owned(),
                        Method::GET,
                        "application/json",
                        "/items/{item-id}",
                        ApiEndpointVersions::All,
                    )
                    .deprecated(true),
            )
            .endpoint::<
                PutItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        Bearer<TokenScheme>,
                        Documented<Path<PutItemPath>>,
                        JsonBody<PutItemBody>,
                    ),
                    DocumentedResult<PutItemResponse>,
                >(
                    "putItem".to_owned(),
                    Method::PUT,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                PatchItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        Bearer<TokenScheme>,
                        Documented<Path<PatchItemPath>>,
                        JsonBody<Patch>,
                    ),
                    DocumentedResult<PatchItemResponse>,
                >(
                    "patchItem".to_owned(),
                    Method::PATCH,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                DeleteItemsItemIdResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        Bearer<TokenScheme>,
                        Documented<Path<DeleteItemsItemIdPath>>,
                        NoBody,
                    ),
                    DocumentedResult<DeleteItemsItemIdResponse>,
                >(
                    "delete_items_item_id".to_owned(),
                    Method::DELETE,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                HeadItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (Bearer<TokenScheme>, Documented<Path<HeadItemPath>>, NoBody),
                    DocumentedResult<HeadItemResponse>,
                >(
                    "headItem".to_owned(),
                    Method::HEAD,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                OptionsItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (Bearer<TokenScheme>, Documented<Path<OptionsItemPath>>, NoBody),
                    DocumentedResult<OptionsItemResponse>,
                >(
                    "optionsItem".to_owned(),
                    Method::OPTIONS,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                LatestResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (NoBody,),
                    DocumentedResult<LatestResponse>,
                >(
                    "latest".to_owned(),
                    Method::POST,
                    "application/json",
                    "/items/latest",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                LatestSlashResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (NoBody,),
                    DocumentedResult<LatestSlashResponse>,
                >(
                    "latestSlash".to_owned(),
                    Method::POST,
                    "application/json",
                    "/items/latest/",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                GetPartResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (Documented<Path<GetPartPath>>, NoBody),
                    DocumentedResult<GetPartResponse>,
                >(
                    "getPart".to_owned(),
                    Method::GET,
                    "application/json",
                    "/items/{owner}/of/{part}",
                    ApiEndpointVersions::All,
                ),
            )
    }
}

async fn list_items<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: Bearer<TokenScheme>,
    _: Documented<Query<ListItemsQuery>>,
    _: Documented<Header<ListItemsHeader>>,
    body: NoBody,
) -> DocumentedResult<ListItemsResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/items",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let presented = authorize(&rqctx, A::TOKEN)?;
        let token = A::token(&rqctx, presented)
            .await?
            .ok_or(Rejection::CredentialRefused(A::TOKEN))?;
        let query = parameters(&rqctx, ParameterLocation::Query, &LIST_ITEMS_QUERY)?;
        let header = parameters(&rqctx, ParameterLocation::Header, &LIST_ITEMS_HEADER)?;
        A::list_items(&rqctx, token, query, header).await
    };
    let response = operation
        .run(&rqctx, outcome, ListItemsResponse::rejected::<A>)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The query parameters of `listItems`.
static LIST_ITEMS_QUERY: [Parameter; 9] = [
    Parameter {
        name: "limit",
        required: false,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/0/schema"),
    },
    Parameter {
        name: "kind",
        required: false,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/1/schema"),
    },
    Parameter {
        name: "active",
        required: true,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/2/schema"),
    },
    Parameter {
        name: "since",
        required: false,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/3/schema"),
    },
    Parameter {
        name: "ratio",
        required: false,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/4/schema"),
    },
    Parameter {
        name: "order",
        required: false,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/5/schema"),
    },
    Parameter {
        name: "all",
        required: false,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/6/schema"),
    },
    Parameter {
        name: "after",
        required: false,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/7/schema"),
    },
    Parameter {
        name: "label",
        required: false,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/8/schema"),
    },
];

/// The header parameters of `listItems`.
static LIST_ITEMS_HEADER: [Parameter; 2] = [
    Parameter {
        name: "X-Trace",
        required: false,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/9/schema"),
    },
    Parameter {
        name: "X-Level",
        required: true,
        schema: Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/10/schema"),
    },
];

async fn create_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: OptionalBearer<TokenScheme>,
    mut body: OptionalJsonBody<Item>,
) -> DocumentedResult<CreateItemResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/items",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let token = match authorize_if_sent(&rqctx, A::TOKEN)? {
            Some(presented) => {
                Some(
                    A::token(&rqctx, presented)
                        .await?
                        .ok_or(Rejection::CredentialRefused(A::TOKEN))?,
                )
            }
            None => None,
        };
        let received = body.read(&rqctx, &CREATE_ITEM_BODY, A::limits(&rqctx)).await?;
        let token = if body.was_slow() {
            match authorize_if_sent(&rqctx, A::TOKEN)? {
                Some(presented) => {
                    Some(
                        A::token(&rqctx, presented)
                            .await?
                            .ok_or(Rejection::CredentialRefused(A::TOKEN))?,
                    )
                }
                None => None,
            }
        } else {
            token
        };
        A::create_item(&rqctx, token, received).await
    };
    let response = operation
        .run(&rqctx, outcome, CreateItemResponse::rejected::<A>)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `create-item`.
static CREATE_ITEM_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1items/post/requestBody/content/application~1json/schema",
);

async fn get_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: Documented<Path<GetItemPath>>,
    body: NoBody,
) -> DocumentedResult<GetItemResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let path = parameters(
            &rqctx,
            ParameterLocation::Path(operation.path),
            &GET_ITEM_PATH,
        )?;
        A::get_item(&rqctx, path).await
    };
    let response = operation.run(&rqctx, outcome, GetItemResponse::rejected::<A>).await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `get_item`.
static GET_ITEM_PATH: [Parameter; 1] = [
    Parameter {
        name: "item-id",
        required: true,
        schema: Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    },
];

async fn put_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: Bearer<TokenScheme>,
    _: Documented<Path<PutItemPath>>,
    mut body: JsonBody<PutItemBody>,
) -> DocumentedResult<PutItemResponse> {
    let operation = Operation {
        method: Method::PUT,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let presented = authorize(&rqctx, A::TOKEN)?;
        let token = A::token(&rqctx, presented)
            .await?
            .ok_or(Rejection::CredentialRefused(A::TOKEN))?;
        let path = parameters(
            &rqctx,
            ParameterLocation::Path(operation.path),
            &PUT_ITEM_PATH,
        )?;
        let received = body.read(&rqctx, &PUT_ITEM_BODY, A::limits(&rqctx)).await?;
        let token = if body.was_slow() {
            A::token(&rqctx, presented)
                .await?
                .ok_or(Rejection::CredentialRefused(A::TOKEN))?
        } else {
            token
        };
        A::put_item(&rqctx, token, path, received).await
    };
    let response = operation.run(&rqctx, outcome, PutItemResponse::rejected::<A>).await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `putItem`.
static PUT_ITEM_PATH: [Parameter; 1] = [
    Parameter {
        name: "item-id",
        required: true,
        schema: Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    },
];

/// The schema of the body of `putItem`.
static PUT_ITEM_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1items~1%7Bitem-id%7D/put/requestBody/content/application~1json/schema",
);

async fn patch_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: Bearer<TokenScheme>,
    _: Documented<Path<PatchItemPath>>,
    mut body: JsonBody<Patch>,
) -> DocumentedResult<PatchItemResponse> {
    let operation = Operation {
        method: Method::PATCH,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let presented = authorize(&rqctx, A::TOKEN)?;
        let token = A::token(&rqctx, presented)
            .await?
            .ok_or(Rejection::CredentialRefused(A::TOKEN))?;
        let path = parameters(
            &rqctx,
            ParameterLocation::Path(operation.path),
            &PATCH_ITEM_PATH,
        )?;
        let received = body.read(&rqctx, &PATCH_ITEM_BODY, A::limits(&rqctx)).await?;
        let token = if body.was_slow() {
            A::token(&rqctx, presented)
                .await?
                .ok_or(Rejection::CredentialRefused(A::TOKEN))?
        } else {
            token
        };
        A::patch_item(&rqctx, token, path, received).await
    };
    let response = operation
        .run(&rqctx, outcome, PatchItemResponse::rejected::<A>)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `patchItem`.
static PATCH_ITEM_PATH: [Parameter; 1] = [
    Parameter {
        name: "item-id",
        required: true,
        schema: Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    },
];

/// The schema of the body of `patchItem`.
static PATCH_ITEM_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1items~1%7Bitem-id%7D/patch/requestBody/content/application~1json/schema",
);

async fn delete_items_item_id<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: Bearer<TokenScheme>,
    _: Documented<Path<DeleteItemsItemIdPath>>,
    body: NoBody,
) -> DocumentedResult<DeleteItemsItemIdResponse> {
    let operation = Operation {
        method: Method::DELETE,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let presented = authorize(&rqctx, A::TOKEN)?;
        let token = A::token(&rqctx, presented)
            .await?
            .ok_or(Rejection::CredentialRefused(A::TOKEN))?;
        let path = parameters(
            &rqctx,
            ParameterLocation::Path(operation.path),
            &DELETE_ITEMS_ITEM_ID_PATH,
        )?;
        A::delete_items_item_id(&rqctx, token, path).await
    };
    let response = operation
        .run(&rqctx, outcome, DeleteItemsItemIdResponse::rejected::<A>)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `delete_items_item_id`.
static DELETE_ITEMS_ITEM_ID_PATH: [Parameter; 1] = [
    Parameter {
        name: "item-id",
        required: true,
        schema: Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    },
];

async fn head_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: Bearer<TokenScheme>,
    _: Documented<Path<HeadItemPath>>,
    body: NoBody,
) -> DocumentedResult<HeadItemResponse> {
    let operation = Operation {
        method: Method::HEAD,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let presented = authorize(&rqctx, A::TOKEN)?;
        let token = A::token(&rqctx, presented)
            .await?
            .ok_or(Rejection::CredentialRefused(A::TOKEN))?;
        let path = parameters(
            &rqctx,
            ParameterLocation::Path(operation.path),
            &HEAD_ITEM_PATH,
        )?;
        A::head_item(&rqctx, token, path).await
    };
    let response = operation.run(&rqctx, outcome, HeadItemResponse::rejected).await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `headItem`.
static HEAD_ITEM_PATH: [Parameter; 1] = [
    Parameter {
        name: "item-id",
        required: true,
        schema: Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    },
];

async fn options_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: Bearer<TokenScheme>,
    _: Documented<Path<OptionsItemPath>>,
    body: NoBody,
) -> DocumentedResult<OptionsItemResponse> {
    let operation = Operation {
        method: Method::OPTIONS,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let presented = authorize(&rqctx, A::TOKEN)?;
        let token = A::token(&rqctx, presented)
            .await?
            .ok_or(Rejection::CredentialRefused(A::TOKEN))?;
        let path = parameters(
            &rqctx,
            ParameterLocation::Path(operation.path),
            &OPTIONS_ITEM_PATH,
        )?;
        A::options_item(&rqctx, token, path).await
    };
    let response = operation.run(&rqctx, outcome, OptionsItemResponse::rejected).await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `optionsItem`.
static OPTIONS_ITEM_PATH: [Parameter; 1] = [
    Parameter {
        name: "item-id",
        required: true,
        schema: Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    },
];

async fn latest<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: NoBody,
) -> DocumentedResult<LatestResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/items/latest",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async { A::latest(&rqctx).await };
    let response = operation.run(&rqctx, outcome, LatestResponse::rejected).await;
    Ok(body.finish(&rqctx, response).await)
}

async fn latest_slash<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: NoBody,
) -> DocumentedResult<LatestSlashResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/items/latest/",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async { A::latest_slash(&rqctx).await };
    let response = operation.run(&rqctx, outcome, LatestSlashResponse::rejected).await;
    Ok(body.finish(&rqctx, response).await)
}

async fn get_part<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: Documented<Path<GetPartPath>>,
    body: NoBody,
) -> DocumentedResult<GetPartResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/items/{owner}/of/{part}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let path = parameters(
            &rqctx,
            ParameterLocation::Path(operation.path),
            &GET_PART_PATH,
        )?;
        A::get_part(&rqctx, path).await
    };
    let response = operation.run(&rqctx, outcome, GetPartResponse::rejected).await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `getPart`.
static GET_PART_PATH: [Parameter; 2] = [
    Parameter {
        name: "owner",
        required: true,
        schema: Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bowner%7D~1of~1%7Bpart%7D/get/parameters/0/schema",
        ),
    },
    Parameter {
        name: "part",
        required: true,
        schema: Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bowner%7D~1of~1%7Bpart%7D/get/parameters/1/schema",
        ),
    },
];

/// The schema of a response body, at `#/paths/~1items/get/responses/200/content/application~1json/schema`.
static LIST_ITEMS_OK_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1items/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/components/schemas/Error`.
static ERROR_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Error");

/// The schema of a response body, at `#/components/schemas/Item`.
static ITEM_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Item");

/// The schema of a response body, at `#/paths/~1items/post/responses/422/content/application~1json/schema`.
static CREATE_ITEM_UNPROCESSABLE_ENTITY_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1items/post/responses/422/content/application~1json/schema",
);

/// The schema of a response body, at `#/components/schemas/Patch`.
static PATCH_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Patch");

/// The schema of a response body, at `#/paths/~1items~1{owner}~1of~1{part}/get/responses/200/content/application~1json/schema`.
static GET_PART_OK_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1items~1%7Bowner%7D~1of~1%7Bpart%7D/get/responses/200/content/application~1json/schema",
);

/// The document itself, whose schemas decide what is accepted.
static DOCUMENT: Document = Document::new(
    include_str!(concat!(env!("OUT_DIR"), "/openapi.json")),
);
