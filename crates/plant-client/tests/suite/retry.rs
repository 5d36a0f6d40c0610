//! A retry policy repeats transient failures until an answer, an error that remains, or
//! its deadline.

use std::time::{Duration, Instant};

use plant_client::types::{self, NewPlant, Plant};
use plant_client::{CallError, Client, Connection, Reason, ResponseValue, Retry, USER_AGENT};
use test_kit::answers::Service;

const MOMENT: Duration = Duration::from_millis(1);

fn aloe() -> NewPlant {
    NewPlant { id: 7, name: "Aloe".to_owned(), tag: None }
}

fn client(url: &str) -> Client {
    Connection::anonymous(url).client().unwrap()
}

/// Returns an answer; `head` is the status line and field lines.
fn answer(head: &str, body: &str) -> String {
    let (head, length) = (head.replace('\n', "\r\n"), body.len());
    format!(
        "HTTP/1.1 {head}\r\ncontent-type: application/json\r\nconnection: close\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
}

fn created() -> String {
    answer("200 OK", r#"{"name":"Aloe"}"#)
}

fn busy() -> String {
    answer("503 Busy", r#"{"error":301,"message":"Busy."}"#)
}

fn quick() -> Retry {
    Retry::new().pauses(MOMENT, MOMENT)
}

async fn run(
    retry: Retry,
    url: &str,
) -> Result<ResponseValue<Plant>, CallError<types::CreatePlantError>> {
    let (client, plant) = (client(url), aloe());
    retry.run(|| client.create_plant().body(plant.clone()).send()).await
}

#[tokio::test]
async fn transient_failures_of_the_service_and_of_a_proxy_are_repeated_until_an_answer() {
    let service = Service::answering_each([
        busy(),
        answer("429 Too Many", ""),
        answer("502 Bad Gateway", "<p>"),
        answer("504 Time-out", "<p>"),
        // The connection ends within the body.
        answer("200 OK", "{").replace("content-length: 1", "content-length: 9"),
        created(),
    ]);
    let created = run(quick(), &service.url).await.unwrap();
    assert_eq!(created.name, "Aloe");
    let first = service.request();
    for _ in 1..6 {
        assert_eq!(service.request(), first, "the same request");
    }
}

#[tokio::test]
async fn a_failure_that_remains_is_not_repeated() {
    let taken = answer("400 Bad Request", r#"{"error":110,"message":"Taken."}"#);
    let service = Service::answering_each([taken, created()]);
    let error = run(quick(), &service.url).await.unwrap_err();
    assert_eq!(error.to_string(), "400 Bad Request: Taken. (error 110)");
    assert_eq!(error.attempts(), 1);
}

#[tokio::test]
async fn after_the_last_attempt_the_error_is_returned_with_their_number() {
    let service = Service::answering_each([busy(), busy(), busy(), created()]);
    let error = run(quick().max_attempts(3), &service.url).await.unwrap_err();
    assert!(matches!(error.reason(), Reason::Declared(_)), "{error:?}");
    let expected = "503 Service Unavailable: Busy. (error 301) (after 3 attempts)";
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn retry_after_is_waited_for() {
    let later = answer("503 Busy\nretry-after: 1", r#"{"error":301,"message":""}"#);
    let service = Service::answering_each([later, created()]);
    let begun = Instant::now();
    run(quick(), &service.url).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn a_pause_beyond_the_deadline_is_not_begun() {
    for seconds in ["600", "18446744073709551615"] {
        let head = format!("429 Too Many\nretry-after: {seconds}");
        let service = Service::answering_each([answer(&head, ""), created()]);
        let begun = Instant::now();
        let error = run(quick(), &service.url).await.unwrap_err();
        assert_eq!(error.status().unwrap(), 429);
        assert_eq!(error.retry_after().unwrap().as_secs().to_string(), seconds);
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}

#[tokio::test]
async fn the_deadline_ends_an_attempt() {
    let service = Service::silent();
    let deadline = Duration::from_millis(50);
    let error = run(quick().deadline(deadline), &service.url).await.unwrap_err();
    assert!(matches!(error.reason(), Reason::TimedOut), "{error:?}");
    assert_eq!(error.to_string(), "no response within the deadline of 50ms");
    assert!(error.into_inner().is_none());
}

#[tokio::test]
async fn refused_connections_are_repeated_until_the_deadline() {
    let url = Service::silent().url.clone();
    let retry = quick().deadline(Duration::from_millis(300));
    let error = run(retry, &url).await.unwrap_err();
    assert!(matches!(error.reason(), Reason::Refused), "{error:?}");
    assert!(error.attempts() > 1, "{error}");
}

#[test]
fn the_future_of_a_repeated_call_can_be_spawned() {
    fn is_send(_: &impl Send) {}
    let (client, plant) = (client("http://127.0.0.1:1"), aloe());
    let retry = quick();
    is_send(&retry.run(|| client.create_plant().body(plant.clone()).send()));
}

#[tokio::test]
async fn the_user_agent_is_the_package_unless_the_caller_sets_another() {
    assert!(USER_AGENT.starts_with("plant-client/1."), "{USER_AGENT}");
    let service = Service::answering_each([created(), created()]);
    let connection = Connection::anonymous(&service.url);
    let own = plant_client::reqwest::Client::builder().user_agent("nursery/1.0");
    let clients = [connection.clone().client(), connection.client_with(own)];
    for (client, expected) in clients.into_iter().zip([USER_AGENT, "nursery/1.0"]) {
        client.unwrap().create_plant().body(aloe()).send().await.unwrap();
        let request = service.request().to_lowercase();
        assert!(request.contains(&format!("\r\nuser-agent: {expected}\r\n")), "{request}");
    }
}
