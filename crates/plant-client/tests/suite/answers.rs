//! Every kind of response becomes a specific kind of result: responses that the
//! document declares become its types, all others an error that describes the
//! response.

use std::time::Duration;

use plant_client::types::{self, NewPlant, Plant};
use plant_client::{Client, Connection, Error, ErrorCode, ResponseValue, Token};

use test_kit::answers::Service;

const TOKEN: &str = "plant_c2VjcmV0-token";

fn client(url: &str) -> Client {
    let token = Token::new(TOKEN).unwrap();
    let connection = Connection::new(url, token).timeout(Duration::from_secs(2));
    connection.client().unwrap()
}

fn aloe() -> NewPlant {
    NewPlant { id: 7, name: "Aloe".to_owned(), tag: None }
}

async fn create(answer: &str) -> Result<ResponseValue<Plant>, Error<types::CreatePlantError>> {
    let service = Service::answering(answer);
    client(&service.url).create_plant().body(aloe()).send().await
}

fn json(head: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {head}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

async fn failure(answer: &str) -> ResponseValue<types::CreatePlantError> {
    match create(answer).await {
        Err(Error::ErrorResponse(failure)) => failure,
        other => panic!("not a documented failure: {other:?}"),
    }
}

#[tokio::test]
async fn a_call_sends_the_plant_and_the_token_as_declared() {
    let service = Service::answering(json("200 OK", r#"{"name":"Aloe"}"#));
    let plant = NewPlant { id: i64::MIN, name: "\u{0} 🌵".to_owned(), tag: None };
    // The trailing slash of the address is not duplicated.
    let client = client(&format!("{}/prefix/", service.url));
    client.create_plant().body(plant.clone()).send().await.unwrap();
    let request = service.request();
    assert!(request.starts_with("POST /prefix/plants HTTP/1.1\r\n"));
    let headers = request.to_lowercase();
    assert!(headers.contains(&format!("\r\nauthorization: bearer {TOKEN}\r\n").to_lowercase()));
    assert!(headers.contains("\r\ncontent-type: application/json\r\n"));
    let (_, body) = request.split_once("\r\n\r\n").unwrap();
    assert_eq!(body, r#"{"name":"\u0000 🌵","id":-9223372036854775808}"#);
}

#[tokio::test]
async fn a_success_is_the_plant() {
    let created = create(&json("200 OK", r#"{"name":"Aloe","tag":""}"#)).await;
    let mut expected = Plant::new("Aloe");
    expected.tag = Some(String::new());
    assert_eq!(created.unwrap().into_inner(), expected);
}

#[tokio::test]
async fn a_bad_request_is_a_typed_error() {
    let failure = failure(&json("400 Bad Request", r#"{"error":110,"message":"taken"}"#)).await;
    assert_eq!(failure.status(), 400);
    let expected = types::Error::new(ErrorCode::IdTaken, "taken");
    assert_eq!(failure.body(), &expected);
}

#[tokio::test]
async fn a_rejected_token_is_a_typed_error_with_its_challenge() {
    let head = "401 Unauthorized\r\nwww-authenticate: Bearer realm=\"plants\"";
    let failure = failure(&json(head, r#"{"error":201,"message":"no"}"#)).await;
    assert_eq!(failure.body().error, ErrorCode::CredentialRefused);
    assert_eq!(failure.headers()["www-authenticate"], "Bearer realm=\"plants\"");
}

#[tokio::test]
async fn an_unavailable_service_is_a_typed_error_with_retry_after() {
    let head = "503 Service Unavailable\r\nretry-after: 1";
    let answer = json(head, r#"{"error":300,"message":"full"}"#);
    let failure = failure(&answer).await;
    let types::CreatePlantError::ServerError { retry_after, .. } = *failure else {
        panic!("{failure:?}");
    };
    assert_eq!(retry_after, Some(1));
    assert!(Error::ErrorResponse(failure).is_retryable());
}

#[tokio::test]
async fn every_status_of_a_class_is_a_typed_error() {
    let failure = failure(&json("599 Odd", r#"{"error":302,"message":"defect"}"#)).await;
    assert_eq!((failure.status().as_u16(), failure.body().error), (599, ErrorCode::Defect));
}

#[tokio::test]
async fn an_undeclared_status_is_an_unexpected_response_with_its_body() {
    for head in ["201 Created", "404 Not Found", "307 Temporary Redirect\r\nlocation: /other"] {
        match create(&json(head, r#"{"name":"Aloe"}"#)).await {
            Err(Error::UnexpectedResponse(response)) => {
                assert_eq!(response.text().await.unwrap(), r#"{"name":"Aloe"}"#);
            }
            other => panic!("{head}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_body_cut_short_is_a_communication_error() {
    let answer =
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{\"name\":";
    let result = create(answer).await;
    assert!(matches!(result, Err(Error::CommunicationError(_))), "{result:?}");
}

#[tokio::test]
async fn a_missing_response_is_a_time_out() {
    let service = Service::silent();
    let connection = Connection::anonymous(&service.url).timeout(Duration::from_millis(50));
    let result = connection.client().unwrap().create_plant().body(aloe()).send().await;
    match result {
        Err(Error::CommunicationError(error)) => assert!(error.is_timeout(), "{error}"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn no_service_is_a_communication_error() {
    let url = Service::silent().url.clone();
    match client(&url).create_plant().body(aloe()).send().await {
        Err(Error::CommunicationError(error)) => assert!(error.is_connect(), "{error}"),
        other => panic!("{other:?}"),
    }
}
