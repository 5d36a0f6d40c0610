use dropshot::{ApiEndpoint, ApiEndpointVersions, Method, RequestContext};
use openapi_runtime::{
    DocumentedResult, Operation, OperationResponse, Rejection, ResponseBuilder,
    ResponseSpec,
};

/// Everything 2026-11: one function for each operation.
///
/// What the generator handles, in one document
pub trait Api: Sized + 'static {
    /// The state that all operations share.
    type Context: dropshot::ServerContext;

    /// The protection space of the challenges (RFC 9110 §11.5).
    const REALM: &'static str = "Everything";

    /// The principal of a `token` credential.
    type Token: Send + Sync;

    /// Returns the principal of a `token` credential, or `None` to refuse it.
    fn token(
        rqctx: &RequestContext<Self::Context>,
        credential: openapi_runtime::BearerToken<'_>,
    ) -> impl Future<Output = Result<Option<Self::Token>, Rejection>> + Send;

    /// The principal of a `query-key` credential.
    type QueryKey: Send + Sync;

    /// Returns the principal of a `query-key` credential, or `None` to refuse it.
    fn query_key(
        rqctx: &RequestContext<Self::Context>,
        credential: openapi_runtime::ApiKey<'_>,
    ) -> impl Future<Output = Result<Option<Self::QueryKey>, Rejection>> + Send;

    /// The principal of a `header-key` credential.
    type HeaderKey: Send + Sync;

    /// Returns the principal of a `header-key` credential, or `None` to refuse it.
    fn header_key(
        rqctx: &RequestContext<Self::Context>,
        credential: openapi_runtime::ApiKey<'_>,
    ) -> impl Future<Output = Result<Option<Self::HeaderKey>, Rejection>> + Send;

    /// The principal of a `cookie-key` credential.
    type CookieKey: Send + Sync;

    /// Returns the principal of a `cookie-key` credential, or `None` to refuse it.
    fn cookie_key(
        rqctx: &RequestContext<Self::Context>,
        credential: openapi_runtime::ApiKey<'_>,
    ) -> impl Future<Output = Result<Option<Self::CookieKey>, Rejection>> + Send;

    /// The principal of a `password` credential.
    type Password: Send + Sync;

    /// Returns the principal of a `password` credential, or `None` to refuse it.
    fn password(
        rqctx: &RequestContext<Self::Context>,
        credential: openapi_runtime::BasicCredentials,
    ) -> impl Future<Output = Result<Option<Self::Password>, Rejection>> + Send;

    /// The principal of a `oauth` credential.
    type Oauth: Send + Sync;

    /// Returns the principal of a `oauth` credential, or `None` to refuse it. A
    /// credential without one of the scopes is rejected with
    /// [`Rejection::InsufficientScope`].
    fn oauth(
        rqctx: &RequestContext<Self::Context>,
        credential: openapi_runtime::BearerToken<'_>,
        scopes: &'static [&'static str],
    ) -> impl Future<Output = Result<Option<Self::Oauth>, Rejection>> + Send;

    /// The principal of a `openid` credential.
    type Openid: Send + Sync;

    /// Returns the principal of a `openid` credential, or `None` to refuse it. A
    /// credential without one of the scopes is rejected with
    /// [`Rejection::InsufficientScope`].
    fn openid(
        rqctx: &RequestContext<Self::Context>,
        credential: openapi_runtime::BearerToken<'_>,
        scopes: &'static [&'static str],
    ) -> impl Future<Output = Result<Option<Self::Openid>, Rejection>> + Send;

    /// Returns the limits of the size of a request body, of the time to
    /// receive it, and of the memory for it.
    fn limits(rqctx: &RequestContext<Self::Context>) -> openapi_runtime::RequestLimits {
        openapi_runtime::RequestLimits::of(rqctx)
    }

    /// Returns whether response bodies are validated before they are sent.
    /// An invalid body is a defect of the service.
    fn validates_responses(_: &RequestContext<Self::Context>) -> bool {
        cfg!(debug_assertions)
    }

    /// Called with the outcome of each request to an operation before the
    /// response is sent: for metrics, the log, and header fields that the
    /// document does not declare. Logs rejections unless it is implemented.
    fn on_response(
        rqctx: &RequestContext<Self::Context>,
        outcome: &openapi_runtime::Outcome<'_>,
        _: &mut http::HeaderMap,
    ) {
        outcome.log(&rqctx.log);
    }

    /// Returns the body of the response for a rejection.
    fn error_for(rejection: &Rejection) -> types::Error;

    /// `GET /items`
    ///
    /// List items
    fn list_items(
        rqctx: &RequestContext<Self::Context>,
        principal: Self::Token,
        query: types::ListItemsQuery,
        header: types::ListItemsHeader,
    ) -> impl Future<Output = Result<types::ListItemsResponse, Rejection>> + Send;

    /// `POST /items`
    ///
    /// Creates an item.
    ///
    /// Without a body, one with defaults.
    fn create_item(
        rqctx: &RequestContext<Self::Context>,
        principal: Option<Self::Token>,
        body: Option<types::Item>,
    ) -> impl Future<Output = Result<types::CreateItemResponse, Rejection>> + Send;

    /// `GET /items/{item-id}`
    fn get_item(
        rqctx: &RequestContext<Self::Context>,
        path: types::GetItemPath,
    ) -> impl Future<Output = Result<types::GetItemResponse, Rejection>> + Send;

    /// `PUT /items/{item-id}`
    fn put_item(
        rqctx: &RequestContext<Self::Context>,
        principal: Self::Token,
        path: types::PutItemPath,
        body: types::PutItemBody,
    ) -> impl Future<Output = Result<types::PutItemResponse, Rejection>> + Send;

    /// `PATCH /items/{item-id}`
    fn patch_item(
        rqctx: &RequestContext<Self::Context>,
        principal: Self::Token,
        path: types::PatchItemPath,
        body: types::Patch,
    ) -> impl Future<Output = Result<types::PatchItemResponse, Rejection>> + Send;

    /// `DELETE /items/{item-id}`
    fn delete_items_item_id(
        rqctx: &RequestContext<Self::Context>,
        principal: Self::Token,
        path: types::DeleteItemsItemIdPath,
    ) -> impl Future<
        Output = Result<types::DeleteItemsItemIdResponse, Rejection>,
    > + Send;

    /// `HEAD /items/{item-id}`
    fn head_item(
        rqctx: &RequestContext<Self::Context>,
        principal: Self::Token,
        path: types::HeadItemPath,
    ) -> impl Future<Output = Result<types::HeadItemResponse, Rejection>> + Send;

    /// `OPTIONS /items/{item-id}`
    fn options_item(
        rqctx: &RequestContext<Self::Context>,
        principal: Self::Token,
        path: types::OptionsItemPath,
    ) -> impl Future<Output = Result<types::OptionsItemResponse, Rejection>> + Send;

    /// `POST /items/latest`
    fn latest(
        rqctx: &RequestContext<Self::Context>,
    ) -> impl Future<Output = Result<types::LatestResponse, Rejection>> + Send;

    /// `POST /items/latest/`
    fn latest_slash(
        rqctx: &RequestContext<Self::Context>,
    ) -> impl Future<Output = Result<types::LatestSlashResponse, Rejection>> + Send;

    /// `GET /items/{owner}/of/{part}`
    fn get_part(
        rqctx: &RequestContext<Self::Context>,
        path: types::GetPartPath,
    ) -> impl Future<Output = Result<types::GetPartResponse, Rejection>> + Send;

    /// `GET /styles`
    fn styles(
        rqctx: &RequestContext<Self::Context>,
        query: types::StylesQuery,
        header: types::StylesHeader,
        cookie: types::StylesCookie,
    ) -> impl Future<Output = Result<types::StylesResponse, Rejection>> + Send;

    /// `GET /styles/rest`
    fn styles_rest(
        rqctx: &RequestContext<Self::Context>,
        principal: Option<Self::QueryKey>,
        query: types::StylesRestQuery,
    ) -> impl Future<Output = Result<types::StylesRestResponse, Rejection>> + Send;

    /// `GET /styles/{simple}/{label}/{labels}/{matrix}/{matrices}`
    fn styles_path(
        rqctx: &RequestContext<Self::Context>,
        path: types::StylesPathPath,
    ) -> impl Future<Output = Result<types::StylesPathResponse, Rejection>> + Send;

    /// `GET /files/{name}.{ext}`
    fn get_file(
        rqctx: &RequestContext<Self::Context>,
        path: types::GetFilePath,
    ) -> impl Future<Output = Result<types::GetFileResponse, Rejection>> + Send;

    /// `POST /files/{name}:cancel`
    fn cancel_file(
        rqctx: &RequestContext<Self::Context>,
        path: types::CancelFilePath,
    ) -> impl Future<Output = Result<types::CancelFileResponse, Rejection>> + Send;

    /// `GET /keys`
    fn parameters(
        rqctx: &RequestContext<Self::Context>,
        principal: types::HeaderKeyOrQueryKeyOrCookieKeyPrincipal<
            Self::HeaderKey,
            Self::QueryKey,
            Self::CookieKey,
        >,
    ) -> impl Future<Output = Result<types::ParametersResponse, Rejection>> + Send;

    /// `GET /both`
    fn endpoints(
        rqctx: &RequestContext<Self::Context>,
        principal: types::HeaderKeyAndPasswordPrincipal<Self::HeaderKey, Self::Password>,
    ) -> impl Future<Output = Result<types::EndpointsResponse, Rejection>> + Send;

    /// `GET /scopes`
    fn scopes(
        rqctx: &RequestContext<Self::Context>,
        principal: Self::Oauth,
    ) -> impl Future<Output = Result<types::ScopesResponse, Rejection>> + Send;

    /// `GET /optional`
    fn optional(
        rqctx: &RequestContext<Self::Context>,
        principal: Option<types::OpenidOrPasswordPrincipal<Self::Openid, Self::Password>>,
    ) -> impl Future<Output = Result<types::OptionalResponse, Rejection>> + Send;
}

/// The types of the document: parameters and responses of each operation, and
/// schemas.
pub mod types {
    /// The query parameters of `listItems`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct ListItemsQuery {
        /// The most items to return
        #[serde(default = "ListItemsQuery::limit_default")]
        #[schemars(schema_with = "ListItemsQuery::limit_schema")]
        pub limit: i32,
        #[serde(default)]
        #[schemars(with = "Kind")]
        pub kind: std::option::Option<Kind>,
        pub active: bool,
        #[serde(default)]
        #[schemars(with = "chrono::DateTime<chrono::FixedOffset>")]
        pub since: std::option::Option<chrono::DateTime<chrono::FixedOffset>>,
        #[serde(default = "ListItemsQuery::ratio_default")]
        #[schemars(schema_with = "ListItemsQuery::ratio_schema")]
        pub ratio: f64,
        #[serde(default = "ListItemsQuery::order_default")]
        pub order: ListItemsOrder,
        #[serde(default = "ListItemsQuery::all_default")]
        pub all: bool,
        #[serde(default = "ListItemsQuery::after_default")]
        pub after: std::string::String,
        #[serde(default)]
        #[schemars(schema_with = "ListItemsQuery::label_schema")]
        pub label: std::option::Option<std::string::String>,
    }

    impl ListItemsQuery {
        /// Returns the default of `limit`.
        fn limit_default() -> i32 {
            20
        }

        /// Returns the schema of `limit`, which the type does not express.
        fn limit_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i32>(),
                r#"{"maximum":100,"minimum":1}"#,
            )
        }

        /// Returns the default of `ratio`.
        fn ratio_default() -> f64 {
            0.5
        }

        /// Returns the schema of `ratio`, which the type does not express.
        fn ratio_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<f64>(),
                r#"{"format":null}"#,
            )
        }

        /// Returns the default of `order`.
        fn order_default() -> ListItemsOrder {
            serde_json::from_str("\"down\"").expect("the type has the value")
        }

        /// Returns the default of `all`.
        fn all_default() -> bool {
            false
        }

        /// Returns the default of `after`.
        fn after_default() -> std::string::String {
            "a".to_owned()
        }

        /// Returns the schema of `label`, which the type does not express.
        fn label_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"minLength":2,"pattern":"^[a-z]+$"}"#,
            )
        }
    }

    /// The header parameters of `listItems`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct ListItemsHeader {
        #[serde(rename = "X-Trace", default)]
        #[schemars(with = "std::string::String")]
        pub x_trace: std::option::Option<std::string::String>,
        #[serde(rename = "X-Level")]
        #[schemars(schema_with = "ListItemsHeader::x_level_schema")]
        pub x_level: i64,
    }

    impl ListItemsHeader {
        /// Returns the schema of `x_level`, which the type does not express.
        fn x_level_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null}"#,
            )
        }
    }

    /// The responses that `listItems` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ListItemsResponse {
        /// 200: The items
        Ok(ListItemsOk),
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
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
            location: std::string::String,
            /// How many more there can be
            x_remaining: std::option::Option<i64>,
            x_kind: std::option::Option<std::string::String>,
            x_tags: std::string::String,
            x_note: std::option::Option<std::string::String>,
            x_node: std::option::Option<std::string::String>,
        },
        /// 400: What went wrong
        BadRequest {
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
        /// 415: What went wrong
        UnsupportedMediaType {
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
        /// 422: Another shape of problem
        UnprocessableEntity(CreateItemUnprocessableEntity),
        /// 401: Refused, without a word
        Unauthorized,
        /// 5XX: What went wrong
        ServerError {
            /// The status, one of the range.
            status: openapi_runtime::RangeStatus<5>,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
    }

    /// The path parameters of `get_item`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct GetItemPath {
        #[serde(rename = "item-id")]
        pub item_id: uuid::Uuid,
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
            /// The status, one of the range.
            status: openapi_runtime::RangeStatus<4>,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
        /// 5XX: What went wrong
        ServerError {
            /// The status, one of the range.
            status: openapi_runtime::RangeStatus<5>,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
    }

    /// The path parameters of `putItem`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct PutItemPath {
        #[serde(rename = "item-id")]
        pub item_id: uuid::Uuid,
    }

    /// The responses that `putItem` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum PutItemResponse {
        /// 204: Done
        NoContent,
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
    }

    /// The path parameters of `patchItem`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct PatchItemPath {
        #[serde(rename = "item-id")]
        pub item_id: uuid::Uuid,
    }

    /// The responses that `patchItem` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum PatchItemResponse {
        /// 2XX: Patched
        Success {
            /// The status, one of the range.
            status: openapi_runtime::RangeStatus<2>,
            /// The body.
            body: Patch,
        },
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
    }

    /// The path parameters of `delete_items_item_id`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct DeleteItemsItemIdPath {
        #[serde(rename = "item-id")]
        pub item_id: uuid::Uuid,
    }

    /// The responses that `delete_items_item_id` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum DeleteItemsItemIdResponse {
        /// 204: Gone
        NoContent,
        /// 303: Look there
        SeeOther { location: std::string::String },
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
    }

    /// The path parameters of `headItem`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct HeadItemPath {
        #[serde(rename = "item-id")]
        pub item_id: uuid::Uuid,
    }

    /// The responses that `headItem` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum HeadItemResponse {
        /// 200: It is there
        Ok,
        /// default: It is not
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The path parameters of `optionsItem`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct OptionsItemPath {
        #[serde(rename = "item-id")]
        pub item_id: uuid::Uuid,
    }

    /// The responses that `optionsItem` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum OptionsItemResponse {
        /// 200: What can be done
        Ok,
        /// default: Nothing
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The responses that `latest` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum LatestResponse {
        /// 204: Latest
        NoContent,
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The responses that `latestSlash` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum LatestSlashResponse {
        /// 202: Another path
        Accepted,
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The path parameters of `getPart`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct GetPartPath {
        pub owner: std::string::String,
        pub part: i32,
    }

    /// The responses that `getPart` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum GetPartResponse {
        /// 200: The part
        Ok(std::string::String),
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The query parameters of `styles`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct StylesQuery {
        #[serde(default = "StylesQuery::ids_default")]
        #[schemars(schema_with = "StylesQuery::ids_schema")]
        pub ids: std::vec::Vec<i64>,
        #[serde(default)]
        #[schemars(schema_with = "StylesQuery::kinds_schema")]
        pub kinds: std::option::Option<std::vec::Vec<Kind>>,
        #[serde(default)]
        #[schemars(schema_with = "StylesQuery::pipes_schema")]
        pub pipes: std::option::Option<std::vec::Vec<std::string::String>>,
        #[serde(default)]
        #[schemars(schema_with = "StylesQuery::spaces_schema")]
        pub spaces: std::option::Option<std::vec::Vec<std::string::String>>,
        #[serde(default)]
        #[schemars(schema_with = "StylesQuery::point_schema")]
        pub point: std::option::Option<Point>,
        #[schemars(schema_with = "StylesQuery::page_schema")]
        pub page: Page,
        #[serde(default)]
        #[schemars(schema_with = "StylesQuery::filter_schema")]
        pub filter: std::option::Option<Filter>,
        #[serde(default)]
        #[schemars(schema_with = "StylesQuery::either_schema")]
        pub either: std::option::Option<StylesEither>,
        #[serde(default)]
        #[schemars(schema_with = "StylesQuery::area_schema")]
        pub area: std::option::Option<std::vec::Vec<Point>>,
        #[serde(default)]
        #[schemars(schema_with = "StylesQuery::note_schema")]
        pub note: std::option::Option<std::string::String>,
        #[serde(default = "StylesQuery::level_default")]
        #[schemars(schema_with = "StylesQuery::level_schema")]
        pub level: i64,
        #[serde(default)]
        #[schemars(schema_with = "StylesQuery::path_schema")]
        pub path: std::option::Option<std::string::String>,
    }

    impl StylesQuery {
        /// Returns the default of `ids`.
        fn ids_default() -> std::vec::Vec<i64> {
            serde_json::from_str("[1,2]").expect("the type has the value")
        }

        /// Returns the schema of `ids`, which the type does not express.
        fn ids_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::array_of(
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                ),
                r#"{"maxItems":3,"x-parameter":{"in":"query"}}"#,
            )
        }

        /// Returns the schema of `kinds`, which the type does not express.
        fn kinds_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<Kind>>(),
                r#"{"x-parameter":{"explode":false,"in":"query"}}"#,
            )
        }

        /// Returns the schema of `pipes`, which the type does not express.
        fn pipes_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<std::string::String>>(),
                r#"{"x-parameter":{"explode":false,"in":"query","style":"pipeDelimited"}}"#,
            )
        }

        /// Returns the schema of `spaces`, which the type does not express.
        fn spaces_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<std::string::String>>(),
                r#"{"x-parameter":{"explode":false,"in":"query","style":"spaceDelimited"}}"#,
            )
        }

        /// Returns the schema of `point`, which the type does not express.
        fn point_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<Point>(),
                r#"{"x-parameter":{"explode":false,"in":"query"}}"#,
            )
        }

        /// Returns the schema of `page`, which the type does not express.
        fn page_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<Page>(),
                r#"{"x-parameter":{"in":"query"}}"#,
            )
        }

        /// Returns the schema of `filter`, which the type does not express.
        fn filter_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<Filter>(),
                r#"{"x-parameter":{"explode":true,"in":"query","style":"deepObject"}}"#,
            )
        }

        /// Returns the schema of `either`, which the type does not express.
        fn either_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<StylesEither>(),
                r#"{"x-parameter":{"in":"query"}}"#,
            )
        }

        /// Returns the schema of `area`, which the type does not express.
        fn area_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<Point>>(),
                r#"{"x-parameter":{"content":"application/json","in":"query"}}"#,
            )
        }

        /// Returns the schema of `note`, which the type does not express.
        fn note_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"maxLength":5,"x-parameter":{"content":"text/plain","in":"query"}}"#,
            )
        }

        /// Returns the default of `level`.
        fn level_default() -> i64 {
            3
        }

        /// Returns the schema of `level`, which the type does not express.
        fn level_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"x-parameter":{"allowEmptyValue":true,"in":"query"}}"#,
            )
        }

        /// Returns the schema of `path`, which the type does not express.
        fn path_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"x-parameter":{"allowReserved":true,"in":"query"}}"#,
            )
        }
    }

    /// The header parameters of `styles`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct StylesHeader {
        #[serde(rename = "X-Ids", default)]
        #[schemars(schema_with = "StylesHeader::x_ids_schema")]
        pub x_ids: std::option::Option<std::vec::Vec<i64>>,
        #[serde(rename = "X-Point", default)]
        #[schemars(schema_with = "StylesHeader::x_point_schema")]
        pub x_point: std::option::Option<Point>,
        #[serde(rename = "X-Area", default)]
        #[schemars(schema_with = "StylesHeader::x_area_schema")]
        pub x_area: std::option::Option<Point>,
    }

    impl StylesHeader {
        /// Returns the schema of `x_ids`, which the type does not express.
        fn x_ids_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::array_of(
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                ),
                r#"{"x-parameter":{"in":"header"}}"#,
            )
        }

        /// Returns the schema of `x_point`, which the type does not express.
        fn x_point_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<Point>(),
                r#"{"x-parameter":{"explode":true,"in":"header"}}"#,
            )
        }

        /// Returns the schema of `x_area`, which the type does not express.
        fn x_area_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<Point>(),
                r#"{"x-parameter":{"content":"application/json","in":"header"}}"#,
            )
        }
    }

    /// The cookie parameters of `styles`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct StylesCookie {
        #[serde(default)]
        #[schemars(schema_with = "StylesCookie::session_schema")]
        pub session: std::option::Option<std::string::String>,
        #[serde(default)]
        #[schemars(schema_with = "StylesCookie::visits_schema")]
        pub visits: std::option::Option<std::vec::Vec<i64>>,
    }

    impl StylesCookie {
        /// Returns the schema of `session`, which the type does not express.
        fn session_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"minLength":2,"x-parameter":{"in":"cookie"}}"#,
            )
        }

        /// Returns the schema of `visits`, which the type does not express.
        fn visits_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::array_of(
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                ),
                r#"{"x-parameter":{"explode":false,"in":"cookie"}}"#,
            )
        }
    }

    /// The responses that `styles` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum StylesResponse {
        /// 200: The parameters
        Ok(std::string::String),
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
    }

    /// The query parameters of `stylesRest`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct StylesRestQuery {
        #[serde(default)]
        #[schemars(schema_with = "StylesRestQuery::limit_schema")]
        pub limit: std::option::Option<i64>,
        #[serde(default)]
        #[schemars(schema_with = "StylesRestQuery::rest_schema")]
        pub rest: std::option::Option<
            std::collections::BTreeMap<std::string::String, i64>,
        >,
    }

    impl StylesRestQuery {
        /// Returns the schema of `limit`, which the type does not express.
        fn limit_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null}"#,
            )
        }

        /// Returns the schema of `rest`, which the type does not express.
        fn rest_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::map_of(
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                ),
                r#"{"x-parameter":{"in":"query"}}"#,
            )
        }
    }

    /// The responses that `stylesRest` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum StylesRestResponse {
        /// 200: The parameters
        Ok(std::string::String),
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
    }

    /// The path parameters of `stylesPath`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct StylesPathPath {
        #[schemars(schema_with = "StylesPathPath::simple_schema")]
        pub simple: std::vec::Vec<i64>,
        #[schemars(schema_with = "StylesPathPath::label_schema")]
        pub label: f64,
        #[schemars(schema_with = "StylesPathPath::labels_schema")]
        pub labels: Point,
        #[schemars(schema_with = "StylesPathPath::matrix_schema")]
        pub matrix: std::vec::Vec<std::string::String>,
        #[schemars(schema_with = "StylesPathPath::matrices_schema")]
        pub matrices: std::vec::Vec<std::string::String>,
    }

    impl StylesPathPath {
        /// Returns the schema of `simple`, which the type does not express.
        fn simple_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::array_of(
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                ),
                r#"{"x-parameter":{"in":"path"}}"#,
            )
        }

        /// Returns the schema of `label`, which the type does not express.
        fn label_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<f64>(),
                r#"{"format":null,"x-parameter":{"in":"path","style":"label"}}"#,
            )
        }

        /// Returns the schema of `labels`, which the type does not express.
        fn labels_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<Point>(),
                r#"{"x-parameter":{"explode":true,"in":"path","style":"label"}}"#,
            )
        }

        /// Returns the schema of `matrix`, which the type does not express.
        fn matrix_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<std::string::String>>(),
                r#"{"x-parameter":{"in":"path","style":"matrix"}}"#,
            )
        }

        /// Returns the schema of `matrices`, which the type does not express.
        fn matrices_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<std::string::String>>(),
                r#"{"x-parameter":{"explode":true,"in":"path","style":"matrix"}}"#,
            )
        }
    }

    /// The responses that `stylesPath` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum StylesPathResponse {
        /// 200: The parameters
        Ok(std::string::String),
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
    }

    /// The path parameters of `getFile`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct GetFilePath {
        #[schemars(schema_with = "GetFilePath::name_schema")]
        pub name: std::string::String,
        #[schemars(schema_with = "GetFilePath::ext_schema")]
        pub ext: GetFileExt,
    }

    impl GetFilePath {
        /// Returns the schema of `name`, which the type does not express.
        fn name_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"x-parameter":{"in":"path","partial":true}}"#,
            )
        }

        /// Returns the schema of `ext`, which the type does not express.
        fn ext_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<GetFileExt>(),
                r#"{"x-parameter":{"in":"path","partial":true}}"#,
            )
        }
    }

    /// The responses that `getFile` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum GetFileResponse {
        /// 200: The parameters
        Ok(std::string::String),
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
    }

    /// The path parameters of `cancelFile`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct CancelFilePath {
        #[schemars(schema_with = "CancelFilePath::name_schema")]
        pub name: i64,
    }

    impl CancelFilePath {
        /// Returns the schema of `name`, which the type does not express.
        fn name_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"x-parameter":{"in":"path","partial":true}}"#,
            )
        }
    }

    /// The responses that `cancelFile` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum CancelFileResponse {
        /// 200: The parameters
        Ok(std::string::String),
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Error,
            retry_after: std::option::Option<i64>,
            www_authenticate: std::option::Option<std::string::String>,
        },
    }

    /// The responses that `parameters` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ParametersResponse {
        /// 200: Who asks
        Ok(std::string::String),
        /// 401: Not known
        Unauthorized,
        /// 403: Not allowed
        Forbidden,
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The responses that `endpoints` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum EndpointsResponse {
        /// 200: Who asks
        Ok(std::string::String),
        /// 401: Not known
        Unauthorized,
        /// 403: Not allowed
        Forbidden,
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The responses that `scopes` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ScopesResponse {
        /// 200: Who asks
        Ok(std::string::String),
        /// 401: Not known
        Unauthorized,
        /// 403: Not allowed
        Forbidden,
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The responses that `optional` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum OptionalResponse {
        /// 200: Who asks
        Ok(std::string::String),
        /// 401: Not known
        Unauthorized,
        /// 403: Not allowed
        Forbidden,
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// What an item is
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
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

    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub enum ListItemsOrder {
        #[serde(rename = "up")]
        Up,
        #[serde(rename = "down")]
        Down,
    }

    /// An item
    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Item {
        pub id: uuid::Uuid,
        #[schemars(schema_with = "Item::name_schema")]
        pub name: std::string::String,
        /// What an item is
        pub kind: Kind,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "ItemVersion")]
        pub version: std::option::Option<ItemVersion>,
        /// Required, but may be null
        #[schemars(schema_with = "Item::note_schema")]
        pub note: std::option::Option<std::string::String>,
        /// Called as a keyword
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::string::String")]
        pub r#type: std::option::Option<std::string::String>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "chrono::NaiveDate")]
        pub born: std::option::Option<chrono::NaiveDate>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "chrono::DateTime<chrono::FixedOffset>")]
        pub seen: std::option::Option<chrono::DateTime<chrono::FixedOffset>>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Item::mail_schema")]
        pub mail: std::option::Option<std::string::String>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "u8")]
        pub small: std::option::Option<u8>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Item::share_schema")]
        pub share: std::option::Option<f64>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Item::size_schema")]
        pub size: std::option::Option<i64>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Item::level_schema")]
        pub level: std::option::Option<i64>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Item::tags_schema")]
        pub tags: std::option::Option<std::vec::Vec<std::string::String>>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::collections::BTreeMap<std::string::String, i64>")]
        pub counts: std::option::Option<
            std::collections::BTreeMap<std::string::String, i64>,
        >,
        #[serde(
            default,
            skip_serializing_if = "std::option::Option::is_none",
            deserialize_with = "openapi_runtime::shape::present"
        )]
        #[schemars(with = "serde_json::Value")]
        pub anything: std::option::Option<serde_json::Value>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "serde_json::Map<std::string::String, serde_json::Value>")]
        pub free: std::option::Option<
            serde_json::Map<std::string::String, serde_json::Value>,
        >,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Shape")]
        pub shape: std::option::Option<Shape>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Amount")]
        pub amount: std::option::Option<Amount>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "ItemScalar")]
        pub scalar: std::option::Option<ItemScalar>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Node")]
        pub parent: std::option::Option<Node>,
        /// What neither Rust types nor OpenAPI 3.0 can say
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Rules")]
        pub rules: std::option::Option<Rules>,
        #[serde(
            rename = "same-name",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(schema_with = "Item::same_name_schema")]
        pub same_name: std::option::Option<std::string::String>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "ItemInner")]
        pub inner: std::option::Option<ItemInner>,
    }

    impl Item {
        /// Returns the schema of `name`, which the type does not express.
        fn name_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"maxLength":40,"minLength":1,"pattern":"^[A-Z]"}"#,
            )
        }

        /// Returns the schema of `note`, which the type does not express.
        fn note_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            generator.subschema_for::<std::option::Option<std::string::String>>()
        }

        /// Returns the schema of `mail`, which the type does not express.
        fn mail_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"format":"email"}"#,
            )
        }

        /// Returns the schema of `share`, which the type does not express.
        fn share_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<f64>(),
                r#"{"exclusiveMinimum":0,"format":"float","maximum":1}"#,
            )
        }

        /// Returns the schema of `size`, which the type does not express.
        fn size_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"multipleOf":5}"#,
            )
        }

        /// Returns the schema of `level`, which the type does not express.
        fn level_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"enum":[1,2,3],"format":null}"#,
            )
        }

        /// Returns the schema of `tags`, which the type does not express.
        fn tags_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::array_of(
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<std::string::String>(),
                        r#"{"minLength":1}"#,
                    ),
                ),
                r#"{"uniqueItems":true}"#,
            )
        }

        /// Returns the schema of `same_name`, which the type does not express.
        fn same_name_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"maxLength":40,"minLength":1}"#,
            )
        }
    }

    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub enum ItemVersion {
        #[serde(rename = "v1")]
        V1,
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize)]
    #[serde(untagged)]
    pub enum Shape {
        Circle(Circle),
        Square(Square),
    }

    impl<'de> serde::Deserialize<'de> for Shape {
        fn deserialize<D: serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            let value = <serde_json::Value as serde::Deserialize>::deserialize(
                deserializer,
            )?;
            match value.get("form").and_then(serde_json::Value::as_str) {
                Some("round") => openapi_runtime::shape::decode(value).map(Self::Circle),
                Some("Square") => openapi_runtime::shape::decode(value).map(Self::Square),
                _ => Err(openapi_runtime::shape::no_variant("Shape")),
            }
        }
    }

    impl schemars::JsonSchema for Shape {
        fn schema_name() -> std::string::String {
            "Shape".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Shape").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::one_of(
                std::vec::Vec::from([
                    generator.subschema_for::<Circle>(),
                    generator.subschema_for::<Square>(),
                ]),
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Circle {
        pub form: CircleForm,
        #[schemars(schema_with = "Circle::radius_schema")]
        pub radius: f64,
    }

    impl Circle {
        /// Returns the schema of `radius`, which the type does not express.
        fn radius_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<f64>(),
                r#"{"format":null}"#,
            )
        }
    }

    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub enum CircleForm {
        #[serde(rename = "round")]
        Round,
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Square {
        pub form: SquareForm,
        #[schemars(schema_with = "Square::side_schema")]
        pub side: f64,
    }

    impl Square {
        /// Returns the schema of `side`, which the type does not express.
        fn side_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<f64>(),
                r#"{"format":null}"#,
            )
        }
    }

    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub enum SquareForm {
        Square,
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize)]
    #[serde(untagged)]
    pub enum Amount {
        Integer(i64),
        Variant(AmountVariant),
        AmountList(std::vec::Vec<Amount>),
    }

    static AMOUNT_VARIANTS: [openapi_runtime::Schema; 3] = [
        openapi_runtime::Schema::at(
            &super::DOCUMENT,
            "#/components/schemas/Amount/anyOf/0",
        ),
        openapi_runtime::Schema::at(
            &super::DOCUMENT,
            "#/components/schemas/Amount/anyOf/1",
        ),
        openapi_runtime::Schema::at(
            &super::DOCUMENT,
            "#/components/schemas/Amount/anyOf/2",
        ),
    ];

    impl<'de> serde::Deserialize<'de> for Amount {
        fn deserialize<D: serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            let value = <serde_json::Value as serde::Deserialize>::deserialize(
                deserializer,
            )?;
            match openapi_runtime::shape::first_accepting(&AMOUNT_VARIANTS, &value) {
                Some(0) => openapi_runtime::shape::decode(value).map(Self::Integer),
                Some(1) => openapi_runtime::shape::decode(value).map(Self::Variant),
                Some(2) => openapi_runtime::shape::decode(value).map(Self::AmountList),
                _ => Err(openapi_runtime::shape::no_variant("Amount")),
            }
        }
    }

    impl schemars::JsonSchema for Amount {
        fn schema_name() -> std::string::String {
            "Amount".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Amount").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::any_of(
                std::vec::Vec::from([
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null,"maximum":10}"#,
                    ),
                    generator.subschema_for::<AmountVariant>(),
                    generator.subschema_for::<std::vec::Vec<Amount>>(),
                ]),
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    #[schemars(deny_unknown_fields)]
    pub struct AmountVariant {
        pub value: i64,
        /// Members that the document does not declare.
        #[serde(flatten)]
        #[schemars(schema_with = "AmountVariant::additional_members_schema")]
        pub additional_members: std::collections::BTreeMap<
            std::string::String,
            std::string::String,
        >,
    }

    impl AmountVariant {
        /// Returns the schema of `additional_members`, which the type does not express.
        fn additional_members_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::map_of(
                openapi_runtime::shape::with_keywords(
                    generator.subschema_for::<std::string::String>(),
                    r#"{"maxLength":9}"#,
                ),
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize)]
    #[serde(untagged)]
    pub enum ItemScalar {
        Boolean(bool),
        Integer(i64),
        String(std::string::String),
    }

    impl<'de> serde::Deserialize<'de> for ItemScalar {
        fn deserialize<D: serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            let value = <serde_json::Value as serde::Deserialize>::deserialize(
                deserializer,
            )?;
            match &value {
                serde_json::Value::Bool(_) => {
                    openapi_runtime::shape::decode(value).map(Self::Boolean)
                }
                serde_json::Value::Number(_) => {
                    openapi_runtime::shape::decode(value).map(Self::Integer)
                }
                serde_json::Value::String(_) => {
                    openapi_runtime::shape::decode(value).map(Self::String)
                }
                _ => Err(openapi_runtime::shape::no_variant("ItemScalar")),
            }
        }
    }

    impl schemars::JsonSchema for ItemScalar {
        fn schema_name() -> std::string::String {
            "ItemScalar".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::ItemScalar").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::any_of(
                std::vec::Vec::from([
                    generator.subschema_for::<bool>(),
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                    generator.subschema_for::<std::string::String>(),
                ]),
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Node {
        #[serde(
            default,
            skip_serializing_if = "std::option::Option::is_none",
            with = "openapi_runtime::shape::optional_nullable"
        )]
        #[schemars(with = "std::option::Option<Box<Node>>")]
        pub next: std::option::Option<std::option::Option<Box<Node>>>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::vec::Vec<Node>")]
        pub children: std::option::Option<std::vec::Vec<Node>>,
        /// Called as a type of Rust
        #[serde(
            rename = "Option",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "Option")]
        pub option: std::option::Option<Option>,
        #[serde(
            rename = "Vec",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "Vec")]
        pub vec: std::option::Option<Vec>,
    }

    /// Called as a type of Rust
    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Option {
        pub left: std::vec::Vec<std::option::Option<std::string::String>>,
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize)]
    #[serde(untagged)]
    pub enum Vec {
        StringList(std::vec::Vec<String>),
        RejectionMap(std::collections::BTreeMap<std::string::String, Rejection>),
    }

    static VEC_VARIANTS: [openapi_runtime::Schema; 2] = [
        openapi_runtime::Schema::at(
            &super::DOCUMENT,
            "#/components/schemas/Vec/anyOf/0",
        ),
        openapi_runtime::Schema::at(&super::DOCUMENT, "#/components/schemas/Vec/anyOf/1"),
    ];

    impl<'de> serde::Deserialize<'de> for Vec {
        fn deserialize<D: serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            let value = <serde_json::Value as serde::Deserialize>::deserialize(
                deserializer,
            )?;
            match openapi_runtime::shape::first_accepting(&VEC_VARIANTS, &value) {
                Some(0) => openapi_runtime::shape::decode(value).map(Self::StringList),
                Some(1) => openapi_runtime::shape::decode(value).map(Self::RejectionMap),
                _ => Err(openapi_runtime::shape::no_variant("Vec")),
            }
        }
    }

    impl schemars::JsonSchema for Vec {
        fn schema_name() -> std::string::String {
            "Vec".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Vec").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::any_of(
                std::vec::Vec::from([
                    generator.subschema_for::<std::vec::Vec<String>>(),
                    generator
                        .subschema_for::<
                            std::collections::BTreeMap<std::string::String, Rejection>,
                        >(),
                ]),
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct String {
        #[serde(
            rename = "Box",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "Box<Box2>")]
        pub r#box: std::option::Option<Box<Box2>>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "String::text_schema")]
        pub text: std::option::Option<std::string::String>,
    }

    impl String {
        /// Returns the schema of `text`, which the type does not express.
        fn text_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"maxLength":9}"#,
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Box2 {
        #[serde(
            rename = "String",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "Box<String>")]
        pub string: std::option::Option<Box<String>>,
        #[serde(
            rename = "Result",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "Result2")]
        pub result: std::option::Option<Result2>,
    }

    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        serde::Serialize,
        serde::Deserialize
    )]
    #[serde(from = "i64", into = "i64")]
    pub enum Result2 {
        /// 0
        From,
        /// A value that the document does not list.
        Other(i64),
    }

    impl From<i64> for Result2 {
        fn from(value: i64) -> Self {
            match value {
                0 => Self::From,
                other => Self::Other(other),
            }
        }
    }

    impl From<Result2> for i64 {
        fn from(value: Result2) -> Self {
            match value {
                Result2::From => 0,
                Result2::Other(other) => other,
            }
        }
    }

    impl schemars::JsonSchema for Result2 {
        fn schema_name() -> std::string::String {
            "Result2".to_owned()
        }

        fn is_referenceable() -> bool {
            false
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    pub struct Rejection {
        #[serde(rename = "Serialize")]
        pub serialize: std::string::String,
    }

    impl schemars::JsonSchema for Rejection {
        fn schema_name() -> std::string::String {
            "Rejection".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Rejection").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::object(
                    [
                        (
                            "Serialize",
                            true,
                            generator.subschema_for::<std::string::String>(),
                        ),
                    ],
                    true.into(),
                ),
                r#"{"minProperties":1}"#,
            )
        }
    }

    /// What neither Rust types nor OpenAPI 3.0 can say
    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Rules {
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::string::String")]
        pub kind: std::option::Option<std::string::String>,
        #[serde(
            rename = "if-then",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "RulesIfThen")]
        pub if_then: std::option::Option<RulesIfThen>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::not_schema")]
        pub not: std::option::Option<std::string::String>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "RulesPatterns")]
        pub patterns: std::option::Option<RulesPatterns>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::names_schema")]
        pub names: std::option::Option<
            serde_json::Map<std::string::String, serde_json::Value>,
        >,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::pair_schema")]
        pub pair: std::option::Option<std::vec::Vec<serde_json::Value>>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::has_schema")]
        pub has: std::option::Option<std::vec::Vec<i64>>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "RulesNeeds")]
        pub needs: std::option::Option<RulesNeeds>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::shapes_schema")]
        pub shapes: std::option::Option<
            serde_json::Map<std::string::String, serde_json::Value>,
        >,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "RulesClosed")]
        pub closed: std::option::Option<RulesClosed>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "RulesEither")]
        pub either: std::option::Option<RulesEither>,
        #[serde(
            default,
            skip_serializing_if = "std::option::Option::is_none",
            with = "openapi_runtime::shape::optional_nullable"
        )]
        #[schemars(schema_with = "Rules::mixed_schema")]
        pub mixed: std::option::Option<std::option::Option<serde_json::Value>>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::twice_schema")]
        pub twice: std::option::Option<std::string::String>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::both_schema")]
        pub both: std::option::Option<i64>,
    }

    impl Rules {
        /// Returns the schema of `not`, which the type does not express.
        fn not_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"x-json-schema":{"not":{"enum":["x","y"]}}}"#,
            )
        }

        /// Returns the schema of `names`, which the type does not express.
        fn names_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator
                    .subschema_for::<
                        serde_json::Map<std::string::String, serde_json::Value>,
                    >(),
                r#"{"minProperties":1,"x-json-schema":{"propertyNames":{"maxLength":3}}}"#,
            )
        }

        /// Returns the schema of `pair`, which the type does not express.
        fn pair_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<serde_json::Value>>(),
                r#"{"x-json-schema":{"items":false,"prefixItems":[{"type":"string"},{"type":"integer"}]}}"#,
            )
        }

        /// Returns the schema of `has`, which the type does not express.
        fn has_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::array_of(
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                ),
                r#"{"x-json-schema":{"contains":{"const":7},"maxContains":2}}"#,
            )
        }

        /// Returns the schema of `shapes`, which the type does not express.
        fn shapes_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator
                    .subschema_for::<
                        serde_json::Map<std::string::String, serde_json::Value>,
                    >(),
                r#"{"x-json-schema":{"dependentSchemas":{"a":{"properties":{"b":{"description":"What an item is","enum":["plain","2nd-hand","+","type","Self"],"type":"string"}}}}}}"#,
            )
        }

        /// Returns the schema of `mixed`, which the type does not express.
        fn mixed_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::nullable(
                openapi_runtime::shape::with_keywords(
                    generator.subschema_for::<serde_json::Value>(),
                    r#"{"x-json-schema":{"enum":[1,"one",[1]]}}"#,
                ),
            )
        }

        /// Returns the schema of `twice`, which the type does not express.
        fn twice_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"pattern":"z$","x-json-schema":{"allOf":[{"pattern":"^a"}]}}"#,
            )
        }

        /// Returns the schema of `both`, which the type does not express.
        fn both_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"x-json-schema":{"anyOf":[{"multipleOf":2},{"multipleOf":3}],"oneOf":[{"minimum":5},{"maximum":1}]}}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    pub struct RulesIfThen {
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        pub a: std::option::Option<i64>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        pub b: std::option::Option<i64>,
    }

    impl schemars::JsonSchema for RulesIfThen {
        fn schema_name() -> std::string::String {
            "RulesIfThen".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::RulesIfThen").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::object(
                    [
                        (
                            "a",
                            false,
                            openapi_runtime::shape::with_keywords(
                                generator.subschema_for::<i64>(),
                                r#"{"format":null}"#,
                            ),
                        ),
                        (
                            "b",
                            false,
                            openapi_runtime::shape::with_keywords(
                                generator.subschema_for::<i64>(),
                                r#"{"format":null}"#,
                            ),
                        ),
                    ],
                    true.into(),
                ),
                r#"{"x-json-schema":{"else":{"maxProperties":0},"if":{"required":["a"]},"then":{"required":["b"]}}}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    pub struct RulesPatterns {
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        pub known: std::option::Option<bool>,
        /// Members that the document does not declare.
        #[serde(flatten)]
        pub additional_members: std::collections::BTreeMap<
            std::string::String,
            serde_json::Value,
        >,
    }

    impl schemars::JsonSchema for RulesPatterns {
        fn schema_name() -> std::string::String {
            "RulesPatterns".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::RulesPatterns").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::object(
                    [("known", false, generator.subschema_for::<bool>())],
                    generator.subschema_for::<serde_json::Value>(),
                ),
                r#"{"x-json-schema":{"additionalProperties":false,"patternProperties":{"^x-":{"type":"string"}}}}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    pub struct RulesNeeds {
        #[serde(
            default,
            skip_serializing_if = "std::option::Option::is_none",
            deserialize_with = "openapi_runtime::shape::present"
        )]
        pub a: std::option::Option<serde_json::Value>,
        #[serde(
            default,
            skip_serializing_if = "std::option::Option::is_none",
            deserialize_with = "openapi_runtime::shape::present"
        )]
        pub b: std::option::Option<serde_json::Value>,
    }

    impl schemars::JsonSchema for RulesNeeds {
        fn schema_name() -> std::string::String {
            "RulesNeeds".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::RulesNeeds").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::object(
                    [
                        ("a", false, generator.subschema_for::<serde_json::Value>()),
                        ("b", false, generator.subschema_for::<serde_json::Value>()),
                    ],
                    true.into(),
                ),
                r#"{"minProperties":1,"x-json-schema":{"dependentRequired":{"a":["b"]}}}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    pub struct RulesClosed {
        pub id: uuid::Uuid,
        pub name: std::string::String,
    }

    impl schemars::JsonSchema for RulesClosed {
        fn schema_name() -> std::string::String {
            "RulesClosed".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::RulesClosed").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::object(
                    [
                        ("id", true, generator.subschema_for::<uuid::Uuid>()),
                        (
                            "name",
                            true,
                            openapi_runtime::shape::with_keywords(
                                generator.subschema_for::<std::string::String>(),
                                r#"{"maxLength":40,"minLength":1}"#,
                            ),
                        ),
                    ],
                    true.into(),
                ),
                r#"{"x-json-schema":{"unevaluatedProperties":false}}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    pub struct RulesEither {
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        pub a: std::option::Option<i64>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        pub b: std::option::Option<i64>,
        /// Members that the document does not declare.
        #[serde(flatten)]
        pub additional_members: std::collections::BTreeMap<
            std::string::String,
            serde_json::Value,
        >,
    }

    impl schemars::JsonSchema for RulesEither {
        fn schema_name() -> std::string::String {
            "RulesEither".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::RulesEither").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::object(
                    [
                        (
                            "a",
                            false,
                            openapi_runtime::shape::with_keywords(
                                generator.subschema_for::<i64>(),
                                r#"{"format":null}"#,
                            ),
                        ),
                        (
                            "b",
                            false,
                            openapi_runtime::shape::with_keywords(
                                generator.subschema_for::<i64>(),
                                r#"{"format":null}"#,
                            ),
                        ),
                    ],
                    generator.subschema_for::<serde_json::Value>(),
                ),
                r#"{"x-json-schema":{"oneOf":[{"required":["a"]},{"required":["b"]}]}}"#,
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    #[serde(deny_unknown_fields)]
    pub struct ItemInner {
        pub a: bool,
        #[serde(
            default,
            skip_serializing_if = "std::option::Option::is_none",
            with = "openapi_runtime::shape::optional_nullable"
        )]
        #[schemars(with = "std::option::Option<i32>")]
        pub b: std::option::Option<std::option::Option<i32>>,
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(transparent)]
    pub struct ListItemsOk(pub std::vec::Vec<Item>);

    impl schemars::JsonSchema for ListItemsOk {
        fn schema_name() -> std::string::String {
            "ListItemsOk".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::ListItemsOk").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<Item>>(),
                r#"{"maxItems":100}"#,
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Error {
        pub code: ProblemCode,
        #[serde(
            default,
            skip_serializing_if = "std::option::Option::is_none",
            with = "openapi_runtime::shape::optional_nullable"
        )]
        #[schemars(with = "std::option::Option<std::string::String>")]
        pub detail: std::option::Option<std::option::Option<std::string::String>>,
    }

    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        serde::Serialize,
        serde::Deserialize
    )]
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

    impl schemars::JsonSchema for ProblemCode {
        fn schema_name() -> std::string::String {
            "ProblemCode".to_owned()
        }

        fn is_referenceable() -> bool {
            false
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(transparent)]
    pub struct CreateItemUnprocessableEntity(pub std::vec::Vec<std::string::String>);

    impl schemars::JsonSchema for CreateItemUnprocessableEntity {
        fn schema_name() -> std::string::String {
            "CreateItemUnprocessableEntity".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::CreateItemUnprocessableEntity").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::array_of(
                openapi_runtime::shape::with_keywords(
                    generator.subschema_for::<std::string::String>(),
                    r#"{"maxLength":200}"#,
                ),
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(transparent)]
    pub struct PutItemBody(pub std::collections::BTreeMap<std::string::String, i64>);

    impl schemars::JsonSchema for PutItemBody {
        fn schema_name() -> std::string::String {
            "PutItemBody".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::PutItemBody").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::map_of(
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null,"minimum":0}"#,
                    ),
                ),
                r#"{"maxProperties":3}"#,
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Patch {
        #[serde(
            default,
            skip_serializing_if = "std::option::Option::is_none",
            with = "openapi_runtime::shape::optional_nullable"
        )]
        #[schemars(with = "std::option::Option<std::string::String>")]
        pub name: std::option::Option<std::option::Option<std::string::String>>,
        #[serde(
            default,
            skip_serializing_if = "std::option::Option::is_none",
            with = "openapi_runtime::shape::optional_nullable"
        )]
        #[schemars(schema_with = "Patch::note_schema")]
        pub note: std::option::Option<std::option::Option<std::string::String>>,
    }

    impl Patch {
        /// Returns the schema of `note`, which the type does not express.
        fn note_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::nullable(
                openapi_runtime::shape::with_keywords(
                    generator.subschema_for::<std::string::String>(),
                    r#"{"maxLength":5}"#,
                ),
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Point {
        #[schemars(schema_with = "Point::x_schema")]
        pub x: i64,
        #[schemars(schema_with = "Point::y_schema")]
        pub y: i64,
    }

    impl Point {
        /// Returns the schema of `x`, which the type does not express.
        fn x_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null}"#,
            )
        }

        /// Returns the schema of `y`, which the type does not express.
        fn y_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null}"#,
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Page {
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Page::number_schema")]
        pub number: std::option::Option<i64>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::vec::Vec<std::string::String>")]
        pub sort: std::option::Option<std::vec::Vec<std::string::String>>,
    }

    impl Page {
        /// Returns the schema of `number`, which the type does not express.
        fn number_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"minimum":0}"#,
            )
        }
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Filter {
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::string::String")]
        pub status: std::option::Option<std::string::String>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Point")]
        pub range: std::option::Option<Point>,
        #[serde(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::vec::Vec<std::string::String>")]
        pub tags: std::option::Option<std::vec::Vec<std::string::String>>,
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize)]
    #[serde(untagged)]
    pub enum StylesEither {
        Integer(i64),
        BooleanList(std::vec::Vec<bool>),
    }

    static STYLES_EITHER_VARIANTS: [openapi_runtime::Schema; 2] = [
        openapi_runtime::Schema::at(
            &super::DOCUMENT,
            "#/paths/~1styles/get/parameters/7/schema/anyOf/0",
        ),
        openapi_runtime::Schema::at(
            &super::DOCUMENT,
            "#/paths/~1styles/get/parameters/7/schema/anyOf/1",
        ),
    ];

    impl<'de> serde::Deserialize<'de> for StylesEither {
        fn deserialize<D: serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            let value = <serde_json::Value as serde::Deserialize>::deserialize(
                deserializer,
            )?;
            match openapi_runtime::shape::first_accepting(
                &STYLES_EITHER_VARIANTS,
                &value,
            ) {
                Some(0) => openapi_runtime::shape::decode(value).map(Self::Integer),
                Some(1) => openapi_runtime::shape::decode(value).map(Self::BooleanList),
                _ => Err(openapi_runtime::shape::no_variant("StylesEither")),
            }
        }
    }

    impl schemars::JsonSchema for StylesEither {
        fn schema_name() -> std::string::String {
            "StylesEither".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::StylesEither").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::any_of(
                std::vec::Vec::from([
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                    generator.subschema_for::<std::vec::Vec<bool>>(),
                ]),
            )
        }
    }

    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub enum GetFileExt {
        #[serde(rename = "txt")]
        Txt,
        #[serde(rename = "md")]
        Md,
    }

    /// The principal of a request: one of the alternatives of `security`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum HeaderKeyOrQueryKeyOrCookieKeyPrincipal<HeaderKey, QueryKey, CookieKey> {
        HeaderKey(HeaderKey),
        QueryKey(QueryKey),
        CookieKey(CookieKey),
    }

    /// The principal of a request: one of the alternatives of `security`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum HeaderKeyAndPasswordPrincipal<HeaderKey, Password> {
        HeaderKeyAndPassword(HeaderKey, Password),
    }

    /// The principal of a request: one of the alternatives of `security`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum OpenidOrPasswordPrincipal<Openid, Password> {
        Openid(Openid),
        Password(Password),
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
        dropshot::ApiDescription<A::Context>,
        dropshot::ApiDescriptionBuildErrors,
    > {
        endpoints::<A>().api_description()
    }

    /// Returns the API without an implementation, for documents.
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn stub_api_description() -> Result<
        dropshot::ApiDescription<dropshot::StubContext>,
        dropshot::ApiDescriptionBuildErrors,
    > {
        stub_endpoints().api_description()
    }

    /// Returns the parts of the document that dropshot does not emit.
    ///
    /// # Errors
    /// dropshot refuses an endpoint.
    pub fn overlay() -> Result<openapi_runtime::Overlay, openapi_runtime::OverlayError> {
        stub_endpoints().overlay()
    }

    /// Compiles the schemas of requests. Otherwise each is compiled for the
    /// first request that needs it.
    ///
    /// # Errors
    /// A schema does not compile.
    pub fn compile_schemas() -> Result<(), openapi_runtime::SchemaError> {
        for parameter in &super::LIST_ITEMS_QUERY {
            parameter.compile()?;
        }
        for parameter in &super::LIST_ITEMS_HEADER {
            parameter.compile()?;
        }
        super::CREATE_ITEM_BODY.compile()?;
        for parameter in &super::GET_ITEM_PATH {
            parameter.compile()?;
        }
        super::PUT_ITEM_BODY.compile()?;
        for parameter in &super::PUT_ITEM_PATH {
            parameter.compile()?;
        }
        super::PATCH_ITEM_BODY.compile()?;
        for parameter in &super::PATCH_ITEM_PATH {
            parameter.compile()?;
        }
        for parameter in &super::DELETE_ITEMS_ITEM_ID_PATH {
            parameter.compile()?;
        }
        for parameter in &super::HEAD_ITEM_PATH {
            parameter.compile()?;
        }
        for parameter in &super::OPTIONS_ITEM_PATH {
            parameter.compile()?;
        }
        for parameter in &super::GET_PART_PATH {
            parameter.compile()?;
        }
        for parameter in &super::STYLES_QUERY {
            parameter.compile()?;
        }
        for parameter in &super::STYLES_HEADER {
            parameter.compile()?;
        }
        for parameter in &super::STYLES_COOKIE {
            parameter.compile()?;
        }
        for parameter in &super::STYLES_REST_QUERY {
            parameter.compile()?;
        }
        for parameter in &super::STYLES_PATH_PATH {
            parameter.compile()?;
        }
        for parameter in &super::GET_FILE_PATH {
            parameter.compile()?;
        }
        for parameter in &super::CANCEL_FILE_PATH {
            parameter.compile()?;
        }
        Ok(())
    }

    /// Returns the endpoints of an implementation of [`Api`], to register
    /// them beside others or for a range of versions.
    pub fn endpoints<A: Api>() -> openapi_runtime::Endpoints<A::Context> {
        openapi_runtime::Endpoints::new("Everything", "2026-11")
            .document(&super::DOCUMENT)
            .endpoint::<
                types::ListItemsResponse,
            >(
                ApiEndpoint::new(
                        "listItems".to_owned(),
                        super::list_items::<A>,
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
                types::CreateItemResponse,
            >(
                ApiEndpoint::new(
                        "create-item".to_owned(),
                        super::create_item::<A>,
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
                types::GetItemResponse,
            >(
                ApiEndpoint::new(
                        "get_item".to_owned(),
                        super::get_item::<A>,
                        Method::GET,
                        "application/json",
                        "/items/{item-id}",
                        ApiEndpointVersions::All,
                    )
                    .deprecated(true),
            )
            .endpoint::<
                types::PutItemResponse,
            >(
                ApiEndpoint::new(
                    "putItem".to_owned(),
                    super::put_item::<A>,
                    Method::PUT,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::PatchItemResponse,
            >(
                ApiEndpoint::new(
                    "patchItem".to_owned(),
                    super::patch_item::<A>,
                    Method::PATCH,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::DeleteItemsItemIdResponse,
            >(
                ApiEndpoint::new(
                    "delete_items_item_id".to_owned(),
                    super::delete_items_item_id::<A>,
                    Method::DELETE,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::HeadItemResponse,
            >(
                ApiEndpoint::new(
                    "headItem".to_owned(),
                    super::head_item::<A>,
                    Method::HEAD,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::OptionsItemResponse,
            >(
                ApiEndpoint::new(
                    "optionsItem".to_owned(),
                    super::options_item::<A>,
                    Method::OPTIONS,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::LatestResponse,
            >(
                ApiEndpoint::new(
                    "latest".to_owned(),
                    super::latest::<A>,
                    Method::POST,
                    "application/json",
                    "/items/latest",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::LatestSlashResponse,
            >(
                ApiEndpoint::new(
                    "latestSlash".to_owned(),
                    super::latest_slash::<A>,
                    Method::POST,
                    "application/json",
                    "/items/latest/",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::GetPartResponse,
            >(
                ApiEndpoint::new(
                    "getPart".to_owned(),
                    super::get_part::<A>,
                    Method::GET,
                    "application/json",
                    "/items/{owner}/of/{part}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::StylesResponse,
            >(
                ApiEndpoint::new(
                    "styles".to_owned(),
                    super::styles::<A>,
                    Method::GET,
                    "application/json",
                    "/styles",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::StylesRestResponse,
            >(
                ApiEndpoint::new(
                    "stylesRest".to_owned(),
                    super::styles_rest::<A>,
                    Method::GET,
                    "application/json",
                    "/styles/rest",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::StylesPathResponse,
            >(
                ApiEndpoint::new(
                    "stylesPath".to_owned(),
                    super::styles_path::<A>,
                    Method::GET,
                    "application/json",
                    "/styles/{simple}/{label}/{labels}/{matrix}/{matrices}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::GetFileResponse,
            >(
                ApiEndpoint::new(
                    "getFile".to_owned(),
                    super::get_file::<A>,
                    Method::GET,
                    "application/json",
                    "/files/{name}.{ext}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::CancelFileResponse,
            >(
                ApiEndpoint::new(
                    "cancelFile".to_owned(),
                    super::cancel_file::<A>,
                    Method::POST,
                    "application/json",
                    "/files/{name}:cancel",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::ParametersResponse,
            >(
                ApiEndpoint::new(
                    "parameters".to_owned(),
                    super::parameters::<A>,
                    Method::GET,
                    "application/json",
                    "/keys",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::EndpointsResponse,
            >(
                ApiEndpoint::new(
                    "endpoints".to_owned(),
                    super::endpoints::<A>,
                    Method::GET,
                    "application/json",
                    "/both",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::ScopesResponse,
            >(
                ApiEndpoint::new(
                    "scopes".to_owned(),
                    super::scopes::<A>,
                    Method::GET,
                    "application/json",
                    "/scopes",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::OptionalResponse,
            >(
                ApiEndpoint::new(
                    "optional".to_owned(),
                    super::optional::<A>,
                    Method::GET,
                    "application/json",
                    "/optional",
                    ApiEndpointVersions::All,
                ),
            )
    }

    /// Returns the endpoints without an implementation, to combine them for
    /// documents as [`endpoints`] are combined for a server.
    pub fn stub_endpoints() -> openapi_runtime::Endpoints<dropshot::StubContext> {
        openapi_runtime::Endpoints::new("Everything", "2026-11")
            .document(&super::DOCUMENT)
            .endpoint::<
                types::ListItemsResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<security::TokenRequirement>,
                        openapi_runtime::Documented<
                            dropshot::Query<types::ListItemsQuery>,
                        >,
                        openapi_runtime::Documented<
                            dropshot::Header<types::ListItemsHeader>,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::ListItemsResponse>,
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
                types::CreateItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<security::TokenRequirement2>,
                        openapi_runtime::OptionalJsonBody<types::Item>,
                    ),
                    DocumentedResult<types::CreateItemResponse>,
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
                types::GetItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<dropshot::Path<types::GetItemPath>>,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::GetItemResponse>,
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
                types::PutItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<security::TokenRequirement>,
                        openapi_runtime::Documented<dropshot::Path<types::PutItemPath>>,
                        openapi_runtime::JsonBody<types::PutItemBody>,
                    ),
                    DocumentedResult<types::PutItemResponse>,
                >(
                    "putItem".to_owned(),
                    Method::PUT,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::PatchItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<security::TokenRequirement>,
                        openapi_runtime::Documented<
                            dropshot::Path<types::PatchItemPath>,
                        >,
                        openapi_runtime::JsonBody<types::Patch>,
                    ),
                    DocumentedResult<types::PatchItemResponse>,
                >(
                    "patchItem".to_owned(),
                    Method::PATCH,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::DeleteItemsItemIdResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<security::TokenRequirement>,
                        openapi_runtime::Documented<
                            dropshot::Path<types::DeleteItemsItemIdPath>,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::DeleteItemsItemIdResponse>,
                >(
                    "delete_items_item_id".to_owned(),
                    Method::DELETE,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::HeadItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<security::TokenRequirement>,
                        openapi_runtime::Documented<dropshot::Path<types::HeadItemPath>>,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::HeadItemResponse>,
                >(
                    "headItem".to_owned(),
                    Method::HEAD,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::OptionsItemResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<security::TokenRequirement>,
                        openapi_runtime::Documented<
                            dropshot::Path<types::OptionsItemPath>,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::OptionsItemResponse>,
                >(
                    "optionsItem".to_owned(),
                    Method::OPTIONS,
                    "application/json",
                    "/items/{item-id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::LatestResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::NoBody,),
                    DocumentedResult<types::LatestResponse>,
                >(
                    "latest".to_owned(),
                    Method::POST,
                    "application/json",
                    "/items/latest",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::LatestSlashResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::NoBody,),
                    DocumentedResult<types::LatestSlashResponse>,
                >(
                    "latestSlash".to_owned(),
                    Method::POST,
                    "application/json",
                    "/items/latest/",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::GetPartResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<dropshot::Path<types::GetPartPath>>,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::GetPartResponse>,
                >(
                    "getPart".to_owned(),
                    Method::GET,
                    "application/json",
                    "/items/{owner}/of/{part}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::StylesResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<dropshot::Query<types::StylesQuery>>,
                        openapi_runtime::Documented<
                            dropshot::Header<types::StylesHeader>,
                        >,
                        openapi_runtime::Documented<
                            dropshot::Header<types::StylesCookie>,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::StylesResponse>,
                >(
                    "styles".to_owned(),
                    Method::GET,
                    "application/json",
                    "/styles",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::StylesRestResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<security::QueryKeyRequirement>,
                        openapi_runtime::Documented<
                            dropshot::Query<types::StylesRestQuery>,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::StylesRestResponse>,
                >(
                    "stylesRest".to_owned(),
                    Method::GET,
                    "application/json",
                    "/styles/rest",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::StylesPathResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<
                            dropshot::Path<types::StylesPathPath>,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::StylesPathResponse>,
                >(
                    "stylesPath".to_owned(),
                    Method::GET,
                    "application/json",
                    "/styles/{simple}/{label}/{labels}/{matrix}/{matrices}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::GetFileResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<dropshot::Path<types::GetFilePath>>,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::GetFileResponse>,
                >(
                    "getFile".to_owned(),
                    Method::GET,
                    "application/json",
                    "/files/{name}.{ext}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::CancelFileResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<
                            dropshot::Path<types::CancelFilePath>,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::CancelFileResponse>,
                >(
                    "cancelFile".to_owned(),
                    Method::POST,
                    "application/json",
                    "/files/{name}:cancel",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::ParametersResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<
                            security::HeaderKeyOrQueryKeyOrCookieKeyRequirement,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::ParametersResponse>,
                >(
                    "parameters".to_owned(),
                    Method::GET,
                    "application/json",
                    "/keys",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::EndpointsResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<
                            security::HeaderKeyAndPasswordRequirement,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::EndpointsResponse>,
                >(
                    "endpoints".to_owned(),
                    Method::GET,
                    "application/json",
                    "/both",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::ScopesResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<security::OauthRequirement>,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::ScopesResponse>,
                >(
                    "scopes".to_owned(),
                    Method::GET,
                    "application/json",
                    "/scopes",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::OptionalResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Secured<security::OpenidOrPasswordRequirement>,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::OptionalResponse>,
                >(
                    "optional".to_owned(),
                    Method::GET,
                    "application/json",
                    "/optional",
                    ApiEndpointVersions::All,
                ),
            )
    }
}

/// The credentials that operations require.
mod security {
    use super::{Api, Rejection, RequestContext};

    /// The security scheme `token`.
    const TOKEN_SCHEME: openapi_runtime::SecurityScheme = openapi_runtime::SecurityScheme {
        name: "token",
        kind: openapi_runtime::SchemeKind::Bearer,
    };

    /// The security scheme `query-key`.
    const QUERY_KEY_SCHEME: openapi_runtime::SecurityScheme = openapi_runtime::SecurityScheme {
        name: "query-key",
        kind: openapi_runtime::SchemeKind::ApiKey(
            openapi_runtime::ApiKeyLocation::Query,
            "key",
        ),
    };

    /// The security scheme `header-key`.
    const HEADER_KEY_SCHEME: openapi_runtime::SecurityScheme = openapi_runtime::SecurityScheme {
        name: "header-key",
        kind: openapi_runtime::SchemeKind::ApiKey(
            openapi_runtime::ApiKeyLocation::Header,
            "X-Key",
        ),
    };

    /// The security scheme `cookie-key`.
    const COOKIE_KEY_SCHEME: openapi_runtime::SecurityScheme = openapi_runtime::SecurityScheme {
        name: "cookie-key",
        kind: openapi_runtime::SchemeKind::ApiKey(
            openapi_runtime::ApiKeyLocation::Cookie,
            "session",
        ),
    };

    /// The security scheme `password`.
    const PASSWORD_SCHEME: openapi_runtime::SecurityScheme = openapi_runtime::SecurityScheme {
        name: "password",
        kind: openapi_runtime::SchemeKind::Basic,
    };

    /// The security scheme `oauth`.
    const OAUTH_SCHEME: openapi_runtime::SecurityScheme = openapi_runtime::SecurityScheme {
        name: "oauth",
        kind: openapi_runtime::SchemeKind::OAuth2(
            "{\"clientCredentials\":{\"scopes\":{\"admin\":\"Everything\",\"read\":\"Read\",\"write\":\"Write\"},\"tokenUrl\":\"https://example.com/token\"}}",
        ),
    };

    /// The security scheme `openid`.
    const OPENID_SCHEME: openapi_runtime::SecurityScheme = openapi_runtime::SecurityScheme {
        name: "openid",
        kind: openapi_runtime::SchemeKind::OpenIdConnect(
            "https://example.com/.well-known/openid-configuration",
        ),
    };

    /// A `security` of operations.
    pub(super) enum TokenRequirement {}

    impl openapi_runtime::SecurityRequirements for TokenRequirement {
        const ALTERNATIVES: &'static [&'static [openapi_runtime::RequiredScheme]] = &[
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &TOKEN_SCHEME,
                    scopes: &[],
                },
            ],
        ];
    }

    impl TokenRequirement {
        /// Returns the principal of a request, or the rejection of a request
        /// without an accepted credential.
        pub(super) async fn authorize<A: Api>(
            rqctx: &RequestContext<A::Context>,
        ) -> Result<A::Token, Rejection> {
            let mut credentials = openapi_runtime::Credentials::of::<
                Self,
                _,
            >(rqctx, A::REALM);
            if let Some(credential) = credentials.bearer(&TOKEN_SCHEME) {
                let verified = A::token(rqctx, credential).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(principal);
                }
            }
            Err(credentials.rejection())
        }
    }

    /// A `security` of operations.
    pub(super) enum TokenRequirement2 {}

    impl openapi_runtime::SecurityRequirements for TokenRequirement2 {
        const ALTERNATIVES: &'static [&'static [openapi_runtime::RequiredScheme]] = &[
            &[],
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &TOKEN_SCHEME,
                    scopes: &[],
                },
            ],
        ];
    }

    impl TokenRequirement2 {
        /// Returns the principal of a request, or the rejection of a request
        /// without an accepted credential.
        pub(super) async fn authorize<A: Api>(
            rqctx: &RequestContext<A::Context>,
        ) -> Result<Option<A::Token>, Rejection> {
            let mut credentials = openapi_runtime::Credentials::of::<
                Self,
                _,
            >(rqctx, A::REALM);
            if let Some(credential) = credentials.bearer(&TOKEN_SCHEME) {
                let verified = A::token(rqctx, credential).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(Some(principal));
                }
            }
            credentials.anonymous().map(|()| None)
        }
    }

    /// A `security` of operations.
    pub(super) enum QueryKeyRequirement {}

    impl openapi_runtime::SecurityRequirements for QueryKeyRequirement {
        const ALTERNATIVES: &'static [&'static [openapi_runtime::RequiredScheme]] = &[
            &[],
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &QUERY_KEY_SCHEME,
                    scopes: &[],
                },
            ],
        ];
    }

    impl QueryKeyRequirement {
        /// Returns the principal of a request, or the rejection of a request
        /// without an accepted credential.
        pub(super) async fn authorize<A: Api>(
            rqctx: &RequestContext<A::Context>,
        ) -> Result<Option<A::QueryKey>, Rejection> {
            let mut credentials = openapi_runtime::Credentials::of::<
                Self,
                _,
            >(rqctx, A::REALM);
            if let Some(credential) = credentials.api_key(&QUERY_KEY_SCHEME) {
                let verified = A::query_key(rqctx, credential).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(Some(principal));
                }
            }
            credentials.anonymous().map(|()| None)
        }
    }

    /// A `security` of operations.
    pub(super) enum HeaderKeyOrQueryKeyOrCookieKeyRequirement {}

    impl openapi_runtime::SecurityRequirements
    for HeaderKeyOrQueryKeyOrCookieKeyRequirement {
        const ALTERNATIVES: &'static [&'static [openapi_runtime::RequiredScheme]] = &[
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &HEADER_KEY_SCHEME,
                    scopes: &[],
                },
            ],
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &QUERY_KEY_SCHEME,
                    scopes: &[],
                },
            ],
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &COOKIE_KEY_SCHEME,
                    scopes: &[],
                },
            ],
        ];
    }

    impl HeaderKeyOrQueryKeyOrCookieKeyRequirement {
        /// Returns the principal of a request, or the rejection of a request
        /// without an accepted credential.
        pub(super) async fn authorize<A: Api>(
            rqctx: &RequestContext<A::Context>,
        ) -> Result<
            super::types::HeaderKeyOrQueryKeyOrCookieKeyPrincipal<
                A::HeaderKey,
                A::QueryKey,
                A::CookieKey,
            >,
            Rejection,
        > {
            let mut credentials = openapi_runtime::Credentials::of::<
                Self,
                _,
            >(rqctx, A::REALM);
            if let Some(credential) = credentials.api_key(&HEADER_KEY_SCHEME) {
                let verified = A::header_key(rqctx, credential).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(
                        super::types::HeaderKeyOrQueryKeyOrCookieKeyPrincipal::HeaderKey(
                            principal,
                        ),
                    );
                }
            }
            if let Some(credential) = credentials.api_key(&QUERY_KEY_SCHEME) {
                let verified = A::query_key(rqctx, credential).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(
                        super::types::HeaderKeyOrQueryKeyOrCookieKeyPrincipal::QueryKey(
                            principal,
                        ),
                    );
                }
            }
            if let Some(credential) = credentials.api_key(&COOKIE_KEY_SCHEME) {
                let verified = A::cookie_key(rqctx, credential).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(
                        super::types::HeaderKeyOrQueryKeyOrCookieKeyPrincipal::CookieKey(
                            principal,
                        ),
                    );
                }
            }
            Err(credentials.rejection())
        }
    }

    /// A `security` of operations.
    pub(super) enum HeaderKeyAndPasswordRequirement {}

    impl openapi_runtime::SecurityRequirements for HeaderKeyAndPasswordRequirement {
        const ALTERNATIVES: &'static [&'static [openapi_runtime::RequiredScheme]] = &[
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &HEADER_KEY_SCHEME,
                    scopes: &[],
                },
                openapi_runtime::RequiredScheme {
                    scheme: &PASSWORD_SCHEME,
                    scopes: &[],
                },
            ],
        ];
    }

    impl HeaderKeyAndPasswordRequirement {
        /// Returns the principal of a request, or the rejection of a request
        /// without an accepted credential.
        pub(super) async fn authorize<A: Api>(
            rqctx: &RequestContext<A::Context>,
        ) -> Result<
            super::types::HeaderKeyAndPasswordPrincipal<A::HeaderKey, A::Password>,
            Rejection,
        > {
            let mut credentials = openapi_runtime::Credentials::of::<
                Self,
                _,
            >(rqctx, A::REALM);
            if let (Some(credential1), Some(credential2)) = (
                credentials.api_key(&HEADER_KEY_SCHEME),
                credentials.basic(&PASSWORD_SCHEME),
            ) {
                let verified = A::header_key(rqctx, credential1).await;
                if let Some(principal1) = credentials.accepted(verified)? {
                    let verified = A::password(rqctx, credential2).await;
                    if let Some(principal2) = credentials.accepted(verified)? {
                        return Ok(
                            super::types::HeaderKeyAndPasswordPrincipal::HeaderKeyAndPassword(
                                principal1,
                                principal2,
                            ),
                        );
                    }
                }
            }
            Err(credentials.rejection())
        }
    }

    /// A `security` of operations.
    pub(super) enum OauthRequirement {}

    impl openapi_runtime::SecurityRequirements for OauthRequirement {
        const ALTERNATIVES: &'static [&'static [openapi_runtime::RequiredScheme]] = &[
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &OAUTH_SCHEME,
                    scopes: &["read", "write"],
                },
            ],
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &OAUTH_SCHEME,
                    scopes: &["admin"],
                },
            ],
        ];
    }

    impl OauthRequirement {
        /// Returns the principal of a request, or the rejection of a request
        /// without an accepted credential.
        pub(super) async fn authorize<A: Api>(
            rqctx: &RequestContext<A::Context>,
        ) -> Result<A::Oauth, Rejection> {
            let mut credentials = openapi_runtime::Credentials::of::<
                Self,
                _,
            >(rqctx, A::REALM);
            if let Some(credential) = credentials.bearer(&OAUTH_SCHEME) {
                let verified = A::oauth(rqctx, credential, &["read", "write"]).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(principal);
                }
            }
            if let Some(credential) = credentials.bearer(&OAUTH_SCHEME) {
                let verified = A::oauth(rqctx, credential, &["admin"]).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(principal);
                }
            }
            Err(credentials.rejection())
        }
    }

    /// A `security` of operations.
    pub(super) enum OpenidOrPasswordRequirement {}

    impl openapi_runtime::SecurityRequirements for OpenidOrPasswordRequirement {
        const ALTERNATIVES: &'static [&'static [openapi_runtime::RequiredScheme]] = &[
            &[],
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &OPENID_SCHEME,
                    scopes: &[],
                },
            ],
            &[
                openapi_runtime::RequiredScheme {
                    scheme: &PASSWORD_SCHEME,
                    scopes: &[],
                },
            ],
        ];
    }

    impl OpenidOrPasswordRequirement {
        /// Returns the principal of a request, or the rejection of a request
        /// without an accepted credential.
        pub(super) async fn authorize<A: Api>(
            rqctx: &RequestContext<A::Context>,
        ) -> Result<
            Option<super::types::OpenidOrPasswordPrincipal<A::Openid, A::Password>>,
            Rejection,
        > {
            let mut credentials = openapi_runtime::Credentials::of::<
                Self,
                _,
            >(rqctx, A::REALM);
            if let Some(credential) = credentials.bearer(&OPENID_SCHEME) {
                let verified = A::openid(rqctx, credential, &[]).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(
                        Some(super::types::OpenidOrPasswordPrincipal::Openid(principal)),
                    );
                }
            }
            if let Some(credential) = credentials.basic(&PASSWORD_SCHEME) {
                let verified = A::password(rqctx, credential).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(
                        Some(
                            super::types::OpenidOrPasswordPrincipal::Password(principal),
                        ),
                    );
                }
            }
            credentials.anonymous().map(|()| None)
        }
    }
}

impl OperationResponse for types::ListItemsResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::ListItemsOk>("200", "The items"),
            ResponseSpec::json::<types::Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
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

impl types::ListItemsResponse {
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

async fn list_items<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::TokenRequirement>,
    _: openapi_runtime::Documented<dropshot::Query<types::ListItemsQuery>>,
    _: openapi_runtime::Documented<dropshot::Header<types::ListItemsHeader>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::ListItemsResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/items",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::TokenRequirement::authorize::<A>(&rqctx).await?;
        let (query, header) = openapi_runtime::both(
            openapi_runtime::parameters(
                &rqctx,
                openapi_runtime::ParameterLocation::Query,
                &LIST_ITEMS_QUERY,
            ),
            openapi_runtime::parameters(
                &rqctx,
                openapi_runtime::ParameterLocation::Header,
                &LIST_ITEMS_HEADER,
            ),
        )?;
        A::list_items(&rqctx, principal, query, header).await
    };
    let response = operation
        .run(&rqctx, outcome, types::ListItemsResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The query parameters of `listItems`.
static LIST_ITEMS_QUERY: [openapi_runtime::Parameter; 9] = [
    openapi_runtime::Parameter::optional(
        "limit",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/0/schema"),
    ),
    openapi_runtime::Parameter::optional(
        "kind",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/1/schema"),
    ),
    openapi_runtime::Parameter::required(
        "active",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/2/schema"),
    ),
    openapi_runtime::Parameter::optional(
        "since",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/3/schema"),
    ),
    openapi_runtime::Parameter::optional(
        "ratio",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/4/schema"),
    ),
    openapi_runtime::Parameter::optional(
        "order",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/5/schema"),
    ),
    openapi_runtime::Parameter::optional(
        "all",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/6/schema"),
    ),
    openapi_runtime::Parameter::optional(
        "after",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/7/schema"),
    ),
    openapi_runtime::Parameter::optional(
        "label",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/8/schema"),
    ),
];

/// The header parameters of `listItems`.
static LIST_ITEMS_HEADER: [openapi_runtime::Parameter; 2] = [
    openapi_runtime::Parameter::optional(
        "X-Trace",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1items/get/parameters/9/schema"),
    ),
    openapi_runtime::Parameter::required(
        "X-Level",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1items/get/parameters/10/schema",
        ),
    ),
];

impl OperationResponse for types::CreateItemResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::Item>("200", "It was there already"),
            ResponseSpec::json::<types::Item>("201", "Created")
                .header(
                    "Location",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                )
                .optional_header(
                    "X-Remaining",
                    "How many more there can be",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"minimum":0}"#,
                    ),
                )
                .optional_header(
                    "X-Kind",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<types::Kind>,
                )
                .header(
                    "X-Tags",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        openapi_runtime::shape::array_of(
                            openapi_runtime::shape::with_keywords(
                                generator.subschema_for::<String>(),
                                r#"{"x-json-schema":{"not":{"const":"none"}}}"#,
                            ),
                        ),
                        r#"{"minItems":1}"#,
                    ),
                )
                .optional_header(
                    "X-Note",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<Option<String>>,
                )
                .optional_header(
                    "X-Node",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<types::Node>,
                ),
            ResponseSpec::json::<types::Error>("400", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
            ResponseSpec::json::<types::Error>("415", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
            ResponseSpec::json::<
                types::CreateItemUnprocessableEntity,
            >("422", "Another shape of problem"),
            ResponseSpec::empty("401", "Refused, without a word"),
            ResponseSpec::json::<types::Error>("5XX", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body).schema(&ITEM_SCHEMA)
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
                ResponseBuilder::json(http::StatusCode::CREATED, &body)
                    .schema(&ITEM_SCHEMA)
                    .header("Location", location)
                    .optional_header("X-Remaining", x_remaining)
                    .optional_header("X-Kind", x_kind)
                    .header("X-Tags", x_tags)
                    .optional_header("X-Note", x_note)
                    .optional_header("X-Node", x_node)
            }
            Self::BadRequest { body, retry_after, www_authenticate } => {
                ResponseBuilder::json(http::StatusCode::BAD_REQUEST, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
            Self::UnsupportedMediaType { body, retry_after, www_authenticate } => {
                ResponseBuilder::json(http::StatusCode::UNSUPPORTED_MEDIA_TYPE, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
            Self::UnprocessableEntity(body) => {
                ResponseBuilder::json(http::StatusCode::UNPROCESSABLE_ENTITY, &body)
                    .schema(&CREATE_ITEM_UNPROCESSABLE_ENTITY_SCHEMA)
            }
            Self::Unauthorized => ResponseBuilder::empty(http::StatusCode::UNAUTHORIZED),
            Self::ServerError { status, body, retry_after, www_authenticate } => {
                ResponseBuilder::json(status, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
        }
    }
}

impl types::CreateItemResponse {
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
                | Rejection::Malformed { .. }
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
                        status: openapi_runtime::RangeStatus::new(rejection.status())?,
                        body: A::error_for(rejection),
                        retry_after: rejection.retry_after(),
                        www_authenticate: rejection.challenge(),
                    }
                }
            },
        )
    }
}

async fn create_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::TokenRequirement2>,
    mut body: openapi_runtime::OptionalJsonBody<types::Item>,
) -> DocumentedResult<types::CreateItemResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/items",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::TokenRequirement2::authorize::<A>(&rqctx).await?;
        let received = body.read(&rqctx, &CREATE_ITEM_BODY, A::limits(&rqctx)).await?;
        let principal = if body.was_slow() {
            security::TokenRequirement2::authorize::<A>(&rqctx).await?
        } else {
            principal
        };
        A::create_item(&rqctx, principal, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::CreateItemResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `create-item`.
static CREATE_ITEM_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1items/post/requestBody/content/application~1json/schema",
);

impl OperationResponse for types::GetItemResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::Item>("200", "The item"),
            ResponseSpec::empty("404", "There is none"),
            ResponseSpec::empty("499", "A status without a name"),
            ResponseSpec::json::<types::Error>("4XX", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
            ResponseSpec::json::<types::Error>("5XX", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body).schema(&ITEM_SCHEMA)
            }
            Self::NotFound => ResponseBuilder::empty(http::StatusCode::NOT_FOUND),
            Self::Status499 => {
                ResponseBuilder::empty(openapi_runtime::RangeStatus::<4>::of::<499>())
            }
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

impl types::GetItemResponse {
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
                | Rejection::Malformed { .. }
                | Rejection::Invalid(_)
                | Rejection::Incomplete(_)
                | Rejection::ClientError(_) => {
                    Self::ClientError {
                        status: openapi_runtime::RangeStatus::new(rejection.status())?,
                        body: A::error_for(rejection),
                        retry_after: rejection.retry_after(),
                        www_authenticate: rejection.challenge(),
                    }
                }
                _ => {
                    Self::ServerError {
                        status: openapi_runtime::RangeStatus::new(rejection.status())?,
                        body: A::error_for(rejection),
                        retry_after: rejection.retry_after(),
                        www_authenticate: rejection.challenge(),
                    }
                }
            },
        )
    }
}

async fn get_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Path<types::GetItemPath>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::GetItemResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &GET_ITEM_PATH,
        )?;
        A::get_item(&rqctx, path).await
    };
    let response = operation
        .run(&rqctx, outcome, types::GetItemResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `get_item`.
static GET_ITEM_PATH: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "item-id",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    ),
];

impl OperationResponse for types::PutItemResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("204", "Done"),
            ResponseSpec::json::<types::Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::NoContent => ResponseBuilder::empty(http::StatusCode::NO_CONTENT),
            Self::Otherwise { status, body, retry_after, www_authenticate } => {
                ResponseBuilder::json(status, &body)
                    .schema(&ERROR_SCHEMA)
                    .optional_header("Retry-After", retry_after)
                    .optional_header("WWW-Authenticate", www_authenticate)
            }
        }
    }
}

impl types::PutItemResponse {
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

async fn put_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::TokenRequirement>,
    _: openapi_runtime::Documented<dropshot::Path<types::PutItemPath>>,
    mut body: openapi_runtime::JsonBody<types::PutItemBody>,
) -> DocumentedResult<types::PutItemResponse> {
    let operation = Operation {
        method: Method::PUT,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::TokenRequirement::authorize::<A>(&rqctx).await?;
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &PUT_ITEM_PATH,
        )?;
        let received = body.read(&rqctx, &PUT_ITEM_BODY, A::limits(&rqctx)).await?;
        let principal = if body.was_slow() {
            security::TokenRequirement::authorize::<A>(&rqctx).await?
        } else {
            principal
        };
        A::put_item(&rqctx, principal, path, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::PutItemResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `putItem`.
static PUT_ITEM_PATH: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "item-id",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    ),
];

/// The schema of the body of `putItem`.
static PUT_ITEM_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1items~1%7Bitem-id%7D/put/requestBody/content/application~1json/schema",
);

impl OperationResponse for types::PatchItemResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::Patch>("2XX", "Patched"),
            ResponseSpec::json::<types::Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
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

impl types::PatchItemResponse {
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

async fn patch_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::TokenRequirement>,
    _: openapi_runtime::Documented<dropshot::Path<types::PatchItemPath>>,
    mut body: openapi_runtime::JsonBody<types::Patch>,
) -> DocumentedResult<types::PatchItemResponse> {
    let operation = Operation {
        method: Method::PATCH,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::TokenRequirement::authorize::<A>(&rqctx).await?;
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &PATCH_ITEM_PATH,
        )?;
        let received = body.read(&rqctx, &PATCH_ITEM_BODY, A::limits(&rqctx)).await?;
        let principal = if body.was_slow() {
            security::TokenRequirement::authorize::<A>(&rqctx).await?
        } else {
            principal
        };
        A::patch_item(&rqctx, principal, path, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::PatchItemResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `patchItem`.
static PATCH_ITEM_PATH: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "item-id",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    ),
];

/// The schema of the body of `patchItem`.
static PATCH_ITEM_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1items~1%7Bitem-id%7D/patch/requestBody/content/application~1json/schema",
);

impl OperationResponse for types::DeleteItemsItemIdResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("204", "Gone"),
            ResponseSpec::empty("303", "Look there")
                .header(
                    "Location",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
            ResponseSpec::json::<types::Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::NoContent => ResponseBuilder::empty(http::StatusCode::NO_CONTENT),
            Self::SeeOther { location } => {
                ResponseBuilder::empty(http::StatusCode::SEE_OTHER)
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

impl types::DeleteItemsItemIdResponse {
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

async fn delete_items_item_id<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::TokenRequirement>,
    _: openapi_runtime::Documented<dropshot::Path<types::DeleteItemsItemIdPath>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::DeleteItemsItemIdResponse> {
    let operation = Operation {
        method: Method::DELETE,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::TokenRequirement::authorize::<A>(&rqctx).await?;
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &DELETE_ITEMS_ITEM_ID_PATH,
        )?;
        A::delete_items_item_id(&rqctx, principal, path).await
    };
    let response = operation
        .run(
            &rqctx,
            outcome,
            types::DeleteItemsItemIdResponse::rejected::<A>,
            A::on_response,
        )
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `delete_items_item_id`.
static DELETE_ITEMS_ITEM_ID_PATH: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "item-id",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    ),
];

impl OperationResponse for types::HeadItemResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("200", "It is there"),
            ResponseSpec::empty("default", "It is not"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok => ResponseBuilder::empty(http::StatusCode::OK),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::HeadItemResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

async fn head_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::TokenRequirement>,
    _: openapi_runtime::Documented<dropshot::Path<types::HeadItemPath>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::HeadItemResponse> {
    let operation = Operation {
        method: Method::HEAD,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::TokenRequirement::authorize::<A>(&rqctx).await?;
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &HEAD_ITEM_PATH,
        )?;
        A::head_item(&rqctx, principal, path).await
    };
    let response = operation
        .run(&rqctx, outcome, types::HeadItemResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `headItem`.
static HEAD_ITEM_PATH: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "item-id",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    ),
];

impl OperationResponse for types::OptionsItemResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("200", "What can be done"),
            ResponseSpec::empty("default", "Nothing"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok => ResponseBuilder::empty(http::StatusCode::OK),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::OptionsItemResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

async fn options_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::TokenRequirement>,
    _: openapi_runtime::Documented<dropshot::Path<types::OptionsItemPath>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::OptionsItemResponse> {
    let operation = Operation {
        method: Method::OPTIONS,
        path: "/items/{item-id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::TokenRequirement::authorize::<A>(&rqctx).await?;
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &OPTIONS_ITEM_PATH,
        )?;
        A::options_item(&rqctx, principal, path).await
    };
    let response = operation
        .run(&rqctx, outcome, types::OptionsItemResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `optionsItem`.
static OPTIONS_ITEM_PATH: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "item-id",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bitem-id%7D/parameters/0/schema",
        ),
    ),
];

impl OperationResponse for types::LatestResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("204", "Latest"),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::NoContent => ResponseBuilder::empty(http::StatusCode::NO_CONTENT),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::LatestResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

async fn latest<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::LatestResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/items/latest",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async { A::latest(&rqctx).await };
    let response = operation
        .run(&rqctx, outcome, types::LatestResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::LatestSlashResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("202", "Another path"),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Accepted => ResponseBuilder::empty(http::StatusCode::ACCEPTED),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::LatestSlashResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

async fn latest_slash<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::LatestSlashResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/items/latest/",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async { A::latest_slash(&rqctx).await };
    let response = operation
        .run(&rqctx, outcome, types::LatestSlashResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::GetPartResponse {
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
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&GET_PART_OK_SCHEMA)
            }
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::GetPartResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

async fn get_part<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Path<types::GetPartPath>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::GetPartResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/items/{owner}/of/{part}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &GET_PART_PATH,
        )?;
        A::get_part(&rqctx, path).await
    };
    let response = operation
        .run(&rqctx, outcome, types::GetPartResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `getPart`.
static GET_PART_PATH: [openapi_runtime::Parameter; 2] = [
    openapi_runtime::Parameter::required(
        "owner",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bowner%7D~1of~1%7Bpart%7D/get/parameters/0/schema",
        ),
    ),
    openapi_runtime::Parameter::required(
        "part",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1items~1%7Bowner%7D~1of~1%7Bpart%7D/get/parameters/1/schema",
        ),
    ),
];

impl OperationResponse for types::StylesResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "The parameters"),
            ResponseSpec::json::<types::Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&STYLES_OK_SCHEMA)
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

impl types::StylesResponse {
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

async fn styles<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Query<types::StylesQuery>>,
    _: openapi_runtime::Documented<dropshot::Header<types::StylesHeader>>,
    _: openapi_runtime::Documented<dropshot::Header<types::StylesCookie>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::StylesResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/styles",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let ((query, header), cookie) = openapi_runtime::both(
            openapi_runtime::both(
                openapi_runtime::parameters(
                    &rqctx,
                    openapi_runtime::ParameterLocation::Query,
                    &STYLES_QUERY,
                ),
                openapi_runtime::parameters(
                    &rqctx,
                    openapi_runtime::ParameterLocation::Header,
                    &STYLES_HEADER,
                ),
            ),
            openapi_runtime::parameters(
                &rqctx,
                openapi_runtime::ParameterLocation::Cookie,
                &STYLES_COOKIE,
            ),
        )?;
        A::styles(&rqctx, query, header, cookie).await
    };
    let response = operation
        .run(&rqctx, outcome, types::StylesResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The query parameters of `styles`.
static STYLES_QUERY: [openapi_runtime::Parameter; 12] = [
    openapi_runtime::Parameter::optional(
            "ids",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/0/schema",
            ),
        )
        .style(openapi_runtime::Style::Form, true, &[openapi_runtime::ValueType::Array]),
    openapi_runtime::Parameter::optional(
            "kinds",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/1/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Form,
            false,
            &[openapi_runtime::ValueType::Array],
        ),
    openapi_runtime::Parameter::optional(
            "pipes",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/2/schema",
            ),
        )
        .style(
            openapi_runtime::Style::PipeDelimited,
            false,
            &[openapi_runtime::ValueType::Array],
        ),
    openapi_runtime::Parameter::optional(
            "spaces",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/3/schema",
            ),
        )
        .style(
            openapi_runtime::Style::SpaceDelimited,
            false,
            &[openapi_runtime::ValueType::Array],
        ),
    openapi_runtime::Parameter::optional(
            "point",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/4/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Form,
            false,
            &[
                openapi_runtime::ValueType::Object {
                    members: &["x", "y"],
                    open: false,
                },
            ],
        ),
    openapi_runtime::Parameter::required(
            "page",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/5/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Form,
            true,
            &[
                openapi_runtime::ValueType::Object {
                    members: &["number", "sort"],
                    open: false,
                },
            ],
        ),
    openapi_runtime::Parameter::optional(
            "filter",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/6/schema",
            ),
        )
        .style(
            openapi_runtime::Style::DeepObject,
            true,
            &[
                openapi_runtime::ValueType::Object {
                    members: &["status", "range", "tags"],
                    open: false,
                },
            ],
        ),
    openapi_runtime::Parameter::optional(
            "either",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/7/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Form,
            true,
            &[openapi_runtime::ValueType::Scalar, openapi_runtime::ValueType::Array],
        ),
    openapi_runtime::Parameter::optional(
            "area",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/8/content/application~1json/schema",
            ),
        )
        .json(),
    openapi_runtime::Parameter::optional(
        "note",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1styles/get/parameters/9/content/text~1plain/schema",
        ),
    ),
    openapi_runtime::Parameter::optional(
            "level",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/10/schema",
            ),
        )
        .allow_empty(),
    openapi_runtime::Parameter::optional(
        "path",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1styles/get/parameters/11/schema",
        ),
    ),
];

/// The header parameters of `styles`.
static STYLES_HEADER: [openapi_runtime::Parameter; 3] = [
    openapi_runtime::Parameter::optional(
            "X-Ids",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/12/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Simple,
            false,
            &[openapi_runtime::ValueType::Array],
        ),
    openapi_runtime::Parameter::optional(
            "X-Point",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/13/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Simple,
            true,
            &[
                openapi_runtime::ValueType::Object {
                    members: &["x", "y"],
                    open: false,
                },
            ],
        ),
    openapi_runtime::Parameter::optional(
            "X-Area",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/14/content/application~1json/schema",
            ),
        )
        .json(),
];

/// The cookie parameters of `styles`.
static STYLES_COOKIE: [openapi_runtime::Parameter; 2] = [
    openapi_runtime::Parameter::optional(
        "session",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1styles/get/parameters/15/schema",
        ),
    ),
    openapi_runtime::Parameter::optional(
            "visits",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/16/schema",
            ),
        )
        .style(openapi_runtime::Style::Form, false, &[openapi_runtime::ValueType::Array]),
];

impl OperationResponse for types::StylesRestResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "The parameters"),
            ResponseSpec::json::<types::Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&STYLES_REST_OK_SCHEMA)
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

impl types::StylesRestResponse {
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

async fn styles_rest<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::QueryKeyRequirement>,
    _: openapi_runtime::Documented<dropshot::Query<types::StylesRestQuery>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::StylesRestResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/styles/rest",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::QueryKeyRequirement::authorize::<A>(&rqctx).await?;
        let query = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Query,
            &STYLES_REST_QUERY,
        )?;
        A::styles_rest(&rqctx, principal, query).await
    };
    let response = operation
        .run(&rqctx, outcome, types::StylesRestResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The query parameters of `stylesRest`.
static STYLES_REST_QUERY: [openapi_runtime::Parameter; 2] = [
    openapi_runtime::Parameter::optional(
        "limit",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1styles~1rest/get/parameters/0/schema",
        ),
    ),
    openapi_runtime::Parameter::optional(
            "rest",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles~1rest/get/parameters/1/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Form,
            true,
            &[
                openapi_runtime::ValueType::Object {
                    members: &[],
                    open: true,
                },
            ],
        )
        .credentials(&["key"]),
];

impl OperationResponse for types::StylesPathResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "The parameters"),
            ResponseSpec::json::<types::Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&STYLES_PATH_OK_SCHEMA)
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

impl types::StylesPathResponse {
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

async fn styles_path<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Path<types::StylesPathPath>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::StylesPathResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/styles/{simple}/{label}/{labels}/{matrix}/{matrices}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &STYLES_PATH_PATH,
        )?;
        A::styles_path(&rqctx, path).await
    };
    let response = operation
        .run(&rqctx, outcome, types::StylesPathResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `stylesPath`.
static STYLES_PATH_PATH: [openapi_runtime::Parameter; 5] = [
    openapi_runtime::Parameter::required(
            "simple",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles~1%7Bsimple%7D~1%7Blabel%7D~1%7Blabels%7D~1%7Bmatrix%7D~1%7Bmatrices%7D/get/parameters/0/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Simple,
            false,
            &[openapi_runtime::ValueType::Array],
        ),
    openapi_runtime::Parameter::required(
            "label",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles~1%7Bsimple%7D~1%7Blabel%7D~1%7Blabels%7D~1%7Bmatrix%7D~1%7Bmatrices%7D/get/parameters/1/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Label,
            false,
            &[openapi_runtime::ValueType::Scalar],
        ),
    openapi_runtime::Parameter::required(
            "labels",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles~1%7Bsimple%7D~1%7Blabel%7D~1%7Blabels%7D~1%7Bmatrix%7D~1%7Bmatrices%7D/get/parameters/2/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Label,
            true,
            &[
                openapi_runtime::ValueType::Object {
                    members: &["x", "y"],
                    open: false,
                },
            ],
        ),
    openapi_runtime::Parameter::required(
            "matrix",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles~1%7Bsimple%7D~1%7Blabel%7D~1%7Blabels%7D~1%7Bmatrix%7D~1%7Bmatrices%7D/get/parameters/3/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Matrix,
            false,
            &[openapi_runtime::ValueType::Array],
        ),
    openapi_runtime::Parameter::required(
            "matrices",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1styles~1%7Bsimple%7D~1%7Blabel%7D~1%7Blabels%7D~1%7Bmatrix%7D~1%7Bmatrices%7D/get/parameters/4/schema",
            ),
        )
        .style(
            openapi_runtime::Style::Matrix,
            true,
            &[openapi_runtime::ValueType::Array],
        ),
];

impl OperationResponse for types::GetFileResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "The parameters"),
            ResponseSpec::json::<types::Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&GET_FILE_OK_SCHEMA)
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

impl types::GetFileResponse {
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

async fn get_file<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Path<types::GetFilePath>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::GetFileResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/files/{name}.{ext}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &GET_FILE_PATH,
        )?;
        A::get_file(&rqctx, path).await
    };
    let response = operation
        .run(&rqctx, outcome, types::GetFileResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `getFile`.
static GET_FILE_PATH: [openapi_runtime::Parameter; 2] = [
    openapi_runtime::Parameter::required(
        "name",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1files~1%7Bname%7D.%7Bext%7D/get/parameters/0/schema",
        ),
    ),
    openapi_runtime::Parameter::required(
        "ext",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1files~1%7Bname%7D.%7Bext%7D/get/parameters/1/schema",
        ),
    ),
];

impl OperationResponse for types::CancelFileResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "The parameters"),
            ResponseSpec::json::<types::Error>("default", "What went wrong")
                .optional_header(
                    "Retry-After",
                    "",
                    |generator| openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null}"#,
                    ),
                )
                .optional_header(
                    "WWW-Authenticate",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&CANCEL_FILE_OK_SCHEMA)
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

impl types::CancelFileResponse {
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

async fn cancel_file<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Path<types::CancelFilePath>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::CancelFileResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/files/{name}:cancel",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &CANCEL_FILE_PATH,
        )?;
        A::cancel_file(&rqctx, path).await
    };
    let response = operation
        .run(&rqctx, outcome, types::CancelFileResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `cancelFile`.
static CANCEL_FILE_PATH: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "name",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1files~1%7Bname%7D:cancel/post/parameters/0/schema",
        ),
    ),
];

impl OperationResponse for types::ParametersResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "Who asks"),
            ResponseSpec::empty("401", "Not known"),
            ResponseSpec::empty("403", "Not allowed"),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&PARAMETERS_OK_SCHEMA)
            }
            Self::Unauthorized => ResponseBuilder::empty(http::StatusCode::UNAUTHORIZED),
            Self::Forbidden => ResponseBuilder::empty(http::StatusCode::FORBIDDEN),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::ParametersResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(
            match rejection {
                Rejection::ClientError(error) if error.status_code.as_u16() == 401 => {
                    Self::Unauthorized
                }
                Rejection::ClientError(error) if error.status_code.as_u16() == 403 => {
                    Self::Forbidden
                }
                Rejection::NoCredential(_) | Rejection::CredentialRefused(_) => {
                    Self::Unauthorized
                }
                _ => {
                    Self::Otherwise {
                        status: rejection.status(),
                    }
                }
            },
        )
    }
}

async fn parameters<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::HeaderKeyOrQueryKeyOrCookieKeyRequirement>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::ParametersResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/keys",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::HeaderKeyOrQueryKeyOrCookieKeyRequirement::authorize::<
            A,
        >(&rqctx)
            .await?;
        A::parameters(&rqctx, principal).await
    };
    let response = operation
        .run(&rqctx, outcome, types::ParametersResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::EndpointsResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "Who asks"),
            ResponseSpec::empty("401", "Not known"),
            ResponseSpec::empty("403", "Not allowed"),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&ENDPOINTS_OK_SCHEMA)
            }
            Self::Unauthorized => ResponseBuilder::empty(http::StatusCode::UNAUTHORIZED),
            Self::Forbidden => ResponseBuilder::empty(http::StatusCode::FORBIDDEN),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::EndpointsResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(
            match rejection {
                Rejection::ClientError(error) if error.status_code.as_u16() == 401 => {
                    Self::Unauthorized
                }
                Rejection::ClientError(error) if error.status_code.as_u16() == 403 => {
                    Self::Forbidden
                }
                Rejection::NoCredential(_) | Rejection::CredentialRefused(_) => {
                    Self::Unauthorized
                }
                _ => {
                    Self::Otherwise {
                        status: rejection.status(),
                    }
                }
            },
        )
    }
}

async fn endpoints<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::HeaderKeyAndPasswordRequirement>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::EndpointsResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/both",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::HeaderKeyAndPasswordRequirement::authorize::<A>(&rqctx)
            .await?;
        A::endpoints(&rqctx, principal).await
    };
    let response = operation
        .run(&rqctx, outcome, types::EndpointsResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::ScopesResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "Who asks"),
            ResponseSpec::empty("401", "Not known"),
            ResponseSpec::empty("403", "Not allowed"),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&SCOPES_OK_SCHEMA)
            }
            Self::Unauthorized => ResponseBuilder::empty(http::StatusCode::UNAUTHORIZED),
            Self::Forbidden => ResponseBuilder::empty(http::StatusCode::FORBIDDEN),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::ScopesResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(
            match rejection {
                Rejection::ClientError(error) if error.status_code.as_u16() == 401 => {
                    Self::Unauthorized
                }
                Rejection::ClientError(error) if error.status_code.as_u16() == 403 => {
                    Self::Forbidden
                }
                Rejection::NoCredential(_) | Rejection::CredentialRefused(_) => {
                    Self::Unauthorized
                }
                Rejection::InsufficientScope { .. } => Self::Forbidden,
                _ => {
                    Self::Otherwise {
                        status: rejection.status(),
                    }
                }
            },
        )
    }
}

async fn scopes<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::OauthRequirement>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::ScopesResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/scopes",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::OauthRequirement::authorize::<A>(&rqctx).await?;
        A::scopes(&rqctx, principal).await
    };
    let response = operation
        .run(&rqctx, outcome, types::ScopesResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::OptionalResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "Who asks"),
            ResponseSpec::empty("401", "Not known"),
            ResponseSpec::empty("403", "Not allowed"),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&OPTIONAL_OK_SCHEMA)
            }
            Self::Unauthorized => ResponseBuilder::empty(http::StatusCode::UNAUTHORIZED),
            Self::Forbidden => ResponseBuilder::empty(http::StatusCode::FORBIDDEN),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::OptionalResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(
            match rejection {
                Rejection::ClientError(error) if error.status_code.as_u16() == 401 => {
                    Self::Unauthorized
                }
                Rejection::ClientError(error) if error.status_code.as_u16() == 403 => {
                    Self::Forbidden
                }
                Rejection::NoCredential(_) | Rejection::CredentialRefused(_) => {
                    Self::Unauthorized
                }
                _ => {
                    Self::Otherwise {
                        status: rejection.status(),
                    }
                }
            },
        )
    }
}

async fn optional<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Secured<security::OpenidOrPasswordRequirement>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::OptionalResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/optional",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let principal = security::OpenidOrPasswordRequirement::authorize::<A>(&rqctx)
            .await?;
        A::optional(&rqctx, principal).await
    };
    let response = operation
        .run(&rqctx, outcome, types::OptionalResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of a response body, at `#/paths/~1items/get/responses/200/content/application~1json/schema`.
static LIST_ITEMS_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1items/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/components/schemas/Error`.
static ERROR_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/schemas/Error",
);

/// The schema of a response body, at `#/components/schemas/Item`.
static ITEM_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/schemas/Item",
);

/// The schema of a response body, at `#/paths/~1items/post/responses/422/content/application~1json/schema`.
static CREATE_ITEM_UNPROCESSABLE_ENTITY_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1items/post/responses/422/content/application~1json/schema",
);

/// The schema of a response body, at `#/components/schemas/Patch`.
static PATCH_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/schemas/Patch",
);

/// The schema of a response body, at `#/paths/~1items~1{owner}~1of~1{part}/get/responses/200/content/application~1json/schema`.
static GET_PART_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1items~1%7Bowner%7D~1of~1%7Bpart%7D/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1styles/get/responses/200/content/application~1json/schema`.
static STYLES_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1styles/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1styles~1rest/get/responses/200/content/application~1json/schema`.
static STYLES_REST_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1styles~1rest/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1styles~1{simple}~1{label}~1{labels}~1{matrix}~1{matrices}/get/responses/200/content/application~1json/schema`.
static STYLES_PATH_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1styles~1%7Bsimple%7D~1%7Blabel%7D~1%7Blabels%7D~1%7Bmatrix%7D~1%7Bmatrices%7D/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1files~1{name}.{ext}/get/responses/200/content/application~1json/schema`.
static GET_FILE_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1files~1%7Bname%7D.%7Bext%7D/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1files~1{name}:cancel/post/responses/200/content/application~1json/schema`.
static CANCEL_FILE_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1files~1%7Bname%7D:cancel/post/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1keys/get/responses/200/content/application~1json/schema`.
static PARAMETERS_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1keys/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1both/get/responses/200/content/application~1json/schema`.
static ENDPOINTS_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1both/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1scopes/get/responses/200/content/application~1json/schema`.
static SCOPES_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1scopes/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1optional/get/responses/200/content/application~1json/schema`.
static OPTIONAL_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1optional/get/responses/200/content/application~1json/schema",
);

/// The document. Its schemas validate requests and responses, and the emitted
/// document has its annotations.
static DOCUMENT: openapi_runtime::Document = openapi_runtime::Document::new(
    include_str!(concat!(env!("OUT_DIR"), "/openapi.json")),
);
