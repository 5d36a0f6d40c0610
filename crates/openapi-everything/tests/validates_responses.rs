//! The service chooses whether responses are validated before they are sent.

#![allow(clippy::unwrap_used)]

use dropshot::{ConfigDropshot, ServerBuilder};
use openapi_everything::api::api_mod;
use openapi_everything::{Everything, Settings, UNTRUE};
use serde_json::json;
use slog::{Discard, Logger, o};

#[tokio::test]
async fn a_response_that_the_document_rejects_is_sent_only_if_responses_are_not_validated() {
    let client = reqwest::Client::new();
    for (validates_responses, status) in [(false, 200), (true, 500)] {
        let api = api_mod::api_description::<Everything>().unwrap();
        let settings = Settings {
            validates_responses,
        };
        let builder = ServerBuilder::new(api, settings, Logger::root(Discard, o!()));
        let server = builder.config(ConfigDropshot::default()).start().unwrap();
        let untrue = json!({
            "id": "0190163d-8694-739b-aea5-966c26f8ad91",
            "name": UNTRUE, "kind": "2nd-hand", "note": null
        });
        let response = client
            .post(format!("http://{}/items", server.local_addr()))
            .bearer_auth("good")
            .json(&untrue)
            .send()
            .await
            .unwrap();
        assert_eq!(response.status().as_u16(), status);
    }
}
