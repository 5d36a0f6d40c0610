//! Requests through middleware.

use futures::FutureExt;
use futures::future::BoxFuture;
use library::{CONTRACT, Client};
use openapi_progenitor::{CallError, Reason};
use reqwest::{Request, Response};
use reqwest_middleware::{ClientBuilder, Error, Next};
use test_kit::answers::Service;

use crate::{answer, library, pages_of_two};

type Handled<'n> = BoxFuture<'n, Result<Response, Error>>;

/// Repeats a request once.
fn repeated<'n>(
    request: Request,
    extensions: &'n mut http::Extensions,
    next: Next<'n>,
) -> Handled<'n> {
    async move {
        let again = request.try_clone().unwrap();
        match next.clone().run(request, extensions).await {
            Ok(response) if response.status().is_success() => Ok(response),
            _ => next.run(again, extensions).await,
        }
    }
    .boxed()
}

fn refused<'n>(_: Request, _: &'n mut http::Extensions, _: Next<'n>) -> Handled<'n> {
    let error = std::io::Error::other("the circuit is open");
    async move { Err(Error::middleware(error)) }.boxed()
}

#[tokio::test]
async fn a_request_is_sent_through_middleware_and_its_response_is_validated() {
    let [page, _] = pages_of_two();
    let service = Service::answering_each([
        answer("503 Service Unavailable", ""),
        page,
        answer("200 OK", r#"{"items":"none"}"#),
    ]);
    let http = ClientBuilder::new(reqwest::Client::new()).with(repeated);
    let client = Client::new(&service.url, CONTRACT.transport(http.build()));
    let page = client.list_shelves(None).await.unwrap();
    assert_eq!(page.items.len(), 2);
    let error = CallError::from(client.list_shelves(None).await.unwrap_err());
    assert!(matches!(error.reason(), Reason::Invalid(..)), "{error}");
}

#[tokio::test]
async fn an_error_of_middleware_is_a_reason_of_its_own() {
    let http = ClientBuilder::new(reqwest::Client::new()).with(refused);
    let client = Client::new("http://192.0.2.1", CONTRACT.transport(http.build()));
    let error = CallError::from(client.list_shelves(None).await.unwrap_err());
    assert!(matches!(error.reason(), Reason::Middleware), "{error}");
    assert_eq!(error.to_string(), "a middleware failed: the circuit is open");
}
