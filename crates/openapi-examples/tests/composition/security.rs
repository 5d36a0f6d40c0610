//! Scopes of OAuth 2.

use http::Request;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use openapi_dropshot::testing;

use crate::shop::start;

#[tokio::test]
async fn a_token_without_the_scopes_of_an_operation_is_refused() {
    let server = start();
    for (token, status) in [("unknown", 401), ("reader", 403), ("owner", 201)] {
        let request = Request::post("/orders")
            .header(AUTHORIZATION, format!("Bearer {token}"))
            .header(CONTENT_TYPE, "application/json")
            .body(r#"{ "item": "lamp" }"#)
            .unwrap();
        let response = testing::send(&server, request).await.unwrap();
        assert_eq!(response.status(), status, "{token}");
    }
}
