use dropshot::{
    ApiDescription, ApiDescriptionBuildErrors, ApiEndpointBodyContentType,
    ExclusiveExtractor, ExtractorMetadata, RequestContext, ServerContext, StubContext,
    TypedBody, UntypedBody,
};
use http::{HeaderMap, Method, StatusCode};
use openapi_dropshot::{
    DeclaredStatus, Document, EmitError, EmittedDocument, Endpoints, HandlerResult,
    Hooks, Json, MediaTypeSpec, Operation, OperationResponse, Outcome, Parameter,
    ParameterLocation, Rejection, Report, RequestBody, RequestContent, RequestLimits,
    ResponseBuilder, ResponseSpec, Schema, SchemaError, SchemaGenerator, Style,
    ValueKind, shape,
};

openapi_dropshot::generated_by!("1.0");

/// Types of other crates 1: one function for each operation.
pub trait Api: Sized + 'static {
    /// The state that all operations share.
    type Context: ServerContext;

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
    fn problem_for(rejection: &Rejection, status: StatusCode) -> types::Problem;

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

/// An operation, with the parameters of a request to it.
#[allow(dead_code, reason = "a program need not use all of them")]
#[allow(clippy::enum_variant_names, reason = "the document names the operations")]
#[derive(Clone, Copy, Debug)]
pub enum Call<'r> {
    /// `GET /addresses/{address}`
    ReadAddress {
        /// The path parameters.
        path: &'r types::ReadAddressPath,
        /// The query parameters.
        query: &'r types::ReadAddressQuery,
    },
    /// `PUT /default-address`
    PutDefaultAddress,
    /// `GET /spans`
    ListSpans,
    /// `POST /spans`
    CreateSpan,
    /// `PUT /hosts`
    PutHost,
    /// `POST /addresses`
    CreateAddresses,
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
#[allow(dead_code, reason = "a program need not use all of them")]
pub mod types {
    use openapi_dropshot::{
        EmittedSchema, JsonLines, Schema, SchemaGenerator, shape, union,
    };
    use schemars::JsonSchema;
    use serde::{Deserialize, Deserializer, Serialize};

    /// The path parameters of `readAddress`.
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct ReadAddressPath {
        #[schemars(schema_with = "ReadAddressPath::address_schema")]
        pub address: ::std::net::Ipv4Addr,
    }

    openapi_dropshot::decoded_object! {
        ReadAddressPath { address: required }
    }

    impl ReadAddressPath {
        /// Returns the schema of `address`, which the type does not express.
        fn address_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<String>(generator, r#"{"format":"ipv4"}"#)
        }
    }

    /// The query parameters of `readAddress`.
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct ReadAddressQuery {
        #[schemars(default = "ReadAddressQuery::mask_default")]
        #[schemars(schema_with = "ReadAddressQuery::mask_schema")]
        pub mask: ::std::num::NonZeroU8,
        #[schemars(default, schema_with = "ReadAddressQuery::via_schema")]
        pub via: Option<Vec<::std::net::Ipv4Addr>>,
        #[schemars(default, schema_with = "ReadAddressQuery::lease_schema")]
        pub lease: Option<::std::time::Duration>,
    }

    openapi_dropshot::decoded_object! {
        ReadAddressQuery {
            mask: default(ReadAddressQuery::mask_default), via: optional, lease: optional,
        }
    }

    impl ReadAddressQuery {
        /// Returns the default of `mask`.
        fn mask_default() -> ::std::num::NonZeroU8 {
            serde_json::from_str("24").expect("the type has the value")
        }

        /// Returns the schema of `mask`, which the type does not express.
        fn mask_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"maximum":32,"minimum":1}"#,
            )
        }

        /// Returns the schema of `via`, which the type does not express.
        fn via_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::array_of(shape::of::<String>(generator, r#"{"format":"ipv4"}"#)),
                r#"{"x-parameter":{"in":"query"}}"#,
            )
        }

        /// Returns the schema of `lease`, which the type does not express.
        fn lease_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
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
        Ok(JsonLines<::std::time::Duration>),
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
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    #[schemars(deny_unknown_fields)]
    pub struct Span {
        pub secs: u64,
        #[schemars(schema_with = "Span::nanos_schema")]
        pub nanos: u32,
    }

    openapi_dropshot::object! {
        Span { secs: required, nanos: required }
        refused
    }

    impl Span {
        /// Returns the schema of `nanos`, which the type does not express.
        fn nanos_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<u32>(generator, r#"{"maximum":1000000000}"#)
        }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Problem {
        pub message: String,
    }

    openapi_dropshot::object! {
        Problem { message: required }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Host {
        #[schemars(schema_with = "Host::id_schema")]
        pub id: ::uuid::Uuid,
        /// An address of IPv4
        #[schemars(schema_with = "ReadAddressPath::address_schema")]
        pub address: ::std::net::Ipv4Addr,
        #[schemars(schema_with = "Host::lease_schema")]
        pub lease: Option<::std::time::Duration>,
        /// A length of time
        #[schemars(
            rename = "time-out",
            default,
            skip_serializing_if = "Option::is_none"
        )]
        #[schemars(schema_with = "Host::time_out_schema")]
        pub time_out: Option<::std::time::Duration>,
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Host::aliases_schema")]
        pub aliases: Option<Vec<::std::net::Ipv4Addr>>,
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Host::spans_schema")]
        pub spans: Option<std::collections::BTreeMap<String, ::std::time::Duration>>,
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Host::roles_schema")]
        pub roles: Option<::std::collections::VecDeque<Role>>,
        #[schemars(default, skip_serializing_if = "Option::is_none", with = "HostUntil")]
        pub until: Option<HostUntil>,
        /// A host, or the span until there is one
        #[schemars(default, skip_serializing_if = "Option::is_none", with = "Box<Next>")]
        pub next: Option<Box<Next>>,
    }

    openapi_dropshot::object! {
        Host {
            id: required, address: required, lease: required,
            time_out: optional "time-out", aliases: optional, spans: optional,
            roles: optional, until: optional, next: optional,
        }
    }

    impl Host {
        /// Returns a value with the required members.
        pub fn new(
            id: ::uuid::Uuid,
            address: ::std::net::Ipv4Addr,
            lease: Option<::std::time::Duration>,
        ) -> Self {
            Self {
                id,
                address,
                lease,
                time_out: None,
                aliases: None,
                spans: None,
                roles: None,
                until: None,
                next: None,
            }
        }

        /// Returns the schema of `id`, which the type does not express.
        fn id_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<String>(),
                r#"{"pattern":"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}"#,
            )
        }

        /// Returns the schema of `lease`, which the type does not express.
        fn lease_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::nullable(generator.subschema_for::<Span>())
        }

        /// Returns the schema of `time_out`, which the type does not express.
        fn time_out_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            generator.subschema_for::<Span>()
        }

        /// Returns the schema of `aliases`, which the type does not express.
        fn aliases_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::array_of(shape::of::<String>(generator, r#"{"format":"ipv4"}"#))
        }

        /// Returns the schema of `spans`, which the type does not express.
        fn spans_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::map_of(generator.subschema_for::<Span>())
        }

        /// Returns the schema of `roles`, which the type does not express.
        fn roles_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<Vec<Role>>(),
                r#"{"uniqueItems":true}"#,
            )
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
    #[schemars(rename_all = "lowercase")]
    pub enum Role {
        Leader,
        Follower,
    }

    openapi_dropshot::texts! {
        Role { Leader = "leader", Follower = "follower" }
    }

    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(untagged)]
    pub enum HostUntil {
        Span(::std::time::Duration),
        String(String),
    }

    static HOST_UNTIL_VARIANTS: [Schema; 2] = [
        Schema::at(
            &super::DOCUMENT,
            "#/components/schemas/Host/properties/until/oneOf/0",
        ),
        Schema::at(
            &super::DOCUMENT,
            "#/components/schemas/Host/properties/until/oneOf/1",
        ),
    ];

    impl<'de> Deserialize<'de> for HostUntil {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let value = <serde_json::Value as Deserialize>::deserialize(deserializer)?;
            match union::accepting(&HOST_UNTIL_VARIANTS, &value, None) {
                Some(0) => union::decode(value).map(Self::Span),
                Some(1) => union::decode(value).map(Self::String),
                _ => Err(union::no_variant("HostUntil")),
            }
        }
    }

    impl JsonSchema for HostUntil {
        fn schema_name() -> String {
            "HostUntil".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::HostUntil").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::one_of(
                Vec::from([
                    generator.subschema_for::<Span>(),
                    shape::of::<String>(generator, r#"{"maxLength":9}"#),
                ]),
            )
        }
    }

    /// A host, or the span until there is one
    #[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
    pub struct Next {
        #[schemars(default, skip_serializing_if = "Option::is_none", with = "Box<Host>")]
        pub host: Option<Box<Host>>,
        /// A length of time
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Host::time_out_schema")]
        pub span: Option<::std::time::Duration>,
    }

    openapi_dropshot::object! {
        Next { host: optional, span: optional }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Form {
        /// An address of IPv4
        #[schemars(schema_with = "ReadAddressPath::address_schema")]
        pub address: ::std::net::Ipv4Addr,
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Form::more_schema")]
        pub more: Option<Vec<::std::net::Ipv4Addr>>,
    }

    openapi_dropshot::object! {
        Form { address: required, more: optional }
    }

    impl Form {
        /// Returns a value with the required members.
        pub fn new(address: ::std::net::Ipv4Addr) -> Self {
            Self { address, more: None }
        }

        /// Returns the schema of `more`, which the type does not express.
        fn more_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::array_of(shape::of::<String>(generator, r#"{"format":"ipv4"}"#)),
                r#"{"minItems":1}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct CreateAddressesOk(pub Vec<::std::net::Ipv4Addr>);

    impl JsonSchema for CreateAddressesOk {
        fn schema_name() -> String {
            "CreateAddressesOk".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::CreateAddressesOk").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::array_of(shape::of::<String>(generator, r#"{"format":"ipv4"}"#))
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
        for parameter in &READ_ADDRESS_PATH {
            parameter.compile()?;
        }
        for parameter in &READ_ADDRESS_QUERY {
            parameter.compile()?;
        }
        PUT_DEFAULT_ADDRESS_BODY.compile()?;
        CREATE_SPAN_BODY.compile()?;
        PUT_HOST_BODY.compile()?;
        CREATE_ADDRESSES_BODY.compile()?;
        for field in &CREATE_ADDRESSES_FIELDS {
            field.compile()?;
        }
        Ok(())
    }

    /// Returns the endpoints of an implementation of [`Api`], to register
    /// them beside others or for a range of versions.
    pub fn endpoints<A: Api>() -> Endpoints<A::Context> {
        Endpoints::new("Types of other crates", "1")
            .document(&DOCUMENT)
            .endpoint(&READ_ADDRESS_OPERATION, super::read_address::<A>)
            .endpoint(&PUT_DEFAULT_ADDRESS_OPERATION, super::put_default_address::<A>)
            .endpoint(&LIST_SPANS_OPERATION, super::list_spans::<A>)
            .endpoint(&CREATE_SPAN_OPERATION, super::create_span::<A>)
            .endpoint(&PUT_HOST_OPERATION, super::put_host::<A>)
            .endpoint(&CREATE_ADDRESSES_OPERATION, super::create_addresses::<A>)
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
        Endpoints::new("Types of other crates", "1")
            .document(&DOCUMENT)
            .stub(&READ_ADDRESS_OPERATION)
            .stub(&PUT_DEFAULT_ADDRESS_OPERATION)
            .stub(&LIST_SPANS_OPERATION)
            .stub(&CREATE_SPAN_OPERATION)
            .stub(&PUT_HOST_OPERATION)
            .stub(&CREATE_ADDRESSES_OPERATION)
    }
}


impl OperationResponse for types::ReadAddressResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                [
                    MediaTypeSpec::new(
                        "application/json",
                        |generator| shape::of::<
                            String,
                        >(generator, r#"{"format":"ipv4"}"#),
                    ),
                ],
            ),
            ResponseSpec::json::<types::Problem>("default"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body).schema(&ADDRESS_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::ReadAddressResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Default => {
                    Self::Otherwise {
                        status: report.status,
                        body: A::problem_for(report.rejection, report.status),
                    }
                }
                _ => return None,
            },
        )
    }
}

/// `GET /addresses/{address}`
static READ_ADDRESS_OPERATION: Operation = Operation::new::<
    (),
    types::ReadAddressResponse,
>("readAddress", Method::GET, "/addresses/{address}")
    .path_parameters::<types::ReadAddressPath>()
    .query_parameters::<types::ReadAddressQuery>();

async fn read_address<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        let (path, query) = openapi_dropshot::both(
            openapi_dropshot::read_parameters(
                ParameterLocation::Path,
                READ_ADDRESS_OPERATION.path(),
                &rqctx,
                &READ_ADDRESS_PATH,
            ),
            openapi_dropshot::read_parameters(
                ParameterLocation::Query,
                READ_ADDRESS_OPERATION.path(),
                &rqctx,
                &READ_ADDRESS_QUERY,
            ),
        )?;
        let call = Call::ReadAddress {
            path: &path,
            query: &query,
        };
        A::before_operation(&rqctx, call).await?;
        A::read_address(&rqctx, path, query).await
    };
    let rejected = types::ReadAddressResponse::rejected::<A>;
    let response = READ_ADDRESS_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The path parameters of `readAddress`.
static READ_ADDRESS_PATH: [Parameter; 1] = [
    Parameter::required(
        "address",
        Schema::at(
            &DOCUMENT,
            "#/paths/~1addresses~1%7Baddress%7D/get/parameters/0/schema",
        ),
    ),
];

/// The query parameters of `readAddress`.
static READ_ADDRESS_QUERY: [Parameter; 3] = [
    Parameter::optional(
        "mask",
        Schema::at(
            &DOCUMENT,
            "#/paths/~1addresses~1%7Baddress%7D/get/parameters/1/schema",
        ),
    ),
    Parameter::optional(
            "via",
            Schema::at(
                &DOCUMENT,
                "#/paths/~1addresses~1%7Baddress%7D/get/parameters/2/schema",
            ),
        )
        .style(Style::Form, true, &[ValueKind::Array]),
    Parameter::optional(
            "lease",
            Schema::at(
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
                [
                    MediaTypeSpec::new(
                        "text/plain",
                        |generator| shape::of::<
                            String,
                        >(generator, r#"{"format":"ipv4"}"#),
                    ),
                ],
            ),
            ResponseSpec::json::<types::Problem>("default"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::text(StatusCode::OK, &body).schema(&ADDRESS_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::PutDefaultAddressResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Default => {
                    Self::Otherwise {
                        status: report.status,
                        body: A::problem_for(report.rejection, report.status),
                    }
                }
                _ => return None,
            },
        )
    }
}

impl RequestContent for types::PutDefaultAddressContent {
    fn metadata() -> ExtractorMetadata {
        let content_type = ApiEndpointBodyContentType::Bytes;
        <UntypedBody as ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<MediaTypeSpec> {
        Vec::from([
            MediaTypeSpec::new(
                "text/plain",
                |generator| shape::of::<String>(generator, r#"{"format":"ipv4"}"#),
            ),
        ])
    }
}

/// `PUT /default-address`
static PUT_DEFAULT_ADDRESS_OPERATION: Operation = Operation::new::<
    types::PutDefaultAddressContent,
    types::PutDefaultAddressResponse,
>("putDefaultAddress", Method::PUT, "/default-address");

async fn put_default_address<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        A::before_operation(&rqctx, Call::PutDefaultAddress).await?;
        let received = {
            body.select(&["text/plain"])?;
            body.text(&PUT_DEFAULT_ADDRESS_BODY, A::limits(&rqctx)).await?
        };
        A::put_default_address(&rqctx, received).await
    };
    let rejected = types::PutDefaultAddressResponse::rejected::<A>;
    let response = PUT_DEFAULT_ADDRESS_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The schema of the body of `putDefaultAddress`.
static PUT_DEFAULT_ADDRESS_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1default-address/put/requestBody/content/text~1plain/schema",
);

impl OperationResponse for types::ListSpansResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                [
                    MediaTypeSpec::new(
                        "application/jsonl",
                        |generator| generator.subschema_for::<types::Span>(),
                    ),
                ],
            ),
            ResponseSpec::json::<types::Problem>("default"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json_lines(StatusCode::OK, body).schema(&SPAN_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::ListSpansResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Default => {
                    Self::Otherwise {
                        status: report.status,
                        body: A::problem_for(report.rejection, report.status),
                    }
                }
                _ => return None,
            },
        )
    }
}

/// `GET /spans`
static LIST_SPANS_OPERATION: Operation = Operation::new::<
    (),
    types::ListSpansResponse,
>("listSpans", Method::GET, "/spans");

async fn list_spans<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        A::before_operation(&rqctx, Call::ListSpans).await?;
        A::list_spans(&rqctx).await
    };
    let rejected = types::ListSpansResponse::rejected::<A>;
    let response = LIST_SPANS_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

impl OperationResponse for types::CreateSpanResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                [
                    MediaTypeSpec::new(
                        "application/json",
                        |generator| generator.subschema_for::<types::Span>(),
                    ),
                ],
            ),
            ResponseSpec::json::<types::Problem>("default"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body).schema(&SPAN_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::CreateSpanResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Default => {
                    Self::Otherwise {
                        status: report.status,
                        body: A::problem_for(report.rejection, report.status),
                    }
                }
                _ => return None,
            },
        )
    }
}

impl RequestContent for types::CreateSpanContent {
    fn metadata() -> ExtractorMetadata {
        let content_type = ApiEndpointBodyContentType::Json;
        <TypedBody<types::Span> as ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<MediaTypeSpec> {
        Vec::from([
            MediaTypeSpec::new(
                "application/json",
                |generator| generator.subschema_for::<types::Span>(),
            ),
        ])
    }
}

/// `POST /spans`
static CREATE_SPAN_OPERATION: Operation = Operation::new::<
    types::CreateSpanContent,
    types::CreateSpanResponse,
>("createSpan", Method::POST, "/spans");

async fn create_span<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        A::before_operation(&rqctx, Call::CreateSpan).await?;
        let received = {
            body.select(&["application/json"])?;
            body.json(&CREATE_SPAN_BODY, A::limits(&rqctx)).await?
        };
        A::create_span(&rqctx, received).await
    };
    let rejected = types::CreateSpanResponse::rejected::<A>;
    let response = CREATE_SPAN_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The schema of the body of `createSpan`.
static CREATE_SPAN_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1spans/post/requestBody/content/application~1json/schema",
);

impl OperationResponse for types::PutHostResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::Host>("200"),
            ResponseSpec::json::<types::Problem>("default"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body).schema(&HOST_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::PutHostResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Default => {
                    Self::Otherwise {
                        status: report.status,
                        body: A::problem_for(report.rejection, report.status),
                    }
                }
                _ => return None,
            },
        )
    }
}

/// `PUT /hosts`
static PUT_HOST_OPERATION: Operation = Operation::new::<
    Json<types::Host>,
    types::PutHostResponse,
>("putHost", Method::PUT, "/hosts");

async fn put_host<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        A::before_operation(&rqctx, Call::PutHost).await?;
        let received = body.read(&PUT_HOST_BODY, A::limits(&rqctx)).await?;
        A::put_host(&rqctx, received).await
    };
    let rejected = types::PutHostResponse::rejected::<A>;
    let response = PUT_HOST_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The schema of the body of `putHost`.
static PUT_HOST_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1hosts/put/requestBody/content/application~1json/schema",
);

impl OperationResponse for types::CreateAddressesResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::CreateAddressesOk>("200"),
            ResponseSpec::json::<types::Problem>("default"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body)
                    .schema(&CREATE_ADDRESSES_OK_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::CreateAddressesResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Default => {
                    Self::Otherwise {
                        status: report.status,
                        body: A::problem_for(report.rejection, report.status),
                    }
                }
                _ => return None,
            },
        )
    }
}

impl RequestContent for types::CreateAddressesContent {
    fn metadata() -> ExtractorMetadata {
        let content_type = ApiEndpointBodyContentType::UrlEncoded;
        <TypedBody<types::Form> as ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<MediaTypeSpec> {
        Vec::from([
            MediaTypeSpec::new(
                "application/x-www-form-urlencoded",
                SchemaGenerator::subschema_for::<types::Form>,
            ),
        ])
    }
}

/// `POST /addresses`
static CREATE_ADDRESSES_OPERATION: Operation = Operation::new::<
    types::CreateAddressesContent,
    types::CreateAddressesResponse,
>("createAddresses", Method::POST, "/addresses");

async fn create_addresses<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        A::before_operation(&rqctx, Call::CreateAddresses).await?;
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
    let rejected = types::CreateAddressesResponse::rejected::<A>;
    let response = CREATE_ADDRESSES_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The schema of the body of `createAddresses`.
static CREATE_ADDRESSES_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1addresses/post/requestBody/content/application~1x-www-form-urlencoded/schema",
);

/// The fields of the form of `createAddresses`.
static CREATE_ADDRESSES_FIELDS: [Parameter; 2] = [
    Parameter::optional(
        "address",
        Schema::at(&DOCUMENT, "#/components/schemas/Form/properties/address"),
    ),
    Parameter::optional(
            "more",
            Schema::at(&DOCUMENT, "#/components/schemas/Form/properties/more"),
        )
        .style(Style::Form, true, &[ValueKind::Array]),
];

/// The schema of a response body, at `#/components/schemas/Address`.
static ADDRESS_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Address");

/// The schema of a response body, at `#/components/schemas/Problem`.
static PROBLEM_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Problem");

/// The schema of a response body, at `#/components/schemas/Span`.
static SPAN_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Span");

/// The schema of a response body, at `#/components/schemas/Host`.
static HOST_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Host");

/// The schema of a response body, at `#/paths/~1addresses/post/responses/200/content/application~1json/schema`.
static CREATE_ADDRESSES_OK_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1addresses/post/responses/200/content/application~1json/schema",
);

/// The document. Its schemas validate requests and responses, and the emitted
/// document has its annotations.
static DOCUMENT: Document = Document::new(include_str!("external.json"));
