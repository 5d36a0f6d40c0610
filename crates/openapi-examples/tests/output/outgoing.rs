use dropshot::{
    ApiDescription, ApiDescriptionBuildErrors, RequestContext, ServerContext, StubContext,
};
use http::{HeaderMap, Method, StatusCode};
use openapi_dropshot::{
    DeclaredStatus, Document, EmitError, EmittedDocument, Endpoints, HandlerResult,
    Hooks, Json, Operation, OperationResponse, Outcome, RangeStatus, Rejection, Report,
    RequestBody, RequestLimits, ResponseBuilder, ResponseSpec, Schema, SchemaError,
};

openapi_dropshot::generated_by!("1.0");

/// Outgoing 1.0.0: one function for each operation.
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

    /// `POST /subscriptions`
    fn subscribe(
        rqctx: &RequestContext<Self::Context>,
        body: types::Subscription,
    ) -> impl Future<Output = Result<types::SubscribeResponse, Rejection>> + Send;
}

/// An operation, with the parameters of a request to it.
#[allow(dead_code, reason = "a program need not use all of them")]
#[allow(clippy::enum_variant_names, reason = "the document names the operations")]
#[derive(Clone, Copy, Debug)]
pub enum Call {
    /// `POST /subscriptions`
    Subscribe,
}

/// The types of the document: parameters and responses of each operation, and
/// schemas.
#[allow(dead_code, reason = "a program need not use all of them")]
pub mod types {
    use openapi_dropshot::{
        Bytes, EmittedSchema, HeaderMap, RangeStatus, SchemaGenerator, StatusCode, shape,
    };
    use schemars::JsonSchema;

    /// The responses that `subscribe` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum SubscribeResponse {
        /// 204: Subscribed
        NoContent,
        /// 4XX: Refused
        ClientError {
            /// The status, one of the range.
            status: RangeStatus<4>,
        },
        /// 5XX: A failure of the service
        ServerError {
            /// The status, one of the range.
            status: RangeStatus<5>,
        },
    }

    /// The request bodies of the webhook `restocked`, by media type.
    #[derive(Clone, Debug, PartialEq)]
    pub enum RestockedBody {
        /// `application/json`
        Json(Item),
        /// `text/plain`
        Text(String),
    }

    /// The bodies of the response 200 to the webhook `restocked`, by media type.
    #[derive(Clone, Debug, PartialEq)]
    pub enum RestockedOkBody {
        /// `application/json`
        Json(Receipt),
        /// `text/plain`
        Text(i64),
    }

    /// The responses that the document declares for the webhook `restocked`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum RestockedResponse {
        /// 200: Either
        Ok(RestockedOkBody),
        /// default: Anything else
        Otherwise {
            /// The status.
            status: StatusCode,
        },
    }

    /// The responses that the document declares for the webhook `exported`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ExportedResponse {
        /// 200: The archive
        Ok(Bytes),
    }

    /// The responses that the document declares for the webhook `ordered`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum OrderedResponse {
        /// default: a response that the document does not describe
        Otherwise {
            /// The status.
            status: StatusCode,
        },
    }

    /// The responses that the document declares for the webhook `noted`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum NotedResponse {
        /// 204: Read
        NoContent,
    }

    /// The responses that the document declares for the webhook `moved`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum MovedResponse {
        /// 204: Read
        NoContent,
    }

    /// The responses that the document declares for the webhook `deleted`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum DeletedResponse {
        /// 202: Accepted
        Accepted,
    }

    /// The query parameters of the callback `changed` of `subscribe`.
    #[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
    pub struct SubscribeChangedQuery {
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "SubscribeChangedQuery::tags_schema")]
        pub tags: Option<Vec<String>>,
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "SubscribeChangedQuery::sizes_schema")]
        pub sizes: Option<Vec<i64>>,
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "SubscribeChangedQuery::range_schema")]
        pub range: Option<Range>,
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "SubscribeChangedQuery::page_schema")]
        pub page: Option<Range>,
    }

    openapi_dropshot::object! {
        SubscribeChangedQuery {
            tags: optional, sizes: optional, range: optional, page: optional,
        }
    }

    impl SubscribeChangedQuery {
        /// Returns the schema of `tags`, which the type does not express.
        fn tags_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<Vec<String>>(),
                r#"{"x-parameter":{"in":"query"}}"#,
            )
        }

        /// Returns the schema of `sizes`, which the type does not express.
        fn sizes_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                shape::array_of(shape::of::<i64>(generator, r#"{"format":null}"#)),
                r#"{"x-parameter":{"explode":false,"in":"query","style":"pipeDelimited"}}"#,
            )
        }

        /// Returns the schema of `range`, which the type does not express.
        fn range_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<Range>(),
                r#"{"x-parameter":{"in":"query","style":"deepObject"}}"#,
            )
        }

        /// Returns the schema of `page`, which the type does not express.
        fn page_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<Range>(),
                r#"{"x-parameter":{"content":"application/json","in":"query"}}"#,
            )
        }
    }

    /// The header parameters of the callback `changed` of `subscribe`.
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct SubscribeChangedHeader {
        #[schemars(rename = "X-Sequence")]
        #[schemars(schema_with = "SubscribeChangedHeader::x_sequence_schema")]
        pub x_sequence: i64,
    }

    openapi_dropshot::object! {
        SubscribeChangedHeader { x_sequence: required "X-Sequence" }
    }

    impl SubscribeChangedHeader {
        /// Returns the schema of `x_sequence`, which the type does not express.
        fn x_sequence_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<i64>(generator, r#"{"format":null,"minimum":1}"#)
        }
    }

    /// The cookie parameters of the callback `changed` of `subscribe`.
    #[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
    pub struct SubscribeChangedCookie {
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "SubscribeChangedCookie::session_schema")]
        pub session: Option<String>,
    }

    openapi_dropshot::object! {
        SubscribeChangedCookie { session: optional }
    }

    impl SubscribeChangedCookie {
        /// Returns the schema of `session`, which the type does not express.
        fn session_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<String>(),
                r#"{"x-parameter":{"in":"cookie"}}"#,
            )
        }
    }

    /// The responses that the document declares for the callback `changed` of `subscribe`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum SubscribeChangedResponse {
        /// 200: Stored
        Ok(Receipt),
        /// 204: Ignored
        NoContent,
        /// 4XX: Refused
        ClientError {
            /// The status.
            status: StatusCode,
            /// The headers, which are not validated.
            headers: HeaderMap,
            /// The body.
            body: Problem,
        },
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Subscription {
        #[schemars(schema_with = "Subscription::url_schema")]
        pub url: String,
    }

    openapi_dropshot::object! {
        Subscription { url: required }
    }

    impl Subscription {
        /// Returns the schema of `url`, which the type does not express.
        fn url_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<String>(generator, r#"{"format":"uri"}"#)
        }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Item {
        #[schemars(schema_with = "Item::name_schema")]
        pub name: String,
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Item::price_schema")]
        pub price: Option<f64>,
    }

    openapi_dropshot::object! {
        Item { name: required, price: optional }
    }

    impl Item {
        /// Returns a value with the required members.
        pub fn new(name: impl Into<String>) -> Self {
            Self {
                name: name.into(),
                price: None,
            }
        }

        /// Returns the schema of `name`, which the type does not express.
        fn name_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<String>(generator, r#"{"pattern":"^[A-Z]"}"#)
        }

        /// Returns the schema of `price`, which the type does not express.
        fn price_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<f64>(),
                r#"{"exclusiveMinimum":0,"format":null}"#,
            )
        }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Receipt {
        #[schemars(schema_with = "Receipt::id_schema")]
        pub id: i64,
    }

    openapi_dropshot::object! {
        Receipt { id: required }
    }

    impl Receipt {
        /// Returns the schema of `id`, which the type does not express.
        fn id_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<i64>(generator, r#"{"format":null}"#)
        }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Order {
        pub item: String,
        #[schemars(schema_with = "SubscribeChangedHeader::x_sequence_schema")]
        pub count: i64,
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Vec<String>")]
        pub colors: Option<Vec<String>>,
    }

    openapi_dropshot::object! {
        Order { item: required, count: required, colors: optional }
    }

    impl Order {
        /// Returns a value with the required members.
        pub fn new(item: impl Into<String>, count: i64) -> Self {
            Self {
                item: item.into(),
                count,
                colors: None,
            }
        }
    }

    #[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
    pub struct Range {
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Receipt::id_schema")]
        pub from: Option<i64>,
        #[schemars(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "Receipt::id_schema")]
        pub to: Option<i64>,
    }

    openapi_dropshot::object! {
        Range { from: optional, to: optional }
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Problem {
        pub title: String,
    }

    openapi_dropshot::object! {
        Problem { title: required }
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
        SUBSCRIBE_BODY.compile()?;
        Ok(())
    }

    /// Returns the endpoints of an implementation of [`Api`], to register
    /// them beside others or for a range of versions.
    pub fn endpoints<A: Api>() -> Endpoints<A::Context> {
        Endpoints::new("Outgoing", "1.0.0")
            .document(&DOCUMENT)
            .endpoint(&SUBSCRIBE_OPERATION, super::subscribe::<A>)
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
        Endpoints::new("Outgoing", "1.0.0")
            .document(&DOCUMENT)
            .stub(&SUBSCRIBE_OPERATION)
    }
}


impl OperationResponse for types::SubscribeResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::empty("204"),
            ResponseSpec::empty("4XX"),
            ResponseSpec::empty("5XX"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::NoContent => ResponseBuilder::empty(StatusCode::NO_CONTENT),
            Self::ClientError { status } => ResponseBuilder::empty(status),
            Self::ServerError { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::SubscribeResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Class(4) => {
                    Self::ClientError {
                        status: RangeStatus::new(report.status)?,
                    }
                }
                DeclaredStatus::Class(5) => {
                    Self::ServerError {
                        status: RangeStatus::new(report.status)?,
                    }
                }
                _ => return None,
            },
        )
    }
}

/// `POST /subscriptions`
static SUBSCRIBE_OPERATION: Operation = Operation::new::<
    Json<types::Subscription>,
    types::SubscribeResponse,
>("subscribe", Method::POST, "/subscriptions");

async fn subscribe<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        A::before_operation(&rqctx, Call::Subscribe).await?;
        let received = body.read(&SUBSCRIBE_BODY, A::limits(&rqctx)).await?;
        A::subscribe(&rqctx, received).await
    };
    let rejected = types::SubscribeResponse::rejected;
    let response = SUBSCRIBE_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The schema of the body of `subscribe`.
static SUBSCRIBE_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1subscriptions/post/requestBody/content/application~1json/schema",
);


/// The document. Its schemas validate requests and responses, and the emitted
/// document has its annotations.
static DOCUMENT: Document = Document::new(include_str!("openapi.json"));

/// Sends the webhooks of the document. The receiver of a webhook has registered its URL.
#[allow(dead_code, reason = "a program need not send all of them")]
pub mod webhooks {
    use super::DOCUMENT;

    /// Sends the webhook `restocked`, a POST request.
    ///
    /// Items are in stock again.
    ///
    /// # Errors
    /// The request violates the document and is not sent, there is no response, or the
    /// response violates the document.
    pub async fn restocked<T: openapi_dropshot::Transport>(
        transport: &T,
        url: &str,
        body: Option<&super::types::RestockedBody>,
    ) -> Result<super::types::RestockedResponse, openapi_dropshot::SendError<T::Error>> {
        static JSON_BODY: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/webhooks/restocked/post/requestBody/content/application~1json/schema",
        );

        static TEXT_BODY: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/webhooks/restocked/post/requestBody/content/text~1plain/schema",
        );

        static OK_JSON: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/webhooks/restocked/post/responses/200/content/application~1json/schema",
        );

        static OK_TEXT: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/webhooks/restocked/post/responses/200/content/text~1plain/schema",
        );
        let mut request = openapi_dropshot::OutgoingRequest::new(
            openapi_dropshot::Method::POST,
            url,
        );
        if let Some(body) = body {
            match body {
                super::types::RestockedBody::Json(body) => {
                    request.json("application/json", Some(&JSON_BODY), body);
                }
                super::types::RestockedBody::Text(body) => {
                    request.text("text/plain; charset=utf-8", Some(&TEXT_BODY), body);
                }
            }
        }
        let response = request.send(transport).await?;
        response
            .decode(|response| Ok(
                match response.status().as_u16() {
                    200 => {
                        super::types::RestockedResponse::Ok(
                            match response.select(&["application/json", "text/plain"])? {
                                0 => {
                                    super::types::RestockedOkBody::Json(
                                        response.json(Some(&OK_JSON))?,
                                    )
                                }
                                _ => {
                                    super::types::RestockedOkBody::Text(
                                        response.text(Some(&OK_TEXT))?,
                                    )
                                }
                            },
                        )
                    }
                    _ => {
                        super::types::RestockedResponse::Otherwise {
                            status: response.status(),
                        }
                    }
                },
            ))
    }

    /// Sends the webhook `exported`, a PUT request.
    ///
    /// # Errors
    /// The request violates the document and is not sent, there is no response, or the
    /// response violates the document.
    pub async fn exported<T: openapi_dropshot::Transport>(
        transport: &T,
        url: &str,
        body: &[super::types::Item],
    ) -> Result<super::types::ExportedResponse, openapi_dropshot::SendError<T::Error>> {
        static BODY: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/webhooks/exported/put/requestBody/content/application~1jsonl/schema",
        );
        let mut request = openapi_dropshot::OutgoingRequest::new(
            openapi_dropshot::Method::PUT,
            url,
        );
        request.json_lines("application/jsonl", Some(&BODY), body);
        let response = request.send(transport).await?;
        response
            .decode(|response| Ok(
                match response.status().as_u16() {
                    200 => {
                        super::types::ExportedResponse::Ok({
                            response.select(&["application/zip"])?;
                            response.bytes()
                        })
                    }
                    _ => return Err(response.undeclared()),
                },
            ))
    }

    /// Sends the webhook `ordered`, a POST request.
    ///
    /// # Errors
    /// The request violates the document and is not sent, there is no response, or the
    /// response violates the document.
    pub async fn ordered<T: openapi_dropshot::Transport>(
        transport: &T,
        url: &str,
        body: &super::types::Order,
    ) -> Result<super::types::OrderedResponse, openapi_dropshot::SendError<T::Error>> {
        static BODY: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/webhooks/ordered/post/requestBody/content/application~1x-www-form-urlencoded/schema",
        );

        static BODY_FIELDS: [openapi_dropshot::Parameter; 3] = [
            openapi_dropshot::Parameter::optional(
                "item",
                openapi_dropshot::Schema::at(
                    &DOCUMENT,
                    "#/components/schemas/Order/properties/item",
                ),
            ),
            openapi_dropshot::Parameter::optional(
                "count",
                openapi_dropshot::Schema::at(
                    &DOCUMENT,
                    "#/components/schemas/Order/properties/count",
                ),
            ),
            openapi_dropshot::Parameter::optional(
                    "colors",
                    openapi_dropshot::Schema::at(
                        &DOCUMENT,
                        "#/components/schemas/Order/properties/colors",
                    ),
                )
                .style(
                    openapi_dropshot::Style::Form,
                    true,
                    &[openapi_dropshot::ValueKind::Array],
                ),
        ];
        let mut request = openapi_dropshot::OutgoingRequest::new(
            openapi_dropshot::Method::POST,
            url,
        );
        request
            .form("application/x-www-form-urlencoded", &BODY_FIELDS, Some(&BODY), body);
        let response = request.send(transport).await?;
        response
            .decode(|response| Ok(super::types::OrderedResponse::Otherwise {
                status: response.status(),
            }))
    }

    /// Sends the webhook `noted`, a POST request.
    ///
    /// # Errors
    /// The request violates the document and is not sent, there is no response, or the
    /// response violates the document.
    pub async fn noted<T: openapi_dropshot::Transport>(
        transport: &T,
        url: &str,
        body: &str,
    ) -> Result<super::types::NotedResponse, openapi_dropshot::SendError<T::Error>> {
        static BODY: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/webhooks/noted/post/requestBody/content/text~1plain/schema",
        );
        let mut request = openapi_dropshot::OutgoingRequest::new(
            openapi_dropshot::Method::POST,
            url,
        );
        request.text("text/plain; charset=utf-8", Some(&BODY), body);
        let response = request.send(transport).await?;
        response
            .decode(|response| Ok(
                match response.status().as_u16() {
                    204 => super::types::NotedResponse::NoContent,
                    _ => return Err(response.undeclared()),
                },
            ))
    }

    /// Sends the webhook `moved`, a PATCH request.
    ///
    /// # Errors
    /// The request violates the document and is not sent, there is no response, or the
    /// response violates the document.
    pub async fn moved<T: openapi_dropshot::Transport>(
        transport: &T,
        url: &str,
        body: &[String],
    ) -> Result<super::types::MovedResponse, openapi_dropshot::SendError<T::Error>> {
        static BODY: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/webhooks/moved/patch/requestBody/content/application~1json/schema",
        );
        let mut request = openapi_dropshot::OutgoingRequest::new(
            openapi_dropshot::Method::PATCH,
            url,
        );
        request.json("application/json", Some(&BODY), body);
        let response = request.send(transport).await?;
        response
            .decode(|response| Ok(
                match response.status().as_u16() {
                    204 => super::types::MovedResponse::NoContent,
                    _ => return Err(response.undeclared()),
                },
            ))
    }

    /// Sends the webhook `deleted`, a DELETE request.
    ///
    /// # Errors
    /// The request violates the document and is not sent, there is no response, or the
    /// response violates the document.
    pub async fn deleted<T: openapi_dropshot::Transport>(
        transport: &T,
        url: &str,
    ) -> Result<super::types::DeletedResponse, openapi_dropshot::SendError<T::Error>> {
        let request = openapi_dropshot::OutgoingRequest::new(
            openapi_dropshot::Method::DELETE,
            url,
        );
        let response = request.send(transport).await?;
        response
            .decode(|response| Ok(
                match response.status().as_u16() {
                    202 => super::types::DeletedResponse::Accepted,
                    _ => return Err(response.undeclared()),
                },
            ))
    }
}

/// Sends the callbacks of the operations. The URL of a callback is the value of its runtime expression.
#[allow(dead_code, reason = "a program need not send all of them")]
pub mod callbacks {
    use super::DOCUMENT;

    /// Sends the callback `changed` of `subscribe`, a POST request.
    ///
    /// An item has changed
    ///
    /// The URL is `{$request.body#/url}`.
    ///
    /// # Errors
    /// The request violates the document and is not sent, there is no response, or the
    /// response violates the document.
    pub async fn subscribe_changed<T: openapi_dropshot::Transport>(
        transport: &T,
        url: &str,
        query: &super::types::SubscribeChangedQuery,
        header: &super::types::SubscribeChangedHeader,
        cookie: &super::types::SubscribeChangedCookie,
        body: &super::types::Item,
    ) -> Result<
        super::types::SubscribeChangedResponse,
        openapi_dropshot::SendError<T::Error>,
    > {
        static QUERY: [openapi_dropshot::Parameter; 4] = [
            openapi_dropshot::Parameter::optional(
                    "tags",
                    openapi_dropshot::Schema::at(
                        &DOCUMENT,
                        "#/paths/~1subscriptions/post/callbacks/changed/%7B$request.body%23~1url%7D/post/parameters/1/schema",
                    ),
                )
                .style(
                    openapi_dropshot::Style::Form,
                    true,
                    &[openapi_dropshot::ValueKind::Array],
                ),
            openapi_dropshot::Parameter::optional(
                    "sizes",
                    openapi_dropshot::Schema::at(
                        &DOCUMENT,
                        "#/paths/~1subscriptions/post/callbacks/changed/%7B$request.body%23~1url%7D/post/parameters/2/schema",
                    ),
                )
                .style(
                    openapi_dropshot::Style::PipeDelimited,
                    false,
                    &[openapi_dropshot::ValueKind::Array],
                ),
            openapi_dropshot::Parameter::optional(
                    "range",
                    openapi_dropshot::Schema::at(
                        &DOCUMENT,
                        "#/paths/~1subscriptions/post/callbacks/changed/%7B$request.body%23~1url%7D/post/parameters/3/schema",
                    ),
                )
                .style(
                    openapi_dropshot::Style::DeepObject,
                    true,
                    &[openapi_dropshot::ValueKind::Object],
                )
                .members(&["from", "to"]),
            openapi_dropshot::Parameter::optional(
                    "page",
                    openapi_dropshot::Schema::at(
                        &DOCUMENT,
                        "#/paths/~1subscriptions/post/callbacks/changed/%7B$request.body%23~1url%7D/post/parameters/4/content/application~1json/schema",
                    ),
                )
                .json(),
        ];

        static HEADER: [openapi_dropshot::Parameter; 1] = [
            openapi_dropshot::Parameter::required(
                "X-Sequence",
                openapi_dropshot::Schema::at(
                    &DOCUMENT,
                    "#/paths/~1subscriptions/post/callbacks/changed/%7B$request.body%23~1url%7D/post/parameters/0/schema",
                ),
            ),
        ];

        static COOKIE: [openapi_dropshot::Parameter; 1] = [
            openapi_dropshot::Parameter::optional(
                "session",
                openapi_dropshot::Schema::at(
                    &DOCUMENT,
                    "#/paths/~1subscriptions/post/callbacks/changed/%7B$request.body%23~1url%7D/post/parameters/5/schema",
                ),
            ),
        ];

        static BODY: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/paths/~1subscriptions/post/callbacks/changed/%7B$request.body%23~1url%7D/post/requestBody/content/application~1json/schema",
        );

        static OK: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/paths/~1subscriptions/post/callbacks/changed/%7B$request.body%23~1url%7D/post/responses/200/content/application~1json/schema",
        );

        static CLIENT_ERROR: openapi_dropshot::Schema = openapi_dropshot::Schema::at(
            &DOCUMENT,
            "#/paths/~1subscriptions/post/callbacks/changed/%7B$request.body%23~1url%7D/post/responses/4XX/content/application~1problem+json/schema",
        );
        let mut request = openapi_dropshot::OutgoingRequest::new(
            openapi_dropshot::Method::POST,
            url,
        );
        request.parameters(openapi_dropshot::ParameterLocation::Query, &QUERY, query);
        request.parameters(openapi_dropshot::ParameterLocation::Header, &HEADER, header);
        request.parameters(openapi_dropshot::ParameterLocation::Cookie, &COOKIE, cookie);
        request.json("application/json", Some(&BODY), body);
        let response = request.send(transport).await?;
        response
            .decode(|response| Ok(
                match response.status().as_u16() {
                    200 => {
                        super::types::SubscribeChangedResponse::Ok({
                            response.select(&["application/json"])?;
                            response.json(Some(&OK))?
                        })
                    }
                    204 => super::types::SubscribeChangedResponse::NoContent,
                    400..=499 => {
                        super::types::SubscribeChangedResponse::ClientError {
                            status: response.status(),
                            headers: response.headers(),
                            body: {
                                response.select(&["application/problem+json"])?;
                                response.json(Some(&CLIENT_ERROR))?
                            },
                        }
                    }
                    _ => return Err(response.undeclared()),
                },
            ))
    }
}
