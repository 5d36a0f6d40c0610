//! Whether responses are judged before they are sent is a switch of the
//! process, so this is a process of its own.

#![allow(clippy::unwrap_used)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use openapi_everything::{Everything, UNTRUE, api};
use openapi_runtime::{Limits, judge_responses};
use openapi_server::Listener;
use serde_json::json;

#[tokio::test]
async fn an_answer_that_the_document_refuses_goes_out_only_if_nobody_judges() {
    let service = api::endpoints().served_by(Everything {
        limits: Limits::default(),
    });
    let limits = openapi_server::Limits {
        connections: 1,
        time: Duration::from_secs(5),
    };
    let server = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))
        .unwrap()
        .serve(
            Arc::new(service),
            limits,
            slog::Logger::root(slog::Discard, slog::o!()),
        );
    let client = reqwest::Client::new();
    for (judging, status) in [(false, 200), (true, 500)] {
        judge_responses(judging);
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
        assert_eq!(response.status().as_u16(), status, "judging: {judging}");
    }
}
