//! Webhooks and callbacks on a real socket: each request is sent as the document declares
//! it, an invalid request is not sent, and an invalid response is an error. The transcript
//! is reviewed text.

use std::fmt::Debug;
use std::path::Path;

use openapi_dropshot::{Bytes, SendError};
use openapi_examples::outgoing::api::types::{
    Item, Order, Range, RestockedBody, SubscribeChangedCookie, SubscribeChangedHeader,
    SubscribeChangedQuery,
};
use openapi_examples::outgoing::api::{callbacks, webhooks};
use test_kit::answers::Service;

/// The HTTP client.
async fn transport(request: http::Request<Bytes>) -> reqwest::Result<http::Response<Bytes>> {
    let client = reqwest::Client::new();
    let received = client.execute(request.try_into()?).await?;
    let mut response = http::Response::new(Bytes::new());
    *response.status_mut() = received.status();
    *response.headers_mut() = received.headers().clone();
    *response.body_mut() = received.bytes().await?;
    Ok(response)
}

/// Returns a response with this status line, content type and body.
fn answer(status: &str, content_type: &str, body: &str) -> String {
    let length = body.len();
    let content_type = match content_type {
        "" => String::new(),
        name => format!("content-type: {name}\r\n"),
    };
    format!("HTTP/1.1 {status}\r\n{content_type}content-length: {length}\r\n\r\n{body}")
}

/// Returns the request that a service receives, and the outcome of a call of its URL.
async fn transcript<T: Debug>(
    answer: String,
    call: impl AsyncFnOnce(&str) -> Result<T, SendError<reqwest::Error>>,
) -> String {
    let service = Service::answering(answer);
    let result = call(&service.url).await;
    if let Err(SendError::Request(error)) = &result {
        panic!("the request is not sent: {error}");
    }
    let outcome = outcome(result);
    let request = service.request().replace("\r\n", "\n");
    let lines = request.lines().filter(|line| !line.starts_with("host: ")).collect::<Vec<_>>();
    format!("{}\n=> {outcome}\n", lines.join("\n"))
}

fn outcome<T: Debug>(result: Result<T, SendError<reqwest::Error>>) -> String {
    match result {
        Ok(response) => format!("{response:?}"),
        Err(error) => error.to_string(),
    }
}

fn item(name: &str) -> Item {
    Item { name: name.to_owned(), price: Some(1.5) }
}

async fn changed(url: &str, item: Item) -> Result<impl Debug + use<>, SendError<reqwest::Error>> {
    let query = SubscribeChangedQuery {
        tags: Some(vec!["a b".to_owned(), "c&d".to_owned()]),
        sizes: Some(vec![1, 2]),
        range: Some(Range { from: Some(1), to: None }),
        page: Some(Range { from: None, to: Some(9) }),
    };
    let header = SubscribeChangedHeader { x_sequence: 7 };
    let cookie = SubscribeChangedCookie { session: Some("a;b".to_owned()) };
    callbacks::subscribe_changed(&transport, url, &query, &header, &cookie, &item).await
}

#[tokio::test]
async fn each_request_and_each_response_is_that_of_the_document() {
    let receipt = || answer("200 OK", "application/json", r#"{"id":3}"#);
    let text = || answer("200 OK", "text/plain", "12");
    let mut all = vec![
        transcript(receipt(), async |url: &str| {
            changed(&format!("{url}/hook?key=1#part"), item("Fern")).await
        })
        .await,
    ];
    for answer in [
        answer("204 No Content", "", ""),
        answer("409 Conflict", "application/problem+json", r#"{"title":"x"}"#),
        answer("200 OK", "text/plain", "3"),
        answer("200 OK", "application/json", r#"{"id":"3"}"#),
        answer("200 OK", "application/json", r#"{"id":3"#),
        answer("500 Internal Server Error", "", ""),
    ] {
        let call = async |url: &str| changed(url, item("Fern")).await;
        let shown = transcript(answer, call).await;
        all.push(shown.lines().last().unwrap().to_owned());
    }
    for body in
        [None, Some(RestockedBody::Json(item("Fern"))), Some(RestockedBody::Text("ten".to_owned()))]
    {
        let call = async |url: &str| webhooks::restocked(&transport, url, body.as_ref()).await;
        all.push(transcript(text(), call).await);
    }
    let latin = answer("200 OK", "text/plain; charset=iso-8859-1", "12");
    let call = async |url: &str| webhooks::restocked(&transport, url, None).await;
    let shown = transcript(latin, call).await;
    all.push(shown.lines().last().unwrap().to_owned());
    let teapot = answer("418 I'm a teapot", "", "");
    let call = async |url: &str| webhooks::restocked(&transport, url, None).await;
    all.push(transcript(teapot, call).await);
    let items = vec![item("Fern"), item("Oak")];
    let archive = answer("200 OK", "application/zip", "PK");
    let call = async |url: &str| webhooks::exported(&transport, url, &items).await;
    all.push(transcript(archive, call).await);
    let order = Order {
        item: "a b".to_owned(),
        count: 2,
        colors: Some(vec!["red".to_owned(), "green".to_owned()]),
    };
    let call = async |url: &str| webhooks::ordered(&transport, url, &order).await;
    all.push(transcript(answer("201 Created", "", ""), call).await);
    let call = async |url: &str| webhooks::noted(&transport, url, "note").await;
    all.push(transcript(answer("204 No Content", "", ""), call).await);
    let call = async |url: &str| webhooks::moved(&transport, url, &["here".to_owned()]).await;
    all.push(transcript(answer("204 No Content", "", ""), call).await);
    let call = async |url: &str| webhooks::deleted(&transport, url).await;
    all.push(transcript(answer("202 Accepted", "", ""), call).await);
    insta::assert_snapshot!(all.join("\n"));
}

#[tokio::test]
async fn an_invalid_request_is_not_sent() {
    let nowhere = "http://127.0.0.1:9";
    let outcomes = [
        outcome(changed(nowhere, item("fern")).await),
        outcome(changed("/relative", item("Fern")).await),
        outcome(changed("ftp://example.com", item("Fern")).await),
        outcome(changed("http://exa mple.com", item("Fern")).await),
        outcome(
            webhooks::restocked(
                &transport,
                nowhere,
                Some(&RestockedBody::Text("more than ten".to_owned())),
            )
            .await,
        ),
        outcome(webhooks::exported(&transport, nowhere, &[item("Fern"), item("fern")]).await),
    ];
    insta::assert_snapshot!(outcomes.join("\n"));
    let unreachable = webhooks::deleted(&transport, nowhere).await;
    assert!(matches!(unreachable, Err(SendError::Transport(_))));
}

#[test]
fn the_generated_code_is_the_reviewed_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = openapi_document::Document::read(&path.join("outgoing.yaml")).unwrap();
    let generated = openapi_dropshot_build::generate(&document).unwrap();
    expectorate::assert_contents(path.join("tests/output/outgoing.rs"), &generated.code);
}
