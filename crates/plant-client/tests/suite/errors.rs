//! A call that fails says why: as a type with status and code, and as a message with
//! causes. A time-out and a refused connection are different reasons.

use std::error::Error as _;
use std::time::{Duration, SystemTime};

use plant_client::reqwest::StatusCode;
use plant_client::types::{self, NewPlant};
use plant_client::{CallError, Connection, Contract, ErrorCode, Reason};
use test_kit::answers::Service;

type Failure = CallError<types::CreatePlantError>;

fn aloe() -> NewPlant {
    NewPlant { id: 7, name: "Aloe".to_owned(), tag: None }
}

async fn failure_at(url: &str) -> Failure {
    let connection = Connection::anonymous(url).timeout(Duration::from_secs(2));
    let client = connection.client().unwrap();
    client.create_plant().body(aloe()).send().await.unwrap_err().into()
}

/// Returns the failure of a call with this answer; `head` is the status line and field
/// lines.
async fn failure(head: &str, body: &str) -> Failure {
    let (head, length) = (head.replace('\n', "\r\n"), body.len());
    let answer = format!("HTTP/1.1 {head}\r\ncontent-length: {length}\r\n\r\n{body}");
    failure_at(&Service::answering(answer).url).await
}

async fn declared(status: &str, code: i32) -> Failure {
    let head = format!("{status}\ncontent-type: application/json\nwww-authenticate: Bearer");
    failure(&head, &format!(r#"{{"error":{code},"message":"No."}}"#)).await
}

#[tokio::test]
async fn a_declared_failure_is_matched_by_status_and_code() {
    let error = declared("400 Bad Request", 110).await;
    let Reason::Declared(failure) = error.reason() else {
        panic!("{error:?}");
    };
    assert!(matches!(
        (failure.status(), failure.body().error),
        (StatusCode::BAD_REQUEST, ErrorCode::IdTaken)
    ));
    assert_eq!(error.status(), Some(StatusCode::BAD_REQUEST));
    assert_eq!(error.to_string(), "400 Bad Request: No. (error 110)");
    assert!(!error.is_retryable());
}

#[test]
fn every_documented_code_has_a_variant_and_an_unknown_code_keeps_its_number() {
    let documented = [
        (100, ErrorCode::NotJson),
        (101, ErrorCode::NotAPlant),
        (102, ErrorCode::ContentType),
        (103, ErrorCode::TooLarge),
        (104, ErrorCode::TooSlow),
        (110, ErrorCode::IdTaken),
        (200, ErrorCode::NoCredential),
        (201, ErrorCode::CredentialRefused),
        (300, ErrorCode::StoreUnavailable),
        (301, ErrorCode::Overloaded),
        (302, ErrorCode::Defect),
    ];
    for (number, code) in documented {
        assert_eq!(ErrorCode::from(number), code);
        assert_eq!(i32::from(code), number);
    }
    assert_eq!(ErrorCode::from(999), ErrorCode::Other(999));
    assert_eq!(i32::from(ErrorCode::Other(999)), 999);
}

#[tokio::test]
async fn transient_failures_of_the_service_and_of_a_proxy_are_retryable_and_no_others() {
    for (status, code) in [("503 Busy", 301), ("502 Odd", 300), ("504 Odd", 300)] {
        assert!(declared(status, code).await.is_retryable(), "{status}");
    }
    for (status, code) in [("401 No", 201), ("500 Defect", 302)] {
        assert!(!declared(status, code).await.is_retryable(), "{status}");
    }
    for status in ["429 Too Many", "502 Bad Gateway", "504 Time-out", "408 Slow"] {
        let error = failure(&format!("{status}\ncontent-type: text/html"), "<p>").await;
        assert!(matches!(error.reason(), Reason::Invalid(..)), "{error:?}");
        assert!(error.is_retryable(), "{status}");
    }
    for status in ["404 Not Found", "200 OK", "501 Odd"] {
        let error = failure(&format!("{status}\ncontent-type: text/html"), "<p>").await;
        assert!(!error.is_retryable(), "{status}");
    }
}

#[tokio::test]
async fn retry_after_is_read_as_seconds_and_as_a_date_also_from_a_proxy() {
    async fn retry_after(field: &str) -> Option<Duration> {
        let error = failure(&format!("429 Too Many\nretry-after: {field}"), "").await;
        error.retry_after()
    }
    assert_eq!(retry_after("7").await, Some(Duration::from_secs(7)));
    for malformed in ["soon", "-1", "1.5"] {
        assert_eq!(retry_after(malformed).await, None, "{malformed}");
    }
    let past = "Sun, 06 Nov 1994 08:49:37 GMT";
    assert_eq!(retry_after(past).await, Some(Duration::ZERO));
    assert!(retry_after("Fri, 31 Dec 9999 23:59:59 GMT").await.unwrap() > Duration::from_secs(1));
    let answer = failure(
        "503 Busy\ncontent-type: application/json\nretry-after: 2",
        r#"{"error":301,"message":""}"#,
    );
    assert_eq!(answer.await.retry_after(), Some(Duration::from_secs(2)));
    assert_eq!(declared("503 Busy", 301).await.retry_after(), None);
}

#[tokio::test]
async fn a_time_out_and_a_refused_connection_are_different_reasons() {
    // The service that has the address ends here.
    let nobody = Service::silent().url.clone();
    let refused = failure_at(&nobody).await;
    assert!(matches!(refused.reason(), Reason::Refused), "{refused:?}");
    assert_eq!(refused.to_string(), "the connection was refused");
    let first = refused.source().unwrap();
    let mut causes = std::iter::successors(Some(first), |error| (*error).source());
    assert!(causes.any(|cause| cause.is::<std::io::Error>()));

    let service = Service::silent();
    let connection = Connection::anonymous(&service.url).timeout(Duration::from_millis(50));
    let result = connection.client().unwrap().create_plant().body(aloe()).send().await;
    let late = Failure::from(result.unwrap_err());
    assert!(matches!(late.reason(), Reason::TimedOut), "{late:?}");
    assert_eq!(late.to_string(), "no complete response within the time-out");

    let unknown = failure_at("http://host.invalid").await;
    assert!(matches!(unknown.reason(), Reason::NotConnected), "{unknown:?}");

    let cut = failure("200 OK\ncontent-type: application/json\ncontent-length: 9", "{").await;
    assert!(matches!(cut.reason(), Reason::Interrupted), "{cut:?}");
    for error in [refused, late, unknown, cut] {
        assert!(error.is_retryable() && error.status().is_none(), "{error:?}");
    }
}

#[tokio::test]
async fn a_rejected_response_says_which_rule_it_violates() {
    let error = failure("502 Bad Gateway\ncontent-type: text/html", "<p>secret").await;
    assert_eq!(
        error.to_string(),
        "the response 502 Bad Gateway violates the document: the content type is \
         \"text/html\", not application/json"
    );
    assert!(!format!("{error:?}").contains("secret"));
}

#[tokio::test]
async fn a_call_may_have_its_own_time_out_and_the_client_keeps_its_own() {
    let service = Service::silent();
    let connection = Connection::anonymous(&service.url).timeout(Duration::from_secs(600));
    let client = connection.client().unwrap();
    let hasty = client.with_timeout(Duration::from_millis(50));
    let begun = SystemTime::now();
    let error = Failure::from(hasty.create_plant().body(aloe()).send().await.unwrap_err());
    assert!(matches!(error.reason(), Reason::TimedOut), "{error:?}");
    assert!(begun.elapsed().unwrap() < Duration::from_secs(60));
    assert!(format!("{client:?}").contains("timeout: None"));
}

#[test]
fn the_limit_for_responses_outlives_another_time_out() {
    let contract: Contract = plant_client::CONTRACT.response_limit(9);
    let contract = contract.timeout(Duration::from_secs(1));
    assert!(format!("{contract:?}").contains("response_limit: 9"));
}
