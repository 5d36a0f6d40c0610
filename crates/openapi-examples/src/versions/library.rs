//! The implementation of the newest version.

use std::collections::BTreeMap;
use std::sync::Mutex;

use dropshot::RequestContext;
use openapi_dropshot::{BearerToken, HeaderMap, Outcome, Rejection, RequestLimits, StatusCode};

use super::api::v3_0_0::types::{
    Book, CreateBookResponse, CreateLoanResponse, CreatePaymentResponse, GetHoursResponse,
    GetLanguagePath, GetLanguageResponse, GetStatusResponse, Hours, Language, ListBooksHeader,
    ListBooksQuery, ListBooksResponse, Loan, NewBook, NewLoan, Payment, Problem, PutReaderPath,
    PutReaderResponse, Reader, Status, StatusState,
};
use super::api::v3_0_0::{Api, Call, Principals};

/// The service.
pub enum Library {}

/// The state of the service.
#[derive(Debug, Default)]
pub struct State {
    /// The books by id.
    pub books: Mutex<BTreeMap<i64, Book>>,
    /// The number of requests by version.
    pub requests: Mutex<BTreeMap<&'static str, usize>>,
    /// The calls, for audits.
    pub calls: Mutex<Vec<String>>,
}

impl Api for Library {
    type Context = State;
    type ReaderToken = String;

    async fn reader_token(
        _: &RequestContext<State>,
        credential: BearerToken<'_>,
    ) -> Result<Option<String>, Rejection> {
        let token = credential.reveal();
        Ok(token.strip_prefix("reader-").map(str::to_owned))
    }

    fn limits(rqctx: &RequestContext<State>) -> RequestLimits {
        RequestLimits { body: 1 << 20, ..RequestLimits::of(rqctx) }
    }

    async fn before_operation(
        rqctx: &RequestContext<State>,
        _: Principals<'_, Self>,
        call: Call<'_>,
    ) -> Result<(), Rejection> {
        audit(rqctx, &call);
        Ok(())
    }

    fn on_response(rqctx: &RequestContext<State>, outcome: &Outcome<'_>, _: &mut HeaderMap) {
        outcome.log(&rqctx.log);
        let mut requests = lock(&rqctx.context().requests);
        *requests.entry(outcome.version.unwrap_or("none")).or_default() += 1;
    }

    fn problem_for(rejection: &Rejection, _: StatusCode) -> Problem {
        let message = rejection.to_string();
        Problem { message }
    }

    async fn get_hours(_: &RequestContext<State>) -> Result<GetHoursResponse, Rejection> {
        Ok(GetHoursResponse::Ok(Hours { opens: 9, closes: 18 }))
    }

    async fn get_status(_: &RequestContext<State>) -> Result<GetStatusResponse, Rejection> {
        Ok(GetStatusResponse::Ok(Status { state: StatusState::Moving }))
    }

    async fn list_books(
        rqctx: &RequestContext<State>,
        query: ListBooksQuery,
        _: ListBooksHeader,
    ) -> Result<ListBooksResponse, Rejection> {
        let books = lock(&rqctx.context().books);
        let of_language = |book: &&Book| {
            let wanted = query.language.as_ref();
            wanted.is_none_or(|wanted| book.language.as_ref() == Some(wanted))
        };
        let limit = usize::try_from(query.limit).unwrap_or_default();
        let books = books.values().filter(of_language).take(limit);
        Ok(ListBooksResponse::Ok(books.cloned().collect()))
    }

    async fn create_book(
        rqctx: &RequestContext<State>,
        body: NewBook,
    ) -> Result<CreateBookResponse, Rejection> {
        let mut books = lock(&rqctx.context().books);
        let id = books.last_key_value().map_or(1, |(id, _)| id + 1);
        let book = Book { id, title: body.title, pages: body.pages, language: body.language };
        books.insert(id, book.clone());
        Ok(CreateBookResponse::Created(book))
    }

    async fn get_language(
        rqctx: &RequestContext<State>,
        path: GetLanguagePath,
    ) -> Result<GetLanguageResponse, Rejection> {
        let books = lock(&rqctx.context().books);
        let language = path.language;
        let number = |count: usize| i64::try_from(count).map_err(Rejection::defect);
        let x_total = Some(number(books.len())?);
        let books = books.values().filter(|book| book.language.as_ref() == Some(&language));
        let books = number(books.count())?;
        let body = Language { language, books };
        Ok(GetLanguageResponse::Ok { body, x_total })
    }

    async fn create_loan(
        _: &RequestContext<State>,
        principal: String,
        body: NewLoan,
    ) -> Result<CreateLoanResponse, Rejection> {
        Ok(CreateLoanResponse::Ok(Loan { reader: principal, book: body.book, days: body.days }))
    }

    async fn put_reader(
        _: &RequestContext<State>,
        _: PutReaderPath,
        body: Reader,
    ) -> Result<PutReaderResponse, Rejection> {
        Ok(PutReaderResponse::Ok(body))
    }

    async fn create_payment(
        _: &RequestContext<State>,
        _: Payment,
    ) -> Result<CreatePaymentResponse, Rejection> {
        Ok(CreatePaymentResponse::NoContent)
    }
}

/// Adds a call to those of the audit.
pub(crate) fn audit(rqctx: &RequestContext<State>, call: &impl std::fmt::Debug) {
    lock(&rqctx.context().calls).push(format!("{call:?}"));
}

/// Locks a value. A panic of a request does not make it unusable for others.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
