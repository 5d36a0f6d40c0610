//! Files of a form, and bodies of bytes.

use http::Request;
use http::header::CONTENT_TYPE;
use openapi_runtime::testing;
use serde_json::json;

use crate::shop::api::types::StoredPhoto;
use crate::shop::start;

#[tokio::test]
async fn the_parts_of_an_upload_that_are_not_sent_have_their_defaults() {
    let server = start();
    let body = "--part\r\n\
        Content-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\
        Content-Type: image/png\r\n\r\n\
        bytes\r\n\
        --part--\r\n";
    let request = Request::post("/photos")
        .header(CONTENT_TYPE, "multipart/form-data; boundary=part")
        .body(body)
        .unwrap();
    let response = testing::send(&server, request).await.unwrap();
    assert_eq!(response.status(), 201);
    let stored: serde_json::Value = serde_json::from_slice(response.body()).unwrap();
    let expected = json!({
        "title": "Untitled", "public": false, "sizes": [200, 800], "bytes": 5
    });
    assert_eq!(stored, expected);
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
    let expected = StoredPhoto {
        title: None,
        public: false,
        sizes: None,
        bytes: 0,
    };
    assert_eq!(StoredPhoto::default(), expected);
}
