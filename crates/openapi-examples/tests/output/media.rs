use dropshot::{
    ApiDescription, ApiDescriptionBuildErrors, ApiEndpointBodyContentType,
    ExclusiveExtractor, ExtractorMetadata, MultipartBody, RequestContext, ServerContext,
    StubContext, TypedBody, UntypedBody,
};
use http::{HeaderMap, Method, StatusCode};
use openapi_dropshot::{
    DeclaredStatus, Document, EmitError, EmittedDocument, Endpoints, FieldContent,
    FormField, HandlerResult, HeaderForm, Hooks, ItemFormat, MediaTypeSpec, Operation,
    OperationResponse, Outcome, Parameter, ParameterLocation, RangeStatus, Rejection,
    Report, RequestBody, RequestContent, RequestLimits, ResponseBuilder, ResponseHeader,
    ResponseSpec, Schema, SchemaError, SchemaGenerator, WithContentType, shape,
};

openapi_dropshot::generated_by!("1.0");

/// Media 1: one function for each operation.
///
/// Bodies of every media type that the generator handles
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

    /// Returns the body of the response that reports a rejection with this status.
    fn string_for(rejection: &Rejection, status: StatusCode) -> String;

    /// `PUT /text`
    fn put_text(
        rqctx: &RequestContext<Self::Context>,
        body: String,
    ) -> impl Future<Output = Result<types::PutTextResponse, Rejection>> + Send;

    /// `POST /either`
    fn either(
        rqctx: &RequestContext<Self::Context>,
        body: types::EitherBody,
    ) -> impl Future<Output = Result<types::EitherResponse, Rejection>> + Send;

    /// `POST /upload`
    fn upload(
        rqctx: &RequestContext<Self::Context>,
        body: types::Upload,
    ) -> impl Future<Output = Result<types::UploadResponse, Rejection>> + Send;

    /// `GET /events`
    fn events(
        rqctx: &RequestContext<Self::Context>,
        query: types::EventsQuery,
    ) -> impl Future<Output = Result<types::EventsResponse, Rejection>> + Send;
}

/// An operation, with the parameters of a request to it.
#[allow(dead_code, reason = "a program need not use all of them")]
#[allow(clippy::enum_variant_names, reason = "the document names the operations")]
#[derive(Clone, Copy, Debug)]
pub enum Call<'r> {
    /// `PUT /text`
    PutText,
    /// `POST /either`
    Either,
    /// `POST /upload`
    Upload,
    /// `GET /events`
    Events {
        /// The query parameters.
        query: &'r types::EventsQuery,
    },
}

/// The types of the document: parameters and responses of each operation, and
/// schemas.
#[allow(dead_code, reason = "a program need not use all of them")]
pub mod types {
    use openapi_dropshot::{
        BodyStream, EmittedSchema, EventStream, FilePart, RangeStatus, SchemaGenerator,
        WithContentType, shape,
    };
    use schemars::JsonSchema;

    /// The media types of request bodies of `putText`.
    pub enum PutTextContent {}

    /// The responses that `putText` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum PutTextResponse {
        /// 200: The page
        Ok(String),
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: String,
        },
    }

    /// The request bodies of `either`, by media type.
    #[derive(Debug)]
    pub enum EitherBody {
        /// `application/json`
        Json(Report),
        /// `text/plain`
        Text(String),
        /// `image/*`
        AnyImage(WithContentType<BodyStream>),
    }

    /// The media types of request bodies of `either`.
    pub enum EitherContent {}

    /// The bodies of the response 200 of `either`, by media type.
    #[derive(Debug)]
    pub enum EitherOkBody {
        /// `application/json`
        Json(Report),
        /// `text/plain`
        Text(String),
        /// `image/png`
        Png(dropshot::Body),
    }

    /// The bodies of the response 4XX of `either`, by media type.
    #[derive(Clone, Debug, PartialEq)]
    pub enum EitherClientErrorBody {
        /// `text/html`
        Html(String),
        /// `application/json`
        Json(Problem),
    }

    /// The responses that `either` declares.
    #[derive(Debug)]
    pub enum EitherResponse {
        /// 200: What was sent
        Ok {
            /// The body.
            body: EitherOkBody,
            x_kind: Option<String>,
        },
        /// 4XX: What went wrong
        ClientError {
            /// The status, one of the range.
            status: RangeStatus<4>,
            /// The body.
            body: EitherClientErrorBody,
        },
        /// 5XX: What went wrong (RFC 9457)
        ServerError {
            /// The status, one of the range.
            status: RangeStatus<5>,
            /// The body.
            body: Problem,
        },
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Upload {
        #[schemars(schema_with = "Upload::title_schema")]
        pub title: String,
        #[schemars(default, schema_with = "Upload::copies_schema")]
        pub copies: Option<i64>,
        #[schemars(schema_with = "Upload::photo_schema")]
        pub photo: FilePart,
        #[schemars(default, schema_with = "Upload::files_schema")]
        pub files: Option<Vec<FilePart>>,
        #[schemars(default, schema_with = "Upload::thumbnail_schema")]
        pub thumbnail: Option<FilePart>,
        #[schemars(default, schema_with = "Upload::icon_schema")]
        pub icon: Option<FilePart>,
        #[schemars(default, schema_with = "Upload::icon_schema")]
        pub raw: Option<FilePart>,
        #[schemars(default, schema_with = "Upload::tags_schema")]
        pub tags: Option<Vec<String>>,
        #[schemars(default, schema_with = "Upload::sizes_schema")]
        pub sizes: Option<Vec<i64>>,
        #[schemars(default, with = "Vec<Report>")]
        pub reports: Option<Vec<Report>>,
        #[schemars(default, with = "Report")]
        pub report: Option<Report>,
    }

    openapi_dropshot::decoded_object! {
        Upload {
            title: required, copies: optional, photo: required, files: optional,
            thumbnail: optional, icon: optional, raw: optional, tags: optional,
            sizes: optional, reports: optional, report: optional,
        }
    }

    impl Upload {
        /// Returns the schema of `title`, which the type does not express.
        fn title_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<String>(generator, r#"{"minLength":1}"#)
        }

        /// Returns the schema of `copies`, which the type does not express.
        fn copies_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<i64>(generator, r#"{"format":null}"#)
        }

        /// Returns the schema of `photo`, which the type does not express.
        fn photo_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<FilePart>(),
                r#"{"format":"binary","maxLength":8,"type":"string"}"#,
            )
        }

        /// Returns the schema of `files`, which the type does not express.
        fn files_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::array_of(
                shape::with_keywords(
                    generator.subschema_for::<FilePart>(),
                    r#"{"format":"binary","type":"string"}"#,
                ),
            )
        }

        /// Returns the schema of `thumbnail`, which the type does not express.
        fn thumbnail_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<FilePart>(),
                r#"{"format":"binary","nullable":true,"type":"string"}"#,
            )
        }

        /// Returns the schema of `icon`, which the type does not express.
        fn icon_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::with_keywords(
                generator.subschema_for::<FilePart>(),
                r#"{"type":"string"}"#,
            )
        }

        /// Returns the schema of `tags`, which the type does not express.
        fn tags_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<Vec<String>>(generator, r#"{"maxItems":2}"#)
        }

        /// Returns the schema of `sizes`, which the type does not express.
        fn sizes_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::array_of(shape::of::<i64>(generator, r#"{"format":null}"#))
        }
    }

    /// The media types of request bodies of `upload`.
    pub enum UploadContent {}

    /// The responses that `upload` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum UploadResponse {
        /// 200: The form
        Ok(String),
        /// default: What went wrong (RFC 9457)
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The query parameters of `events`.
    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct EventsQuery {
        pub last: i32,
    }

    openapi_dropshot::decoded_object! {
        EventsQuery { last: required }
    }

    /// The responses that `events` declares.
    #[derive(Debug)]
    pub enum EventsResponse {
        /// 200: Reports
        Ok(EventStream<Report>),
        /// default: What went wrong (RFC 9457)
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    #[derive(Clone, Debug, PartialEq, JsonSchema)]
    pub struct Report {
        #[schemars(schema_with = "Report::id_schema")]
        pub id: i64,
        #[schemars(default, skip_serializing_if = "Option::is_none", with = "String")]
        pub note: Option<String>,
    }

    openapi_dropshot::object! {
        Report { id: required, note: optional }
    }

    impl Report {
        /// Returns a value with the required members.
        pub fn new(id: i64) -> Self {
            Self { id, note: None }
        }

        /// Returns the schema of `id`, which the type does not express.
        fn id_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
            shape::of::<i64>(generator, r#"{"format":null,"minimum":0}"#)
        }
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
        PUT_TEXT_BODY.compile()?;
        EITHER_JSON_BODY.compile()?;
        EITHER_TEXT_BODY.compile()?;
        UPLOAD_BODY.compile()?;
        for field in &UPLOAD_FIELDS {
            field.compile()?;
        }
        for parameter in &EVENTS_QUERY {
            parameter.compile()?;
        }
        Ok(())
    }

    /// Returns the endpoints of an implementation of [`Api`], to register
    /// them beside others or for a range of versions.
    pub fn endpoints<A: Api>() -> Endpoints<A::Context> {
        Endpoints::new("Media", "1")
            .document(&DOCUMENT)
            .endpoint(&PUT_TEXT_OPERATION, super::put_text::<A>)
            .endpoint(&EITHER_OPERATION, super::either::<A>)
            .endpoint(&UPLOAD_OPERATION, super::upload::<A>)
            .endpoint(&EVENTS_OPERATION, super::events::<A>)
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
        Endpoints::new("Media", "1")
            .document(&DOCUMENT)
            .stub(&PUT_TEXT_OPERATION)
            .stub(&EITHER_OPERATION)
            .stub(&UPLOAD_OPERATION)
            .stub(&EVENTS_OPERATION)
    }
}


impl OperationResponse for types::PutTextResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                [
                    MediaTypeSpec::new(
                        "text/html",
                        |generator| shape::of::<String>(generator, r#"{"minLength":3}"#),
                    ),
                ],
            ),
            ResponseSpec::content(
                "default",
                [
                    MediaTypeSpec::new(
                        "text/plain",
                        SchemaGenerator::subschema_for::<String>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::text(StatusCode::OK, &body)
                    .content_type("text/html; charset=utf-8")
                    .schema(&PAGE_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::text(status, &body).schema(&TEXT_SCHEMA)
            }
        }
    }
}

impl types::PutTextResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Default => {
                    Self::Otherwise {
                        status: report.status,
                        body: A::string_for(report.rejection, report.status),
                    }
                }
                _ => return None,
            },
        )
    }
}

impl RequestContent for types::PutTextContent {
    fn metadata() -> ExtractorMetadata {
        let content_type = ApiEndpointBodyContentType::Bytes;
        <UntypedBody as ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<MediaTypeSpec> {
        Vec::from([
            MediaTypeSpec::new(
                "text/plain",
                |generator| shape::with_keywords(
                    generator.subschema_for::<String>(),
                    r#"{"maxLength":5,"pattern":"^[a-z]*$"}"#,
                ),
            ),
        ])
    }
}

/// `PUT /text`
static PUT_TEXT_OPERATION: Operation = Operation::new::<
    types::PutTextContent,
    types::PutTextResponse,
>("putText", Method::PUT, "/text");

async fn put_text<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        A::before_operation(&rqctx, Call::PutText).await?;
        let received = {
            body.select(&["text/plain"])?;
            body.text(&PUT_TEXT_BODY, A::limits(&rqctx)).await?
        };
        A::put_text(&rqctx, received).await
    };
    let rejected = types::PutTextResponse::rejected::<A>;
    let response = PUT_TEXT_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The schema of the body of `putText`.
static PUT_TEXT_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1text/put/requestBody/content/text~1plain/schema",
);

impl OperationResponse for types::EitherResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                    "200",
                    [
                        MediaTypeSpec::new(
                            "application/json",
                            SchemaGenerator::subschema_for::<types::Report>,
                        ),
                        MediaTypeSpec::new(
                            "text/plain",
                            SchemaGenerator::subschema_for::<String>,
                        ),
                        MediaTypeSpec::any("image/png"),
                    ],
                )
                .optional_header::<String>("X-Kind"),
            ResponseSpec::content(
                "4XX",
                [
                    MediaTypeSpec::new(
                        "text/html",
                        SchemaGenerator::subschema_for::<String>,
                    ),
                    MediaTypeSpec::new(
                        "application/json",
                        SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
            ResponseSpec::content(
                "5XX",
                [
                    MediaTypeSpec::new(
                        "application/problem+json",
                        SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok { body, x_kind } => {
                static HEADERS: [ResponseHeader; 1] = [
                    ResponseHeader::new(
                        "X-Kind",
                        HeaderForm::Text,
                        Schema::at(
                            &DOCUMENT,
                            "#/paths/~1either/post/responses/200/headers/X-Kind/schema",
                        ),
                    ),
                ];
                body.into_builder(StatusCode::OK).header(&HEADERS[0], &x_kind)
            }
            Self::ClientError { status, body } => body.into_builder(status),
            Self::ServerError { status, body } => {
                ResponseBuilder::json(status, &body)
                    .content_type("application/problem+json")
                    .schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::EitherOkBody {
    /// Returns the response with this body.
    fn into_builder(self, status: impl Into<StatusCode>) -> ResponseBuilder {
        match self {
            Self::Json(body) => {
                ResponseBuilder::json(status, &body).schema(&REPORT_SCHEMA)
            }
            Self::Text(body) => {
                ResponseBuilder::text(status, &body).schema(&EITHER_OK_TEXT_SCHEMA)
            }
            Self::Png(body) => {
                ResponseBuilder::binary(status, body).content_type("image/png")
            }
        }
    }
}

impl types::EitherClientErrorBody {
    /// Returns the response with this body.
    fn into_builder(self, status: impl Into<StatusCode>) -> ResponseBuilder {
        match self {
            Self::Html(body) => {
                ResponseBuilder::text(status, &body)
                    .content_type("text/html; charset=utf-8")
                    .schema(&EITHER_CLIENT_ERROR_HTML_SCHEMA)
            }
            Self::Json(body) => {
                ResponseBuilder::json(status, &body).schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::EitherResponse {
    /// Returns the declared response that reports a rejection.
    fn rejected<A: Api>(report: &Report<'_>) -> Option<Self> {
        Some(
            match report.declared {
                DeclaredStatus::Class(4) => {
                    Self::ClientError {
                        status: RangeStatus::new(report.status)?,
                        body: types::EitherClientErrorBody::Json(
                            A::problem_for(report.rejection, report.status),
                        ),
                    }
                }
                DeclaredStatus::Class(5) => {
                    Self::ServerError {
                        status: RangeStatus::new(report.status)?,
                        body: A::problem_for(report.rejection, report.status),
                    }
                }
                _ => return None,
            },
        )
    }
}

impl RequestContent for types::EitherContent {
    fn metadata() -> ExtractorMetadata {
        let content_type = ApiEndpointBodyContentType::Json;
        <TypedBody<types::Report> as ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<MediaTypeSpec> {
        Vec::from([
            MediaTypeSpec::new(
                "application/json",
                SchemaGenerator::subschema_for::<types::Report>,
            ),
            MediaTypeSpec::new("text/plain", SchemaGenerator::subschema_for::<String>),
            MediaTypeSpec::new(
                "image/*",
                |generator| shape::of::<String>(generator, r#"{"format":"binary"}"#),
            ),
        ])
    }
}

/// `POST /either`
static EITHER_OPERATION: Operation = Operation::new::<
    types::EitherContent,
    types::EitherResponse,
>("either", Method::POST, "/either");

async fn either<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        A::before_operation(&rqctx, Call::Either).await?;
        let received = match body.select(&["application/json", "text/plain", "image/*"])?
        {
            0 => {
                types::EitherBody::Json(
                    body.json(&EITHER_JSON_BODY, A::limits(&rqctx)).await?,
                )
            }
            1 => {
                types::EitherBody::Text(
                    body.text(&EITHER_TEXT_BODY, A::limits(&rqctx)).await?,
                )
            }
            _ => {
                types::EitherBody::AnyImage(WithContentType {
                    content_type: openapi_dropshot::content_type(&rqctx),
                    content: body.stream(A::limits(&rqctx))?,
                })
            }
        };
        A::either(&rqctx, received).await
    };
    let rejected = types::EitherResponse::rejected::<A>;
    let response = EITHER_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The schema of the body of `either`.
static EITHER_JSON_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1either/post/requestBody/content/application~1json/schema",
);

/// The schema of the body of `either`.
static EITHER_TEXT_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1either/post/requestBody/content/text~1plain/schema",
);

impl OperationResponse for types::UploadResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200"),
            ResponseSpec::content(
                "default",
                [
                    MediaTypeSpec::new(
                        "application/problem+json",
                        SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(StatusCode::OK, &body).schema(&UPLOAD_OK_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body)
                    .content_type("application/problem+json")
                    .schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::UploadResponse {
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

impl RequestContent for types::UploadContent {
    fn metadata() -> ExtractorMetadata {
        let content_type = ApiEndpointBodyContentType::MultipartFormData;
        <MultipartBody as ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<MediaTypeSpec> {
        Vec::from([
            MediaTypeSpec::new(
                "multipart/form-data",
                SchemaGenerator::subschema_for::<types::Upload>,
            ),
        ])
    }
}

/// `POST /upload`
static UPLOAD_OPERATION: Operation = Operation::new::<
    types::UploadContent,
    types::UploadResponse,
>("upload", Method::POST, "/upload");

async fn upload<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        A::before_operation(&rqctx, Call::Upload).await?;
        let received = {
            body.select(&["multipart/form-data"])?;
            body.multipart(&UPLOAD_FIELDS, &UPLOAD_BODY, A::limits(&rqctx)).await?
        };
        A::upload(&rqctx, received).await
    };
    let rejected = types::UploadResponse::rejected::<A>;
    let response = UPLOAD_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The schema of the body of `upload`.
static UPLOAD_BODY: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1upload/post/requestBody/content/multipart~1form-data/schema",
);

/// The fields of the form of `upload`.
static UPLOAD_FIELDS: [FormField; 11] = [
    FormField {
        name: "title",
        content: FieldContent::Text,
        repeated: false,
        schema: Some(
            Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/title"),
        ),
    },
    FormField {
        name: "copies",
        content: FieldContent::Text,
        repeated: false,
        schema: Some(
            Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/copies"),
        ),
    },
    FormField {
        name: "photo",
        content: FieldContent::File("image/png, image/jpeg"),
        repeated: false,
        schema: Some(
            Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/photo"),
        ),
    },
    FormField {
        name: "files",
        content: FieldContent::File(""),
        repeated: true,
        schema: Some(
            Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/files"),
        ),
    },
    FormField {
        name: "thumbnail",
        content: FieldContent::File(""),
        repeated: false,
        schema: Some(
            Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/thumbnail"),
        ),
    },
    FormField {
        name: "icon",
        content: FieldContent::File("image/png"),
        repeated: false,
        schema: Some(
            Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/icon"),
        ),
    },
    FormField {
        name: "raw",
        content: FieldContent::File(""),
        repeated: false,
        schema: Some(Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/raw")),
    },
    FormField {
        name: "tags",
        content: FieldContent::Text,
        repeated: true,
        schema: Some(
            Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/tags"),
        ),
    },
    FormField {
        name: "sizes",
        content: FieldContent::Text,
        repeated: true,
        schema: Some(
            Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/sizes"),
        ),
    },
    FormField {
        name: "reports",
        content: FieldContent::Json,
        repeated: true,
        schema: Some(
            Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/reports"),
        ),
    },
    FormField {
        name: "report",
        content: FieldContent::Json,
        repeated: false,
        schema: Some(
            Schema::at(&DOCUMENT, "#/components/schemas/Upload/properties/report"),
        ),
    },
];

impl OperationResponse for types::EventsResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                [
                    MediaTypeSpec::new(
                        "text/event-stream",
                        SchemaGenerator::subschema_for::<types::Report>,
                    ),
                ],
            ),
            ResponseSpec::content(
                "default",
                [
                    MediaTypeSpec::new(
                        "application/problem+json",
                        SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::events(StatusCode::OK, body, ItemFormat::Events)
                    .schema(&REPORT_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body)
                    .content_type("application/problem+json")
                    .schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::EventsResponse {
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

/// `GET /events`
static EVENTS_OPERATION: Operation = Operation::new::<
    (),
    types::EventsResponse,
>("events", Method::GET, "/events")
    .query_parameters::<types::EventsQuery>();

async fn events<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: RequestBody,
) -> HandlerResult {
    let outcome = async {
        let query = openapi_dropshot::read_parameters(
            ParameterLocation::Query,
            EVENTS_OPERATION.path(),
            &rqctx,
            &EVENTS_QUERY,
        )?;
        A::before_operation(&rqctx, Call::Events { query: &query }).await?;
        A::events(&rqctx, query).await
    };
    let rejected = types::EventsResponse::rejected::<A>;
    let response = EVENTS_OPERATION
        .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
        .await;
    body.finish(&rqctx, response).await
}

/// The query parameters of `events`.
static EVENTS_QUERY: [Parameter; 1] = [
    Parameter::required(
        "last",
        Schema::at(&DOCUMENT, "#/paths/~1events/get/parameters/0/schema"),
    ),
];

/// The schema of a response body, at `#/components/schemas/Page`.
static PAGE_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Page");

/// The schema of a response body, at `#/components/responses/Text/content/text~1plain/schema`.
static TEXT_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/components/responses/Text/content/text~1plain/schema",
);

/// The schema of a response body, at `#/components/schemas/Report`.
static REPORT_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Report");

/// The schema of a response body, at `#/paths/~1either/post/responses/200/content/text~1plain/schema`.
static EITHER_OK_TEXT_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1either/post/responses/200/content/text~1plain/schema",
);

/// The schema of a response body, at `#/paths/~1either/post/responses/4XX/content/text~1html/schema`.
static EITHER_CLIENT_ERROR_HTML_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1either/post/responses/4XX/content/text~1html/schema",
);

/// The schema of a response body, at `#/components/schemas/Problem`.
static PROBLEM_SCHEMA: Schema = Schema::at(&DOCUMENT, "#/components/schemas/Problem");

/// The schema of a response body, at `#/paths/~1upload/post/responses/200/content/application~1json/schema`.
static UPLOAD_OK_SCHEMA: Schema = Schema::at(
    &DOCUMENT,
    "#/paths/~1upload/post/responses/200/content/application~1json/schema",
);

/// The document. Its schemas validate requests and responses, and the emitted
/// document has its annotations.
static DOCUMENT: Document = Document::new(include_str!("media.json"));
