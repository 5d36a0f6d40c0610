/// What version 1.0.0 needs beside the implementation of the newer versions.
pub trait Compatibility: super::v2_0_0::Compatibility {
    /// 3.0.0 allows this value, and 1.0.0 does not: `{"state":"moving"}`
    ///
    /// The part is `/state`.
    fn response_status_state(
        value: super::v3_0_0::types::StatusState,
    ) -> types::StatusState;

    /// 1.0.0 allows this value, and 3.0.0 does not: `{"book":1}`
    ///
    /// Returns the member `/days`.
    fn request_new_loan_days(value: types::NewLoan) -> Result<i64, Rejection>;
}

/// Serves this version by the newer ones.
pub struct Served<A>(std::marker::PhantomData<fn() -> A>);

impl<A: Compatibility> Api for Served<A> {
    type Context = <A as super::v3_0_0::Api>::Context;
    type ReaderToken = <A as super::v3_0_0::Api>::ReaderToken;

    async fn reader_token(
        rqctx: &RequestContext<Self::Context>,
        credential: BearerToken<'_>,
    ) -> Result<Option<Self::ReaderToken>, Rejection> {
        <A as super::v3_0_0::Api>::reader_token(rqctx, credential).await
    }
    const REALM: &'static str = <A as super::v3_0_0::Api>::REALM;

    fn limits(rqctx: &RequestContext<Self::Context>) -> RequestLimits {
        <A as super::v3_0_0::Api>::limits(rqctx)
    }

    fn validates_responses(rqctx: &RequestContext<Self::Context>) -> bool {
        <A as super::v3_0_0::Api>::validates_responses(rqctx)
    }

    fn status_for(
        rqctx: &RequestContext<Self::Context>,
        rejection: &Rejection,
    ) -> StatusCode {
        <A as super::v3_0_0::Api>::status_for(rqctx, rejection)
    }

    fn on_response(
        rqctx: &RequestContext<Self::Context>,
        outcome: &Outcome<'_>,
        headers: &mut HeaderMap,
    ) {
        <A as super::v3_0_0::Api>::on_response(rqctx, outcome, headers);
    }

    fn problem_for(rejection: &Rejection, status: StatusCode) -> types::Problem {
        <super::v2_0_0::Served<A> as super::v2_0_0::Api>::problem_for(rejection, status)
    }

    async fn get_status(
        rqctx: &RequestContext<Self::Context>,
    ) -> Result<types::GetStatusResponse, Rejection> {
        let call = super::v3_0_0::Call::GetStatus;
        <A as super::v3_0_0::Api>::before_operation(
                rqctx,
                super::v3_0_0::Principals::default(),
                call,
            )
            .await?;
        let response = <A as super::v3_0_0::Api>::get_status(rqctx).await?;
        type Newer = super::v3_0_0::types::GetStatusResponse;
        Ok(
            match response {
                Newer::Ok(body) => {
                    types::GetStatusResponse::Ok(
                        Conversion::of(&body)?
                            .part(
                                "/state",
                                |value| Ok(
                                    <A as Compatibility>::response_status_state(value),
                                ),
                            )?
                            .decode()?,
                    )
                }
                Newer::ServerError { status, body, .. } => {
                    types::GetStatusResponse::ServerError {
                        status,
                        body,
                    }
                }
            },
        )
    }

    async fn list_books(
        rqctx: &RequestContext<Self::Context>,
        query: types::ListBooksQuery,
        header: types::ListBooksHeader,
    ) -> Result<types::ListBooksResponse, Rejection> {
        let query: super::v2_0_0::types::ListBooksQuery = Members::default()
            .member("limit", &query.limit)?
            .decode()?;
        let header: super::v2_0_0::types::ListBooksHeader = Members::default()
            .member("Prefer", &header.prefer)?
            .decode()?;
        let call = super::v2_0_0::Call::ListBooks {
            query: &query,
            header: &header,
        };
        <super::v2_0_0::Served<A> as super::v2_0_0::Api>::before_operation(rqctx, call)
            .await?;
        let response = <super::v2_0_0::Served<
            A,
        > as super::v2_0_0::Api>::list_books(rqctx, query, header)
            .await?;
        type Newer = super::v2_0_0::types::ListBooksResponse;
        Ok(
            match response {
                Newer::Ok(body) => {
                    types::ListBooksResponse::Ok(openapi_dropshot::convert(&body)?)
                }
                Newer::ClientError { status, body, .. } => {
                    types::ListBooksResponse::ClientError {
                        status,
                        body,
                    }
                }
                Newer::ServerError { status, body, .. } => {
                    types::ListBooksResponse::ServerError {
                        status,
                        body,
                    }
                }
            },
        )
    }

    async fn create_book(
        rqctx: &RequestContext<Self::Context>,
        body: types::NewBook,
    ) -> Result<types::CreateBookResponse, Rejection> {
        let body = openapi_dropshot::convert(&body)?;
        let call = super::v2_0_0::Call::CreateBook;
        <super::v2_0_0::Served<A> as super::v2_0_0::Api>::before_operation(rqctx, call)
            .await?;
        let response = <super::v2_0_0::Served<
            A,
        > as super::v2_0_0::Api>::create_book(rqctx, body)
            .await?;
        type Newer = super::v2_0_0::types::CreateBookResponse;
        Ok(
            match response {
                Newer::Ok(body) => {
                    types::CreateBookResponse::Ok(openapi_dropshot::convert(&body)?)
                }
                Newer::ClientError { status, body, .. } => {
                    types::CreateBookResponse::ClientError {
                        status,
                        body,
                    }
                }
                Newer::ServerError { status, body, .. } => {
                    types::CreateBookResponse::ServerError {
                        status,
                        body,
                    }
                }
            },
        )
    }

    async fn get_language(
        rqctx: &RequestContext<Self::Context>,
        path: types::GetLanguagePath,
    ) -> Result<types::GetLanguageResponse, Rejection> {
        let path: super::v3_0_0::types::GetLanguagePath = Members::default()
            .member("language", &path.language)?
            .decode()?;
        let call = super::v3_0_0::Call::GetLanguage {
            path: &path,
        };
        <A as super::v3_0_0::Api>::before_operation(
                rqctx,
                super::v3_0_0::Principals::default(),
                call,
            )
            .await?;
        let response = <A as super::v3_0_0::Api>::get_language(rqctx, path).await?;
        type Newer = super::v3_0_0::types::GetLanguageResponse;
        Ok(
            match response {
                Newer::Ok { body, .. } => types::GetLanguageResponse::Ok(body),
                Newer::ClientError { status, body, .. } => {
                    types::GetLanguageResponse::ClientError {
                        status,
                        body,
                    }
                }
                Newer::ServerError { status, body, .. } => {
                    types::GetLanguageResponse::ServerError {
                        status,
                        body,
                    }
                }
            },
        )
    }

    async fn create_loan(
        rqctx: &RequestContext<Self::Context>,
        principal: Self::ReaderToken,
        body: types::NewLoan,
    ) -> Result<types::CreateLoanResponse, Rejection> {
        let body = Conversion::of(&body)?
            .member("/days", <A as Compatibility>::request_new_loan_days)?
            .decode()?;
        let call = super::v3_0_0::Call::CreateLoan;
        <A as super::v3_0_0::Api>::before_operation(
                rqctx,
                super::v3_0_0::Principals {
                    reader_token: Some(&principal),
                },
                call,
            )
            .await?;
        let response = <A as super::v3_0_0::Api>::create_loan(rqctx, principal, body)
            .await?;
        type Newer = super::v3_0_0::types::CreateLoanResponse;
        Ok(
            match response {
                Newer::Ok(body) => types::CreateLoanResponse::Ok(body),
                Newer::ClientError { status, body, .. } => {
                    types::CreateLoanResponse::ClientError {
                        status,
                        body,
                    }
                }
                Newer::ServerError { status, body, .. } => {
                    types::CreateLoanResponse::ServerError {
                        status,
                        body,
                    }
                }
            },
        )
    }
}

/// What version 2.0.0 needs beside the implementation of the newer versions.
pub trait Compatibility: super::v3_0_0::Api {
    /// As [`Api::before_operation`], for the operations that this trait implements.
    ///
    /// Called once for each request to an operation whose credential and parameters
    /// are accepted, before the body is received: for rate limits, tenants and audits.
    /// After a rejection the function of the operation is not called.
    fn before_operation(
        _: &RequestContext<<Self as super::v3_0_0::Api>::Context>,
        _: Call<'_>,
    ) -> impl Future<Output = Result<(), Rejection>> + Send {
        async { Ok(()) }
    }

    /// 2.0.0 does not declare the response 201 of 3.0.0.
    fn response_create_book_created(
        body: super::v3_0_0::types::Book,
    ) -> types::CreateBookResponse;

    /// `DELETE /books/{id}`
    ///
    /// The newer versions do not have this operation.
    fn delete_book(
        rqctx: &RequestContext<<Self as super::v3_0_0::Api>::Context>,
        path: types::DeleteBookPath,
    ) -> impl Future<Output = Result<types::DeleteBookResponse, Rejection>> + Send;

    /// 2.0.0 allows this value, and 3.0.0 does not: `{"mail":""}`
    fn request_reader(
        value: types::Reader,
    ) -> Result<super::v3_0_0::types::Reader, Rejection>;

    /// 3.0.0 allows this value, and 2.0.0 does not: `{"email":""}`
    ///
    /// Returns the member `/mail`.
    fn response_reader_mail(value: super::v3_0_0::types::Reader) -> String;

    /// 2.0.0 allows this value, and 3.0.0 does not: `{"cents":1,"kind":"card"}`
    fn request_payment(
        value: types::Payment,
    ) -> Result<super::v3_0_0::types::Payment, Rejection>;
}

/// Serves this version by the newer ones.
pub struct Served<A>(std::marker::PhantomData<fn() -> A>);

impl<A: Compatibility> Api for Served<A> {
    type Context = <A as super::v3_0_0::Api>::Context;

    fn limits(rqctx: &RequestContext<Self::Context>) -> RequestLimits {
        <A as super::v3_0_0::Api>::limits(rqctx)
    }

    fn validates_responses(rqctx: &RequestContext<Self::Context>) -> bool {
        <A as super::v3_0_0::Api>::validates_responses(rqctx)
    }

    fn status_for(
        rqctx: &RequestContext<Self::Context>,
        rejection: &Rejection,
    ) -> StatusCode {
        <A as super::v3_0_0::Api>::status_for(rqctx, rejection)
    }

    fn on_response(
        rqctx: &RequestContext<Self::Context>,
        outcome: &Outcome<'_>,
        headers: &mut HeaderMap,
    ) {
        <A as super::v3_0_0::Api>::on_response(rqctx, outcome, headers);
    }

    async fn before_operation(
        rqctx: &RequestContext<Self::Context>,
        call: Call<'_>,
    ) -> Result<(), Rejection> {
        if matches!(call, Call::DeleteBook { .. }) {
            <A as Compatibility>::before_operation(rqctx, call).await?;
        }
        Ok(())
    }

    fn problem_for(rejection: &Rejection, status: StatusCode) -> types::Problem {
        <A as super::v3_0_0::Api>::problem_for(rejection, status)
    }

    async fn list_books(
        rqctx: &RequestContext<Self::Context>,
        query: types::ListBooksQuery,
        header: types::ListBooksHeader,
    ) -> Result<types::ListBooksResponse, Rejection> {
        let query: super::v3_0_0::types::ListBooksQuery = Members::default()
            .member("limit", &query.limit)?
            .member("language", &query.language)?
            .decode()?;
        let header: super::v3_0_0::types::ListBooksHeader = Members::default()
            .member("Prefer", &header.prefer)?
            .decode()?;
        let call = super::v3_0_0::Call::ListBooks {
            query: &query,
            header: &header,
        };
        <A as super::v3_0_0::Api>::before_operation(
                rqctx,
                super::v3_0_0::Principals::default(),
                call,
            )
            .await?;
        let response = <A as super::v3_0_0::Api>::list_books(rqctx, query, header)
            .await?;
        type Newer = super::v3_0_0::types::ListBooksResponse;
        Ok(
            match response {
                Newer::Ok(body) => types::ListBooksResponse::Ok(body),
                Newer::ClientError { status, body, .. } => {
                    types::ListBooksResponse::ClientError {
                        status,
                        body,
                    }
                }
                Newer::ServerError { status, body, .. } => {
                    types::ListBooksResponse::ServerError {
                        status,
                        body,
                    }
                }
            },
        )
    }

    async fn create_book(
        rqctx: &RequestContext<Self::Context>,
        body: types::NewBook,
    ) -> Result<types::CreateBookResponse, Rejection> {
        let call = super::v3_0_0::Call::CreateBook;
        <A as super::v3_0_0::Api>::before_operation(
                rqctx,
                super::v3_0_0::Principals::default(),
                call,
            )
            .await?;
        let response = <A as super::v3_0_0::Api>::create_book(rqctx, body).await?;
        type Newer = super::v3_0_0::types::CreateBookResponse;
        Ok(
            match response {
                Newer::Created(body) => {
                    <A as Compatibility>::response_create_book_created(body)
                }
                Newer::ClientError { status, body, .. } => {
                    types::CreateBookResponse::ClientError {
                        status,
                        body,
                    }
                }
                Newer::ServerError { status, body, .. } => {
                    types::CreateBookResponse::ServerError {
                        status,
                        body,
                    }
                }
            },
        )
    }

    async fn delete_book(
        rqctx: &RequestContext<Self::Context>,
        path: types::DeleteBookPath,
    ) -> Result<types::DeleteBookResponse, Rejection> {
        <A as Compatibility>::delete_book(rqctx, path).await
    }

    async fn put_reader(
        rqctx: &RequestContext<Self::Context>,
        path: types::PutReaderPath,
        body: types::Reader,
    ) -> Result<types::PutReaderResponse, Rejection> {
        let path: super::v3_0_0::types::PutReaderPath = Members::default()
            .member("name", &path.name)?
            .decode()?;
        let body = <A as Compatibility>::request_reader(body)?;
        let call = super::v3_0_0::Call::PutReader {
            path: &path,
        };
        <A as super::v3_0_0::Api>::before_operation(
                rqctx,
                super::v3_0_0::Principals::default(),
                call,
            )
            .await?;
        let response = <A as super::v3_0_0::Api>::put_reader(rqctx, path, body).await?;
        type Newer = super::v3_0_0::types::PutReaderResponse;
        Ok(
            match response {
                Newer::Ok(body) => {
                    types::PutReaderResponse::Ok(
                        Conversion::of(&body)?
                            .member(
                                "/mail",
                                |value| Ok(
                                    <A as Compatibility>::response_reader_mail(value),
                                ),
                            )?
                            .decode()?,
                    )
                }
                Newer::ClientError { status, body, .. } => {
                    types::PutReaderResponse::ClientError {
                        status,
                        body,
                    }
                }
                Newer::ServerError { status, body, .. } => {
                    types::PutReaderResponse::ServerError {
                        status,
                        body,
                    }
                }
            },
        )
    }

    async fn create_payment(
        rqctx: &RequestContext<Self::Context>,
        body: types::Payment,
    ) -> Result<types::CreatePaymentResponse, Rejection> {
        let body = <A as Compatibility>::request_payment(body)?;
        let call = super::v3_0_0::Call::CreatePayment;
        <A as super::v3_0_0::Api>::before_operation(
                rqctx,
                super::v3_0_0::Principals::default(),
                call,
            )
            .await?;
        let response = <A as super::v3_0_0::Api>::create_payment(rqctx, body).await?;
        type Newer = super::v3_0_0::types::CreatePaymentResponse;
        Ok(
            match response {
                Newer::NoContent => types::CreatePaymentResponse::NoContent,
                Newer::ClientError { status, body, .. } => {
                    types::CreatePaymentResponse::ClientError {
                        status,
                        body,
                    }
                }
                Newer::ServerError { status, body, .. } => {
                    types::CreatePaymentResponse::ServerError {
                        status,
                        body,
                    }
                }
            },
        )
    }
}

