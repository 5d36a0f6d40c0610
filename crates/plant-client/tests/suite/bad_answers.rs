//! A response that violates the document is an error whose kind tells the
//! violation: never a value, never a panic. The table of responses with their
//! results is reviewed text.

use std::fmt::Write;

use plant_client::types::NewPlant;
use plant_client::{Connection, Error, InvalidResponse};

use test_kit::answers::Service;

/// The limit in these tests, in bytes.
const LIMIT: usize = 64;

const PLANT: &[u8] = br#"{"name":"Aloe"}"#;
const ERROR: &[u8] = br#"{"error":200,"message":"no"}"#;

fn plant() -> NewPlant {
    NewPlant { id: 7, name: "Aloe".to_owned(), tag: None }
}

/// Returns a response with its length declared; `head` is the status line and any
/// field lines after it.
fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    let head = head.replace('\n', "\r\n");
    let length = body.len();
    let head = format!("HTTP/1.1 {head}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    [head.as_bytes(), body].concat()
}

fn json(status: &str, body: &[u8]) -> Vec<u8> {
    answer(&format!("{status}\ncontent-type: application/json"), body)
}

fn ok(body: &[u8]) -> Vec<u8> {
    json("200 OK", body)
}

fn chunked(body: &[u8]) -> Vec<u8> {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\
        transfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    let mut answer = head.as_bytes().to_vec();
    for chunk in body.chunks(10) {
        answer.extend(format!("{:x}\r\n", chunk.len()).as_bytes());
        answer.extend(chunk);
        answer.extend(b"\r\n");
    }
    answer.extend(b"0\r\n\r\n");
    answer
}

fn typed(content_type: &str) -> Vec<u8> {
    answer(&format!("200 OK\ncontent-type: {content_type}"), PLANT)
}

async fn outcome(answer: Vec<u8>) -> String {
    let service = Service::answering(answer);
    let connection = Connection::anonymous(&service.url).response_limit(LIMIT);
    match connection.client().unwrap().create_plant().body(plant()).send().await {
        Ok(plant) => format!("{:?}", plant.into_inner()),
        Err(Error::ErrorResponse(failure)) => {
            format!("ErrorResponse {} {:?}", failure.status(), *failure)
        }
        Err(Error::CommunicationError(_)) => "CommunicationError".to_owned(),
        Err(error) => match InvalidResponse::of(&error) {
            Some(fault) => {
                let kind = format!("{fault:?}");
                let kind = kind.split(['(', ' ']).next().unwrap();
                format!("{kind}: {fault}")
            }
            None => format!("{error:?}"),
        },
    }
}

async fn table(rows: Vec<(&str, Vec<u8>)>) -> String {
    let mut table = String::new();
    for (case, answer) in rows {
        writeln!(table, "{case}\n    {}", outcome(answer).await).unwrap();
    }
    table
}

#[tokio::test]
async fn each_answer_that_the_document_does_not_declare_is_an_error_of_its_kind() {
    let nested = format!(r#"{{"name":"","x":{}{}}}"#, "[".repeat(20), "]".repeat(20));
    let challenge = "401 Unauthorized\ncontent-type: application/json\nwww-authenticate: Bearer";
    let rows = vec![
        ("200 of a plant", ok(PLANT)),
        ("a status of success that is not declared", json("201 Created", PLANT)),
        ("204, without a body", answer("204 No Content", b"")),
        ("a redirection", answer("307 Temporary Redirect\nlocation: /other", b"")),
        ("404 of a proxy", answer("404 Not Found\ncontent-type: text/html", b"<html>")),
        ("403 in the form of an error", json("403 Forbidden", ERROR)),
        ("a status that no one knows", json("999 Odd", PLANT)),
        ("no content type", answer("200 OK", PLANT)),
        ("an empty content type", typed("")),
        ("another content type", typed("text/plain")),
        ("a content type that only ends in JSON", typed("application/problem+json")),
        ("a content type that only begins with it", typed("application/json5")),
        ("a content type that is none", typed("json")),
        ("a content type and more", typed("application/json, text/html")),
        (
            "two content types",
            typed("application/json\ncontent-type: application/json"),
        ),
        ("502 in HTML", answer("502 Bad Gateway\ncontent-type: text/html", b"<html>")),
        ("no body", ok(b"")),
        ("not JSON", ok(b"Aloe")),
        ("JSON cut short", ok(br#"{"name":"Aloe""#)),
        ("bytes after it", ok(br#"{"name":"Aloe"} x"#)),
        ("two documents", ok(br#"{"name":"Aloe"}{"name":"Aloe"}"#)),
        ("a byte order mark", ok(b"\xef\xbb\xbf{\"name\":\"Aloe\"}")),
        ("invalid UTF-8 in the name", ok(b"{\"name\":\"\xff\"}")),
        ("invalid UTF-8 where nobody looks", ok(b"{\"name\":\"\",\"x\":\"\xff\"}")),
        ("UTF-16", ok(b"{\0}\0")),
        ("a lone surrogate", ok(br#"{"name":"\ud800"}"#)),
        ("a member twice", ok(br#"{"name":"a","name":"b"}"#)),
        ("a member twice where nobody looks", ok(br#"{"name":"","x":{"y":1,"y":1}}"#)),
        ("a comment", ok(br#"{"name":""}/**/"#)),
        ("null", ok(b"null")),
        ("an array in the order of the members", ok(br#"["Aloe",null]"#)),
        ("a string", ok(br#""Aloe""#)),
        ("no name", ok(br#"{"tag":"climber"}"#)),
        ("a name that is null", ok(br#"{"name":null}"#)),
        ("a name that is a number", ok(br#"{"name":7}"#)),
        ("a tag that is null", ok(br#"{"name":"Aloe","tag":null}"#)),
        ("a tag that is an array, and no name", ok(br#"{"tag":["climber"]}"#)),
        ("an error as a plant", ok(ERROR)),
        ("a plant as an error", json("400 Bad Request", PLANT)),
        ("an error value in quotes", json("400 Bad Request", br#"{"error":"100","message":""}"#)),
        ("an error value beyond 32 bits", json("400 Bad Request", br#"{"error":2147483648,"message":""}"#)),
        ("an error value with a fraction", json("400 Bad Request", br#"{"error":1.5,"message":""}"#)),
        ("an error without its message", json("503 Odd", br#"{"error":300}"#)),
        ("an error that is null", json("599 Odd", b"null")),
        ("401 without its challenge", json("401 Unauthorized", ERROR)),
        ("401 with it", answer(challenge, ERROR)),
        (
            "a time to try again that is none",
            answer("503 Odd\ncontent-type: application/json\nretry-after: soon", ERROR),
        ),
        (
            "a time to try again that is negative",
            answer("503 Odd\ncontent-type: application/json\nretry-after: -1", ERROR),
        ),
        (
            "two times to try again",
            answer("503 Odd\ncontent-type: application/json\nretry-after: 1\nretry-after: 2", ERROR),
        ),
        ("a body of the limit", ok(format!(r#"{{"name":"{}"}}"#, "a".repeat(LIMIT - 11)).as_bytes())),
        ("a body over the limit", ok(format!(r#"{{"name":"{}"}}"#, "a".repeat(LIMIT - 10)).as_bytes())),
        ("the same in chunks", chunked(format!(r#"{{"name":"{}"}}"#, "a".repeat(LIMIT - 10)).as_bytes())),
        ("a plant in chunks", chunked(PLANT)),
        (
            "compressed, which was not asked for",
            answer("200 OK\ncontent-type: application/json\ncontent-encoding: gzip", b"\x1f\x8b\x08"),
        ),
        ("nested, and within the limits", ok(nested.as_bytes())),
        (
            "a body cut short",
            b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{\"name\":".to_vec(),
        ),
        ("no HTTP", b"220 plants ESMTP\r\n".to_vec()),
        ("nothing at all", Vec::new()),
    ];
    insta::assert_snapshot!(table(rows).await);
}

#[tokio::test]
async fn each_answer_that_the_document_declares_passes_unchanged() {
    let long = format!(r#"{{"name":"","x":{}1{}}}"#, "[".repeat(20), "]".repeat(20));
    let rows = vec![
        ("the least", ok(br#"{"name":""}"#)),
        ("an empty tag", ok(br#"{"name":"Aloe","tag":""}"#)),
        ("any character", ok(r#"{"name":"\u0000\ud83c\udf35é🌵"}"#.as_bytes())),
        ("members that nobody knows", ok(br#"{"id":7,"name":"Aloe","x":[null,{"tag":null}]}"#)),
        ("nested members that nobody knows", ok(long.as_bytes())),
        ("space around it", ok(b" \t\r\n{ \"name\" : \"Aloe\" }\n")),
        ("a content type in capitals", typed("Application/JSON")),
        ("a content type with parameters", typed("application/json ; charset=\"utf-8\"")),
        (
            "an integer written with a fraction",
            json("400 Bad Request", br#"{"error":110.0,"message":"1.0"}"#),
        ),
        (
            "an integer written with an exponent",
            json("400 Bad Request", br#"{"error":11e1,"message":""}"#),
        ),
        ("a negative error value", json("500 Odd", br#"{"error":-2147483648,"message":""}"#)),
        (
            "when to try again",
            answer("503 Odd\ncontent-type: application/json\nretry-after: 1", ERROR),
        ),
    ];
    insta::assert_snapshot!(table(rows).await);
}

#[tokio::test]
async fn a_rejected_response_is_returned_with_status_headers_and_body() {
    let service =
        Service::answering(answer("200 OK\ncontent-type: application/json\nx-proxy: one", b"[1]"));
    let connection = Connection::anonymous(&service.url);
    match connection.client().unwrap().create_plant().body(plant()).send().await {
        Err(Error::UnexpectedResponse(response)) => {
            assert_eq!(response.status(), 200);
            assert_eq!(response.headers()["x-proxy"], "one");
            assert_eq!(response.url().path(), "/plants");
            assert_eq!(response.text().await.unwrap(), "[1]");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_response_may_have_16_mib_and_a_larger_one_is_not_read() {
    // There is no body at all, so waiting for the body would end in another error.
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
    let service = Service::answering(format!("{head}content-length: 16777217\r\n\r\n"));
    let client = Connection::anonymous(&service.url).client().unwrap();
    let error = client.create_plant().body(plant()).send().await.unwrap_err();
    let fault = InvalidResponse::of(&error).unwrap();
    assert!(matches!(fault, InvalidResponse::TooLarge { limit: 16_777_216 }), "{fault}");
}

#[tokio::test]
async fn a_rejected_response_from_a_proxy_can_be_retryable() {
    let service = Service::answering(answer("502 Bad Gateway\ncontent-type: text/html", b"<p>"));
    let client = Connection::anonymous(&service.url).client().unwrap();
    assert!(client.create_plant().body(plant()).send().await.unwrap_err().is_retryable());
}

#[test]
fn every_schema_of_the_document_compiles() {
    plant_client::CONTRACT.compile().unwrap();
}

#[test]
fn the_future_of_a_call_can_be_spawned() {
    fn is_send(_: &impl Send) {}
    let client = Connection::anonymous("http://127.0.0.1:1").client().unwrap();
    let plant = plant();
    is_send(&client.create_plant().body(plant.clone()).send());
}
