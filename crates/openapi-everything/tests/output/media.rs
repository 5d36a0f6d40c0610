use dropshot::{ApiEndpoint, ApiEndpointVersions, Method, RequestContext};
use openapi_runtime::{
    DocumentedResult, Operation, OperationResponse, Rejection, ResponseBuilder,
    ResponseSpec,
};

/// Media 1: one function for each operation.
///
/// Bodies of every media type that the generator handles
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

    /// Returns the body of the response for a rejection.
    fn string_for(rejection: &Rejection) -> String;

    /// `POST /report`
    fn report(
        rqctx: &RequestContext<Self::Context>,
        body: types::Report,
    ) -> impl Future<Output = Result<types::ReportResponse, Rejection>> + Send;

    /// `POST /any-json`
    fn any_json(
        rqctx: &RequestContext<Self::Context>,
        body: Option<serde_json::Value>,
    ) -> impl Future<Output = Result<types::AnyJsonResponse, Rejection>> + Send;

    /// `PUT /text`
    fn put_text(
        rqctx: &RequestContext<Self::Context>,
        body: String,
    ) -> impl Future<Output = Result<types::PutTextResponse, Rejection>> + Send;

    /// `POST /count`
    fn count(
        rqctx: &RequestContext<Self::Context>,
        body: Option<String>,
    ) -> impl Future<Output = Result<types::CountResponse, Rejection>> + Send;

    /// `PUT /files`
    fn put_file(
        rqctx: &RequestContext<Self::Context>,
        body: openapi_runtime::BodyStream,
    ) -> impl Future<Output = Result<types::PutFileResponse, Rejection>> + Send;

    /// `POST /files`
    fn measure_file(
        rqctx: &RequestContext<Self::Context>,
        body: Option<openapi_runtime::BodyStream>,
    ) -> impl Future<Output = Result<types::MeasureFileResponse, Rejection>> + Send;

    /// `GET /files`
    fn get_file(
        rqctx: &RequestContext<Self::Context>,
        query: types::GetFileQuery,
    ) -> impl Future<Output = Result<types::GetFileResponse, Rejection>> + Send;

    /// `POST /either`
    fn either(
        rqctx: &RequestContext<Self::Context>,
        body: types::EitherBody,
    ) -> impl Future<Output = Result<types::EitherResponse, Rejection>> + Send;

    /// `POST /sign-up`
    fn sign_up(
        rqctx: &RequestContext<Self::Context>,
        body: types::SignUp,
    ) -> impl Future<Output = Result<types::SignUpResponse, Rejection>> + Send;

    /// `POST /upload`
    fn upload(
        rqctx: &RequestContext<Self::Context>,
        body: types::UploadBody,
    ) -> impl Future<Output = Result<types::UploadResponse, Rejection>> + Send;

    /// `GET /events`
    fn events(
        rqctx: &RequestContext<Self::Context>,
        query: types::EventsQuery,
    ) -> impl Future<Output = Result<types::EventsResponse, Rejection>> + Send;

    /// `GET /log`
    fn log(
        rqctx: &RequestContext<Self::Context>,
    ) -> impl Future<Output = Result<types::LogResponse, Rejection>> + Send;

    /// `POST /lines`
    fn lines(
        rqctx: &RequestContext<Self::Context>,
        body: Vec<types::Report>,
    ) -> impl Future<Output = Result<types::LinesResponse, Rejection>> + Send;

    /// `GET /silent`
    fn silent(
        rqctx: &RequestContext<Self::Context>,
        query: types::SilentQuery,
    ) -> impl Future<Output = Result<types::SilentResponse, Rejection>> + Send;

    /// `HEAD /silent`
    fn head_silent(
        rqctx: &RequestContext<Self::Context>,
    ) -> impl Future<Output = Result<types::HeadSilentResponse, Rejection>> + Send;

    /// `PUT /silent`
    fn put_silent(
        rqctx: &RequestContext<Self::Context>,
    ) -> impl Future<Output = Result<types::PutSilentResponse, Rejection>> + Send;

    /// `GET /names/{id}`
    fn get_name(
        rqctx: &RequestContext<Self::Context>,
        path: types::GetNamePath,
    ) -> impl Future<Output = Result<types::GetNameResponse, Rejection>> + Send;

    /// `DELETE /names/{name}`
    fn delete_name(
        rqctx: &RequestContext<Self::Context>,
        path: types::DeleteNamePath,
    ) -> impl Future<Output = Result<types::DeleteNameResponse, Rejection>> + Send;
}

/// The types of the document: parameters and responses of each operation, and
/// schemas.
pub mod types {
    /// The media types of request bodies of `report`.
    pub enum ReportContent {}

    /// The responses that `report` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ReportResponse {
        /// 201: The report
        Created {
            /// The body.
            body: Report,
            x_count: i32,
        },
        /// default: What went wrong (RFC 9457)
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The responses that `anyJson` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum AnyJsonResponse {
        /// 200: The same
        Ok(serde_json::Value),
        /// default: What went wrong (RFC 9457)
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

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

    /// The media types of request bodies of `count`.
    pub enum CountContent {}

    /// The responses that `count` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum CountResponse {
        /// 200: The number of lines
        Ok(i32),
        /// default: What went wrong
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: String,
        },
    }

    /// The media types of request bodies of `putFile`.
    pub enum PutFileContent {}

    /// The responses that `putFile` declares.
    #[derive(Debug)]
    pub enum PutFileResponse {
        /// 200: The bytes
        Ok(dropshot::Body),
        /// default: What went wrong (RFC 9457)
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The media types of request bodies of `measureFile`.
    pub enum MeasureFileContent {}

    /// The responses that `measureFile` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum MeasureFileResponse {
        /// 200: The length
        Ok(MeasureFileOk),
        /// default: What went wrong (RFC 9457)
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The query parameters of `getFile`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct GetFileQuery {
        pub r#type: String,
    }

    /// The responses that `getFile` declares.
    #[derive(Debug)]
    pub enum GetFileResponse {
        /// 200: An image
        Ok(openapi_runtime::WithContentType<dropshot::Body>),
        /// default: What went wrong (RFC 9457)
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
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
        AnyImage(openapi_runtime::BodyStream),
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
            status: openapi_runtime::RangeStatus<4>,
            /// The body.
            body: EitherClientErrorBody,
        },
        /// 5XX: What went wrong (RFC 9457)
        ServerError {
            /// The status, one of the range.
            status: openapi_runtime::RangeStatus<5>,
            /// The body.
            body: Problem,
        },
    }

    /// The media types of request bodies of `signUp`.
    pub enum SignUpContent {}

    /// The responses that `signUp` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum SignUpResponse {
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

    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct UploadBody {
        #[schemars(schema_with = "UploadBody::title_schema")]
        pub title: String,
        #[serde(default)]
        #[schemars(schema_with = "UploadBody::copies_schema")]
        pub copies: Option<i64>,
        #[schemars(schema_with = "UploadBody::photo_schema")]
        pub photo: openapi_runtime::FilePart,
        #[serde(default)]
        #[schemars(schema_with = "UploadBody::files_schema")]
        pub files: Option<Vec<openapi_runtime::FilePart>>,
        #[serde(default)]
        #[schemars(schema_with = "UploadBody::thumbnail_schema")]
        pub thumbnail: Option<openapi_runtime::FilePart>,
        #[serde(default)]
        #[schemars(schema_with = "UploadBody::tags_schema")]
        pub tags: Option<Vec<String>>,
        #[serde(default)]
        #[schemars(with = "Report")]
        pub report: Option<Report>,
    }

    impl UploadBody {
        /// Returns the schema of `title`, which the type does not express.
        fn title_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<String>(),
                r#"{"minLength":1}"#,
            )
        }

        /// Returns the schema of `copies`, which the type does not express.
        fn copies_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null}"#,
            )
        }

        /// Returns the schema of `photo`, which the type does not express.
        fn photo_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<openapi_runtime::FilePart>(),
                r#"{"format":"binary","maxLength":8,"type":"string"}"#,
            )
        }

        /// Returns the schema of `files`, which the type does not express.
        fn files_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::array_of(
                openapi_runtime::shape::with_keywords(
                    generator.subschema_for::<openapi_runtime::FilePart>(),
                    r#"{"format":"binary","type":"string"}"#,
                ),
            )
        }

        /// Returns the schema of `thumbnail`, which the type does not express.
        fn thumbnail_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<openapi_runtime::FilePart>(),
                r#"{"format":"binary","nullable":true,"type":"string"}"#,
            )
        }

        /// Returns the schema of `tags`, which the type does not express.
        fn tags_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<Vec<String>>(),
                r#"{"maxItems":2}"#,
            )
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
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct EventsQuery {
        pub last: i32,
    }

    /// The responses that `events` declares.
    #[derive(Debug)]
    pub enum EventsResponse {
        /// 200: Reports
        Ok(openapi_runtime::EventStream<Report>),
        /// default: What went wrong (RFC 9457)
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The responses that `log` declares.
    #[derive(Debug)]
    pub enum LogResponse {
        /// 200: Lines
        Ok(openapi_runtime::EventStream<String>),
        /// default: What went wrong (RFC 9457)
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The media types of request bodies of `lines`.
    pub enum LinesContent {}

    /// The responses that `lines` declares.
    #[derive(Debug)]
    pub enum LinesResponse {
        /// 200: The same
        Ok(openapi_runtime::JsonLines<Report>),
        /// default: What went wrong (RFC 9457)
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
            /// The body.
            body: Problem,
        },
    }

    /// The query parameters of `silent`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct SilentQuery {
        pub status: u16,
    }

    /// The responses that `silent` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum SilentResponse {
        /// default: a status without a body
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The responses that `headSilent` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum HeadSilentResponse {
        /// 200: As of GET
        Ok,
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The responses that `putSilent` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum PutSilentResponse {
        /// 204: Done
        NoContent,
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The path parameters of `getName`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct GetNamePath {
        pub id: String,
    }

    /// The responses that `getName` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum GetNameResponse {
        /// 200: The name
        Ok(String),
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    /// The path parameters of `deleteName`.
    #[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
    pub struct DeleteNamePath {
        pub name: String,
    }

    /// The responses that `deleteName` declares.
    #[derive(Clone, Debug, PartialEq)]
    pub enum DeleteNameResponse {
        /// 202: The name
        Accepted(String),
        /// default: No
        Otherwise {
            /// The status, one without a response of its own.
            status: http::StatusCode,
        },
    }

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    pub struct Report {
        #[schemars(schema_with = "Report::id_schema")]
        pub id: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        pub note: Option<String>,
    }

    impl Report {
        /// Returns the schema of `id`, which the type does not express.
        fn id_schema(
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
    pub struct Problem {
        pub title: String,
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(transparent)]
    pub struct MeasureFileOk(pub i64);

    impl schemars::JsonSchema for MeasureFileOk {
        fn schema_name() -> String {
            "MeasureFileOk".to_owned()
        }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), "::MeasureFileOk").into()
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

    #[derive(
        Clone,
        Debug,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        schemars::JsonSchema
    )]
    #[serde(deny_unknown_fields)]
    pub struct SignUp {
        #[schemars(schema_with = "SignUp::name_schema")]
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(schema_with = "SignUp::age_schema")]
        pub age: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "bool")]
        pub agreed: Option<bool>,
        #[schemars(schema_with = "SignUp::roles_schema")]
        pub roles: Vec<SignUpRolesItem>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Vec<String>")]
        pub tags: Option<Vec<String>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Report")]
        pub report: Option<Report>,
    }

    impl SignUp {
        /// Returns the schema of `name`, which the type does not express.
        fn name_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<String>(),
                r#"{"minLength":1}"#,
            )
        }

        /// Returns the schema of `age`, which the type does not express.
        fn age_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<i64>(),
                r#"{"format":null,"minimum":18}"#,
            )
        }

        /// Returns the schema of `roles`, which the type does not express.
        fn roles_schema(
            generator: &mut schemars::r#gen::SchemaGenerator,
        ) -> schemars::schema::Schema {
            openapi_runtime::shape::with_keywords(
                generator.subschema_for::<Vec<SignUpRolesItem>>(),
                r#"{"maxItems":2}"#,
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
    pub enum SignUpRolesItem {
        #[serde(rename = "reader")]
        Reader,
        #[serde(rename = "writer")]
        Writer,
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
        super::REPORT_BODY.compile()?;
        super::PUT_TEXT_BODY.compile()?;
        for parameter in &super::GET_FILE_QUERY {
            parameter.compile()?;
        }
        super::EITHER_JSON_BODY.compile()?;
        super::EITHER_TEXT_BODY.compile()?;
        super::SIGN_UP_BODY.compile()?;
        for field in &super::SIGN_UP_FIELDS {
            field.compile()?;
        }
        super::UPLOAD_BODY.compile()?;
        for field in &super::UPLOAD_FIELDS {
            field.schema.compile()?;
        }
        for parameter in &super::EVENTS_QUERY {
            parameter.compile()?;
        }
        super::LINES_BODY.compile()?;
        for parameter in &super::SILENT_QUERY {
            parameter.compile()?;
        }
        for parameter in &super::GET_NAME_PATH {
            parameter.compile()?;
        }
        for parameter in &super::DELETE_NAME_PATH {
            parameter.compile()?;
        }
        Ok(())
    }

    /// Returns the endpoints of an implementation of [`Api`], to register
    /// them beside others or for a range of versions.
    pub fn endpoints<A: Api>() -> openapi_runtime::Endpoints<A::Context> {
        openapi_runtime::Endpoints::new("Media", "1")
            .document(&super::DOCUMENT)
            .endpoint_with_body::<
                types::ReportResponse,
                types::ReportContent,
            >(
                ApiEndpoint::new(
                    "report".to_owned(),
                    super::report::<A>,
                    Method::POST,
                    "application/json",
                    "/report",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::AnyJsonResponse,
            >(
                ApiEndpoint::new(
                    "anyJson".to_owned(),
                    super::any_json::<A>,
                    Method::POST,
                    "application/json",
                    "/any-json",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::PutTextResponse,
                types::PutTextContent,
            >(
                ApiEndpoint::new(
                    "putText".to_owned(),
                    super::put_text::<A>,
                    Method::PUT,
                    "application/json",
                    "/text",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::CountResponse,
                types::CountContent,
            >(
                ApiEndpoint::new(
                    "count".to_owned(),
                    super::count::<A>,
                    Method::POST,
                    "application/json",
                    "/count",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::PutFileResponse,
                types::PutFileContent,
            >(
                ApiEndpoint::new(
                    "putFile".to_owned(),
                    super::put_file::<A>,
                    Method::PUT,
                    "application/json",
                    "/files",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::MeasureFileResponse,
                types::MeasureFileContent,
            >(
                ApiEndpoint::new(
                    "measureFile".to_owned(),
                    super::measure_file::<A>,
                    Method::POST,
                    "application/json",
                    "/files",
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
                    "/files",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::EitherResponse,
                types::EitherContent,
            >(
                ApiEndpoint::new(
                    "either".to_owned(),
                    super::either::<A>,
                    Method::POST,
                    "application/json",
                    "/either",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::SignUpResponse,
                types::SignUpContent,
            >(
                ApiEndpoint::new(
                    "signUp".to_owned(),
                    super::sign_up::<A>,
                    Method::POST,
                    "application/json",
                    "/sign-up",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::UploadResponse,
                types::UploadContent,
            >(
                ApiEndpoint::new(
                    "upload".to_owned(),
                    super::upload::<A>,
                    Method::POST,
                    "application/json",
                    "/upload",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::EventsResponse,
            >(
                ApiEndpoint::new(
                    "events".to_owned(),
                    super::events::<A>,
                    Method::GET,
                    "application/json",
                    "/events",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::LogResponse,
            >(
                ApiEndpoint::new(
                    "log".to_owned(),
                    super::log::<A>,
                    Method::GET,
                    "application/json",
                    "/log",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::LinesResponse,
                types::LinesContent,
            >(
                ApiEndpoint::new(
                    "lines".to_owned(),
                    super::lines::<A>,
                    Method::POST,
                    "application/json",
                    "/lines",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::SilentResponse,
            >(
                ApiEndpoint::new(
                    "silent".to_owned(),
                    super::silent::<A>,
                    Method::GET,
                    "application/json",
                    "/silent",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::HeadSilentResponse,
            >(
                ApiEndpoint::new(
                    "headSilent".to_owned(),
                    super::head_silent::<A>,
                    Method::HEAD,
                    "application/json",
                    "/silent",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::PutSilentResponse,
            >(
                ApiEndpoint::new(
                    "putSilent".to_owned(),
                    super::put_silent::<A>,
                    Method::PUT,
                    "application/json",
                    "/silent",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::GetNameResponse,
            >(
                ApiEndpoint::new(
                    "getName".to_owned(),
                    super::get_name::<A>,
                    Method::GET,
                    "application/json",
                    "/names/{id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::DeleteNameResponse,
            >(
                ApiEndpoint::new(
                    "deleteName".to_owned(),
                    super::delete_name::<A>,
                    Method::DELETE,
                    "application/json",
                    "/names/{name}",
                    ApiEndpointVersions::All,
                ),
            )
    }

    /// Returns the endpoints without an implementation, to combine them for
    /// documents as [`endpoints`] are combined for a server.
    pub fn stub_endpoints() -> openapi_runtime::Endpoints<dropshot::StubContext> {
        openapi_runtime::Endpoints::new("Media", "1")
            .document(&super::DOCUMENT)
            .endpoint_with_body::<
                types::ReportResponse,
                types::ReportContent,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::RequestBody<types::ReportContent>,),
                    DocumentedResult<types::ReportResponse>,
                >(
                    "report".to_owned(),
                    Method::POST,
                    "application/json",
                    "/report",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::AnyJsonResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::OptionalJsonBody<serde_json::Value>,),
                    DocumentedResult<types::AnyJsonResponse>,
                >(
                    "anyJson".to_owned(),
                    Method::POST,
                    "application/json",
                    "/any-json",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::PutTextResponse,
                types::PutTextContent,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::RequestBody<types::PutTextContent>,),
                    DocumentedResult<types::PutTextResponse>,
                >(
                    "putText".to_owned(),
                    Method::PUT,
                    "application/json",
                    "/text",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::CountResponse,
                types::CountContent,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::RequestBody<
                            openapi_runtime::Optional<types::CountContent>,
                        >,
                    ),
                    DocumentedResult<types::CountResponse>,
                >(
                    "count".to_owned(),
                    Method::POST,
                    "application/json",
                    "/count",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::PutFileResponse,
                types::PutFileContent,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::RequestBody<types::PutFileContent>,),
                    DocumentedResult<types::PutFileResponse>,
                >(
                    "putFile".to_owned(),
                    Method::PUT,
                    "application/json",
                    "/files",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::MeasureFileResponse,
                types::MeasureFileContent,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::RequestBody<
                            openapi_runtime::Optional<types::MeasureFileContent>,
                        >,
                    ),
                    DocumentedResult<types::MeasureFileResponse>,
                >(
                    "measureFile".to_owned(),
                    Method::POST,
                    "application/json",
                    "/files",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::GetFileResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<
                            dropshot::Query<types::GetFileQuery>,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::GetFileResponse>,
                >(
                    "getFile".to_owned(),
                    Method::GET,
                    "application/json",
                    "/files",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::EitherResponse,
                types::EitherContent,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::RequestBody<types::EitherContent>,),
                    DocumentedResult<types::EitherResponse>,
                >(
                    "either".to_owned(),
                    Method::POST,
                    "application/json",
                    "/either",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::SignUpResponse,
                types::SignUpContent,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::RequestBody<types::SignUpContent>,),
                    DocumentedResult<types::SignUpResponse>,
                >(
                    "signUp".to_owned(),
                    Method::POST,
                    "application/json",
                    "/sign-up",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::UploadResponse,
                types::UploadContent,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::RequestBody<types::UploadContent>,),
                    DocumentedResult<types::UploadResponse>,
                >(
                    "upload".to_owned(),
                    Method::POST,
                    "application/json",
                    "/upload",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::EventsResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<dropshot::Query<types::EventsQuery>>,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::EventsResponse>,
                >(
                    "events".to_owned(),
                    Method::GET,
                    "application/json",
                    "/events",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::LogResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::NoBody,),
                    DocumentedResult<types::LogResponse>,
                >(
                    "log".to_owned(),
                    Method::GET,
                    "application/json",
                    "/log",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint_with_body::<
                types::LinesResponse,
                types::LinesContent,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::RequestBody<types::LinesContent>,),
                    DocumentedResult<types::LinesResponse>,
                >(
                    "lines".to_owned(),
                    Method::POST,
                    "application/json",
                    "/lines",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::SilentResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<dropshot::Query<types::SilentQuery>>,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::SilentResponse>,
                >(
                    "silent".to_owned(),
                    Method::GET,
                    "application/json",
                    "/silent",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::HeadSilentResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::NoBody,),
                    DocumentedResult<types::HeadSilentResponse>,
                >(
                    "headSilent".to_owned(),
                    Method::HEAD,
                    "application/json",
                    "/silent",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::PutSilentResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (openapi_runtime::NoBody,),
                    DocumentedResult<types::PutSilentResponse>,
                >(
                    "putSilent".to_owned(),
                    Method::PUT,
                    "application/json",
                    "/silent",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::GetNameResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<dropshot::Path<types::GetNamePath>>,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::GetNameResponse>,
                >(
                    "getName".to_owned(),
                    Method::GET,
                    "application/json",
                    "/names/{id}",
                    ApiEndpointVersions::All,
                ),
            )
            .endpoint::<
                types::DeleteNameResponse,
            >(
                ApiEndpoint::new_for_types::<
                    (
                        openapi_runtime::Documented<
                            dropshot::Path<types::DeleteNamePath>,
                        >,
                        openapi_runtime::NoBody,
                    ),
                    DocumentedResult<types::DeleteNameResponse>,
                >(
                    "deleteName".to_owned(),
                    Method::DELETE,
                    "application/json",
                    "/names/{name}",
                    ApiEndpointVersions::All,
                ),
            )
    }
}


impl OperationResponse for types::ReportResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                    "201",
                    "The report",
                    [
                        openapi_runtime::MediaTypeSpec::new(
                            "application/vnd.report+json",
                            schemars::r#gen::SchemaGenerator::subschema_for::<
                                types::Report,
                            >,
                        ),
                    ],
                )
                .header(
                    "X-Count",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<i32>,
                ),
            ResponseSpec::content(
                "default",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Created { body, x_count } => {
                ResponseBuilder::json(http::StatusCode::CREATED, &body)
                    .content_type("application/vnd.report+json")
                    .schema(&REPORT_SCHEMA)
                    .header("X-Count", x_count)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body)
                    .content_type("application/problem+json")
                    .schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::ReportResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::ReportContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::Json;
        <dropshot::TypedBody<
            types::Report,
        > as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([
            openapi_runtime::MediaTypeSpec::new(
                "application/vnd.report+json",
                schemars::r#gen::SchemaGenerator::subschema_for::<types::Report>,
            ),
        ])
    }
}

async fn report<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<types::ReportContent>,
) -> DocumentedResult<types::ReportResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/report",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = {
            body.select(&["application/vnd.report+json"])?;
            body.json(&REPORT_BODY, A::limits(&rqctx)).await?
        };
        A::report(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::ReportResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `report`.
static REPORT_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1report/post/requestBody/content/application~1vnd.report+json/schema",
);

impl OperationResponse for types::AnyJsonResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<serde_json::Value>("200", "The same"),
            ResponseSpec::content(
                "default",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => ResponseBuilder::json(http::StatusCode::OK, &body),
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body)
                    .content_type("application/problem+json")
                    .schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::AnyJsonResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

async fn any_json<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::OptionalJsonBody<serde_json::Value>,
) -> DocumentedResult<types::AnyJsonResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/any-json",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = if body.is_absent() {
            None
        } else {
            Some({
                body.select(&["application/json"])?;
                body.any_json(A::limits(&rqctx)).await?
            })
        };
        A::any_json(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::AnyJsonResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::PutTextResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "The page",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/html",
                        |generator| openapi_runtime::shape::with_keywords(
                            generator.subschema_for::<String>(),
                            r#"{"minLength":3}"#,
                        ),
                    ),
                ],
            ),
            ResponseSpec::content(
                "default",
                "What went wrong",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/plain",
                        schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::text(http::StatusCode::OK, &body)
                    .content_type("text/html; charset=utf-8")
                    .schema(&PAGE_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::text(status, &body).schema(&PUT_TEXT_OTHERWISE_SCHEMA)
            }
        }
    }
}

impl types::PutTextResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::string_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::PutTextContent {
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
                    r#"{"maxLength":5,"pattern":"^[a-z]*$"}"#,
                ),
            ),
        ])
    }
}

async fn put_text<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<types::PutTextContent>,
) -> DocumentedResult<types::PutTextResponse> {
    let operation = Operation {
        method: Method::PUT,
        path: "/text",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = {
            body.select(&["text/plain"])?;
            body.text(&PUT_TEXT_BODY, A::limits(&rqctx)).await?
        };
        A::put_text(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::PutTextResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `putText`.
static PUT_TEXT_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1text/put/requestBody/content/text~1plain/schema",
);

impl OperationResponse for types::CountResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "The number of lines",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/plain",
                        |generator| openapi_runtime::shape::with_keywords(
                            generator.subschema_for::<i32>(),
                            r#"{"minimum":0}"#,
                        ),
                    ),
                ],
            ),
            ResponseSpec::content(
                "default",
                "What went wrong",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/plain",
                        schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::text(http::StatusCode::OK, &body)
                    .schema(&COUNT_OK_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::text(status, &body).schema(&PUT_TEXT_OTHERWISE_SCHEMA)
            }
        }
    }
}

impl types::CountResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::string_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::CountContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::Bytes;
        <dropshot::UntypedBody as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([openapi_runtime::MediaTypeSpec::any("text/csv")])
    }
}

async fn count<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<
        openapi_runtime::Optional<types::CountContent>,
    >,
) -> DocumentedResult<types::CountResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/count",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = if body.is_absent() {
            None
        } else {
            Some({
                body.select(&["text/csv"])?;
                body.any_text(A::limits(&rqctx)).await?
            })
        };
        A::count(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::CountResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::PutFileResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "The bytes",
                [openapi_runtime::MediaTypeSpec::any("application/octet-stream")],
            ),
            ResponseSpec::content(
                "default",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => ResponseBuilder::binary(http::StatusCode::OK, body),
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body)
                    .content_type("application/problem+json")
                    .schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::PutFileResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::PutFileContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::Bytes;
        <dropshot::UntypedBody as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([
            openapi_runtime::MediaTypeSpec::new(
                "application/octet-stream",
                |generator| openapi_runtime::shape::with_keywords(
                    generator.subschema_for::<String>(),
                    r#"{"format":"binary"}"#,
                ),
            ),
        ])
    }
}

async fn put_file<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<types::PutFileContent>,
) -> DocumentedResult<types::PutFileResponse> {
    let operation = Operation {
        method: Method::PUT,
        path: "/files",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = {
            body.select(&["application/octet-stream"])?;
            body.stream(A::limits(&rqctx))?
        };
        A::put_file(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::PutFileResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::MeasureFileResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<types::MeasureFileOk>("200", "The length"),
            ResponseSpec::content(
                "default",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&MEASURE_FILE_OK_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body)
                    .content_type("application/problem+json")
                    .schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::MeasureFileResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::MeasureFileContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::Bytes;
        <dropshot::UntypedBody as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([openapi_runtime::MediaTypeSpec::any("*/*")])
    }
}

async fn measure_file<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<
        openapi_runtime::Optional<types::MeasureFileContent>,
    >,
) -> DocumentedResult<types::MeasureFileResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/files",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = if body.is_absent() {
            None
        } else {
            Some({
                body.select(&["*/*"])?;
                body.stream(A::limits(&rqctx))?
            })
        };
        A::measure_file(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::MeasureFileResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::GetFileResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "An image",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "image/*",
                        |generator| openapi_runtime::shape::with_keywords(
                            generator.subschema_for::<String>(),
                            r#"{"format":"binary"}"#,
                        ),
                    ),
                ],
            ),
            ResponseSpec::content(
                "default",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::binary(http::StatusCode::OK, body.content)
                    .content_type_of("image/*", &body.content_type)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body)
                    .content_type("application/problem+json")
                    .schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::GetFileResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

async fn get_file<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Query<types::GetFileQuery>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::GetFileResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/files",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let query = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Query,
            &GET_FILE_QUERY,
        )?;
        A::get_file(&rqctx, query).await
    };
    let response = operation
        .run(&rqctx, outcome, types::GetFileResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The query parameters of `getFile`.
static GET_FILE_QUERY: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "type",
        openapi_runtime::Schema::at(&DOCUMENT, "#/paths/~1files/get/parameters/0/schema"),
    ),
];

impl OperationResponse for types::EitherResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                    "200",
                    "What was sent",
                    [
                        openapi_runtime::MediaTypeSpec::new(
                            "application/json",
                            schemars::r#gen::SchemaGenerator::subschema_for::<
                                types::Report,
                            >,
                        ),
                        openapi_runtime::MediaTypeSpec::new(
                            "text/plain",
                            schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                        ),
                        openapi_runtime::MediaTypeSpec::any("image/png"),
                    ],
                )
                .optional_header(
                    "X-Kind",
                    "",
                    schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                ),
            ResponseSpec::content(
                "4XX",
                "What went wrong",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/html",
                        schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                    ),
                    openapi_runtime::MediaTypeSpec::new(
                        "application/json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
            ResponseSpec::content(
                "5XX",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok { body, x_kind } => {
                body.into_builder(http::StatusCode::OK).optional_header("X-Kind", x_kind)
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
    fn into_builder(self, status: impl Into<http::StatusCode>) -> ResponseBuilder {
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
    fn into_builder(self, status: impl Into<http::StatusCode>) -> ResponseBuilder {
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
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(
            match rejection {
                Rejection::Parameters(_)
                | Rejection::NotJson(_)
                | Rejection::Malformed { .. }
                | Rejection::Invalid(_)
                | Rejection::Incomplete(_)
                | Rejection::ContentType { .. }
                | Rejection::TooLarge { .. }
                | Rejection::TooSlow { .. }
                | Rejection::ClientError(_) => {
                    Self::ClientError {
                        status: openapi_runtime::RangeStatus::new(rejection.status())?,
                        body: types::EitherClientErrorBody::Json(
                            A::problem_for(rejection),
                        ),
                    }
                }
                _ => {
                    Self::ServerError {
                        status: openapi_runtime::RangeStatus::new(rejection.status())?,
                        body: A::problem_for(rejection),
                    }
                }
            },
        )
    }
}

impl openapi_runtime::RequestContent for types::EitherContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::Json;
        <dropshot::TypedBody<
            types::Report,
        > as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([
            openapi_runtime::MediaTypeSpec::new(
                "application/json",
                schemars::r#gen::SchemaGenerator::subschema_for::<types::Report>,
            ),
            openapi_runtime::MediaTypeSpec::new(
                "text/plain",
                schemars::r#gen::SchemaGenerator::subschema_for::<String>,
            ),
            openapi_runtime::MediaTypeSpec::new(
                "image/*",
                |generator| openapi_runtime::shape::with_keywords(
                    generator.subschema_for::<String>(),
                    r#"{"format":"binary"}"#,
                ),
            ),
        ])
    }
}

async fn either<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<types::EitherContent>,
) -> DocumentedResult<types::EitherResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/either",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
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
            _ => types::EitherBody::AnyImage(body.stream(A::limits(&rqctx))?),
        };
        A::either(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::EitherResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `either`.
static EITHER_JSON_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1either/post/requestBody/content/application~1json/schema",
);

/// The schema of the body of `either`.
static EITHER_TEXT_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1either/post/requestBody/content/text~1plain/schema",
);

impl OperationResponse for types::SignUpResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "The form"),
            ResponseSpec::content(
                "default",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&SIGN_UP_OK_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body)
                    .content_type("application/problem+json")
                    .schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::SignUpResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::SignUpContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::UrlEncoded;
        <dropshot::TypedBody<
            types::SignUp,
        > as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([
            openapi_runtime::MediaTypeSpec::new(
                "application/x-www-form-urlencoded",
                schemars::r#gen::SchemaGenerator::subschema_for::<types::SignUp>,
            ),
        ])
    }
}

async fn sign_up<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<types::SignUpContent>,
) -> DocumentedResult<types::SignUpResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/sign-up",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = {
            body.select(&["application/x-www-form-urlencoded"])?;
            body.form(&SIGN_UP_FIELDS, &SIGN_UP_BODY, A::limits(&rqctx)).await?
        };
        A::sign_up(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::SignUpResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `signUp`.
static SIGN_UP_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1sign-up/post/requestBody/content/application~1x-www-form-urlencoded/schema",
);

/// The fields of the form of `signUp`.
static SIGN_UP_FIELDS: [openapi_runtime::Parameter; 6] = [
    openapi_runtime::Parameter::optional(
        "name",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/SignUp/properties/name",
        ),
    ),
    openapi_runtime::Parameter::optional(
        "age",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/SignUp/properties/age",
        ),
    ),
    openapi_runtime::Parameter::optional(
        "agreed",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/SignUp/properties/agreed",
        ),
    ),
    openapi_runtime::Parameter::optional(
            "roles",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/components/schemas/SignUp/properties/roles",
            ),
        )
        .style(
            openapi_runtime::Style::Form,
            false,
            &[openapi_runtime::ValueType::Array],
        ),
    openapi_runtime::Parameter::optional(
            "tags",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/components/schemas/SignUp/properties/tags",
            ),
        )
        .style(openapi_runtime::Style::Form, true, &[openapi_runtime::ValueType::Array]),
    openapi_runtime::Parameter::optional(
            "report",
            openapi_runtime::Schema::at(
                &DOCUMENT,
                "#/components/schemas/SignUp/properties/report",
            ),
        )
        .json(),
];

impl OperationResponse for types::UploadResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "The form"),
            ResponseSpec::content(
                "default",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json(http::StatusCode::OK, &body)
                    .schema(&UPLOAD_OK_SCHEMA)
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
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::UploadContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::MultipartFormData;
        <dropshot::MultipartBody as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([
            openapi_runtime::MediaTypeSpec::new(
                "multipart/form-data",
                schemars::r#gen::SchemaGenerator::subschema_for::<types::UploadBody>,
            ),
        ])
    }
}

async fn upload<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<types::UploadContent>,
) -> DocumentedResult<types::UploadResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/upload",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = {
            body.select(&["multipart/form-data"])?;
            body.multipart(&UPLOAD_FIELDS, &UPLOAD_BODY, A::limits(&rqctx)).await?
        };
        A::upload(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::UploadResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `upload`.
static UPLOAD_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1upload/post/requestBody/content/multipart~1form-data/schema",
);

/// The fields of the form of `upload`.
static UPLOAD_FIELDS: [openapi_runtime::FormField; 7] = [
    openapi_runtime::FormField {
        name: "title",
        content: openapi_runtime::FieldContent::Text,
        repeated: false,
        schema: openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/Upload/properties/title",
        ),
    },
    openapi_runtime::FormField {
        name: "copies",
        content: openapi_runtime::FieldContent::Text,
        repeated: false,
        schema: openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/Upload/properties/copies",
        ),
    },
    openapi_runtime::FormField {
        name: "photo",
        content: openapi_runtime::FieldContent::File(&["image/png", "image/jpeg"]),
        repeated: false,
        schema: openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/Upload/properties/photo",
        ),
    },
    openapi_runtime::FormField {
        name: "files",
        content: openapi_runtime::FieldContent::File(&[]),
        repeated: true,
        schema: openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/Upload/properties/files",
        ),
    },
    openapi_runtime::FormField {
        name: "thumbnail",
        content: openapi_runtime::FieldContent::File(&[]),
        repeated: false,
        schema: openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/Upload/properties/thumbnail",
        ),
    },
    openapi_runtime::FormField {
        name: "tags",
        content: openapi_runtime::FieldContent::Text,
        repeated: true,
        schema: openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/Upload/properties/tags",
        ),
    },
    openapi_runtime::FormField {
        name: "report",
        content: openapi_runtime::FieldContent::Json,
        repeated: false,
        schema: openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/components/schemas/Upload/properties/report",
        ),
    },
];

impl OperationResponse for types::EventsResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "Reports",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/event-stream",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Report>,
                    ),
                ],
            ),
            ResponseSpec::content(
                "default",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json_events(http::StatusCode::OK, body)
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
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

async fn events<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Query<types::EventsQuery>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::EventsResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/events",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let query = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Query,
            &EVENTS_QUERY,
        )?;
        A::events(&rqctx, query).await
    };
    let response = operation
        .run(&rqctx, outcome, types::EventsResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The query parameters of `events`.
static EVENTS_QUERY: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "last",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1events/get/parameters/0/schema",
        ),
    ),
];

impl OperationResponse for types::LogResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "Lines",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/event-stream",
                        schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                    ),
                ],
            ),
            ResponseSpec::content(
                "default",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::text_events(http::StatusCode::OK, body)
                    .schema(&LOG_OK_SCHEMA)
            }
            Self::Otherwise { status, body } => {
                ResponseBuilder::json(status, &body)
                    .content_type("application/problem+json")
                    .schema(&PROBLEM_SCHEMA)
            }
        }
    }
}

impl types::LogResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

async fn log<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::LogResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/log",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async { A::log(&rqctx).await };
    let response = operation
        .run(&rqctx, outcome, types::LogResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::LinesResponse {
    type Error = types::Problem;

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "The same",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/jsonl",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Report>,
                    ),
                ],
            ),
            ResponseSpec::content(
                "default",
                "What went wrong (RFC 9457)",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "application/problem+json",
                        schemars::r#gen::SchemaGenerator::subschema_for::<types::Problem>,
                    ),
                ],
            ),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::json_lines(http::StatusCode::OK, body)
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

impl types::LinesResponse {
    /// Returns the declared response for a rejection.
    fn rejected<A: Api>(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
            body: A::problem_for(rejection),
        })
    }
}

impl openapi_runtime::RequestContent for types::LinesContent {
    fn metadata() -> dropshot::ExtractorMetadata {
        let content_type = dropshot::ApiEndpointBodyContentType::Bytes;
        <dropshot::UntypedBody as dropshot::ExclusiveExtractor>::metadata(content_type)
    }

    fn declared() -> Vec<openapi_runtime::MediaTypeSpec> {
        Vec::from([
            openapi_runtime::MediaTypeSpec::new(
                "application/x-ndjson",
                schemars::r#gen::SchemaGenerator::subschema_for::<types::Report>,
            ),
        ])
    }
}

async fn lines<A: Api>(
    rqctx: RequestContext<A::Context>,
    mut body: openapi_runtime::RequestBody<types::LinesContent>,
) -> DocumentedResult<types::LinesResponse> {
    let operation = Operation {
        method: Method::POST,
        path: "/lines",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let received = {
            body.select(&["application/x-ndjson"])?;
            body.json_lines(&LINES_BODY, A::limits(&rqctx)).await?
        };
        A::lines(&rqctx, received).await
    };
    let response = operation
        .run(&rqctx, outcome, types::LinesResponse::rejected::<A>, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The schema of the body of `lines`.
static LINES_BODY: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1lines/post/requestBody/content/application~1x-ndjson/schema",
);

impl OperationResponse for types::SilentResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::SilentResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

async fn silent<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Query<types::SilentQuery>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::SilentResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/silent",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let query = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Query,
            &SILENT_QUERY,
        )?;
        A::silent(&rqctx, query).await
    };
    let response = operation
        .run(&rqctx, outcome, types::SilentResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The query parameters of `silent`.
static SILENT_QUERY: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "status",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1silent/get/parameters/0/schema",
        ),
    ),
];

impl OperationResponse for types::HeadSilentResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::json::<String>("200", "As of GET"),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok => ResponseBuilder::empty(http::StatusCode::OK),
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::HeadSilentResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

async fn head_silent<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::HeadSilentResponse> {
    let operation = Operation {
        method: Method::HEAD,
        path: "/silent",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async { A::head_silent(&rqctx).await };
    let response = operation
        .run(&rqctx, outcome, types::HeadSilentResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::PutSilentResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "204",
                "Done",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/plain",
                        schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                    ),
                ],
            ),
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

impl types::PutSilentResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

async fn put_silent<A: Api>(
    rqctx: RequestContext<A::Context>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::PutSilentResponse> {
    let operation = Operation {
        method: Method::PUT,
        path: "/silent",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async { A::put_silent(&rqctx).await };
    let response = operation
        .run(&rqctx, outcome, types::PutSilentResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

impl OperationResponse for types::GetNameResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "200",
                "The name",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/plain",
                        schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                    ),
                ],
            ),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Ok(body) => {
                ResponseBuilder::text(http::StatusCode::OK, &body)
                    .schema(&GET_NAME_OK_SCHEMA)
            }
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::GetNameResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

async fn get_name<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Path<types::GetNamePath>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::GetNameResponse> {
    let operation = Operation {
        method: Method::GET,
        path: "/names/{id}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &GET_NAME_PATH,
        )?;
        A::get_name(&rqctx, path).await
    };
    let response = operation
        .run(&rqctx, outcome, types::GetNameResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `getName`.
static GET_NAME_PATH: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "id",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1names~1%7Bid%7D/get/parameters/0/schema",
        ),
    ),
];

impl OperationResponse for types::DeleteNameResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([
            ResponseSpec::content(
                "202",
                "The name",
                [
                    openapi_runtime::MediaTypeSpec::new(
                        "text/plain",
                        schemars::r#gen::SchemaGenerator::subschema_for::<String>,
                    ),
                ],
            ),
            ResponseSpec::empty("default", "No"),
        ])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::Accepted(body) => {
                ResponseBuilder::text(http::StatusCode::ACCEPTED, &body)
                    .schema(&DELETE_NAME_ACCEPTED_SCHEMA)
            }
            Self::Otherwise { status } => ResponseBuilder::empty(status),
        }
    }
}

impl types::DeleteNameResponse {
    /// Returns the declared response for a rejection.
    fn rejected(rejection: &Rejection) -> Option<Self> {
        Some(Self::Otherwise {
            status: rejection.status(),
        })
    }
}

async fn delete_name<A: Api>(
    rqctx: RequestContext<A::Context>,
    _: openapi_runtime::Documented<dropshot::Path<types::DeleteNamePath>>,
    body: openapi_runtime::NoBody,
) -> DocumentedResult<types::DeleteNameResponse> {
    let operation = Operation {
        method: Method::DELETE,
        path: "/names/{name}",
        validates_responses: A::validates_responses(&rqctx),
    };
    let outcome = async {
        let path = openapi_runtime::parameters(
            &rqctx,
            openapi_runtime::ParameterLocation::Path(operation.path),
            &DELETE_NAME_PATH,
        )?;
        A::delete_name(&rqctx, path).await
    };
    let response = operation
        .run(&rqctx, outcome, types::DeleteNameResponse::rejected, A::on_response)
        .await;
    Ok(body.finish(&rqctx, response).await)
}

/// The path parameters of `deleteName`.
static DELETE_NAME_PATH: [openapi_runtime::Parameter; 1] = [
    openapi_runtime::Parameter::required(
        "name",
        openapi_runtime::Schema::at(
            &DOCUMENT,
            "#/paths/~1names~1%7Bname%7D/delete/parameters/0/schema",
        ),
    ),
];

/// The schema of a response body, at `#/components/schemas/Report`.
static REPORT_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/schemas/Report",
);

/// The schema of a response body, at `#/components/schemas/Problem`.
static PROBLEM_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/schemas/Problem",
);

/// The schema of a response body, at `#/components/schemas/Page`.
static PAGE_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/schemas/Page",
);

/// The schema of a response body, at `#/components/responses/Text/content/text~1plain/schema`.
static PUT_TEXT_OTHERWISE_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/components/responses/Text/content/text~1plain/schema",
);

/// The schema of a response body, at `#/paths/~1count/post/responses/200/content/text~1plain/schema`.
static COUNT_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1count/post/responses/200/content/text~1plain/schema",
);

/// The schema of a response body, at `#/paths/~1files/post/responses/200/content/application~1json/schema`.
static MEASURE_FILE_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1files/post/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1either/post/responses/200/content/text~1plain/schema`.
static EITHER_OK_TEXT_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1either/post/responses/200/content/text~1plain/schema",
);

/// The schema of a response body, at `#/paths/~1either/post/responses/4XX/content/text~1html/schema`.
static EITHER_CLIENT_ERROR_HTML_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1either/post/responses/4XX/content/text~1html/schema",
);

/// The schema of a response body, at `#/paths/~1sign-up/post/responses/200/content/application~1json/schema`.
static SIGN_UP_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1sign-up/post/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1upload/post/responses/200/content/application~1json/schema`.
static UPLOAD_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1upload/post/responses/200/content/application~1json/schema",
);

/// The schema of a response body, at `#/paths/~1log/get/responses/200/content/text~1event-stream/schema`.
static LOG_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1log/get/responses/200/content/text~1event-stream/schema",
);

/// The schema of a response body, at `#/paths/~1names~1{id}/get/responses/200/content/text~1plain/schema`.
static GET_NAME_OK_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1names~1%7Bid%7D/get/responses/200/content/text~1plain/schema",
);

/// The schema of a response body, at `#/paths/~1names~1{name}/delete/responses/202/content/text~1plain/schema`.
static DELETE_NAME_ACCEPTED_SCHEMA: openapi_runtime::Schema = openapi_runtime::Schema::at(
    &DOCUMENT,
    "#/paths/~1names~1%7Bname%7D/delete/responses/202/content/text~1plain/schema",
);

/// The document. Its schemas validate requests and responses, and the emitted
/// document has its annotations.
static DOCUMENT: openapi_runtime::Document = openapi_runtime::Document::new(
    include_str!(concat!(env!("OUT_DIR"), "/media.json")),
);
