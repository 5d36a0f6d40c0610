use openapi_progenitor::{
    Contract, Credential, Document, Never, QueryValue, Secret, TokenProvider,
};

openapi_progenitor::generated_by!("1.0");

#[allow(unused_imports)]
pub use progenitor_client::{ByteStream, ClientInfo, Error, ResponseValue};

#[allow(unused_imports)]
use progenitor_client::{encode_path, ClientHooks, OperationInfo, RequestBuilderExt};

/// The types of the document: responses of each operation, and schemas.
#[allow(dead_code, reason = "a program need not use all of them")]
pub mod types {
    use openapi_progenitor::{Schema, union};
    use serde::{Deserialize, Deserializer, Serialize};

    /// 201: It is new
    #[derive(Clone, Debug, PartialEq)]
    pub struct CreateShelfResponse {
        pub body: Shelf,
        /// `ETag`
        pub e_tag: String,
    }

    impl CreateShelfResponse {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            201
        }
    }

    openapi_progenitor::answers! {
        CreateShelfResponse { _ => Self { body, e_tag: "ETag" } }
    }

    /// The failures of [`create_shelf`](super::Client::create_shelf).
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum CreateShelfError {
        /// 409: Another shelf has the name
        Conflict { body: Shelf },
        /// 503: Later
        ServiceUnavailable {
            /// `Retry-After`
            retry_after: Option<i64>,
        },
    }

    impl CreateShelfError {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            match self {
                Self::Conflict { .. } => 409,
                Self::ServiceUnavailable { .. } => 503,
            }
        }
    }

    impl std::fmt::Display for CreateShelfError {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            openapi_progenitor::write_failure(formatter, self)
        }
    }

    impl std::error::Error for CreateShelfError {}

    openapi_progenitor::answers! {
        CreateShelfError {
            409 => Self::Conflict { body },
            503 => Self::ServiceUnavailable { retry_after: "Retry-After" },
        }
    }

    /// The successes of [`get_book`](super::Client::get_book).
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum GetBookResponse {
        /// 2XX: The book, or what is left of it
        Success {
            status: u16,
            body: Book,
            /// `ETag`
            e_tag: String,
            /// `X-Copies`
            x_copies: Option<Vec<i64>>,
        },
        /// 204: It has been lent
        NoContent,
        /// 302: It has moved
        Found,
    }

    impl GetBookResponse {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            match self {
                Self::Success { status, .. } => *status,
                Self::NoContent { .. } => 204,
                Self::Found { .. } => 302,
            }
        }
    }

    openapi_progenitor::answers! {
        GetBookResponse {
            204 => Self::NoContent {}, 302 => Self::Found {},
            200..=299 => Self::Success { status, body, e_tag: "ETag", x_copies: "X-Copies" },
        }
    }

    /// The failures of [`get_book`](super::Client::get_book).
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum GetBookError {
        /// 410: It has been lost
        Gone { body: GetBookGone },
        /// 4XX: Something else
        ClientError { status: u16, body: Problem },
        /// 5XX: Something else
        ServerError { status: u16, body: Problem },
        /// Any other status: Something else
        Otherwise { status: u16, body: Problem },
    }

    impl GetBookError {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            match self {
                Self::Gone { .. } => 410,
                Self::ClientError { status, .. } => *status,
                Self::ServerError { status, .. } => *status,
                Self::Otherwise { status, .. } => *status,
            }
        }
    }

    impl std::fmt::Display for GetBookError {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            openapi_progenitor::write_failure(formatter, self)
        }
    }

    impl std::error::Error for GetBookError {}

    openapi_progenitor::answers! {
        GetBookError {
            410 => Self::Gone { body }, 400..=499 => Self::ClientError { status, body },
            500..=599 => Self::ServerError { status, body },
            _ => Self::Otherwise { status, body },
        }
    }

    /// The failures of [`has_book`](super::Client::has_book).
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum HasBookError {
        /// 404: It isn't
        NotFound,
    }

    impl HasBookError {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            match self {
                Self::NotFound { .. } => 404,
            }
        }
    }

    impl std::fmt::Display for HasBookError {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            openapi_progenitor::write_failure(formatter, self)
        }
    }

    impl std::error::Error for HasBookError {}

    openapi_progenitor::answers! {
        HasBookError { 404 => Self::NotFound {} }
    }

    /// The successes of [`list_books`](super::Client::list_books).
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum ListBooksResponse {
        /// 200: All of them
        Ok { body: Vec<Book> },
        /// 206: A page
        PartialContent {
            body: ListBooksPartialContentJson,
            /// `X-Next`
            x_next: String,
        },
    }

    impl ListBooksResponse {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            match self {
                Self::Ok { .. } => 200,
                Self::PartialContent { .. } => 206,
            }
        }
    }

    openapi_progenitor::answers! {
        ListBooksResponse {
            200 => Self::Ok { body },
            206 => Self::PartialContent { body, x_next: "X-Next" },
        }
    }

    /// The failures of several operations.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum ProblemFailure {
        /// Any other status: Something else
        Otherwise { status: u16, body: Problem },
    }

    impl ProblemFailure {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            match self {
                Self::Otherwise { status, .. } => *status,
            }
        }

        /// Returns the body.
        pub fn body(&self) -> &Problem {
            match self {
                Self::Otherwise { body, .. } => body,
            }
        }
    }

    impl std::fmt::Display for ProblemFailure {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            openapi_progenitor::write_failure(formatter, self)
        }
    }

    impl std::error::Error for ProblemFailure {}

    openapi_progenitor::answers! {
        ProblemFailure { _ => Self::Otherwise { status, body } }
    }

    /// The failures of [`list_books`](super::Client::list_books).
    pub type ListBooksError = ProblemFailure;

    /// The failures of several operations.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum Unauthorized {
        /// 401: Refused
        Unauthorized,
    }

    impl Unauthorized {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            match self {
                Self::Unauthorized { .. } => 401,
            }
        }
    }

    impl std::fmt::Display for Unauthorized {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            openapi_progenitor::write_failure(formatter, self)
        }
    }

    impl std::error::Error for Unauthorized {}

    openapi_progenitor::answers! {
        Unauthorized { 401 => Self::Unauthorized {} }
    }

    /// The failures of [`list_loans`](super::Client::list_loans).
    pub type ListLoansError = Unauthorized;

    /// The failures of [`put_book`](super::Client::put_book).
    pub type PutBookError = ProblemFailure;

    /// The successes of [`read_shelf`](super::Client::read_shelf).
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum ReadShelfResponse {
        /// 200: The shelf
        Ok {
            body: Shelf,
            /// `ETag`
            e_tag: String,
        },
        /// 304: It is as before
        NotModified,
    }

    impl ReadShelfResponse {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            match self {
                Self::Ok { .. } => 200,
                Self::NotModified { .. } => 304,
            }
        }
    }

    openapi_progenitor::answers! {
        ReadShelfResponse {
            200 => Self::Ok { body, e_tag: "ETag" }, 304 => Self::NotModified {},
        }
    }

    /// The failures of [`read_shelf`](super::Client::read_shelf).
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum ReadShelfError {
        /// 404: There is none
        NotFound,
    }

    impl ReadShelfError {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            match self {
                Self::NotFound { .. } => 404,
            }
        }
    }

    impl std::fmt::Display for ReadShelfError {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            openapi_progenitor::write_failure(formatter, self)
        }
    }

    impl std::error::Error for ReadShelfError {}

    openapi_progenitor::answers! {
        ReadShelfError { 404 => Self::NotFound {} }
    }

    /// The failures of [`scan`](super::Client::scan).
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum ScanError {
        /// 404: There are no such pages
        NotFound,
    }

    impl ScanError {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            match self {
                Self::NotFound { .. } => 404,
            }
        }
    }

    impl std::fmt::Display for ScanError {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            openapi_progenitor::write_failure(formatter, self)
        }
    }

    impl std::error::Error for ScanError {}

    openapi_progenitor::answers! {
        ScanError { 404 => Self::NotFound {} }
    }

    /// The failures of [`upload_scans`](super::Client::upload_scans).
    pub type UploadScansError = Unauthorized;

    #[derive(Clone, Debug, PartialEq)]
    pub struct Book {
        pub title: String,
        /// `minimum`: 0, `multipleOf`: 2.
        pub copies: Option<i32>,
        pub price: Option<f64>,
        pub after: Option<Option<Box<Book>>>,
    }

    openapi_progenitor::object! {
        Book { title: required, copies: optional, price: optional, after: optional }
    }

    impl Book {
        /// Returns a value with the required members.
        pub fn new(title: impl Into<String>) -> Self {
            Self {
                title: title.into(),
                copies: None,
                price: None,
                after: None,
            }
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct ListBooksPartialContentJson {
        pub page: Vec<serde_json::Value>,
    }

    openapi_progenitor::object! {
        ListBooksPartialContentJson { page: required }
    }

    impl ListBooksPartialContentJson {
        /// Returns a value with the required members.
        pub fn new(page: Vec<serde_json::Value>) -> Self {
            Self { page }
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct Problem {
        pub title: ProblemTitle,
    }

    openapi_progenitor::object! {
        Problem { title: required }
    }

    impl Problem {
        /// Returns a value with the required members.
        pub fn new(title: ProblemTitle) -> Self {
            Self { title }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ProblemTitle {
        No,
    }

    openapi_progenitor::texts! {
        ProblemTitle { No = "no" }
    }

    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct GetBookGone {
        pub since: i64,
    }

    openapi_progenitor::object! {
        GetBookGone { since: required }
    }

    impl GetBookGone {
        /// Returns a value with the required members.
        pub fn new(since: i64) -> Self {
            Self { since }
        }
    }

    #[derive(Clone, PartialEq)]
    pub struct Member {
        /// `minLength`: 4.
        pub password: String,
        pub past: Option<Vec<String>>,
        pub name: String,
        pub r#type: Option<String>,
        pub proof: Option<MemberProof>,
        pub pins: Option<std::collections::BTreeMap<String, String>>,
        pub card: Option<Card>,
    }

    openapi_progenitor::object! {
        Member {
            password: required, past: optional, name: required, r#type: optional "type",
            proof: optional, pins: optional, card: optional,
        }
    }

    impl Member {
        /// Returns a value with the required members.
        pub fn new(password: impl Into<String>, name: impl Into<String>) -> Self {
            Self {
                password: password.into(),
                past: None,
                name: name.into(),
                r#type: None,
                proof: None,
                pins: None,
                card: None,
            }
        }
    }

    /// Hides passwords and members that are never sent to callers.
    impl std::fmt::Debug for Member {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter
                .debug_struct("Member")
                .field("password", &format_args!("[hidden]"))
                .field("past", &format_args!("[hidden]"))
                .field("name", &self.name)
                .field("type", &format_args!("[hidden]"))
                .field("proof", &self.proof)
                .field("pins", &format_args!("[hidden]"))
                .field("card", &format_args!("[hidden]"))
                .finish()
        }
    }

    #[derive(Clone, PartialEq, Serialize)]
    #[serde(untagged)]
    pub enum MemberProof {
        Pin(String),
        Integer(i64),
    }

    static MEMBER_PROOF_VARIANTS: [Schema; 2] = [
        Schema::at(
            &super::DOCUMENT,
            "#/components/schemas/Member/properties/proof/oneOf/0",
        ),
        Schema::at(
            &super::DOCUMENT,
            "#/components/schemas/Member/properties/proof/oneOf/1",
        ),
    ];

    impl<'de> Deserialize<'de> for MemberProof {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let value = <serde_json::Value as Deserialize>::deserialize(deserializer)?;
            match union::accepting(&MEMBER_PROOF_VARIANTS, &value, None) {
                Some(0) => union::decode(value).map(Self::Pin),
                Some(1) => union::decode(value).map(Self::Integer),
                _ => Err(union::no_variant("MemberProof")),
            }
        }
    }

    /// Hides passwords.
    impl std::fmt::Debug for MemberProof {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("MemberProof([hidden])")
        }
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Card {
        pub number: Option<String>,
    }

    openapi_progenitor::object! {
        Card { number: optional }
    }

    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct ShelfPage {
        pub items: Vec<Shelf>,
        pub next: Option<String>,
    }

    openapi_progenitor::object! {
        ShelfPage { items: required, next: optional }
    }

    impl ShelfPage {
        /// Returns a value with the required members.
        pub fn new(items: Vec<Shelf>) -> Self {
            Self { items, next: None }
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Shelf {
        pub name: String,
        pub books: Option<i64>,
    }

    openapi_progenitor::object! {
        Shelf { name: required, books: optional }
    }

    impl Shelf {
        /// Returns a value with the required members.
        pub fn new(name: impl Into<String>) -> Self {
            Self {
                name: name.into(),
                books: None,
            }
        }
    }
}

#[derive(Clone, Debug)]
/// Client for Library
///
/// A library of books, for the tests of generated clients.
///
/// # Use
/// A client serves many calls and keeps its connections open.
///
/// ```text
/// let client = Client::new("https://…", CONTRACT).with_reader(Token::new(&token)?);
/// match client.create_shelf(…).await {
///     Ok(value) => value.into_inner().body,
///     Err(Error::ErrorResponse(failure)) => match failure.into_inner() {
///         types::CreateShelfError::Conflict { body, .. } => …,
///         other => println!("{other}"),
///     },
///     Err(error) => return Err(CallError::from(error).into()),
/// }
/// ```
///
/// A value and a failure have all headers of the response (`headers`); those that the document
/// declares are fields of the types in [`types`]. `openapi_progenitor::CallError` has the reason of
/// a failed call, and `openapi_progenitor::Retry` repeats calls.
///
/// Version: 1.0.0
pub struct Client {
    pub(crate) baseurl: String,
    pub(crate) client: reqwest::Client,
    pub(crate) inner: Contract,
}

impl Client {
    /// Create a new client.
    ///
    /// `baseurl` is the base URL provided to the internal
    /// `reqwest::Client`, and should include a scheme and hostname,
    /// as well as port and a path stem if applicable.
    pub fn new(baseurl: &str, inner: Contract) -> Self {
        Self::new_with_client(baseurl, openapi_progenitor::http_client(), inner)
    }

    /// Construct a new client with an existing `reqwest::Client`,
    /// allowing more control over its configuration.
    ///
    /// `baseurl` is the base URL provided to the internal
    /// `reqwest::Client`, and should include a scheme and hostname,
    /// as well as port and a path stem if applicable.
    pub fn new_with_client(
        baseurl: &str,
        client: reqwest::Client,
        inner: Contract,
    ) -> Self {
        Self {
            baseurl: baseurl.to_string(),
            client,
            inner,
        }
    }
}

impl ClientInfo<Contract> for Client {
    fn api_version() -> &'static str {
        "1.0.0"
    }

    fn baseurl(&self) -> &str {
        self.baseurl.as_str()
    }

    fn client(&self) -> &reqwest::Client {
        &self.client
    }

    fn inner(&self) -> &Contract {
        &self.inner
    }
}

#[allow(clippy::all)]
impl Client {
    /// Answers with a page, or with all of them
    ///
    /// Sends a `GET` request to `/books`
    pub async fn list_books<'a>(
        &'a self,
        limit: i64,
        subject: Option<&'a ::std::vec::Vec<::std::string::String>>,
        year: Option<&'a ::std::vec::Vec<i64>>,
        x_reader: Option<&'a str>,
    ) -> Result<ResponseValue<types::ListBooksResponse>, Error<types::ListBooksError>> {
        let url = format!("{}/books", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(2usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = x_reader {
            header_map.append("X-Reader", value.to_string().try_into()?);
        }

        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                reqwest::header::ACCEPT,
                "application/json, application/problem+json",
            )
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&QueryValue::new("subject", &subject))
            .query(&QueryValue::new("year", &year))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_books",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `GET` request to `/books/{isbn}`
    pub async fn get_book<'a>(
        &'a self,
        isbn: &'a str,
    ) -> Result<ResponseValue<types::GetBookResponse>, Error<types::GetBookError>> {
        let url = format!("{}/books/{}", self.baseurl, encode_path(& isbn.to_string()),);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                reqwest::header::ACCEPT,
                "application/json, application/problem+json",
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_book",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `PUT` request to `/books/{isbn}`
    pub async fn put_book<'a>(
        &'a self,
        isbn: &'a str,
        body: &'a types::Book,
    ) -> Result<ResponseValue<()>, Error<types::PutBookError>> {
        let url = format!("{}/books/{}", self.baseurl, encode_path(& isbn.to_string()),);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .put(url)
            .header(reqwest::header::ACCEPT, "application/problem+json")
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "put_book",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `HEAD` request to `/books/{isbn}`
    pub async fn has_book<'a>(
        &'a self,
        isbn: &'a str,
    ) -> Result<ResponseValue<()>, Error<types::HasBookError>> {
        let url = format!("{}/books/{}", self.baseurl, encode_path(& isbn.to_string()),);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.head(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "has_book",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `GET` request to `/books/{isbn}/pages/{from}-{to}/{format}.scan`
    pub async fn scan<'a>(
        &'a self,
        isbn: &'a str,
        from: i64,
        to: i64,
        format: &'a str,
    ) -> Result<ResponseValue<ByteStream>, Error<types::ScanError>> {
        let url = format!(
            "{}/books/{}/pages/{}-{}/{}.scan", self.baseurl, encode_path(& isbn
            .to_string()), encode_path(& from.to_string()), encode_path(& to
            .to_string()), encode_path(& format.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(reqwest::header::ACCEPT, "image/*, application/pdf")
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "scan",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.stream(response, &info).await
    }

    /// Sends a `POST` request to `/books/{isbn}/plate`
    pub async fn add_plate<'a, B: Into<reqwest::Body>>(
        &'a self,
        isbn: &'a str,
        body: B,
    ) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!(
            "{}/books/{}/plate", self.baseurl, encode_path(& isbn.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(reqwest::header::CONTENT_TYPE, "multipart/form-data")
            .body(body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "add_plate",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `GET` request to `/shelves/{room}/{at}`
    pub async fn get_shelf<'a>(
        &'a self,
        room: &'a str,
        at: &'a str,
    ) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!(
            "{}/shelves/{}/{}", self.baseurl, encode_path(& room.to_string()),
            encode_path(& at.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "get_shelf",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `GET` request to `/lenders/{lender}`
    pub async fn get_lender<'a>(
        &'a self,
        lender: &'a str,
        until: Option<&'a str>,
        x_rooms: Option<&'a str>,
        x_since: Option<&'a str>,
    ) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!(
            "{}/lenders/{}", self.baseurl, encode_path(& lender.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(4usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = until {
            header_map.append("Cookie-until", value.to_string().try_into()?);
        }
        if let Some(value) = x_rooms {
            header_map.append("X-Rooms", value.to_string().try_into()?);
        }
        if let Some(value) = x_since {
            header_map.append("X-Since", value.to_string().try_into()?);
        }

        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "get_lender",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `POST` request to `/anything`
    pub async fn anything<'a>(
        &'a self,
        body: f64,
    ) -> Result<ResponseValue<::serde_json::Value>, Error<Never>> {
        let url = format!("{}/anything", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(reqwest::header::ACCEPT, "application/json")
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "anything",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `POST` request to `/covers`
    pub async fn add_cover<'a, B: Into<reqwest::Body>>(
        &'a self,
        body: B,
    ) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/covers", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(reqwest::header::CONTENT_TYPE, "multipart/form-data")
            .body(body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "add_cover",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `POST` request to `/scans`
    pub async fn upload_scans<'a, B: Into<reqwest::Body>>(
        &'a self,
        body: B,
    ) -> Result<ResponseValue<()>, Error<types::UploadScansError>> {
        let url = format!("{}/scans", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(reqwest::header::CONTENT_TYPE, "multipart/form-data")
            .body(body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "upload_scans",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `PUT` request to `/notes`
    pub async fn put_note<'a>(
        &'a self,
        body: String,
    ) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/notes", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .put(url)
            .header(reqwest::header::CONTENT_TYPE, "text/markdown")
            .body(body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "put_note",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `PATCH` request to `/notes`
    pub async fn patch_note<'a>(
        &'a self,
        body: &'a serde_json::Map<String, serde_json::Value>,
    ) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/notes", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .patch(url)
            .header(reqwest::header::CONTENT_TYPE, "application/merge-patch+json")
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "patch_note",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `GET` request to `/loans`
    pub async fn list_loans<'a>(
        &'a self,
    ) -> Result<ResponseValue<()>, Error<types::ListLoansError>> {
        let url = format!("{}/loans", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "list_loans",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `PUT` request to `/loans`
    pub async fn put_loans<'a>(&'a self) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/loans", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.put(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "put_loans",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `POST` request to `/loans`
    pub async fn post_loans<'a>(&'a self) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/loans", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.post(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "post_loans",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `DELETE` request to `/loans`
    pub async fn delete_loans<'a>(&'a self) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/loans", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.delete(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "delete_loans",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `PATCH` request to `/loans`
    pub async fn patch_loans<'a>(&'a self) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/loans", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.patch(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "patch_loans",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `POST` request to `/members`
    pub async fn add_member<'a>(
        &'a self,
        body: &'a types::Member,
    ) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/members", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.post(url).json(&body).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "add_member",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `GET` request to `/shelves`
    pub async fn list_shelves<'a>(
        &'a self,
        cursor: Option<&'a str>,
    ) -> Result<ResponseValue<types::ShelfPage>, Error<Never>> {
        let url = format!("{}/shelves", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(reqwest::header::ACCEPT, "application/json")
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_shelves",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `POST` request to `/shelves`
    pub async fn create_shelf<'a>(
        &'a self,
        body: &'a types::Shelf,
    ) -> Result<
        ResponseValue<types::CreateShelfResponse>,
        Error<types::CreateShelfError>,
    > {
        let url = format!("{}/shelves", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(reqwest::header::ACCEPT, "application/json")
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_shelf",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `PUT` request to `/orders`
    pub async fn put_order<'a>(
        &'a self,
        idempotency_key: &'a str,
    ) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/orders", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(2usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        header_map.append("Idempotency-Key", idempotency_key.to_string().try_into()?);

        #[allow(unused_mut)]
        let mut request = self.client.put(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "put_order",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `POST` request to `/orders`
    pub async fn add_order<'a>(
        &'a self,
        idempotency_key: Option<&'a str>,
    ) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/orders", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(2usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = idempotency_key {
            header_map.append("idempotency-key", value.to_string().try_into()?);
        }

        #[allow(unused_mut)]
        let mut request = self.client.post(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "add_order",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `PATCH` request to `/orders`
    pub async fn patch_order<'a>(
        &'a self,
        idempotency_key: Option<&'a str>,
    ) -> Result<ResponseValue<()>, Error<Never>> {
        let url = format!("{}/orders", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(2usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = idempotency_key {
            header_map.append("Idempotency-Key", value.to_string().try_into()?);
        }

        #[allow(unused_mut)]
        let mut request = self.client.patch(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "patch_order",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }

    /// Sends a `GET` request to `/shelves/{name}`
    pub async fn read_shelf<'a>(
        &'a self,
        name: &'a str,
        if_none_match: Option<&'a str>,
    ) -> Result<ResponseValue<types::ReadShelfResponse>, Error<types::ReadShelfError>> {
        let url = format!(
            "{}/shelves/{}", self.baseurl, encode_path(& name.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(2usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = if_none_match {
            header_map.append("If-None-Match", value.to_string().try_into()?);
        }

        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(reqwest::header::ACCEPT, "application/json")
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "read_shelf",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        self.inner.answer(response, &info).await
    }
}

/// Items consumers will typically use such as the Client.
pub mod prelude {
    #[allow(unused_imports)]
    pub use super::Client;
}

/// The credentials of the security schemes.
impl Client {
    /// Sets the token of the security scheme `reader`: The token of a reader.
    #[must_use]
    pub fn with_reader(mut self, token: impl TokenProvider) -> Self {
        let credential = Credential::token(token);
        self.inner = self.inner.credential("reader", credential);
        self
    }

    /// Sets the user and the password of the security scheme `desk`.
    #[must_use]
    pub fn with_desk(mut self, user: &str, password: impl Into<Secret>) -> Self {
        let credential = Credential::Basic(user.to_owned(), password.into());
        self.inner = self.inner.credential("desk", credential);
        self
    }

    /// Sets the key of the security scheme `key`.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<Secret>) -> Self {
        let credential = Credential::Key(key.into());
        self.inner = self.inner.credential("key", credential);
        self
    }

    /// Sets the key of the security scheme `session`.
    #[must_use]
    pub fn with_session(mut self, key: impl Into<Secret>) -> Self {
        let credential = Credential::Key(key.into());
        self.inner = self.inner.credential("session", credential);
        self
    }

    /// Sets the key of the security scheme `query`.
    #[must_use]
    pub fn with_query(mut self, key: impl Into<Secret>) -> Self {
        let credential = Credential::Key(key.into());
        self.inner = self.inner.credential("query", credential);
        self
    }

    /// Sets the key of the security scheme `mark`.
    #[must_use]
    pub fn with_mark(mut self, key: impl Into<Secret>) -> Self {
        let credential = Credential::Key(key.into());
        self.inner = self.inner.credential("mark", credential);
        self
    }
}

pub use contract::CONTRACT;

static DOCUMENT: Document = Document::new(include_str!("openapi.json"));

/// The contract by which the client validates requests and responses.
mod contract {
    use openapi_progenitor::{
        Api, Contract, FieldContent, Form, FormBody, FormField, Header, HeaderForm,
        MediaType, Operation, Parameter, ParameterLocation, RequestBody, Response,
        Scheme, Status, Style, TextStyle, ValueKind, Values,
    };
    use super::{Client, ClientHooks, DOCUMENT, Error, OperationInfo};

    /// The operations of the client, as the document declares them.
    pub const CONTRACT: Contract = Contract::new(&API);

    static API: Api = Api::new(&DOCUMENT, SCHEMES, OPERATIONS);

    static SCHEMES: &[Scheme] = &[
        Scheme {
            name: "reader",
            place: Some((ParameterLocation::Header, "Authorization")),
        },
        Scheme {
            name: "desk",
            place: Some((ParameterLocation::Header, "Authorization")),
        },
        Scheme {
            name: "key",
            place: Some((ParameterLocation::Header, "X-Key")),
        },
        Scheme {
            name: "session",
            place: Some((ParameterLocation::Cookie, "session")),
        },
        Scheme {
            name: "query",
            place: Some((ParameterLocation::Query, "key")),
        },
        Scheme {
            name: "mark",
            place: Some((ParameterLocation::Query, "m k")),
        },
        Scheme {
            name: "certificate",
            place: None,
        },
    ];

    static OPERATIONS: &[Operation] = &[
        Operation {
            id: "list_books",
            path: "/books",
            parameters: &[
                Parameter {
                    name: "subject",
                    location: ParameterLocation::Query,
                    required: false,
                    values: Values::Value(
                        Some((Style::Form, true)),
                        "#/paths/~1books/get/parameters/0/schema",
                    ),
                },
                Parameter {
                    name: "year",
                    location: ParameterLocation::Query,
                    required: false,
                    values: Values::Value(
                        Some((Style::Form, true)),
                        "#/paths/~1books/get/parameters/1/schema",
                    ),
                },
                Parameter {
                    name: "limit",
                    location: ParameterLocation::Query,
                    required: true,
                    values: Values::One("#/paths/~1books/get/parameters/2/schema"),
                },
                Parameter {
                    name: "X-Reader",
                    location: ParameterLocation::Header,
                    required: false,
                    values: Values::One("#/paths/~1books/get/parameters/3/schema"),
                },
            ],
            responses: &[
                Response {
                    status: Status::Code(200),
                    headers: &[],
                    content: &[
                        MediaType::json(
                            "#/paths/~1books/get/responses/200/content/application~1json/schema",
                        ),
                    ],
                },
                Response {
                    status: Status::Code(206),
                    headers: &[
                        Header {
                            name: "X-Next",
                            required: true,
                            form: HeaderForm::Text,
                            schema: Some(
                                "#/paths/~1books/get/responses/206/headers/X-Next/schema",
                            ),
                        },
                    ],
                    content: &[
                        MediaType::json(
                            "#/paths/~1books/get/responses/206/content/application~1json/schema",
                        ),
                    ],
                },
                Response {
                    status: Status::Default,
                    headers: &[],
                    content: &[
                        MediaType {
                            name: "application/problem+json",
                            form: Form::Json("#/components/schemas/Problem"),
                        },
                    ],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "get_book",
            path: "/books/{isbn}",
            parameters: &[
                Parameter {
                    name: "isbn",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::One(
                        "#/paths/~1books~1%7Bisbn%7D/parameters/0/schema",
                    ),
                },
            ],
            responses: &[
                Response {
                    status: Status::Class(2),
                    headers: &[
                        Header {
                            name: "ETag",
                            required: true,
                            form: HeaderForm::Text,
                            schema: Some(
                                "#/paths/~1books~1%7Bisbn%7D/get/responses/2XX/headers/ETag/schema",
                            ),
                        },
                        Header {
                            name: "X-Copies",
                            required: false,
                            form: HeaderForm::List,
                            schema: Some(
                                "#/paths/~1books~1%7Bisbn%7D/get/responses/2XX/headers/X-Copies/schema",
                            ),
                        },
                    ],
                    content: &[MediaType::json("#/components/schemas/Book")],
                },
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
                Response {
                    status: Status::Code(302),
                    headers: &[],
                    content: &[],
                },
                Response {
                    status: Status::Code(410),
                    headers: &[],
                    content: &[
                        MediaType::json(
                            "#/paths/~1books~1%7Bisbn%7D/get/responses/410/content/application~1json/schema",
                        ),
                    ],
                },
                Response {
                    status: Status::Class(4),
                    headers: &[],
                    content: &[
                        MediaType {
                            name: "application/problem+json",
                            form: Form::Json("#/components/schemas/Problem"),
                        },
                    ],
                },
                Response {
                    status: Status::Class(5),
                    headers: &[],
                    content: &[
                        MediaType {
                            name: "application/problem+json",
                            form: Form::Json("#/components/schemas/Problem"),
                        },
                    ],
                },
                Response {
                    status: Status::Default,
                    headers: &[],
                    content: &[
                        MediaType {
                            name: "application/problem+json",
                            form: Form::Json("#/components/schemas/Problem"),
                        },
                    ],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "put_book",
            path: "/books/{isbn}",
            parameters: &[
                Parameter {
                    name: "isbn",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::One(
                        "#/paths/~1books~1%7Bisbn%7D/parameters/0/schema",
                    ),
                },
            ],
            body: Some(RequestBody::Json("#/components/schemas/Book")),
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
                Response {
                    status: Status::Default,
                    headers: &[],
                    content: &[
                        MediaType {
                            name: "application/problem+json",
                            form: Form::Json("#/components/schemas/Problem"),
                        },
                    ],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "has_book",
            path: "/books/{isbn}",
            parameters: &[
                Parameter {
                    name: "isbn",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::One(
                        "#/paths/~1books~1%7Bisbn%7D/parameters/0/schema",
                    ),
                },
            ],
            responses: &[
                Response {
                    status: Status::Code(200),
                    headers: &[],
                    content: &[],
                },
                Response {
                    status: Status::Code(404),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "scan",
            path: "/books/{isbn}/pages/{from}-{to}/{format}.scan",
            parameters: &[
                Parameter {
                    name: "isbn",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::One(
                        "#/paths/~1books~1%7Bisbn%7D~1pages~1%7Bfrom%7D-%7Bto%7D~1%7Bformat%7D.scan/get/parameters/0/schema",
                    ),
                },
                Parameter {
                    name: "from",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::One(
                        "#/paths/~1books~1%7Bisbn%7D~1pages~1%7Bfrom%7D-%7Bto%7D~1%7Bformat%7D.scan/get/parameters/1/schema",
                    ),
                },
                Parameter {
                    name: "to",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::One(
                        "#/paths/~1books~1%7Bisbn%7D~1pages~1%7Bfrom%7D-%7Bto%7D~1%7Bformat%7D.scan/get/parameters/2/schema",
                    ),
                },
                Parameter {
                    name: "format",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::One(
                        "#/paths/~1books~1%7Bisbn%7D~1pages~1%7Bfrom%7D-%7Bto%7D~1%7Bformat%7D.scan/get/parameters/3/schema",
                    ),
                },
            ],
            responses: &[
                Response {
                    status: Status::Code(200),
                    headers: &[],
                    content: &[
                        MediaType {
                            name: "image/*",
                            form: Form::Stream,
                        },
                        MediaType {
                            name: "application/pdf",
                            form: Form::Stream,
                        },
                    ],
                },
                Response {
                    status: Status::Code(404),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "add_plate",
            path: "/books/{isbn}/plate",
            parameters: &[
                Parameter {
                    name: "isbn",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::One(
                        "#/paths/~1books~1%7Bisbn%7D~1plate/post/parameters/0/schema",
                    ),
                },
            ],
            body: Some(
                RequestBody::Form(FormBody {
                    schema: "#/paths/~1books~1%7Bisbn%7D~1plate/post/requestBody/content/multipart~1form-data/schema",
                    fields: &[
                        FormField {
                            name: "image",
                            content: FieldContent::File("image/png, image/svg+xml"),
                            repeated: false,
                            schema: Some(
                                "#/paths/~1books~1%7Bisbn%7D~1plate/post/requestBody/content/multipart~1form-data/schema/properties/image",
                            ),
                        },
                        FormField {
                            name: "about",
                            content: FieldContent::Json,
                            repeated: false,
                            schema: Some(
                                "#/paths/~1books~1%7Bisbn%7D~1plate/post/requestBody/content/multipart~1form-data/schema/properties/about",
                            ),
                        },
                        FormField {
                            name: "pages",
                            content: FieldContent::Text,
                            repeated: true,
                            schema: Some(
                                "#/paths/~1books~1%7Bisbn%7D~1plate/post/requestBody/content/multipart~1form-data/schema/properties/pages",
                            ),
                        },
                    ],
                }),
            ),
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "get_shelf",
            path: "/shelves/{room}/{at}",
            parameters: &[
                Parameter {
                    name: "room",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::Styled(
                        TextStyle {
                            style: Style::Label,
                            explode: false,
                            kind: ValueKind::Scalar,
                        },
                        "#/paths/~1shelves~1%7Broom%7D~1%7Bat%7D/get/parameters/0/schema",
                    ),
                },
                Parameter {
                    name: "at",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::Styled(
                        TextStyle {
                            style: Style::Matrix,
                            explode: true,
                            kind: ValueKind::Array,
                        },
                        "#/paths/~1shelves~1%7Broom%7D~1%7Bat%7D/get/parameters/1/schema",
                    ),
                },
            ],
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "get_lender",
            path: "/lenders/{lender}",
            parameters: &[
                Parameter {
                    name: "lender",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::Styled(
                        TextStyle {
                            style: Style::Simple,
                            explode: false,
                            kind: ValueKind::Array,
                        },
                        "#/paths/~1lenders~1%7Blender%7D/get/parameters/0/schema",
                    ),
                },
                Parameter {
                    name: "X-Since",
                    location: ParameterLocation::Header,
                    required: false,
                    values: Values::Styled(
                        TextStyle {
                            style: Style::Simple,
                            explode: false,
                            kind: ValueKind::Scalar,
                        },
                        "#/paths/~1lenders~1%7Blender%7D/get/parameters/1/schema",
                    ),
                },
                Parameter {
                    name: "X-Rooms",
                    location: ParameterLocation::Header,
                    required: false,
                    values: Values::Styled(
                        TextStyle {
                            style: Style::Simple,
                            explode: false,
                            kind: ValueKind::Array,
                        },
                        "#/paths/~1lenders~1%7Blender%7D/get/parameters/2/schema",
                    ),
                },
                Parameter {
                    name: "until",
                    location: ParameterLocation::Cookie,
                    required: false,
                    values: Values::Styled(
                        TextStyle {
                            style: Style::Form,
                            explode: true,
                            kind: ValueKind::Scalar,
                        },
                        "#/paths/~1lenders~1%7Blender%7D/get/parameters/3/schema",
                    ),
                },
            ],
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "anything",
            path: "/anything",
            body: Some(
                RequestBody::Json(
                    "#/paths/~1anything/post/requestBody/content/application~1json/schema",
                ),
            ),
            responses: &[
                Response {
                    status: Status::Code(200),
                    headers: &[],
                    content: &[
                        MediaType {
                            name: "application/json",
                            form: Form::AnyJson,
                        },
                    ],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "add_cover",
            path: "/covers",
            body: Some(
                RequestBody::Form(FormBody {
                    schema: "#/paths/~1covers/post/requestBody/content/multipart~1form-data/schema",
                    fields: &[
                        FormField {
                            name: "title",
                            content: FieldContent::Text,
                            repeated: false,
                            schema: Some(
                                "#/paths/~1covers/post/requestBody/content/multipart~1form-data/schema/properties/title",
                            ),
                        },
                        FormField {
                            name: "cover",
                            content: FieldContent::File(""),
                            repeated: false,
                            schema: Some(
                                "#/paths/~1covers/post/requestBody/content/multipart~1form-data/schema/properties/cover",
                            ),
                        },
                    ],
                }),
            ),
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "upload_scans",
            path: "/scans",
            body: Some(
                RequestBody::Form(FormBody {
                    schema: "#/paths/~1scans/post/requestBody/content/multipart~1form-data/schema",
                    fields: &[
                        FormField {
                            name: "title",
                            content: FieldContent::Text,
                            repeated: false,
                            schema: Some(
                                "#/paths/~1scans/post/requestBody/content/multipart~1form-data/schema/properties/title",
                            ),
                        },
                        FormField {
                            name: "scan",
                            content: FieldContent::File("image/tiff"),
                            repeated: false,
                            schema: Some(
                                "#/paths/~1scans/post/requestBody/content/multipart~1form-data/schema/properties/scan",
                            ),
                        },
                        FormField {
                            name: "copy",
                            content: FieldContent::File("image/*"),
                            repeated: false,
                            schema: Some(
                                "#/paths/~1scans/post/requestBody/content/multipart~1form-data/schema/properties/copy",
                            ),
                        },
                    ],
                }),
            ),
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
                Response {
                    status: Status::Code(401),
                    headers: &[],
                    content: &[],
                },
            ],
            security: &[&[("reader", &[])]],
            ..Operation::EMPTY
        },
        Operation {
            id: "put_note",
            path: "/notes",
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "patch_note",
            path: "/notes",
            body: Some(
                RequestBody::Json(
                    "#/paths/~1notes/patch/requestBody/content/application~1merge-patch+json/schema",
                ),
            ),
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "list_loans",
            path: "/loans",
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
                Response {
                    status: Status::Code(401),
                    headers: &[],
                    content: &[],
                },
            ],
            security: &[&[("reader", &["loans"])], &[("key", &[]), ("session", &[])]],
            ..Operation::EMPTY
        },
        Operation {
            id: "put_loans",
            path: "/loans",
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            security: &[&[("desk", &[])], &[("query", &[])]],
            ..Operation::EMPTY
        },
        Operation {
            id: "post_loans",
            path: "/loans",
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            security: &[&[("certificate", &[])], &[("reader", &[])]],
            ..Operation::EMPTY
        },
        Operation {
            id: "delete_loans",
            path: "/loans",
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            security: &[&[("desk", &[])], &[]],
            ..Operation::EMPTY
        },
        Operation {
            id: "patch_loans",
            path: "/loans",
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            security: &[&[("query", &[]), ("mark", &[])]],
            ..Operation::EMPTY
        },
        Operation {
            id: "add_member",
            path: "/members",
            body: Some(RequestBody::Json("#/components/schemas/Member")),
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "list_shelves",
            path: "/shelves",
            parameters: &[
                Parameter {
                    name: "cursor",
                    location: ParameterLocation::Query,
                    required: false,
                    values: Values::One("#/paths/~1shelves/get/parameters/0/schema"),
                },
            ],
            responses: &[
                Response {
                    status: Status::Code(200),
                    headers: &[],
                    content: &[MediaType::json("#/components/schemas/ShelfPage")],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "create_shelf",
            path: "/shelves",
            body: Some(RequestBody::Json("#/components/schemas/Shelf")),
            responses: &[
                Response {
                    status: Status::Code(201),
                    headers: &[
                        Header {
                            name: "ETag",
                            required: true,
                            form: HeaderForm::Text,
                            schema: Some(
                                "#/paths/~1shelves/post/responses/201/headers/ETag/schema",
                            ),
                        },
                    ],
                    content: &[MediaType::json("#/components/schemas/Shelf")],
                },
                Response {
                    status: Status::Code(409),
                    headers: &[],
                    content: &[MediaType::json("#/components/schemas/Shelf")],
                },
                Response {
                    status: Status::Code(503),
                    headers: &[
                        Header {
                            name: "Retry-After",
                            required: false,
                            form: HeaderForm::Text,
                            schema: Some(
                                "#/paths/~1shelves/post/responses/503/headers/Retry-After/schema",
                            ),
                        },
                    ],
                    content: &[],
                },
            ],
            security: &[&[("reader", &["shelves"])]],
            ..Operation::EMPTY
        },
        Operation {
            id: "add_order",
            path: "/orders",
            parameters: &[
                Parameter {
                    name: "idempotency-key",
                    location: ParameterLocation::Header,
                    required: false,
                    values: Values::One("#/paths/~1orders/post/parameters/0/schema"),
                },
            ],
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "put_order",
            path: "/orders",
            parameters: &[
                Parameter {
                    name: "Idempotency-Key",
                    location: ParameterLocation::Header,
                    required: true,
                    values: Values::One("#/paths/~1orders/put/parameters/0/schema"),
                },
            ],
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "patch_order",
            path: "/orders",
            parameters: &[
                Parameter {
                    name: "Idempotency-Key",
                    location: ParameterLocation::Header,
                    required: false,
                    values: Values::One("#/paths/~1orders/patch/parameters/0/schema"),
                },
            ],
            responses: &[
                Response {
                    status: Status::Code(204),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
        Operation {
            id: "read_shelf",
            path: "/shelves/{name}",
            parameters: &[
                Parameter {
                    name: "name",
                    location: ParameterLocation::Path,
                    required: true,
                    values: Values::One(
                        "#/paths/~1shelves~1%7Bname%7D/get/parameters/0/schema",
                    ),
                },
                Parameter {
                    name: "If-None-Match",
                    location: ParameterLocation::Header,
                    required: false,
                    values: Values::One(
                        "#/paths/~1shelves~1%7Bname%7D/get/parameters/1/schema",
                    ),
                },
            ],
            responses: &[
                Response {
                    status: Status::Code(200),
                    headers: &[
                        Header {
                            name: "ETag",
                            required: true,
                            form: HeaderForm::Text,
                            schema: Some(
                                "#/paths/~1shelves~1%7Bname%7D/get/responses/200/headers/ETag/schema",
                            ),
                        },
                    ],
                    content: &[MediaType::json("#/components/schemas/Shelf")],
                },
                Response {
                    status: Status::Code(304),
                    headers: &[],
                    content: &[],
                },
                Response {
                    status: Status::Code(404),
                    headers: &[],
                    content: &[],
                },
            ],
            ..Operation::EMPTY
        },
    ];

    impl ClientHooks<Contract> for Client {
        async fn pre<E>(
            &self,
            request: &mut reqwest::Request,
            info: &OperationInfo,
        ) -> Result<(), Error<E>> {
            self.inner.prepare(&self.baseurl, request, info).await
        }

        async fn exec(
            &self,
            request: reqwest::Request,
            info: &OperationInfo,
        ) -> reqwest::Result<reqwest::Response> {
            self.inner.execute(&self.client, request, info).await
        }
    }
}
