//! Files of a form, and bodies of bytes.

use std::fs;

use dropshot::HttpServer;
use http::header::CONTENT_TYPE;
use http::{Request, StatusCode};
use openapi_dropshot::testing;
use serde_json::{Value, json};

use crate::shop::api::types::StoredPhoto;
use crate::shop::{State, start};

/// Uploads a photo of this content, and returns the response.
async fn upload(server: &HttpServer<State>, content: &str) -> (StatusCode, Value) {
    let body = format!(
        "--part\r\n\
        Content-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\
        Content-Type: image/png\r\n\r\n\
        {content}\r\n\
        --part--\r\n"
    );
    let request = Request::post("/photos")
        .header(CONTENT_TYPE, "multipart/form-data; boundary=part")
        .body(body)
        .unwrap();
    let response = testing::send(server, request).await.unwrap();
    let body = serde_json::from_slice(response.body()).unwrap();
    (response.status(), body)
}

#[tokio::test]
async fn the_parts_of_an_upload_that_are_not_sent_have_their_defaults() {
    let server = start();
    let (status, stored) = upload(&server, "bytes").await;
    assert_eq!(status, 201);
    let expected = json!({
        "title": "Untitled", "public": false, "sizes": [200, 800], "bytes": 5
    });
    assert_eq!(stored, expected);
}

#[tokio::test]
async fn a_form_has_a_limit_for_each_part_and_one_for_the_whole() {
    let server = start();
    let part = r#"The part "image" is larger than 6291456 bytes."#;
    let whole = "The body is larger than 8388608 bytes.";
    for (length, expected) in [(6 << 20, None), ((6 << 20) + 1, Some(part)), (8 << 20, Some(whole))]
    {
        let content = "a".repeat(length);
        let (status, body) = upload(&server, &content).await;
        if let Some(expected) = expected {
            assert_eq!((status.as_u16(), &body["detail"]), (413, &expected.into()));
        } else {
            assert_eq!(status, 201);
            let stored = fs::read(server.app_private().photos.path().join("1")).unwrap();
            assert!(stored == content.as_bytes());
        }
    }
}

#[tokio::test]
async fn each_operation_has_a_limit_of_its_own() {
    let server = start();
    let long = " ".repeat(100_000);
    for (method, path, content_type, status) in [
        ("PUT", "/backups", "application/octet-stream", 200),
        ("PATCH", "/orders", "application/json", 413),
    ] {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", "Bearer owner")
            .header(CONTENT_TYPE, content_type)
            .body(long.clone())
            .unwrap();
        let response = testing::send(&server, request).await.unwrap();
        assert_eq!(response.status(), status, "{path}");
    }
}

#[test]
fn a_type_without_required_members_has_the_defaults_of_the_document() {
    let expected = StoredPhoto { title: None, public: false, sizes: None, bytes: 0 };
    assert_eq!(StoredPhoto::default(), expected);
}
