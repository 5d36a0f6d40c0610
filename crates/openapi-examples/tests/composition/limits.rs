//! Limits of request bodies.

use std::time::Duration;

use dropshot::ConfigDropshot;
use openapi_dropshot::testing;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::widgets::{Service, Widgets, start, url, v1, v2};

#[tokio::test]
async fn the_size_of_a_body_is_limited_by_the_configuration_of_dropshot() {
    let config = ConfigDropshot { default_request_body_max_bytes: 64, ..ConfigDropshot::default() };
    let api = v1::api_mod::api_description::<Service>().unwrap();
    let server = start(api, config);
    for (id, status) in ["a".to_owned(), "a".repeat(64)].into_iter().zip([201, 413]) {
        let request = reqwest::Client::new().post(url(&server, "/widgets"));
        let request = request.json(&json!({ "id": id, "size": 1 }));
        assert_eq!(request.send().await.unwrap().status(), status);
    }
}

#[tokio::test]
async fn the_time_of_a_body_is_limited_by_the_service() {
    let context = Widgets { body_time: Duration::from_millis(50), ..Widgets::default() };
    let api = v2::api_mod::api_description::<Service>().unwrap();
    let server = testing::serve(api, context).unwrap();
    let mut stream = TcpStream::connect(server.local_addr()).await.unwrap();
    let head = "POST /widgets HTTP/1.1\r\nhost: localhost\r\n\
        content-type: application/json\r\ncontent-length: 10\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let read = stream.read_to_string(&mut answer);
    tokio::time::timeout(Duration::from_secs(60), read).await.unwrap().unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("did not arrive within 0.05 s"), "{answer}");
}
