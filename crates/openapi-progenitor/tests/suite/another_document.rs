//! The crate works for a document with other features: a library whose operations
//! use parameters, several statuses, `default`, bodies of other media types and no
//! body. The generated client is compiled here and is reviewed text, and so is the
//! outcome of each call and each response.

use std::fmt::{Debug, Display};

use crate::library::types::Book;
use crate::library::{ByteStream, CONTRACT, Client, Error, ResponseValue};
use futures::TryStreamExt;
use openapi_progenitor::{InvalidResponse, MultipartForm};

use test_kit::answers::Service;

fn client(url: &str) -> Client {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    Client::new_with_client(url, client.build().unwrap(), CONTRACT.response_limit(100))
}

fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    let head = head.replace('\n', "\r\n");
    let length = body.len();
    let head = format!("HTTP/1.1 {head}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    [head.as_bytes(), body].concat()
}

const TEN: i64 = 10;
const JSON: &str = "content-type: application/json";
const PROBLEM: &str = "content-type: application/problem+json";

/// Returns the outcome of a call. `shown` is its value or its documented failure.
fn outcome<T, E>(result: Result<ResponseValue<T>, Error<E>>, shown: impl Display) -> String
where
    Error<E>: Debug,
{
    match result {
        Ok(value) => format!("{} {shown}", value.status()),
        Err(Error::ErrorResponse(failure)) => format!("ErrorResponse {} {shown}", failure.status()),
        Err(Error::InvalidResponsePayload(..)) => "InvalidResponsePayload".to_owned(),
        Err(Error::CommunicationError(_)) => "sent".to_owned(),
        Err(error) => match InvalidResponse::of(&error) {
            Some(fault) => format!("refused: {fault}"),
            None => match error {
                Error::UnexpectedResponse(response) => {
                    format!("UnexpectedResponse {}, not refused", response.status())
                }
                error => format!("{error:?}"),
            },
        },
    }
}

async fn text(stream: ByteStream) -> String {
    match stream.into_inner().try_collect::<Vec<_>>().await {
        Ok(chunks) => String::from_utf8_lossy(&chunks.concat()).into_owned(),
        Err(error) => format!("{error}"),
    }
}

/// Returns the outcome of a call whose values have a type.
fn typed<T: Debug, E: Debug + Display>(result: Result<ResponseValue<T>, Error<E>>) -> String {
    let shown = match &result {
        Ok(value) => format!("{:?}", **value),
        Err(Error::ErrorResponse(failure)) => format!("{:?}, {}", **failure, **failure),
        Err(_) => String::new(),
    };
    outcome(result, shown)
}

/// Returns the outcome of a call whose values are streams.
async fn streamed<E>(result: Result<ResponseValue<ByteStream>, Error<E>>) -> String
where
    Error<E>: Debug,
{
    match result {
        Ok(value) => {
            let status = value.status();
            format!("{status} {}", text(value.into_inner()).await)
        }
        result => outcome(result, "as documented"),
    }
}

async fn list_books(answer: Vec<u8>) -> String {
    let service = Service::answering(answer);
    let client = client(&service.url);
    typed(client.list_books(TEN, None, None, None).await)
}

async fn get_book(answer: Vec<u8>) -> String {
    let service = Service::answering(answer);
    let client = client(&service.url);
    typed(client.get_book("1").await)
}

async fn put_book(answer: Vec<u8>) -> String {
    let service = Service::answering(answer);
    typed(client(&service.url).put_book("1", &book()).await)
}

async fn has_book(answer: Vec<u8>) -> String {
    let service = Service::answering(answer);
    outcome(client(&service.url).has_book("1").await, "as documented")
}

async fn scan(answer: Vec<u8>) -> String {
    let service = Service::answering(answer);
    let (from, to) = (1, i64::MAX);
    streamed(client(&service.url).scan("1", from, to, "png").await).await
}

async fn anything(answer: Vec<u8>) -> String {
    let service = Service::answering(answer);
    let result = client(&service.url).anything(1.0).await;
    let shown = result.as_ref().ok().map(|value| value.to_string());
    outcome(result, shown.unwrap_or_default())
}

fn book() -> Book {
    Book { after: None, copies: None, price: None, title: "Systema Naturae".to_owned() }
}

#[test]
fn the_client_and_what_holds_it_are_as_reviewed() {
    let (code, document) = crate::library::generate();
    expectorate::assert_contents("tests/output/client.rs", &code);
    expectorate::assert_contents("tests/output/openapi.json", &document);
}

#[test]
fn every_schema_of_the_document_compiles() {
    CONTRACT.compile().unwrap();
}

#[tokio::test]
async fn each_answer_is_what_the_document_says_of_its_status() {
    let long = format!(r#"[{{"title":"{}"}}]"#, "a".repeat(100));
    let csv = "206 Part\nx-next: 2\ncontent-type: text/csv; header=absent";
    let large = "a".repeat(200);
    let etag = format!("200 OK\netag: \"1\"\n{JSON}");
    let rows = [
        "listBooks",
        &list_books(answer(&format!("200 OK\n{JSON}"), br#"[ {"title":"a"} ]"#)).await,
        &list_books(answer(&format!("200 OK\n{JSON}"), br#"[{"title":"a"},{"title":"a"}]"#)).await,
        &list_books(answer(&format!("200 OK\n{JSON}"), br#"[{"title":"a","copies":3}]"#)).await,
        &list_books(answer(&format!("200 OK\n{JSON}"), br#"[{"title":"a","price":1}]"#)).await,
        &list_books(answer(&format!("200 OK\n{JSON}"), br#"[{"title":"a","after":{"after":7}}]"#))
            .await,
        &list_books(answer(&format!("200 OK\n{JSON}"), long.as_bytes())).await,
        &list_books(answer("200 OK\ncontent-type: text/csv", b"a,b")).await,
        &list_books(answer(csv, b"a,b")).await,
        &list_books(answer("206 Part\ncontent-type: text/csv", b"a,b")).await,
        &list_books(answer("206 Part\nx-next:\ncontent-type: text/csv", b"a,b")).await,
        &list_books(answer(&format!("206 Part\nx-next: 2\n{JSON}"), b"{}")).await,
        &list_books(answer(&format!("418 Teapot\n{PROBLEM}"), br#"{"title":"no"}"#)).await,
        &list_books(answer(&format!("418 Teapot\n{PROBLEM}"), br#"{"title":"yes"}"#)).await,
        &list_books(answer(&format!("418 Teapot\n{JSON}"), br#"{"title":"no"}"#)).await,
        &list_books(answer(&format!("201 Created\n{PROBLEM}"), br#"{"title":"no"}"#)).await,
        "getBook",
        &get_book(answer(&etag, br#"{"title":"a","copies":2.0}"#)).await,
        &get_book(answer(&format!("299 OK\netag: 1\n{JSON}"), br#"{"title":"a"}"#)).await,
        &get_book(answer(&format!("200 OK\n{JSON}"), br#"{"title":"a"}"#)).await,
        &get_book(answer(&format!("{etag}\nx-copies: many"), br#"{"title":"a"}"#)).await,
        &get_book(answer("204 No Content", b"")).await,
        &get_book(answer("302 Found\nlocation: /books/1", b"")).await,
        &get_book(answer(&format!("303 Found\n{PROBLEM}"), br#"{"title":"no"}"#)).await,
        &get_book(answer(&format!("410 Gone\n{JSON}"), br#"{"since":1999}"#)).await,
        &get_book(answer(&format!("410 Gone\n{JSON}"), br#"{"title":"no"}"#)).await,
        &get_book(answer(&format!("411 Gone\n{PROBLEM}"), br#"{"title":"no"}"#)).await,
        "putBook",
        &put_book(answer("204 No Content", b"")).await,
        &put_book(answer(&format!("200 OK\n{JSON}"), b"{}")).await,
        &put_book(answer(&format!("503 Odd\n{PROBLEM}"), br#"{"title":"no"}"#)).await,
        "hasBook",
        &has_book(answer(&format!("200 OK\n{JSON}"), b"")).await,
        &has_book(b"HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n".to_vec()).await,
        &has_book(answer("404 Not Found", b"")).await,
        &has_book(answer("410 Gone", b"")).await,
        "scan",
        &scan(answer("200 OK\ncontent-type: image/png", b"\x89PNG")).await,
        &scan(answer("200 OK\ncontent-type: Application/PDF", large.as_bytes())).await,
        &scan(answer("200 OK\ncontent-type: text/html", b"<p>")).await,
        &scan(answer("404 Not Found\ncontent-type: text/html", b"")).await,
        &scan(answer("404 Not Found", b"<p>")).await,
        "anything",
        &anything(answer(&format!("200 OK\n{JSON}"), b"[null, 1.0, 1e400]")).await,
        &anything(answer(&format!("200 OK\n{JSON}"), b"{")).await,
        &anything(answer(&format!("200 OK\n{JSON}"), large.as_bytes())).await,
    ]
    .join("\n");
    insta::assert_snapshot!(rows);
}

#[tokio::test]
async fn each_call_that_the_document_does_not_allow_is_not_sent() {
    // Nothing listens there, so a sent request ends in `CommunicationError`.
    let client = client("http://127.0.0.1:1/under/a/path");
    let subjects = |subjects: &[&str]| -> Vec<String> {
        subjects.iter().map(|&subject| subject.to_owned()).collect()
    };
    let book = |copies, price| Book { copies, price, ..book() };
    let list = async |limit: u64, subject: &[&str], year: &[i64], reader: Option<&str>| {
        let limit = limit.try_into().unwrap();
        let (subject, year) = (subjects(subject), year.to_vec());
        let call = client.list_books(limit, Some(&subject), Some(&year), reader);
        format!("{limit} {subject:?} {year:?} {reader:?}\n    {}", outcome(call.await, ""))
    };
    let get =
        async |isbn: &str| format!("{isbn:?}\n    {}", outcome(client.get_book(isbn).await, ""));
    let put = async |book: Book| {
        let call = client.put_book("1", &book).await;
        format!("{book:?}\n    {}", outcome(call, ""))
    };
    let scan = async |isbn: &str, format: &str| {
        let call = client.scan(isbn, TEN, TEN, format);
        format!("{isbn:?} {format:?}\n    {}", outcome(call.await, ""))
    };
    let anything =
        async |number: f64| format!("{number}\n    {}", outcome(client.anything(number).await, ""));
    let rows = [
        "listBooks",
        &list(10, &[], &[], None).await,
        &list(10, &["true", "12"], &[1450, 2000], Some("é 🌵")).await,
        &list(10, &["botany"], &[1450], Some("")).await,
        &list(15, &[], &[], None).await,
        &list(10, &["botany", "botany"], &[], None).await,
        &list(10, &["one", "two", "three"], &[], None).await,
        &list(10, &[], &[1449], None).await,
        &list(5, &[], &[1900, 1], Some("nobody")).await,
        "getBook",
        &get("978-0-19-").await,
        &get("a/b?c#d%2F é").await,
        &get("0").await,
        &get("").await,
        &get(".").await,
        &get("..").await,
        &get("a\\b").await,
        "putBook",
        &put(book(Some(2), Some(1.0))).await,
        &put(book(Some(3), None)).await,
        &put(book(None, Some(1.0))).await,
        &put(book(Some(1 << 31), Some(f64::NAN))).await,
        "scan",
        &scan("1", "png").await,
        &scan("..", "png").await,
        &scan("1", "").await,
        &scan("1", "\\").await,
        "anything",
        &anything(2.5).await,
        &anything(0.3).await,
        &anything(f64::INFINITY).await,
    ]
    .join("\n");
    insta::assert_snapshot!(rows);
}

#[tokio::test]
async fn a_body_is_sent_as_the_media_type_that_the_document_declares() {
    let service = Service::answering(answer("204 No Content", b""));
    let form = MultipartForm::new().text("title", "Systema Naturae").file(
        "cover",
        "cover.png",
        "image/png",
        "pixels",
    );
    client(&service.url).add_cover(form).await.unwrap();
    let request = service.request();
    let boundary = request.trim_end().trim_end_matches('-');
    let (_, boundary) = boundary.rsplit_once("pixels\r\n--").unwrap();
    let content_type = format!("content-type: multipart/form-data; boundary=\"{boundary}\"");
    assert!(request.contains(&content_type), "{request}");

    let service = Service::answering(answer("204 No Content", b""));
    client(&service.url).put_note("# A note".to_owned()).await.unwrap();
    let request = service.request();
    assert!(request.contains("content-type: text/markdown\r\n"), "{request}");

    let service = Service::answering(answer("204 No Content", b""));
    let mut patch = serde_json::Map::new();
    patch.insert("title".to_owned(), "A note".into());
    client(&service.url).patch_note(&patch).await.unwrap();
    let request = service.request();
    let content_type = "content-type: application/merge-patch+json\r\n";
    assert!(request.contains(content_type), "{request}");
}

#[tokio::test]
async fn a_request_accepts_the_declared_media_types_and_has_the_version_of_its_document() {
    let service = Service::answering(answer(&format!("200 OK\n{JSON}"), b"[]"));
    typed(client(&service.url).list_books(TEN, None, None, None).await);
    let request = service.request();
    let accepted = "accept: application/json, application/problem+json\r\n";
    assert!(request.contains(accepted), "{request}");
    assert!(request.contains("api-version: 1.0.0\r\n"), "{request}");

    let service = Service::answering(answer("404 Not Found", b""));
    let scanned = client(&service.url).scan("1", TEN, TEN, "png").await;
    assert!(scanned.is_err());
    let request = service.request();
    assert!(request.contains("accept: image/*, application/pdf"), "{request}");
}

#[tokio::test]
async fn a_body_without_its_boundary_or_against_its_schema_is_not_sent() {
    let service = Service::silent();
    let sent = client(&service.url).add_cover("no form").await;
    assert_eq!(
        outcome(sent, ""),
        "Invalid Request: the body of multipart/form-data does not begin with its boundary"
    );
    let two = serde_json::json!({ "a": 1, "b": 2 });
    let sent = client(&service.url).patch_note(two.as_object().unwrap()).await;
    let refused = outcome(sent, "");
    assert!(refused.contains("the body is not as declared"), "{refused}");
}
