use dropshot::{ApiEndpoint, ApiEndpointVersions, Method, RequestContext};
use openapi_runtime::{
    DocumentedResult, Operation, OperationResponse, Rejection, ResponseBuilder,
    ResponseSpec,
};

/// Types of other crates 1: one function for each operation.
pub trait Api: Sized + 'static {
    /// The state that all operations share.
    type Context: dropshot::ServerContext;

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
    fn problem_for(rejection: &Rejection) -> types::Problem;

    /// `GET /addresses/{address}`
    fn read_address(
        rqctx: &RequestContext<Self::Context>,
        path: types::ReadAddressPath,
        query: types::ReadAddressQuery,
    ) -> impl Future<Output = Result<types::ReadAddressResponse, Rejection>> + Send;

    /// `PUT /default-address`
    fn put_default_address(
        rqctx: &RequestContext<Self::Context>,
        body: ::std::net::Ipv4Addr,
    ) -> impl Future<
        Output = Result<types::PutDefaultAddressResponse, Rejection>,
    > + Send;

    /// `GET /spans`
    fn list_spans(
        rqctx: &RequestContext<Self::Context>,
    ) -> impl Future<Output = Result<types::ListSpansResponse, Rejection>> + Send;

    /// `POST /spans`
    fn create_span(
        rqctx: &RequestContext<Self::Context>,
        body: ::std::time::Duration,
    ) -> impl Future<Output = Result<types::CreateSpanResponse, Rejection>> + Send;

    /// `PUT /hosts`
    fn put_host(
        rqctx: &RequestContext<Self::Context>,
        body: types::Host,
    ) -> impl Future<Output = Result<types::PutHostResponse, Rejection>> + Send;

    /// `POST /addresses`
    fn create_addresses(
        rqctx: &RequestContext<Self::Context>,
        body: types::Form,
    ) -> impl Future<Output = Result<types::CreateAddressesResponse, Rejection>> + Send;
}

/// The types of the document: parameters and responses of each operation, and
/// schemas.
///
/// Values of some schemas have types of other crates (`x-rust-type`). A type that
/// this module has for such a schema only documents it.
/// - `std::collections::VecDeque` of the crate `std`, version *
/// - `std::net::Ipv4Addr` of the crate `std`, version *
/// - `std::num::NonZeroU8` of the crate `std`, version *
/// - `std::time::Duration` of the crate `std`, version *
/// - `uuid::Uuid` of the crate `uuid`, version 1
pub mod types {
    /// The path parameters of `readAddress`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct ReadAddressPath {
        #[schemars(schema_with = "ReadAddressPath::address_schema")]
        pub address: ::std::net::Ipv4Addr,
    }

    impl ReadAddressPath {
        /// Returns the schema of `address`, which the type does not express.
        fn address_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<String>(),
                r#"{"format":"ipv4"}"#,
            )
        }
    }

    /// The query parameters of `readAddress`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct ReadAddressQuery {
        #[serde(default = "ReadAddressQuery::mask_default")]
        #[schemars(schema_with = "ReadAddressQuery::mask_schema")]
        pub mask: ::std::num::NonZeroU8,
        #[serde(default)]
        #[schemars(schema_with = "ReadAddressQuery::via_schema")]
        pub via: Option<Vec<::std::net::Ipv4Addr>>,
        #[serde(default)]
        #[schemars(schema_with = "ReadAddressQuery::lease_schema")]
        pub lease: Option<::std::time::Duration>,
    }

    impl ReadAddressQuery {
        /// Returns the default of `mask`.
        fn mask_default() -> ::std::num::NonZeroU8 {
            serde_json::from_str("24").expect("the type has the value")
        }

        /// Returns the schema of `mask`, which the type does not express.
        fn mask_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"maximum":32,"minimum":1}"#,
            )
        }

        /// Returns the schema of `via`, which the type does not express.
        fn via_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::array_of(
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<String>(),
                        r#"{"format":"ipv4"}"#,
                    ),
                ),
                r#"{"x-parameter":{"in":"query"}}"#,
            )
        }

        /// Returns the schema of `lease`, which the type does not express.
        fn lease_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<Span>(),
                r#"{"x-parameter":{"content":"application/json","in":"query"}}"#,
            )
        }
    }

    /// The responses that `readAddress` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ReadAddressResponse {
        /// 200: The address
        Ok(::std::net::Ipv4Addr),
        /// default: The error
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The media types of request bodies of `putDefaultAddress`.
    pub enum PutDefaultAddressContent {}

    /// The responses that `putDefaultAddress` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum PutDefaultAddressResponse {
        /// 200: The address
        Ok(::std::net::Ipv4Addr),
        /// default: The error
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The responses that `listSpans` declares.
    #[derive(Debug)]
    pub enum ListSpansResponse {
        /// 200: Some spans
        Ok(openapi_runtime::JsonLines<::std::time::Duration>),
        /// default: The error
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The media types of request bodies of `createSpan`.
    pub enum CreateSpanContent {}

    /// The responses that `createSpan` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum CreateSpanResponse {
        /// 200: The span
        Ok(::std::time::Duration),
        /// default: The error
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The responses that `putHost` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum PutHostResponse {
        /// 200: The host
        Ok(Host),
        /// default: The error
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The media types of request bodies of `createAddresses`.
    pub enum CreateAddressesContent {}

    /// The responses that `createAddresses` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum CreateAddressesResponse {
        /// 200: The addresses
        Ok(CreateAddressesOk),
        /// default: The error
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// A length of time
    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    #[serde(deny_unknown_fields)]
    pub struct Span {
        pub secs: u64,
        #[schemars(schema_with = "Span::nanos_schema")]
        pub nanos: u32,
    }

    impl Span {
        /// Returns the schema of `nanos`, which the type does not express.
        fn nanos_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<u32>(),
                r#"{"maximum":1000000000}"#,
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
    pub struct Problem {
        pub message: String,
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Host {
        #[schemars(schema_with = "Host::id_schema")]
        pub id: ::uuid::Uuid,
        /// An address of IPv4
        #[schemars(schema_with = "Host::address_schema")]
        pub address: ::std::net::Ipv4Addr,
        #[schemars(schema_with = "Host::lease_schema")]
        pub lease: Option<::std::time::Duration>,
        /// A length of time
        #[serde(rename = "time-out", default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Host::time_out_schema")]
        pub time_out: Option<::std::time::Duration>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Host::aliases_schema")]
        pub aliases: Option<Vec<::std::net::Ipv4Addr>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Host::spans_schema")]
        pub spans: Option<std::collections::BTreeMap<String, ::std::time::Duration>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Host::roles_schema")]
        pub roles: Option<::std::collections::VecDeque<Role>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "HostUntil")]
        pub until: Option<HostUntil>,
        /// A host, or the span until there is one
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Box<Next>")]
        pub next: Option<Box<Next>>,
    }

    impl Host {
        /// Returns the schema of `id`, which the type does not express.
        fn id_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<String>(),
                r#"{"pattern":"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}"#,
            )
        }

        /// Returns the schema of `address`, which the type does not express.
        fn address_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<String>(),
                r#"{"format":"ipv4"}"#,
            )
        }

        /// Returns the schema of `lease`, which the type does not express.
        fn lease_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::nullable(generator.subschema_for::<Span>())
        }

        /// Returns the schema of `time_out`, which the type does not express.
        fn time_out_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            generator.subschema_for::<Span>()
        }

        /// Returns the schema of `aliases`, which the type does not express.
        fn aliases_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::array_of(
                openapi_runtime::shape::with_keywords(
                    generator.subschema_for::<String>(),
                    r#"{"format":"ipv4"}"#,
                ),
            )
        }

        /// Returns the schema of `spans`, which the type does not express.
        fn spans_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::map_of(generator.subschema_for::<Span>())
        }

        /// Returns the schema of `roles`, which the type does not express.
        fn roles_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<Vec<Role>>(),
                r#"{"uniqueItems":true}"#,
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
    pub enum Role {
        #[serde(rename = "leader")]
        Leader,
        #[serde(rename = "follower")]
        Follower,
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize)]
    #[serde(untagged)]
    pub enum HostUntil {
        Duration(::std::time::Duration),
        String(String),
    }

    static HOST_UNTIL_VARIANTS: [openapi_runtime::Schema; 2] = [
        openapi_runtime::Schema::at(
            &super::DOCUMENT,
            "#/components/schemas/Host/properties/until/oneOf/0",
        ),
        openapi_runtime::Schema::at(
            &super::DOCUMENT,
            "#/components/schemas/Host/properties/until/oneOf/1",
        ),
    ];

    impl<'de> serde::Deserialize<'de> for HostUntil {
        fn deserialize<D: serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            let value = <serde_json::Value as serde::Deserialize>::deserialize(
                deserializer,
            )?;
            match openapi_runtime::shape::first_accepting(&HOST_UNTIL_VARIANTS, &value) {
                Some(0) => openapi_runtime::shape::decode(value).map(Self::Duration),
                Some(1) => openapi_runtime::shape::decode(value).map(Self::String),
                _ => Err(openapi_runtime::shape::no_variant("HostUntil")),
            }
        }
    }

    impl schemars::JsonSchema for HostUntil {
        fn schema_name() -> String {
            "HostUntil".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::HostUntil").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::one_of(
                Vec::from([
                    generator.subschema_for::<Span>(),
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<String>(),
                        r#"{"maxLength":9}"#,
                    ),
                ]),
            )
        }
    }

    /// A host, or the span until there is one
    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Next {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Box<Host>")]
        pub host: Option<Box<Host>>,
        /// A length of time
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Next::span_schema")]
        pub span: Option<::std::time::Duration>,
    }

    impl Next {
        /// Returns the schema of `span`, which the type does not express.
        fn span_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            generator.subschema_for::<Span>()
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
    pub struct Form {
        /// An address of IPv4
        #[schemars(schema_with = "Form::address_schema")]
        pub address: ::std::net::Ipv4Addr,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Form::more_schema")]
        pub more: Option<Vec<::std::net::Ipv4Addr>>,
    }

    impl Form {
        /// Returns the schema of `address`, which the type does not express.
        fn address_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<String>(),
                r#"{"format":"ipv4"}"#,
            )
        }

        /// Returns the schema of `more`, which the type does not express.
        fn more_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                openapi_runtime::shape::array_of(
                    openapi_runtime::shape::with_keywords(
                        generator.subschema_for::<String>(),
                        r#"{"format":"ipv4"}"#,
                    ),
                ),
                r#"{"minItems":1}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(transparent)]
    pub struct CreateAddressesOk(pub Vec<::std::net::Ipv4Addr>);

    impl schemars::JsonSchema for CreateAddressesOk {
        fn schema_name() -> String {
            "CreateAddressesOk".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::CreateAddressesOk").into()
        }

        fn json_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::array_of(
                openapi_runtime::shape::with_keywords(
                    generator.subschema_for::<String>(),
                    r#"{"format":"ipv4"}"#,
                ),
            )
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
        for parameter in &super::READ_ADDRESS_PATH {
            parameter.compile()?;
        }
        for parameter in &super::READ_ADDRESS_QUERY {
            parameter.compile()?;
        }
        super::PUT_DEFAULT_ADDRESS_BODY.compile()?;
        super::CREATE_SPAN_BODY.compile()?;
        super::PUT_HOST_BODY.compile()?;
        super::CREATE_ADDRESSES_BODY.compile()?;
        for field in &super::CREATE_ADDRESSES_FIELDS {
            field.compile()?;
        }
        Ok(())
    }

    /// Returns the endpoints of an implementation of [`Api`], to register
    /// them beside others or for a range of versions.
    pub fn endpoints<A: Api>() -> openapi_runtime::Endpoints<A::Context> {
        openapi_runtime::Endpoints::new("Types of other crates", "1")
            .document(&super::DOCUMENT)
            .endpoint::<
                types::ReadAddressResponse,
            >(
                ApiEndpoint::new(
                    "readAddress".to_owned(),
                    super::read_address::<A>,
                    Method::GET,
                    "application/json",
                    "/addresses/{address}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::PutDefaultAddressResponse,
                types::PutDefaultAddressContent,
            >(
                ApiEndpoint::new(
                    "putDefaultAddress".to_owned(),
                    super::put_default_address::<A>,
                    Method::PUT,
                    "application/json",
                    "/default-address",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::ListSpansResponse,
            >(
                ApiEndpoint::new(
                    "listSpans".to_owned(),
                    super::list_spans::<A>,
                    Method::GET,
                    "application/json",
                    "/spans",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::CreateSpanResponse,
                types::CreateSpanContent,
            >(
                ApiEndpoint::new(
                    "createSpan".to_owned(),
                    super::create_span::<A>,
                    Method::POST,
                    "application/json",
                    "/spans",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::PutHostResponse,
            >(
                ApiEndpoint::new(
                    "putHost".to_owned(),
                    super::put_host::<A>,
                    Method::PUT,
                    "application/json",
                    "/hosts",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::CreateAddressesResponse,
                types::CreateAddressesContent,
            >(
                ApiEndpoint::new(
                    "createAddresses".to_owned(),
                    super::create_addresses::<A>,
                    Method::POST,
                    "application/json",
                    "/addresses",
                    ApiEndpointVersions::All,
                ),
            )
    }

    /// Returns the endpoints without an implementation, to combine them for
    /// documents as [`endpoints`] are combined for a server.
    pub fn stub_endpoints() -> openapi_runtime::Endpoints<dropshot::StubContext> {
        openapi_runtime::Endpoints::new("Types of other crates", "1")
            .document(&super::DOCUMENT)
            .endpoint::<
                types::ReadAddressResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<
                            dropshot::Path<types::ReadAddressPath>,
                        >,
                        openapi_runtime::Documented<
                            dropshot::Query<types::ReadAddressQuery>,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::ReadAddressResponse>,
                >(
                    "readAddress".to_owned(),
                    Method::GET,
                    "application/json",
                    "/addresses/{address}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::PutDefaultAddressResponse,
                types::PutDefaultAddressContent,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::RequestBody<types::PutDefaultAddressContent>,),
                    DocumentedResult<types::PutDefaultAddressResponse>,
                >(
                    "putDefaultAddress".to_owned(),
                    Method::PUT,
                    "application/json",
                    "/default-address",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::ListSpansResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::NoBody,),
                    DocumentedResult<types::ListSpansResponse>,
                >(
                    "listSpans".to_owned(),
                    Method::GET,
                    "application/json",
                    "/spans",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::CreateSpanResponse,
                types::CreateSpanContent,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::RequestBody<types::CreateSpanContent>,),
                    DocumentedResult<types::CreateSpanResponse>,
                >(
                    "createSpan".to_owned(),
                    Method::POST,
                    "application/json",
                    "/spans",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::PutHostResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::JsonBody<types::Host>,),
                    DocumentedResult<types::PutHostResponse>,
                >(
                    "putHost".to_owned(),
                    Method::PUT,
                    "application/json",
                    "/hosts",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::CreateAddressesResponse,
                types::CreateAddressesContent,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::RequestBody<types::CreateAddressesContent>,),
                    DocumentedResult<types::CreateAddressesResponse>,
                >(
                    "createAddresses".to_owned(),
                    Method::POST,
                    "application/json",
                    "/addresses",
                    ApiEndpointVersions::All,
                ),
            )
    }
}


impl OperationResponse for types::ReadAddressResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "The address",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/json",
                        |generator| openapi_runtime::shape::with_keywords(
                            generator.subschema_for::<String>(),
                            r#"{"format":"ipv4"}"#,
                        ),
                    ),
                ],
            ),
            ResponseSpec::json::<types::Problem>("default", "The error"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&ADDRESS_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::ReadAddressResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

async fn read_address<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Path<types::ReadAddressPath>>,
    _: openapi_runtime::Documented<dropshot::Query<types::ReadAddressQuery>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::ReadAddressResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/addresses/{address}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let (path, query) = openapi_runtime::both(
            openapi_runtime::parameters(
                &rqctx,
                openapi_runtime::ParameterLocation::Path(operation.path),
                &READ_ADDRESS_PATH,
            ),
            openapi_runtime::parameters(
                &rqctx,
                openapi_runtime::ParameterLocation::Query,
                &READ_ADDRESS_QUERY,
            ),
        )?;
        A::read_address(&rqctx, path, query).await
    };
    let response = operation
        .run(&rqctx, outcome, types::ReadAddressResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `readAddress`.
static READ_ADDRESS_PATH: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "address",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1addresses~1%7Baddress%7D/get/parameters/0/schema",
        ),
    ),
];

/// The query parameters of `readAddress`.
static READ_ADDRESS_QUERY: [openapi_runtime::Parameter; 3] = [
    openapi_runtime::Parameter::optional(
        "mask",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1addresses~1%7Baddress%7D/get/parameters/1/schema",
        ),
    ),
    openapi_runtime::Parameter::optional(
            "via",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1addresses~1%7Baddress%7D/get/parameters/2/schema",
            ),
        )
        .style(openapi_runtime::Style::Form, true, &[openapi_runtime::ValueType::Array]),
    openapi_runtime::Parameter::optional(
            "lease",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/paths/~1addresses~1%7Baddress%7D/get/parameters/3/content/application~1json/schema",
            ),
        )
        .json(),
];

impl OperationResponse for types::PutDefaultAddressResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "The address",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/plain",
                        |generator| openapi_runtime::shape::with_keywords(
                            generator.subschema_for::<String>(),
                            r#"{"format":"ipv4"}"#,
                        ),
                    ),
                ],
            ),
            ResponseSpec::json::<types::Problem>("default", "The error"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::text(http::StatusCode::OK, &body)
                    .schema(&ADDRESS_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::PutDefaultAddressResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::PutDefaultAddressContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::Bytes;
        <dropshot::UntypedBody as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([
            openapi_runtime::MediaTypeSpec::new(
                "text/plain",
                |generator| openapi_runtime::shape::with_keywords(
                    generator.subschema_for::<String>(),
                    r#"{"format":"ipv4"}"#,
                ),
            ),
        ])
    }
}

async fn put_default_address<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<types::PutDefaultAddressContent>,
) -> DocumentedResult<types::PutDefaultAddressResponse> {
    let operation = Operation {
        method: Method::PUT,
        path: "/default-address",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = {
            body.select(&["text/plain"])?;
            body.text(&PUT_DEFAULT_ADDRESS_BODY, A::limits(&rqctx)).await?
        };
        A::put_default_address(&rqctx, received).await
    };
    let response = operation
        .run(
            &rqctx,
            outcome,
            types::PutDefaultAddressResponse::rejected::<A>,
            A::on_response,
        )
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `putDefaultAddress`.
static PUT_DEFAULT_ADDRESS_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1default-address/put/requestBody/content/text~1plain/schema",
);

impl OperationResponse for types::ListSpansResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "Some spans",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/jsonl",
                        |generator| generator.subschema_for::<types::Span>(),
                    ),
                ],
            ),
            ResponseSpec::json::<types::Problem>("default", "The error"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json_lines(http::StatusCode::OK, body)
                    .schema(&SPAN_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::ListSpansResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

async fn list_spans<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::ListSpansResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/spans",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async { A::list_spans(&rqctx).await };
    let response = operation
        .run(&rqctx, outcome, types::ListSpansResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::CreateSpanResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "The span",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/json",
                        |generator| generator.subschema_for::<types::Span>(),
                    ),
                ],
            ),
            ResponseSpec::json::<types::Problem>("default", "The error"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body).schema(&SPAN_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::CreateSpanResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::CreateSpanContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::Json;
        <dropshot::TypedBody<
            types::Span,
        > as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([
            openapi_runtime::MediaTypeSpec::new(
                "application/json",
                |generator| generator.subschema_for::<types::Span>(),
            ),
        ])
    }
}

async fn create_span<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<types::CreateSpanContent>,
) -> DocumentedResult<types::CreateSpanResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/spans",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = {
            body.select(&["application/json"])?;
            body.json(&CREATE_SPAN_BODY, A::limits(&rqctx)).await?
        };
        A::create_span(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::CreateSpanResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `createSpan`.
static CREATE_SPAN_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1spans/post/requestBody/content/application~1json/schema",
);

impl OperationResponse for types::PutHostResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::Host>("200", "The host"),
            ResponseSpec::json::<types::Problem>("default", "The error"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body).schema(&HOST_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::PutHostResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

async fn put_host<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::JsonBody<types::Host>,
) -> DocumentedResult<types::PutHostResponse> {
    let operation = Operation {
        method: Method::PUT,
        path: "/hosts",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = body.read(&rqctx, &PUT_HOST_BODY, A::limits(&rqctx)).await?;
        A::put_host(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::PutHostResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `putHost`.
static PUT_HOST_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1hosts/put/requestBody/content/application~1json/schema",
);

impl OperationResponse for types::CreateAddressesResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::CreateAddressesOk>("200", "The addresses"),
            ResponseSpec::json::<types::Problem>("default", "The error"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&CREATE_ADDRESSES_OK_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::CreateAddressesResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::CreateAddressesContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::UrlEncoded;
        <dropshot::TypedBody<
            types::Form,
        > as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([
            openapi_runtime::MediaTypeSpec::new(
                "application/x-www-form-urlencoded",
                schemars::r#gen::SchemaGenerator::subschema_for::<types::Form>,
            ),
        ])
    }
}

async fn create_addresses<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<types::CreateAddressesContent>,
) -> DocumentedResult<types::CreateAddressesResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/addresses",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = {
            body.select(&["application/x-www-form-urlencoded"])?;
            body.form(
                    &CREATE_ADDRESSES_FIELDS,
                    &CREATE_ADDRESSES_BODY,
                    A::limits(&rqctx),
                )
                .await?
        };
        A::create_addresses(&rqctx, received).await
    };
    let response = operation
        .run(
            &rqctx,
            outcome,
            types::CreateAddressesResponse::rejected::<A>,
            A::on_response,
        )
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `createAddresses`.
static CREATE_ADDRESSES_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1addresses/post/requestBody/content/application~1x-www-form-urlencoded/schema",
);

/// The fields of the form of `createAddresses`.
static CREATE_ADDRESSES_FIELDS: [openapi_runtime::Parameter; 2] = [
    openapi_runtime::Parameter::optional(
        "address",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/Form/properties/address",
        ),
    ),
    openapi_runtime::Parameter::optional(
            "more",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/components/schemas/Form/properties/more",
            ),
        )
        .style(openapi_runtime::Style::Form, true, &[openapi_runtime::ValueType::Array]),
];

/// The schema of a response body, at `#/components/schemas/Address`.
static ADDRESS_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/schemas/Address",
);

/// The schema of a response body, at `#/components/schemas/Problem`.
static PROBLEM_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/schemas/Problem",
);

/// The schema of a response body, at `#/components/schemas/Span`.
static SPAN_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/schemas/Span",
);

/// The schema of a response body, at `#/components/schemas/Host`.
static HOST_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/schemas/Host",
);

/// The schema of a response body, at `#/paths/~1addresses/post/responses/200/content/application~1json/schema`.
static CREATE_ADDRESSES_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1addresses/post/responses/200/content/application~1json/schema",
);

/// The document. Its schemas validate requests and responses, and the emitted
/// document has its annotations.
static DOCUMENT: openapi_runtime::Document = openapi_runtime::Document::new(
    include_str!(concat!(env!("OUT_DIR"), "/external.json")),
);
