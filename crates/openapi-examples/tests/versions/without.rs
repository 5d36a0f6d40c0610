//! The library without one of the functions that the older versions need: values pass
//! through unchanged, as far as their types allow it.

use dropshot::RequestContext;
use openapi_dropshot::{BearerToken, Rejection, StatusCode};
use openapi_examples::versions::api::v3_0_0::Api;
use openapi_examples::versions::api::v3_0_0::types::{
    self as newest, GetLanguagePath, ListBooksHeader, ListBooksQuery, NewBook, NewLoan, Payment,
    PutReaderPath, Reader,
};
use openapi_examples::versions::api::{v1_0_0, v2_0_0};
use openapi_examples::versions::{Library, State};
use serde::{Serialize, de::DeserializeOwned};

/// The functions, in the order of the report.
pub(crate) const FUNCTIONS: [&str; 7] = [
    "response_status_state",
    "request_new_loan_days",
    "response_create_book_created",
    "delete_book",
    "request_reader",
    "response_reader_mail",
    "request_payment",
];

/// The library without the function at this index of [`FUNCTIONS`].
pub(crate) enum Without<const FUNCTION: usize> {}

impl<const FUNCTION: usize> Without<FUNCTION> {
    fn has(function: &str) -> bool {
        FUNCTIONS[FUNCTION] != function
    }
}

/// Returns the same JSON as a value of another version.
fn unchanged<T: DeserializeOwned>(value: &impl Serialize) -> Result<T, Rejection> {
    let json = serde_json::to_value(value).map_err(Rejection::defect)?;
    serde_json::from_value(json).map_err(|error| Rejection::NotJson(error.to_string()))
}

impl<const FUNCTION: usize> v1_0_0::Compatibility for Without<FUNCTION> {
    fn response_status_state(value: newest::StatusState) -> v1_0_0::types::StatusState {
        if Self::has("response_status_state") {
            return Library::response_status_state(value);
        }
        unchanged(&value).expect("the state is one of version 1.0.0")
    }

    fn request_new_loan_days(value: v1_0_0::types::NewLoan) -> Result<i64, Rejection> {
        if Self::has("request_new_loan_days") {
            return Library::request_new_loan_days(value);
        }
        unchanged(&value.days)
    }
}

impl<const FUNCTION: usize> v2_0_0::Compatibility for Without<FUNCTION> {
    /// No variant of the older type has the status 201, so an unchanged response does not
    /// compile.
    fn response_create_book_created(body: newest::Book) -> v2_0_0::types::CreateBookResponse {
        assert!(Self::has("response_create_book_created"), "201 is declared");
        Library::response_create_book_created(body)
    }

    async fn delete_book(
        rqctx: &RequestContext<State>,
        path: v2_0_0::types::DeleteBookPath,
    ) -> Result<v2_0_0::types::DeleteBookResponse, Rejection> {
        if Self::has("delete_book") {
            return Library::delete_book(rqctx, path).await;
        }
        Err(Rejection::defect("the newest version has no such operation"))
    }

    fn request_reader(value: v2_0_0::types::Reader) -> Result<newest::Reader, Rejection> {
        if Self::has("request_reader") {
            return Library::request_reader(value);
        }
        unchanged(&value)
    }

    /// No value is the member as it was.
    fn response_reader_mail(value: newest::Reader) -> String {
        assert!(Self::has("response_reader_mail"), "a reader has a mail");
        Library::response_reader_mail(value)
    }

    fn request_payment(value: v2_0_0::types::Payment) -> Result<newest::Payment, Rejection> {
        if Self::has("request_payment") {
            return Library::request_payment(value);
        }
        unchanged(&value)
    }
}

/// Implements operations by those of the library.
macro_rules! by_library {
    ($($name:ident($($input:ident: $kind:ident),*) -> $response:ident;)*) => {$(
        async fn $name(
            rqctx: &RequestContext<State>,
            $($input: $kind),*
        ) -> Result<newest::$response, Rejection> {
            Library::$name(rqctx, $($input),*).await
        }
    )*};
}

impl<const FUNCTION: usize> Api for Without<FUNCTION> {
    type Context = State;
    type ReaderToken = String;

    async fn reader_token(
        rqctx: &RequestContext<State>,
        credential: BearerToken<'_>,
    ) -> Result<Option<String>, Rejection> {
        Library::reader_token(rqctx, credential).await
    }

    fn problem_for(rejection: &Rejection, status: StatusCode) -> newest::Problem {
        Library::problem_for(rejection, status)
    }

    by_library! {
        get_hours() -> GetHoursResponse;
        get_status() -> GetStatusResponse;
        list_books(query: ListBooksQuery, header: ListBooksHeader) -> ListBooksResponse;
        create_book(body: NewBook) -> CreateBookResponse;
        get_language(path: GetLanguagePath) -> GetLanguageResponse;
        create_loan(principal: String, body: NewLoan) -> CreateLoanResponse;
        put_reader(path: PutReaderPath, body: Reader) -> PutReaderResponse;
        create_payment(body: Payment) -> CreatePaymentResponse;
    }
}
