//! Requests to the admin listener.

use std::collections::BTreeMap;

use crate::connection::{Answer, Connection};

/// Sends a GET request. Returns the response.
pub fn get(address: &str, path: &str) -> Answer {
    let mut connection = Connection::open(address);
    connection.send(format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes());
    connection.answer().unwrap()
}

/// Returns the body of a response as text.
pub fn text(answer: &Answer) -> &str {
    std::str::from_utf8(&answer.body).unwrap()
}

/// Returns the value of each series of `/metrics`, by its name and labels.
pub fn series(address: &str) -> BTreeMap<String, f64> {
    let answer = get(address, "/metrics");
    assert_eq!(answer.status, 200);
    let content_type = answer.field("content-type").concat();
    assert!(content_type.starts_with("text/plain; version=0.0.4"));
    let samples = text(&answer).lines().filter(|line| !line.starts_with('#'));
    let sample = |line: &str| {
        let (name, value) = line.rsplit_once(' ').unwrap();
        (name.to_owned(), value.parse().unwrap())
    };
    samples.map(sample).collect()
}
