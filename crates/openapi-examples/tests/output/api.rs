use dropshot::{
    ApiDescription, ApiDescriptionBuildErrors, RequestContext, ServerContext, StubContext,
};
use http::{HeaderMap, Method, StatusCode};
use openapi_dropshot::{
    BasicCredentials, BearerToken, CredentialKind, Credentials, DeclaredStatus, Document,
    EmitError, EmittedDocument, Endpoints, HandlerResult, HeaderForm, Hooks, Json,
    Operation, OperationResponse, Optional, Outcome, Parameter, ParameterLocation,
    RangeStatus, Rejection, Report, RequestBody, RequestLimits, RequiredScheme,
    ResponseBuilder, ResponseHeader, ResponseSpec, Schema, SchemaError,
    SecurityRequirements, SecurityScheme, Style, ValueKind, shape,
};

openapi_dropshot::generated_by!("1.0");

/// Everything 2026-11: one function for each operation.
///
/// What the generator handles, in one document
pub trait Api: Sized + 'static {
    /// The state that all operations share.
    type Context: ServerContext;

    /// The protection space of the challenges (RFC 9110 §11.5).
    const REALM: &'static str = "Everything";

    /// The principal of a `token` credential.
    type Token: Send + Sync;

    /// Returns the principal of a `token` credential, or `None` to refuse it.
    fn token(
        rqctx: &RequestContext<Self::Context>,
        credential: BearerToken<'_>,
    ) -> impl Future<Output = Result<Option<Self::Token>, Rejection>> + Send;

    /// The principal of a `openid` credential.
    type Openid: Send + Sync;

    /// Returns the principal of a `openid` credential, or `None` to refuse it. A
    /// credential without one of the scopes is rejected with
    /// [`Rejection::InsufficientScope`].
    fn openid(
        rqctx: &RequestContext<Self::Context>,
        credential: BearerToken<'_>,
        scopes: &'static [&'static str],
    ) -> impl Future<Output = Result<Option<Self::Openid>, Rejection>> + Send;

    /// The principal of a `password` credential.
    type Password: Send + Sync;

    /// Returns the principal of a `password` credential, or `None` to refuse it.
    fn password(
        rqctx: &RequestContext<Self::Context>,
        credential: BasicCredentials,
    ) -> impl Future<Output = Result<Option<Self::Password>, Rejection>> + Send;

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
        _: Call<'_>,
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
    fn create_item_unprocessable_entity_for(
        rejection: &Rejection,
        status: StatusCode,
    ) -> types::CreateItemUnprocessableEntity;

    /// Returns the body of the response that reports a rejection with this status.
    fn error_for(rejection: &Rejection, status: StatusCode) -> types::Error;

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

    /// `GET /styles`
    fn styles(
        rqctx: &RequestContext<Self::Context>,
        query: types::StylesQuery,
        header: types::StylesHeader,
        cookie: types::StylesCookie,
    ) -> impl Future<Output = Result<types::StylesResponse, Rejection>> + Send;

    /// `GET /optional`
    fn optional(
        rqctx: &RequestContext<Self::Context>,
        principal: Option<types::OpenidOrPasswordPrincipal<Self::Openid, Self::Password>>,
    ) -> impl Future<Output = Result<types::OptionalResponse, Rejection>> + Send;
}

/// An operation, with the parameters of a request to it.
#[allow(dead_code, reason = "a program need not use all of them")]
#[allow(clippy::enum_variant_names, reason = "the document names the operations")]
#[derive(Clone, Copy, Debug)]
pub enum Call<'r> {
    /// `POST /items`
    CreateItem,
    /// `GET /styles`
    Styles {
        /// The query parameters.
        query: &'r types::StylesQuery,
        /// The header parameters.
        header: &'r types::StylesHeader,
        /// The cookie parameters.
        cookie: &'r types::StylesCookie,
    },
    /// `GET /optional`
    Optional,
}

/// The principals of a request, by security scheme.
#[allow(dead_code, reason = "a program need not use all of them")]
pub struct Principals<'r, A: Api> {
    /// The principal of a `token` credential.
    pub token: Option<&'r A::Token>,
    /// The principal of a `openid` credential.
    pub openid: Option<&'r A::Openid>,
    /// The principal of a `password` credential.
    pub password: Option<&'r A::Password>,
}

impl<A: Api> Default for Principals<'_, A> {
    fn default() -> Self {
        Self {
            token: None,
            openid: None,
            password: None,
        }
    }
}

/// The types of the document: parameters and responses of each operation, and
/// schemas.
#[allow(dead_code, reason = "a program need not use all of them")]
pub mod types {
    use openapi_dropshot::{
        EmittedSchema, Never, RangeStatus, Schema, SchemaGenerator, shape, union,
    };
    use schemars::JsonSchema;
    use serde::{Deserialize, Deserializer, Serialize};

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
            x_kind: std::option::Option<Kind>,
            x_tags: std::vec::Vec<std::string::String>,
            x_note: std::option::Option<std::string::String>,
            x_node: std::option::Option<Node>,
        },
        /// 400: What went wrong
        BadRequest(Problem),
        /// 415: What went wrong
        UnsupportedMediaType(Problem),
        /// 422: Another shape of problem
        UnprocessableEntity(CreateItemUnprocessableEntity),
        /// 401: Refused, without a word
        Unauthorized,
        /// 5XX: What went wrong
        ServerError {
            /// The status, one of the range.
            status: RangeStatus<5>,
            /// The response.
            response: Problem,
        },
    }

    /// The query parameters of `styles`.
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct StylesQuery {
        #[schemars(default = "StylesQuery::ids_default")]
        #[schemars(schema_with = "StylesQuery::ids_schema")]
        pub ids: std::vec::Vec<i64>,
        #[schemars(default, schema_with = "StylesQuery::kinds_schema")]
        pub kinds: std::option::Option<std::vec::Vec<Kind>>,
        #[schemars(default, schema_with = "StylesQuery::pipes_schema")]
        pub pipes: std::option::Option<std::vec::Vec<std::string::String>>,
        #[schemars(default, schema_with = "StylesQuery::spaces_schema")]
        pub spaces: std::option::Option<std::vec::Vec<std::string::String>>,
        #[schemars(default, schema_with = "StylesQuery::point_schema")]
        pub point: std::option::Option<Point>,
        #[schemars(schema_with = "StylesQuery::page_schema")]
        pub page: Page,
        #[schemars(default, schema_with = "StylesQuery::filter_schema")]
        pub filter: std::option::Option<Filter>,
        #[schemars(default, schema_with = "StylesQuery::either_schema")]
        pub either: std::option::Option<StylesEither>,
        #[schemars(default, schema_with = "StylesQuery::area_schema")]
        pub area: std::option::Option<std::vec::Vec<Point>>,
        #[schemars(default, schema_with = "StylesQuery::areas_schema")]
        pub areas: std::option::Option<std::vec::Vec<Point>>,
        #[schemars(default, schema_with = "StylesQuery::points_schema")]
        pub points: std::option::Option<std::vec::Vec<Point>>,
        #[schemars(default, schema_with = "StylesQuery::note_schema")]
        pub note: std::option::Option<std::string::String>,
        #[schemars(default = "StylesQuery::level_default")]
        #[schemars(schema_with = "StylesQuery::level_schema")]
        pub level: i64,
        #[schemars(default, schema_with = "StylesQuery::path_schema")]
        pub path: std::option::Option<std::string::String>,
    }

    openapi_dropshot::decoded_object! {
        StylesQuery {
            ids: default(StylesQuery::ids_default), kinds: optional, pipes: optional,
            spaces: optional, point: optional, page: required, filter: optional,
            either: optional, area: optional, areas: optional, points: optional,
            note: optional, level: default(StylesQuery::level_default), path: optional,
        }
    }

    impl StylesQuery {
        /// Returns the default of `ids`.
        fn ids_default() -> std::vec::Vec<i64> {
            serde_json::from_str("[1,2]").expect("the type has the value")
        }

        /// Returns the schema of `ids`, which the type does not express.
        fn ids_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::array_of(shape::of::<i64>(generator, r#"{"format":null}"#)),
                r#"{"maxItems":3,"x-parameter":{"in":"query"}}"#,
            )
        }

        /// Returns the schema of `kinds`, which the type does not express.
        fn kinds_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<Kind>>(),
                r#"{"x-parameter":{"explode":false,"in":"query"}}"#,
            )
        }

        /// Returns the schema of `pipes`, which the type does not express.
        fn pipes_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<std::string::String>>(),
                r#"{"x-parameter":{"explode":false,"in":"query","style":"pipeDelimited"}}"#,
            )
        }

        /// Returns the schema of `spaces`, which the type does not express.
        fn spaces_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<std::string::String>>(),
                r#"{"x-parameter":{"explode":false,"in":"query","style":"spaceDelimited"}}"#,
            )
        }

        /// Returns the schema of `point`, which the type does not express.
        fn point_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<Point>(),
                r#"{"x-parameter":{"explode":false,"in":"query"}}"#,
            )
        }

        /// Returns the schema of `page`, which the type does not express.
        fn page_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<Page>(),
                r#"{"x-parameter":{"in":"query"}}"#,
            )
        }

        /// Returns the schema of `filter`, which the type does not express.
        fn filter_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<Filter>(),
                r#"{"x-parameter":{"explode":true,"in":"query","style":"deepObject"}}"#,
            )
        }

        /// Returns the schema of `either`, which the type does not express.
        fn either_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<StylesEither>(),
                r#"{"x-parameter":{"in":"query"}}"#,
            )
        }

        /// Returns the schema of `area`, which the type does not express.
        fn area_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<Point>>(),
                r#"{"x-parameter":{"content":"application/json","in":"query"}}"#,
            )
        }

        /// Returns the schema of `areas`, which the type does not express.
        fn areas_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<Point>>(),
                r#"{"x-parameter":{"in":"query"}}"#,
            )
        }

        /// Returns the schema of `points`, which the type does not express.
        fn points_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<Point>>(),
                r#"{"x-parameter":{"explode":true,"in":"query","style":"deepObject"}}"#,
            )
        }

        /// Returns the schema of `note`, which the type does not express.
        fn note_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"maxLength":5,"x-parameter":{"content":"text/plain","in":"query"}}"#,
            )
        }

        /// Returns the default of `level`.
        fn level_default() -> i64 {
            3
        }

        /// Returns the schema of `level`, which the type does not express.
        fn level_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"x-parameter":{"allowEmptyValue":true,"in":"query"}}"#,
            )
        }

        /// Returns the schema of `path`, which the type does not express.
        fn path_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"x-parameter":{"allowReserved":true,"in":"query"}}"#,
            )
        }
    }

    /// The header parameters of `styles`.
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct StylesHeader {
        #[schemars(
            rename = "X-Ids",
            default,
            schema_with = "StylesHeader::x_ids_schema"
        )]
        pub x_ids: std::option::Option<std::vec::Vec<i64>>,
        #[schemars(rename = "X-Point", default)]
        #[schemars(schema_with = "StylesHeader::x_point_schema")]
        pub x_point: std::option::Option<Point>,
        #[schemars(rename = "X-Area", default)]
        #[schemars(schema_with = "StylesHeader::x_area_schema")]
        pub x_area: std::option::Option<Point>,
    }

    openapi_dropshot::decoded_object! {
        StylesHeader {
            x_ids: optional "X-Ids", x_point: optional "X-Point",
            x_area: optional "X-Area",
        }
    }

    impl StylesHeader {
        /// Returns the schema of `x_ids`, which the type does not express.
        fn x_ids_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::array_of(shape::of::<i64>(generator, r#"{"format":null}"#)),
                r#"{"x-parameter":{"in":"header"}}"#,
            )
        }

        /// Returns the schema of `x_point`, which the type does not express.
        fn x_point_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<Point>(),
                r#"{"x-parameter":{"explode":true,"in":"header"}}"#,
            )
        }

        /// Returns the schema of `x_area`, which the type does not express.
        fn x_area_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<Point>(),
                r#"{"x-parameter":{"content":"application/json","in":"header"}}"#,
            )
        }
    }

    /// The cookie parameters of `styles`.
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct StylesCookie {
        #[schemars(default, schema_with = "StylesCookie::session_schema")]
        pub session: std::option::Option<std::string::String>,
        #[schemars(default, schema_with = "StylesCookie::visits_schema")]
        pub visits: std::option::Option<std::vec::Vec<i64>>,
    }

    openapi_dropshot::decoded_object! {
        StylesCookie { session: optional, visits: optional }
    }

    impl StylesCookie {
        /// Returns the schema of `session`, which the type does not express.
        fn session_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"minLength":2,"x-parameter":{"in":"cookie"}}"#,
            )
        }

        /// Returns the schema of `visits`, which the type does not express.
        fn visits_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::array_of(shape::of::<i64>(generator, r#"{"format":null}"#)),
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
            /// The response.
            response: Problem,
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

    /// What went wrong
    #[derive(Clone, Debug, PartialEq)]
    pub struct Problem {
        /// The body.
        pub body: Error,
        pub retry_after: std::option::Option<i64>,
        pub www_authenticate: std::option::Option<std::string::String>,
    }

    /// An item
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Item {
        pub id: uuid::Uuid,
        #[schemars(schema_with = "Item::name_schema")]
        pub name: std::string::String,
        /// What an item is
        pub kind: Kind,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "ItemVersion")]
        pub version: std::option::Option<ItemVersion>,
        /// Required, but may be null
        #[schemars(schema_with = "Item::note_schema")]
        pub note: std::option::Option<std::string::String>,
        /// Called as a keyword
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::string::String")]
        pub r#type: std::option::Option<std::string::String>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "chrono::NaiveDate")]
        pub born: std::option::Option<chrono::NaiveDate>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "chrono::DateTime<chrono::FixedOffset>")]
        pub seen: std::option::Option<chrono::DateTime<chrono::FixedOffset>>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Item::mail_schema")]
        pub mail: std::option::Option<std::string::String>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "u8")]
        pub small: std::option::Option<u8>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Item::share_schema")]
        pub share: std::option::Option<f64>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Item::size_schema")]
        pub size: std::option::Option<i64>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Item::level_schema")]
        pub level: std::option::Option<i64>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Item::tags_schema")]
        pub tags: std::option::Option<std::vec::Vec<std::string::String>>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::collections::BTreeMap<std::string::String, i64>")]
        pub counts: std::option::Option<
            std::collections::BTreeMap<std::string::String, i64>,
        >,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "serde_json::Value")]
        pub anything: std::option::Option<serde_json::Value>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "serde_json::Map<std::string::String, serde_json::Value>")]
        pub free: std::option::Option<
            serde_json::Map<std::string::String, serde_json::Value>,
        >,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Shape")]
        pub shape: std::option::Option<Shape>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Amount")]
        pub amount: std::option::Option<Amount>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "ItemScalar")]
        pub scalar: std::option::Option<ItemScalar>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Node")]
        pub parent: std::option::Option<Node>,
        /// What neither Rust types nor OpenAPI 3.0 can say
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Rules")]
        pub rules: std::option::Option<Rules>,
        #[schemars(
            rename = "same-name",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(schema_with = "Item::same_name_schema")]
        pub same_name: std::option::Option<std::string::String>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "ItemInner")]
        pub inner: std::option::Option<ItemInner>,
    }

    openapi_dropshot::object! {
        Item {
            id: required, name: required, kind: required, version: optional,
            note: required, r#type: optional "type", born: optional, seen: optional,
            mail: optional, small: optional, share: optional, size: optional,
            level: optional, tags: optional, counts: optional, anything: optional,
            free: optional, shape: optional, amount: optional, scalar: optional,
            parent: optional, rules: optional, same_name: optional "same-name",
            inner: optional,
        }
    }

    impl Item {
        /// Returns a value with the required members.
        pub fn new(
            id: uuid::Uuid,
            name: impl Into<std::string::String>,
            kind: Kind,
            note: std::option::Option<std::string::String>,
        ) -> Self {
            Self {
                id,
                name: name.into(),
                kind,
                version: None,
                note,
                r#type: None,
                born: None,
                seen: None,
                mail: None,
                small: None,
                share: None,
                size: None,
                level: None,
                tags: None,
                counts: None,
                anything: None,
                free: None,
                shape: None,
                amount: None,
                scalar: None,
                parent: None,
                rules: None,
                same_name: None,
                inner: None,
            }
        }

        /// Returns the schema of `name`, which the type does not express.
        fn name_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"maxLength":40,"minLength":1,"pattern":"^[A-Z]"}"#,
            )
        }

        /// Returns the schema of `note`, which the type does not express.
        fn note_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            generator.subschema_for::<std::option::Option<std::string::String>>()
        }

        /// Returns the schema of `mail`, which the type does not express.
        fn mail_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"format":"email"}"#,
            )
        }

        /// Returns the schema of `share`, which the type does not express.
        fn share_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<f64>(),
                r#"{"exclusiveMinimum":0,"format":"float","maximum":1}"#,
            )
        }

        /// Returns the schema of `size`, which the type does not express.
        fn size_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"multipleOf":5}"#,
            )
        }

        /// Returns the schema of `level`, which the type does not express.
        fn level_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"enum":[1,2,3],"format":null}"#,
            )
        }

        /// Returns the schema of `tags`, which the type does not express.
        fn tags_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::array_of(
                    shape::with_keywords(
                        generator.subschema_for::<std::string::String>(),
                        r#"{"minLength":1}"#,
                    ),
                ),
                r#"{"uniqueItems":true}"#,
            )
        }

        /// Returns the schema of `same_name`, which the type does not express.
        fn same_name_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"maxLength":40,"minLength":1}"#,
            )
        }
    }

    /// What an item is
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
    pub enum Kind {
        #[schemars(rename = "plain")]
        Plain,
        #[schemars(rename = "2nd-hand")]
        N2ndHand,
        #[schemars(rename = "+")]
        Plus,
        #[schemars(rename = "type")]
        Type,
        #[schemars(rename = "Self")]
        Self_,
    }

    openapi_dropshot::texts! {
        Kind {
            Plain = "plain", N2ndHand = "2nd-hand", Plus = "+", Type = "type",
            Self_ = "Self",
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
    pub enum ItemVersion {
        #[schemars(rename = "v1")]
        V1,
    }

    openapi_dropshot::texts! {
        ItemVersion { V1 = "v1" }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub enum Shape {
        Circle(Circle),
        Square(Square),
    }

    openapi_dropshot::tagged! {
        Shape by "form" { "round" => Circle, "Square" => Square }
    }

    impl JsonSchema for Shape {
        fn schema_name() -> std::string::String {
            "Shape".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Shape").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::one_of(
                std::vec::Vec::from([
                    generator.subschema_for::<Circle>(),
                    generator.subschema_for::<Square>(),
                ]),
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Circle {
        pub form: CircleForm,
        #[schemars(schema_with = "Circle::radius_schema")]
        pub radius: f64,
    }

    openapi_dropshot::object! {
        Circle { form: required, radius: required }
    }

    impl Circle {
        /// Returns the schema of `radius`, which the type does not express.
        fn radius_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<f64>(generator, r#"{"format":null}"#)
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
    pub enum CircleForm {
        #[schemars(rename = "round")]
        Round,
    }

    openapi_dropshot::texts! {
        CircleForm { Round = "round" }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Square {
        pub form: SquareForm,
        #[schemars(schema_with = "Circle::radius_schema")]
        pub side: f64,
    }

    openapi_dropshot::object! {
        Square { form: required, side: required }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
    pub enum SquareForm {
        Square,
    }

    openapi_dropshot::texts! {
        SquareForm { Square = "Square" }
    }

    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(untagged)]
    pub enum Amount {
        Integer(i64),
        Value(AmountValue),
        AmountList(std::vec::Vec<Amount>),
    }

    static AMOUNT_VARIANTS: [Schema; 3] = [
        Schema::at(&super::DOCUMENT, "#/components/schemas/Amount/anyOf/0"),
        Schema::at(&super::DOCUMENT, "#/components/schemas/Amount/anyOf/1"),
        Schema::at(&super::DOCUMENT, "#/components/schemas/Amount/anyOf/2"),
    ];

    impl<'de> Deserialize<'de> for Amount {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let value = <serde_json::Value as Deserialize>::deserialize(deserializer)?;
            match union::accepting(&AMOUNT_VARIANTS, &value, None) {
                Some(0) => union::decode(value).map(Self::Integer),
                Some(1) => union::decode(value).map(Self::Value),
                Some(2) => union::decode(value).map(Self::AmountList),
                _ => Err(union::no_variant("Amount")),
            }
        }
    }

    impl JsonSchema for Amount {
        fn schema_name() -> std::string::String {
            "Amount".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Amount").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::any_of(
                std::vec::Vec::from([
                    shape::with_keywords(
                        generator.subschema_for::<i64>(),
                        r#"{"format":null,"maximum":10}"#,
                    ),
                    generator.subschema_for::<AmountValue>(),
                    generator.subschema_for::<std::vec::Vec<Amount>>(),
                ]),
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    #[schemars(deny_unknown_fields)]
    pub struct AmountValue {
        pub value: i64,
        /// Members that the document does not declare.
        #[schemars(flatten, schema_with = "AmountValue::additional_members_schema")]
        pub additional_members: std::collections::BTreeMap<
            std::string::String,
            std::string::String,
        >,
    }

    openapi_dropshot::object! {
        AmountValue { value: required }
        kept additional_members
    }

    impl AmountValue {
        /// Returns a value with the required members.
        pub fn new(value: i64) -> Self {
            Self {
                value,
                additional_members: std::collections::BTreeMap::new(),
            }
        }

        /// Returns the schema of `additional_members`, which the type does not express.
        fn additional_members_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::map_of(
                shape::with_keywords(
                    generator.subschema_for::<std::string::String>(),
                    r#"{"maxLength":9}"#,
                ),
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(untagged)]
    pub enum ItemScalar {
        Boolean(bool),
        Integer(i64),
        String(std::string::String),
    }

    impl<'de> Deserialize<'de> for ItemScalar {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let value = <serde_json::Value as Deserialize>::deserialize(deserializer)?;
            match &value {
                serde_json::Value::Bool(_) => union::decode(value).map(Self::Boolean),
                serde_json::Value::Number(_) => union::decode(value).map(Self::Integer),
                serde_json::Value::String(_) => union::decode(value).map(Self::String),
                _ => Err(union::no_variant("ItemScalar")),
            }
        }
    }

    impl JsonSchema for ItemScalar {
        fn schema_name() -> std::string::String {
            "ItemScalar".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::ItemScalar").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::any_of(
                std::vec::Vec::from([
                    generator.subschema_for::<bool>(),
                    shape::of::<i64>(generator, r#"{"format":null}"#),
                    generator.subschema_for::<std::string::String>(),
                ]),
            )
        }
    }

    #[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
    pub struct Node {
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::option::Option<Box<Node>>")]
        pub next: std::option::Option<Box<Node>>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::vec::Vec<Node>")]
        pub children: std::option::Option<std::vec::Vec<Node>>,
        /// Called as a type of Rust
        #[schemars(
            rename = "Option",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "Option")]
        pub option: std::option::Option<Option>,
        #[schemars(
            rename = "Vec",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "Vec")]
        pub vec: std::option::Option<Vec>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Tree")]
        pub tree: std::option::Option<Tree>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::vec::Vec<std::option::Option<Nested>>")]
        pub trees: std::option::Option<std::vec::Vec<std::option::Option<Nested>>>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Node::nothing_schema")]
        pub nothing: std::option::Option<std::vec::Vec<Never>>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "NodeGrade")]
        pub grade: std::option::Option<NodeGrade>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::option::Option<NodeColor>")]
        pub color: std::option::Option<NodeColor>,
        /// Another rank
        ///
        /// Deprecated: The rank says more.
        #[schemars(description = "Another rank")]
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::string::String")]
        pub former: std::option::Option<std::string::String>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "NodeRank")]
        pub rank: std::option::Option<NodeRank>,
    }

    openapi_dropshot::object! {
        Node {
            next: nullable, children: optional, option: optional "Option",
            vec: optional "Vec", tree: optional, trees: optional, nothing: optional,
            grade: optional, color: nullable, former: optional, rank: optional,
        }
    }

    impl Node {
        /// Returns the schema of `nothing`, which the type does not express.
        fn nothing_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::array_of(shape::of::<serde_json::Value>(generator, r#"{"not":{}}"#))
        }
    }

    /// Called as a type of Rust
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Option {
        pub left: std::vec::Vec<std::option::Option<std::string::String>>,
    }

    openapi_dropshot::object! {
        Option { left: required }
    }

    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(untagged)]
    pub enum Vec {
        StringList(std::vec::Vec<String>),
        RejectionMap(std::collections::BTreeMap<std::string::String, Rejection>),
    }

    static VEC_VARIANTS: [Schema; 2] = [
        Schema::at(&super::DOCUMENT, "#/components/schemas/Vec/anyOf/0"),
        Schema::at(&super::DOCUMENT, "#/components/schemas/Vec/anyOf/1"),
    ];

    impl<'de> Deserialize<'de> for Vec {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let value = <serde_json::Value as Deserialize>::deserialize(deserializer)?;
            match union::accepting(&VEC_VARIANTS, &value, None) {
                Some(0) => union::decode(value).map(Self::StringList),
                Some(1) => union::decode(value).map(Self::RejectionMap),
                _ => Err(union::no_variant("Vec")),
            }
        }
    }

    impl JsonSchema for Vec {
        fn schema_name() -> std::string::String {
            "Vec".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Vec").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::any_of(
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

    #[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
    pub struct String {
        #[schemars(
            rename = "Box",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "Box<Box2>")]
        pub r#box: std::option::Option<Box<Box2>>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "String::text_schema")]
        pub text: std::option::Option<std::string::String>,
    }

    openapi_dropshot::object! {
        String { r#box: optional "Box", text: optional }
    }

    impl String {
        /// Returns the schema of `text`, which the type does not express.
        fn text_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"maxLength":9}"#,
            )
        }
    }

    #[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
    pub struct Box2 {
        #[schemars(
            rename = "String",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "Box<String>")]
        pub string: std::option::Option<Box<String>>,
        #[schemars(
            rename = "Result",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "Result2")]
        pub result: std::option::Option<Result2>,
        #[schemars(
            rename = "TryFrom",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "TryFrom")]
        pub try_from: std::option::Option<TryFrom>,
    }

    openapi_dropshot::object! {
        Box2 {
            string: optional "String", result: optional "Result",
            try_from: optional "TryFrom",
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

    impl std::fmt::Display for Result2 {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            i64::from(*self).fmt(formatter)
        }
    }

    impl JsonSchema for Result2 {
        fn schema_name() -> std::string::String {
            "Result2".to_owned()
        }

        fn is_referenceable() -> bool {
            false
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<i64>(generator, r#"{"format":null}"#)
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(try_from = "i64", into = "i64")]
    pub enum TryFrom {
        /// 0
        Ok,
    }

    impl std::convert::TryFrom<i64> for TryFrom {
        type Error = openapi_dropshot::object::UnknownValue;

        fn try_from(value: i64) -> Result<Self, openapi_dropshot::object::UnknownValue> {
            match value {
                0 => Ok(Self::Ok),
                _ => Err(openapi_dropshot::object::UnknownValue),
            }
        }
    }

    impl From<TryFrom> for i64 {
        fn from(value: TryFrom) -> Self {
            match value {
                TryFrom::Ok => 0,
            }
        }
    }

    impl std::fmt::Display for TryFrom {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            i64::from(*self).fmt(formatter)
        }
    }

    impl JsonSchema for TryFrom {
        fn schema_name() -> std::string::String {
            "TryFrom".to_owned()
        }

        fn is_referenceable() -> bool {
            false
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<i64>(generator, r#"{"enum":[0],"format":null}"#)
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Rejection {
        pub serialize: std::string::String,
    }

    openapi_dropshot::object! {
        Rejection { serialize: required "Serialize" }
    }

    impl JsonSchema for Rejection {
        fn schema_name() -> std::string::String {
            "Rejection".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Rejection").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::object(
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

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Tree(pub std::vec::Vec<Tree>);

    impl JsonSchema for Tree {
        fn schema_name() -> std::string::String {
            "Tree".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Tree").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<Tree>>(),
                r#"{"maxItems":9}"#,
            )
        }
    }

    /// A map of maps
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Nested(
        pub std::collections::BTreeMap<std::string::String, std::option::Option<Nested>>,
    );

    impl JsonSchema for Nested {
        fn schema_name() -> std::string::String {
            "Nested".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Nested").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            generator
                .subschema_for::<
                    std::collections::BTreeMap<
                        std::string::String,
                        std::option::Option<Nested>,
                    >,
                >()
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum NodeGrade {
        /// Good enough
        Good,
        /// Another
        Better,
    }

    openapi_dropshot::texts! {
        NodeGrade { Good = "1", Better = "2" }
    }

    impl JsonSchema for NodeGrade {
        fn schema_name() -> std::string::String {
            "NodeGrade".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::NodeGrade").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"enum":["1","2"]}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(from = "std::string::String", into = "std::string::String")]
    pub enum NodeColor {
        /// red: As a rose
        Red,
        /// other: Any
        OtherValue,
        /// A value that the document does not list.
        Other(std::string::String),
    }

    impl From<std::string::String> for NodeColor {
        fn from(value: std::string::String) -> Self {
            match value.as_str() {
                "red" => Self::Red,
                "other" => Self::OtherValue,
                _ => Self::Other(value),
            }
        }
    }

    impl From<NodeColor> for std::string::String {
        fn from(value: NodeColor) -> Self {
            match value {
                NodeColor::Red => "red".to_owned(),
                NodeColor::OtherValue => "other".to_owned(),
                NodeColor::Other(other) => other,
            }
        }
    }

    impl std::fmt::Display for NodeColor {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            std::string::String::from(self.clone()).fmt(formatter)
        }
    }

    impl JsonSchema for NodeColor {
        fn schema_name() -> std::string::String {
            "NodeColor".to_owned()
        }

        fn is_referenceable() -> bool {
            false
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"maxLength":9}"#,
            )
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(from = "i64", into = "i64")]
    pub enum NodeRank {
        /// 1: The best
        First,
        /// 2: Another
        Second,
        /// A value that the document does not list.
        Other(i64),
    }

    impl From<i64> for NodeRank {
        fn from(value: i64) -> Self {
            match value {
                1 => Self::First,
                2 => Self::Second,
                other => Self::Other(other),
            }
        }
    }

    impl From<NodeRank> for i64 {
        fn from(value: NodeRank) -> Self {
            match value {
                NodeRank::First => 1,
                NodeRank::Second => 2,
                NodeRank::Other(other) => other,
            }
        }
    }

    impl std::fmt::Display for NodeRank {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            i64::from(*self).fmt(formatter)
        }
    }

    impl JsonSchema for NodeRank {
        fn schema_name() -> std::string::String {
            "NodeRank".to_owned()
        }

        fn is_referenceable() -> bool {
            false
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<i64>(generator, r#"{"format":null}"#)
        }
    }

    /// What neither Rust types nor OpenAPI 3.0 can say
    #[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
    pub struct Rules {
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::string::String")]
        pub kind: std::option::Option<std::string::String>,
        #[schemars(
            rename = "if-then",
            default,
            skip_serializing_if = "std::option::Option::is_none"
        )]
        #[schemars(with = "RulesIfThen")]
        pub if_then: std::option::Option<RulesIfThen>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::not_schema")]
        pub not: std::option::Option<std::string::String>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "RulesPatterns")]
        pub patterns: std::option::Option<RulesPatterns>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::names_schema")]
        pub names: std::option::Option<
            serde_json::Map<std::string::String, serde_json::Value>,
        >,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::pair_schema")]
        pub pair: std::option::Option<std::vec::Vec<serde_json::Value>>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::has_schema")]
        pub has: std::option::Option<std::vec::Vec<i64>>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "RulesNeeds")]
        pub needs: std::option::Option<RulesNeeds>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::shapes_schema")]
        pub shapes: std::option::Option<
            serde_json::Map<std::string::String, serde_json::Value>,
        >,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "RulesClosed")]
        pub closed: std::option::Option<RulesClosed>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "RulesEither")]
        pub either: std::option::Option<RulesEither>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::mixed_schema")]
        pub mixed: std::option::Option<serde_json::Value>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Formula")]
        pub formula: std::option::Option<Formula>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::twice_schema")]
        pub twice: std::option::Option<std::string::String>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Rules::both_schema")]
        pub both: std::option::Option<i64>,
    }

    openapi_dropshot::object! {
        Rules {
            kind: optional, if_then: optional "if-then", not: optional,
            patterns: optional, names: optional, pair: optional, has: optional,
            needs: optional, shapes: optional, closed: optional, either: optional,
            mixed: nullable, formula: optional, twice: optional, both: optional,
        }
    }

    impl Rules {
        /// Returns the schema of `not`, which the type does not express.
        fn not_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"x-json-schema":{"not":{"enum":["x","y"]}}}"#,
            )
        }

        /// Returns the schema of `names`, which the type does not express.
        fn names_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator
                    .subschema_for::<
                        serde_json::Map<std::string::String, serde_json::Value>,
                    >(),
                r#"{"minProperties":1,"x-json-schema":{"propertyNames":{"maxLength":3}}}"#,
            )
        }

        /// Returns the schema of `pair`, which the type does not express.
        fn pair_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::vec::Vec<serde_json::Value>>(),
                r#"{"x-json-schema":{"items":false,"prefixItems":[{"type":"string"},{"type":"integer"}]}}"#,
            )
        }

        /// Returns the schema of `has`, which the type does not express.
        fn has_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::array_of(shape::of::<i64>(generator, r#"{"format":null}"#)),
                r#"{"x-json-schema":{"contains":{"const":7},"maxContains":2}}"#,
            )
        }

        /// Returns the schema of `shapes`, which the type does not express.
        fn shapes_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator
                    .subschema_for::<
                        serde_json::Map<std::string::String, serde_json::Value>,
                    >(),
                r#"{"x-json-schema":{"dependentSchemas":{"a":{"properties":{"b":{"description":"What an item is","enum":["plain","2nd-hand","+","type","Self"],"type":"string"}}}}}}"#,
            )
        }

        /// Returns the schema of `mixed`, which the type does not express.
        fn mixed_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::nullable(
                shape::with_keywords(
                    generator.subschema_for::<serde_json::Value>(),
                    r#"{"x-json-schema":{"enum":[1,"one",[1]]}}"#,
                ),
            )
        }

        /// Returns the schema of `twice`, which the type does not express.
        fn twice_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<std::string::String>(),
                r#"{"pattern":"z$","x-json-schema":{"allOf":[{"pattern":"^a"}]}}"#,
            )
        }

        /// Returns the schema of `both`, which the type does not express.
        fn both_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"x-json-schema":{"anyOf":[{"multipleOf":2},{"multipleOf":3}],"oneOf":[{"minimum":5},{"maximum":1}]}}"#,
            )
        }
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct RulesIfThen {
        pub a: std::option::Option<i64>,
        pub b: std::option::Option<i64>,
    }

    openapi_dropshot::object! {
        RulesIfThen { a: optional, b: optional }
    }

    impl JsonSchema for RulesIfThen {
        fn schema_name() -> std::string::String {
            "RulesIfThen".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::RulesIfThen").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::object(
                    [
                        ("a", false, shape::of::<i64>(generator, r#"{"format":null}"#)),
                        ("b", false, shape::of::<i64>(generator, r#"{"format":null}"#)),
                    ],
                    true.into(),
                ),
                r#"{"x-json-schema":{"else":{"maxProperties":0},"if":{"required":["a"]},"then":{"required":["b"]}}}"#,
            )
        }
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct RulesPatterns {
        pub known: std::option::Option<bool>,
        /// Members that the document does not declare.
        pub additional_members: std::collections::BTreeMap<
            std::string::String,
            serde_json::Value,
        >,
    }

    openapi_dropshot::object! {
        RulesPatterns { known: optional }
        kept additional_members
    }

    impl JsonSchema for RulesPatterns {
        fn schema_name() -> std::string::String {
            "RulesPatterns".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::RulesPatterns").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::object(
                    [("known", false, generator.subschema_for::<bool>())],
                    generator.subschema_for::<serde_json::Value>(),
                ),
                r#"{"x-json-schema":{"additionalProperties":false,"patternProperties":{"^x-":{"type":"string"}}}}"#,
            )
        }
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct RulesNeeds {
        pub a: std::option::Option<serde_json::Value>,
        pub b: std::option::Option<serde_json::Value>,
    }

    openapi_dropshot::object! {
        RulesNeeds { a: optional, b: optional }
    }

    impl JsonSchema for RulesNeeds {
        fn schema_name() -> std::string::String {
            "RulesNeeds".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::RulesNeeds").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::object(
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

    #[derive(Clone, Debug, PartialEq)]
    pub struct RulesClosed {
        pub id: uuid::Uuid,
        pub name: std::string::String,
    }

    openapi_dropshot::object! {
        RulesClosed { id: required, name: required }
    }

    impl JsonSchema for RulesClosed {
        fn schema_name() -> std::string::String {
            "RulesClosed".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::RulesClosed").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::object(
                    [
                        ("id", true, generator.subschema_for::<uuid::Uuid>()),
                        (
                            "name",
                            true,
                            shape::with_keywords(
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

    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct RulesEither {
        pub a: std::option::Option<i64>,
        pub b: std::option::Option<i64>,
    }

    openapi_dropshot::object! {
        RulesEither { a: optional, b: optional }
    }

    impl JsonSchema for RulesEither {
        fn schema_name() -> std::string::String {
            "RulesEither".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::RulesEither").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::object(
                    [
                        ("a", false, shape::of::<i64>(generator, r#"{"format":null}"#)),
                        ("b", false, shape::of::<i64>(generator, r#"{"format":null}"#)),
                    ],
                    true.into(),
                ),
                r#"{"x-json-schema":{"oneOf":[{"required":["a"]},{"required":["b"]}]}}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Formula(pub std::vec::Vec<serde_json::Value>);

    impl JsonSchema for Formula {
        fn schema_name() -> std::string::String {
            "Formula".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::Formula").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            {
                generator.subschema_for::<Formula>();
                shape::with_keywords(
                    generator.subschema_for::<std::vec::Vec<serde_json::Value>>(),
                    r##"{"x-json-schema":{"items":{"items":{"$ref":"#/components/schemas/Formula"},"prefixItems":[{"type":"string"}],"type":"array"},"prefixItems":[{"type":"string"}]}}"##,
                )
            }
        }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    #[schemars(deny_unknown_fields)]
    pub struct ItemInner {
        pub a: bool,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::option::Option<i32>")]
        pub b: std::option::Option<i32>,
    }

    openapi_dropshot::object! {
        ItemInner { a: required, b: nullable }
        refused
    }

    impl ItemInner {
        /// Returns a value with the required members.
        pub fn new(a: bool) -> Self {
            Self { a, b: None }
        }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Error {
        pub code: ProblemCode,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::option::Option<std::string::String>")]
        pub detail: std::option::Option<std::string::String>,
    }

    openapi_dropshot::object! {
        Error { code: required, detail: nullable }
    }

    impl Error {
        /// Returns a value with the required members.
        pub fn new(code: ProblemCode) -> Self {
            Self { code, detail: None }
        }
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

    impl std::fmt::Display for ProblemCode {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            i64::from(*self).fmt(formatter)
        }
    }

    impl JsonSchema for ProblemCode {
        fn schema_name() -> std::string::String {
            "ProblemCode".to_owned()
        }

        fn is_referenceable() -> bool {
            false
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<i64>(generator, r#"{"format":null}"#)
        }
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct CreateItemUnprocessableEntity(pub std::vec::Vec<std::string::String>);

    impl JsonSchema for CreateItemUnprocessableEntity {
        fn schema_name() -> std::string::String {
            "CreateItemUnprocessableEntity".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::CreateItemUnprocessableEntity").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::array_of(
                shape::with_keywords(
                    generator.subschema_for::<std::string::String>(),
                    r#"{"maxLength":200}"#,
                ),
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Point {
        #[schemars(schema_with = "Point::x_schema")]
        pub x: i64,
        #[schemars(schema_with = "Point::x_schema")]
        pub y: i64,
    }

    openapi_dropshot::object! {
        Point { x: required, y: required }
    }

    impl Point {
        /// Returns the schema of `x`, which the type does not express.
        fn x_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<i64>(generator, r#"{"format":null}"#)
        }
    }

    #[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
    pub struct Page {
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(schema_with = "Page::number_schema")]
        pub number: std::option::Option<i64>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::vec::Vec<std::string::String>")]
        pub sort: std::option::Option<std::vec::Vec<std::string::String>>,
    }

    openapi_dropshot::object! {
        Page { number: optional, sort: optional }
    }

    impl Page {
        /// Returns the schema of `number`, which the type does not express.
        fn number_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<i64>(generator, r#"{"format":null,"minimum":0}"#)
        }
    }

    #[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
    pub struct Filter {
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::string::String")]
        pub status: std::option::Option<std::string::String>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "Point")]
        pub range: std::option::Option<Point>,
        #[schemars(default, skip_serializing_if = "std::option::Option::is_none")]
        #[schemars(with = "std::vec::Vec<std::string::String>")]
        pub tags: std::option::Option<std::vec::Vec<std::string::String>>,
    }

    openapi_dropshot::object! {
        Filter { status: optional, range: optional, tags: optional }
    }

    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(untagged)]
    pub enum StylesEither {
        Integer(i64),
        BooleanList(std::vec::Vec<bool>),
    }

    static STYLES_EITHER_VARIANTS: [Schema; 2] = [
        Schema::at(&super::DOCUMENT, "#/paths/~1styles/get/parameters/7/schema/anyOf/0"),
        Schema::at(&super::DOCUMENT, "#/paths/~1styles/get/parameters/7/schema/anyOf/1"),
    ];

    impl<'de> Deserialize<'de> for StylesEither {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let value = <serde_json::Value as Deserialize>::deserialize(deserializer)?;
            match union::accepting(&STYLES_EITHER_VARIANTS, &value, None) {
                Some(0) => union::decode(value).map(Self::Integer),
                Some(1) => union::decode(value).map(Self::BooleanList),
                _ => Err(union::no_variant("StylesEither")),
            }
        }
    }

    impl JsonSchema for StylesEither {
        fn schema_name() -> std::string::String {
            "StylesEither".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::StylesEither").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::any_of(
                std::vec::Vec::from([
                    shape::of::<i64>(generator, r#"{"format":null}"#),
                    generator.subschema_for::<std::vec::Vec<bool>>(),
                ]),
            )
        }
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
        CREATE_ITEM_BODY.compile()?;
        for parameter in &STYLES_QUERY {
            parameter.compile()?;
        }
        for parameter in &STYLES_HEADER {
            parameter.compile()?;
        }
        for parameter in &STYLES_COOKIE {
            parameter.compile()?;
        }
        Ok(())
    }

    /// Returns the endpoints of an implementation of [`Api`], to register
    /// them beside others or for a range of versions.
    pub fn endpoints<A: Api>() -> Endpoints<A::Context> {
        Endpoints::new("Everything", "2026-11")
            .document(&DOCUMENT)
            .endpoint(&CREATE_ITEM_OPERATION, super::create_item::<A>)
            .endpoint(&STYLES_OPERATION, super::styles::<A>)
            .endpoint(&OPTIONAL_OPERATION, super::optional::<A>)
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
        Endpoints::new("Everything", "2026-11")
            .document(&DOCUMENT)
            .stub(&CREATE_ITEM_OPERATION)
            .stub(&STYLES_OPERATION)
            .stub(&OPTIONAL_OPERATION)
    }
}

/// The credentials that operations require.
mod security {
    use super::*;

    /// The security scheme `token`.
    const TOKEN_SCHEME: SecurityScheme = SecurityScheme {
        name: "token",
        credential: CredentialKind::Http("Bearer"),
        object: "{\"scheme\":\"Bearer\",\"type\":\"http\"}",
    };

    /// The security scheme `openid`.
    const OPENID_SCHEME: SecurityScheme = SecurityScheme {
        name: "openid",
        credential: CredentialKind::Http("Bearer"),
        object: "{\"openIdConnectUrl\":\"https://example.com/.well-known/openid-configuration\",\"type\":\"openIdConnect\"}",
    };

    /// The security scheme `password`.
    const PASSWORD_SCHEME: SecurityScheme = SecurityScheme {
        name: "password",
        credential: CredentialKind::Http("Basic"),
        object: "{\"scheme\":\"basic\",\"type\":\"http\"}",
    };

    /// A `security` of operations.
    pub(super) enum TokenRequirement {}

    impl SecurityRequirements for TokenRequirement {
        const ALTERNATIVES: &'static [&'static [RequiredScheme]] = &[
            &[],
            &[
                RequiredScheme {
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
        ) -> Result<Option<A::Token>, Rejection> {
            let mut credentials = Credentials::of::<Self, _>(rqctx, A::REALM);
            if let Some(credential) = credentials.bearer(&TOKEN_SCHEME) {
                let verified = A::token(rqctx, credential).await;
                if let Some(principal) = credentials.accepted(verified)? {
                    return Ok(Some(principal));
                }
            }
            credentials.anonymous().map(|()| None)
        }

        /// Returns the principals of a request, by security scheme.
        pub(super) fn principals<A: Api>(
            principal: &Option<A::Token>,
        ) -> Principals<'_, A> {
            Principals {
                token: principal.as_ref(),
                ..Principals::default()
            }
        }
    }

    /// A `security` of operations.
    pub(super) enum OpenidOrPasswordRequirement {}

    impl SecurityRequirements for OpenidOrPasswordRequirement {
        const ALTERNATIVES: &'static [&'static [RequiredScheme]] = &[
            &[],
            &[
                RequiredScheme {
                    scheme: &OPENID_SCHEME,
                    scopes: &[],
                },
            ],
            &[
                RequiredScheme {
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
            let mut credentials = Credentials::of::<Self, _>(rqctx, A::REALM);
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

        /// Returns the principals of a request, by security scheme.
        pub(super) fn principals<A: Api>(
            principal: &Option<
                super::types::OpenidOrPasswordPrincipal<A::Openid, A::Password>,
            >,
        ) -> Principals<'_, A> {
            match principal {
                Some(super::types::OpenidOrPasswordPrincipal::Openid(openid)) => {
                    Principals {
                        openid: Some(openid),
                        ..Principals::default()
                    }
                }
                Some(super::types::OpenidOrPasswordPrincipal::Password(password)) => {
                    Principals {
                        password: Some(password),
                        ..Principals::default()
                    }
                }
                None => Principals::default(),
            }
        }
    }
}

impl OperationResponse for types::CreateItemResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::Item>("200"),
            ResponseSpec::json::<types::Item>("201")
                .header::<String>("Location")
                .optional_header_with_schema(
                    "X-Remaining",
                    |generator| shape::of::<i64>(generator, r#"{"minimum":0}"#),
                )
                .optional_header::<types::Kind>("X-Kind")
                .header_with_schema(
                    "X-Tags",
                    |generator| shape::with_keywords(
                        shape::array_of(
                            shape::with_keywords(
                                generator.subschema_for::<String>(),
                                r#"{"x-json-schema":{"not":{"const":"none"}}}"#,
                            ),
                        ),
                        r#"{"minItems":1}"#,
                    ),
                )
                .optional_header::<Option<String>>("X-Note")
                .optional_header::<types::Node>("X-Node"),
            types::Problem::declared("400"),
            types::Problem::declared("415"),
            ResponseSpec::json::<types::CreateItemUnprocessableEntity>("422"),
            ResponseSpec::empty("401"),
            types::Problem::declared("5XX"),
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
                static HEADERS: [ResponseHeader; 6] = [
                    ResponseHeader::new(
                        "Location",
                        HeaderForm::Text,
                        Schema::at(
                            &DOCUMENT,
                            "#/paths/~1items/post/responses/201/headers/Location/schema",
                        ),
                    ),
                    ResponseHeader::new(
                        "X-Remaining",
                        HeaderForm::Text,
                        Schema::at(
                            &DOCUMENT,
                            "#/paths/~1items/post/responses/201/headers/X-Remaining/schema",
                        ),
                    ),
                    ResponseHeader::new(
                        "X-Kind",
                        HeaderForm::Text,
                        Schema::at(&DOCUMENT, "#/components/schemas/Kind"),
                    ),
                    ResponseHeader::new(
                        "X-Tags",
                        HeaderForm::List,
                        Schema::at(
                            &DOCUMENT,
                            "#/paths/~1items/post/responses/201/headers/X-Tags/schema",
                        ),
                    ),
                    ResponseHeader::new(
                        "X-Note",
                        HeaderForm::Text,
                        Schema::at(
                            &DOCUMENT,
                            "#/paths/~1items/post/responses/201/headers/X-Note/schema",
                        ),
                    ),
                    ResponseHeader::new(
                        "X-Node",
                        HeaderForm::Members,
                        Schema::at(&DOCUMENT, "#/components/schemas/Node"),
                    ),
                ];
                ResponseBuilder::json(StatusCode::CREATED, &body)
                    .schema(&ITEM_SCHEMA)
                    .header(&HEADERS[0], &location)
                    .header(&HEADERS[1], &x_remaining)
                    .header(&HEADERS[2], &x_kind)
                    .header(&HEADERS[3], &x_tags)
                    .header(&HEADERS[4], &x_note)
                    .header(&HEADERS[5], &x_node)
            }
            Self::BadRequest(response) => response.into_builder(StatusCode::BAD_REQUEST),
            Self::UnsupportedMediaType(response) => {
                response.into_builder(StatusCode::UNSUPPORTED_MEDIA_TYPE)
            }
            Self::UnprocessableEntity(body) => {
                ResponseBuilder::json(StatusCode::UNPROCESSABLE_ENTITY, &body)
                    .schema(&CREATE_ITEM_UNPROCESSABLE_ENTITY_SCHEMA)
            }
            Self::Unauthorized => ResponseBuilder::empty(StatusCode::UNAUTHORIZED),
            Self::ServerError { status, response } => response.into_builder(status),
        }
    }
}

impl types::CreateItemResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Code(400) => {
                    Self::BadRequest(types::Problem::rejected::<A>(report)?)
                }
                DeclaredStatus::Code(415) => {
                    Self::UnsupportedMediaType(types::Problem::rejected::<A>(report)?)
                }
                DeclaredStatus::Code(422) => {
                    Self::UnprocessableEntity(
                        A::create_item_unprocessable_entity_for(
                            report.rejection,
                            report.status,
                        ),
                    )
                }
                DeclaredStatus::Code(401) => Self::Unauthorized,
                DeclaredStatus::Class(5) => {
                    Self::ServerError {
                        status: RangeStatus::new(report.status)?,
                        response: types::Problem::rejected::<A>(report)?,
                    }
                }
                _ => return None,
            },
        )
    }
}

/// `POST /items`
static CREATE_ITEM_OPERATION: Operation = Operation::new::<
    Optional<Json<types::Item>>,
    types::CreateItemResponse,
>("create-item", Method::POST, "/items")
    .security::<security::TokenRequirement>()
    .description("Creates an item.\n\nWithout a body, one with defaults.\n");

async fn create_item<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        let authorize = || security::TokenRequirement::authorize::<A>(&rqctx);
        let principal = authorize().await?;
        let principals = security::TokenRequirement::principals(&principal);
        A::before_operation(&rqctx, principals, Call::CreateItem).await?;
        let received = body.read_if_sent(&CREATE_ITEM_BODY, A::limits(&rqctx)).await?;
        let principal = body.reauthorized(principal, authorize).await?;
        A::create_item(&rqctx, principal, received).await
    };
    let rejected = types::CreateItemResponse::rejected::<A>;
    let response = CREATE_ITEM_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The schema of the body of `create-item`.
static CREATE_ITEM_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1items/post/requestBody/content/application~1json/schema",
);

impl OperationResponse for types::StylesResponse {
    type Error = types::Error;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200"),
            types::Problem::declared("default"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body).schema(&STYLES_OK_SCHEMA)
            }
            Self::Otherwise { status, response } => response.into_builder(status),
        }
    }
}

impl types::StylesResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Default => {
                    Self::Otherwise {
                        status: report.status,
                        response: types::Problem::rejected::<A>(report)?,
                    }
                }
                _ => return None,
            },
        )
    }
}

/// `GET /styles`
static STYLES_OPERATION: Operation = Operation::new::<
    (),
    types::StylesResponse,
>("styles", Method::GET, "/styles")
    .query_parameters::<types::StylesQuery>()
    .header_parameters::<types::StylesHeader>()
    .cookie_parameters::<types::StylesCookie>();

async fn styles<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        let ((query, header), cookie) = openapi_dropshot::both(
            openapi_dropshot::both(
                openapi_dropshot::read_parameters(
                    ParameterLocation::Query,
                    STYLES_OPERATION.path(),
                    &rqctx,
                    &STYLES_QUERY,
                ),
                openapi_dropshot::read_parameters(
                    ParameterLocation::Header,
                    STYLES_OPERATION.path(),
                    &rqctx,
                    &STYLES_HEADER,
                ),
            ),
            openapi_dropshot::read_parameters(
                ParameterLocation::Cookie,
                STYLES_OPERATION.path(),
                &rqctx,
                &STYLES_COOKIE,
            ),
        )?;
        let call = Call::Styles {
            query: &query,
            header: &header,
            cookie: &cookie,
        };
        A::before_operation(&rqctx, Principals::default(), call).await?;
        A::styles(&rqctx, query, header, cookie).await
    };
    let rejected = types::StylesResponse::rejected::<A>;
    let response = STYLES_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The query parameters of `styles`.
static STYLES_QUERY: [Parameter; 14] = [
    Parameter::optional(
            "ids",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/0/schema"),
        )
        .style(Style::Form, true, &[ValueKind::Array]),
    Parameter::optional(
            "kinds",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/1/schema"),
        )
        .style(Style::Form, false, &[ValueKind::Array]),
    Parameter::optional(
            "pipes",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/2/schema"),
        )
        .style(Style::PipeDelimited, false, &[ValueKind::Array]),
    Parameter::optional(
            "spaces",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/3/schema"),
        )
        .style(Style::SpaceDelimited, false, &[ValueKind::Array]),
    Parameter::optional(
            "point",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/4/schema"),
        )
        .style(Style::Form, false, &[ValueKind::Object])
        .members(&["x", "y"]),
    Parameter::required(
            "page",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/5/schema"),
        )
        .style(Style::Form, true, &[ValueKind::Object])
        .members(&["number", "sort"]),
    Parameter::optional(
            "filter",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/6/schema"),
        )
        .style(Style::DeepObject, true, &[ValueKind::Object])
        .members(&["status", "range", "tags"]),
    Parameter::optional(
            "either",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/7/schema"),
        )
        .style(Style::Form, true, &[ValueKind::Scalar, ValueKind::Array]),
    Parameter::optional(
            "area",
            Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/8/content/application~1json/schema",
            ),
        )
        .json(),
    Parameter::optional(
            "areas",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/9/schema"),
        )
        .json(),
    Parameter::optional(
            "points",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/10/schema"),
        )
        .style(Style::DeepObject, true, &[ValueKind::Array]),
    Parameter::optional(
        "note",
        Schema::at(
            &DOCUMENT,
            "#/paths/~1styles/get/parameters/11/content/text~1plain/schema",
        ),
    ),
    Parameter::optional(
            "level",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/12/schema"),
        )
        .allow_empty(),
    Parameter::optional(
        "path",
        Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/13/schema"),
    ),
];

/// The header parameters of `styles`.
static STYLES_HEADER: [Parameter; 3] = [
    Parameter::optional(
            "X-Ids",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/14/schema"),
        )
        .style(Style::Simple, false, &[ValueKind::Array]),
    Parameter::optional(
            "X-Point",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/15/schema"),
        )
        .style(Style::Simple, true, &[ValueKind::Object])
        .members(&["x", "y"]),
    Parameter::optional(
            "X-Area",
            Schema::at(
                &DOCUMENT,
                "#/paths/~1styles/get/parameters/16/content/application~1json/schema",
            ),
        )
        .json(),
];

/// The cookie parameters of `styles`.
static STYLES_COOKIE: [Parameter; 2] = [
    Parameter::optional(
        "session",
        Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/17/schema"),
    ),
    Parameter::optional(
            "visits",
            Schema::at(&DOCUMENT, "#/paths/~1styles/get/parameters/18/schema"),
        )
        .style(Style::Form, false, &[ValueKind::Array]),
];

impl OperationResponse for types::OptionalResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200"),
            ResponseSpec::empty("401"),
            ResponseSpec::empty("403"),
            ResponseSpec::empty("default"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body).schema(&OPTIONAL_OK_SCHEMA)
            }
            Self::Unauthorized => ResponseBuilder::empty(StatusCode::UNAUTHORIZED),
            Self::Forbidden => ResponseBuilder::empty(StatusCode::FORBIDDEN),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::OptionalResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Code(401) => Self::Unauthorized,
                DeclaredStatus::Code(403) => Self::Forbidden,
                DeclaredStatus::Default => {
                    Self::Otherwise {
                        status: report.status,
                    }
                }
                _ => return None,
            },
        )
    }
}

/// `GET /optional`
static OPTIONAL_OPERATION: Operation = Operation::new::<
    (),
    types::OptionalResponse,
>("optional", Method::GET, "/optional")
    .security::<security::OpenidOrPasswordRequirement>();

async fn optional<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        let principal = security::OpenidOrPasswordRequirement::authorize::<A>(&rqctx)
            .await?;
        let principals = security::OpenidOrPasswordRequirement::principals(&principal);
        A::before_operation(&rqctx, principals, Call::Optional).await?;
        A::optional(&rqctx, principal).await
    };
    let rejected = types::OptionalResponse::rejected;
    let response = OPTIONAL_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

impl types::Problem {
    /// Returns the response with this status, for the emitted document.
    fn declared(status: &'static str) -> ResponseSpec {
        ResponseSpec::json::<types::Error>(status)
            .optional_header_with_schema(
                "Retry-After",
                |generator| shape::of::<i64>(generator, r#"{"format":null}"#),
            )
            .optional_header::<String>("WWW-Authenticate")
    }

    /// Returns the response with this status.
    fn into_builder(self, status: impl Into<StatusCode>) -> ResponseBuilder {
        static HEADERS: [ResponseHeader; 2] = [
            ResponseHeader::new(
                "Retry-After",
                HeaderForm::Text,
                Schema::at(
                    &DOCUMENT,
                    "#/components/responses/Problem/headers/Retry-After/schema",
                ),
            ),
            ResponseHeader::new(
                "WWW-Authenticate",
                HeaderForm::Text,
                Schema::at(
                    &DOCUMENT,
                    "#/components/responses/Problem/headers/WWW-Authenticate/schema",
                ),
            ),
        ];
        ResponseBuilder::json(status, &self.body)
            .schema(&ERROR_SCHEMA)
            .header(&HEADERS[0], &self.retry_after)
            .header(&HEADERS[1], &self.www_authenticate)
    }

    /// Returns the response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(Self {
            retry_after: report.rejection.header_value("Retry-After"),
            www_authenticate: report.rejection.header_value("WWW-Authenticate"),
            body: A::error_for(report.rejection, report.status),
        })
    }
}

/// The schema of a response body, at `#/components/schemas/Item`.
static ITEM_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Item");

/// The schema of a response body, at `#/components/schemas/Error`.
static ERROR_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Error");

/// The schema of a response body, at `#/paths/~1items/post/responses/422/content/application~1json/schema`.
static CREATE_ITEM_UNPROCESSABLE_ENTITY_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1items/post/responses/422/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1styles/get/responses/200/content/application~1json/schema`.
static STYLES_OK_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1styles/get/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1optional/get/responses/200/content/application~1json/schema`.
static OPTIONAL_OK_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1optional/get/responses/200/content/application~1json/schema",
);

/// The document. Its schemas validate requests and responses, and the emitted
/// document has its annotations.
static DOCUMENT: Document = Document::new(include_str!("openapi.json"));
