//! The bodies of errors that are problem details (RFC 9457), which the generated trait has.

use http::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::hooks::send;
use crate::projects::start;

#[tokio::test]
async fn a_rejection_is_reported_by_problem_details() {
    let server = start();
    let projects = "/tenants/acme/projects";
    let get = format!("GET {projects}");
    let post = format!("POST {projects}");
    for (user, line, body, media_type, expected) in [
        (
            "nobody",
            &*get,
            "",
            "application/problem+json",
            json!({
                "type": "about:blank", "title": "Unauthorized", "status": 401,
                "detail": "The credential is not accepted.",
            }),
        ),
        (
            "ada",
            &post,
            "[",
            "application/problem+json",
            json!({
                "type": "about:blank", "title": "Bad Request", "status": 400,
                "detail": "The body is not one JSON document: EOF while parsing a list at line 1 column 1.",
            }),
        ),
        (
            "nobody",
            "GET /status",
            "",
            "application/json",
            json!({
                "title": "Unauthorized", "status": 401,
                "detail": "The bearer token is not accepted.",
            }),
        ),
    ] {
        let response = send(&server, user, line, body).await;
        assert_eq!(response.headers()[CONTENT_TYPE], media_type, "{line}");
        let problem: Value = serde_json::from_slice(response.body()).unwrap();
        assert_eq!(problem, expected, "{line}");
        assert_eq!(response.status().as_u16(), problem["status"], "{line}");
    }
}
