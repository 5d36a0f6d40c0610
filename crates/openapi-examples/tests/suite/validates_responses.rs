//! The service chooses whether responses are validated before they are sent.

use http::Request;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use openapi_dropshot::testing;
use openapi_examples::api::api_mod;
use openapi_examples::{Everything, Settings, UNTRUE};
use serde_json::json;

#[tokio::test]
async fn a_response_that_the_document_rejects_is_sent_only_if_responses_are_not_validated() {
    for (validates_responses, status) in [(false, 200), (true, 500)] {
        let api = api_mod::api_description::<Everything>().unwrap();
        let settings = Settings { validates_responses };
        let server = testing::serve(api, settings).unwrap();
        let untrue = json!({
            "id": "0190163d-8694-739b-aea5-966c26f8ad91",
            "name": UNTRUE, "kind": "2nd-hand", "note": null
        });
        let request = Request::post("/items")
            .header(AUTHORIZATION, "Bearer good")
            .header(CONTENT_TYPE, "application/json")
            .body(untrue.to_string())
            .unwrap();
        let response = testing::send(&server, request).await.unwrap();
        assert_eq!(response.status(), status);
    }
}
