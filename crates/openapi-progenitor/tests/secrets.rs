//! No credential is in a log record of any level, in a span, in a message or in a panic.
//!
//! The test is alone in its program, because it installs the subscriber of the process.

#![allow(clippy::unwrap_used)]
#![cfg(feature = "tracing")]

mod library;

use std::fmt::{Debug, Display};
use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use library::{CONTRACT, Client, Error};
use openapi_progenitor::{CallError, ClientCredentials, Token};
use test_kit::answers::Service;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::util::SubscriberInitExt;

const SECRET: &str = "secret-7";
/// `shelf:secret-7`, as Basic authentication writes it.
const BASIC: &str = "c2hlbGY6c2VjcmV0LTc=";

/// The text of all records and spans of the process.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns everything that the error of a call says: to a reader, to a developer, and in a
/// panic.
fn said<T: Debug, E: Debug>(result: Result<T, Error<E>>) -> String
where
    CallError<E>: Display + From<Error<E>>,
{
    let Err(error) = &result else {
        return String::new();
    };
    let mut text = format!("{error:?}\n");
    let result = result.map_err(CallError::from);
    if let Err(error) = &result {
        text += &format!("{error}\n");
    }
    // The panic is expected, and its message is read.
    panic::set_hook(Box::new(|_| ()));
    let panic = catch_unwind(AssertUnwindSafe(|| result.unwrap())).unwrap_err();
    let _ = panic::take_hook();
    text + panic.downcast_ref::<String>().unwrap()
}

/// An authorization server with this answer.
fn issuer(answer: &str) -> ClientCredentials {
    let issuer = Service::answering_each([answer, answer]);
    let url = format!("{}/token", issuer.url).parse().unwrap();
    ClientCredentials::new(url, "shelf", SECRET).unwrap()
}

#[tokio::test]
async fn no_credential_is_in_a_record_a_span_a_message_or_a_panic() {
    let written = Written::default();
    let writer = written.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_span_events(FmtSpan::FULL)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish()
        .init();

    let mut said_by_errors = String::new();
    for answer in [
        "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 500 Odd\r\ncontent-length: 3\r\nconnection: close\r\n\r\nodd",
        "not HTTP",
    ] {
        let token = format!(r#"{{"access_token":"{SECRET}","token_type":"Bearer"}}"#);
        let length = token.len();
        let issued = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{token}"
        );
        let setters: [fn(Client, &str, &str) -> Client; 6] = [
            |client, _, _| client.with_reader(Token::new(SECRET).unwrap()),
            |client, _, _| client.with_key(SECRET).with_session(SECRET),
            |client, issued, _| client.with_reader(issuer(issued)),
            |client, _, answer| client.with_reader(issuer(answer)),
            |client, _, _| client.with_desk("shelf", SECRET),
            |client, _, _| client.with_query(SECRET),
        ];
        for set in setters {
            let service = Service::answering_each([answer; 4]);
            for url in [&*service.url, "http://127.0.0.1:1"] {
                let client = set(Client::new(url, CONTRACT), &issued, answer);
                said_by_errors += &said(client.list_loans().await);
                said_by_errors += &said(client.put_loans().await);
                said_by_errors += &format!("{client:?}\n");
            }
        }
    }
    let records = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
    // The records are those of the client and of what it is made of.
    for expected in ["call{", "hyper_util", "reqwest"] {
        assert!(records.contains(expected), "{expected}: {records}");
    }
    for secret in [SECRET, BASIC] {
        for text in [&records, &said_by_errors] {
            let line = text.lines().find(|line| line.contains(secret));
            assert_eq!(line, None);
        }
    }
}
