//! The function that is called before each operation.

use dropshot::HttpServer;
use http::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use http::{Request, Response};
use openapi_dropshot::{Bytes, testing};

use crate::projects::{State, start};

/// Sends a request of a user.
pub async fn send(
    server: &HttpServer<State>,
    user: &str,
    line: &str,
    body: &str,
) -> Response<Bytes> {
    let (method, path) = line.split_once(' ').unwrap();
    let request =
        Request::builder().method(method).uri(path).header(AUTHORIZATION, format!("Bearer {user}"));
    let request = match body {
        "" => request,
        _ => request.header(CONTENT_TYPE, "application/json"),
    };
    let request = request.body(body.to_owned()).unwrap();
    testing::send(server, request).await.unwrap()
}

#[tokio::test]
async fn a_request_that_the_service_refuses_does_not_reach_its_operation() {
    let server = start();
    for (line, body, status) in [
        ("POST /tenants/globex/projects", r#""theirs""#, 404),
        // The body, which is not valid, is not received.
        ("POST /tenants/globex/projects", "[", 404),
        ("POST /tenants/acme/projects", r#""ours""#, 204),
        ("POST /tenants/acme/projects", r#""more""#, 429),
        ("GET /status", "", 429),
    ] {
        let response = send(&server, "ada", line, body).await;
        assert_eq!(response.status(), status, "{line} {body}");
        let retry_after = response.headers().get(RETRY_AFTER);
        let expected = (status == 429 && !body.is_empty()).then_some("60");
        assert_eq!(retry_after.map(|seconds| seconds.to_str().unwrap()), expected);
    }
    let projects = server.app_private().projects.lock().unwrap().clone();
    assert_eq!(projects, [("acme".to_owned(), "ours".to_owned())]);
}

#[tokio::test]
async fn the_function_gets_each_accepted_request_with_its_principal_and_its_parameters() {
    let server = start();
    for (user, line, body, status) in [
        ("nobody", "GET /tenants/acme/projects", "", 401),
        ("ada", "GET /tenants/7/projects", "", 400),
        ("ada", "GET /tenants/acme/projects?password=secret", "", 200),
        ("ada", "POST /tenants/acme/projects", r#""""#, 400),
        ("bob", "GET /status", "", 204),
    ] {
        let response = send(&server, user, line, body).await;
        assert_eq!(response.status(), status, "{line}");
    }
    let anonymous = Request::get("/status").body("").unwrap();
    let monitor =
        Request::get("/tenants/acme/projects").header("X-Key", "monitor").body("").unwrap();
    for request in [anonymous, monitor] {
        let response = testing::send(&server, request).await.unwrap();
        assert!(response.status().is_success());
    }
    let audit = server.app_private().audit.lock().unwrap().clone();
    assert_eq!(
        audit,
        [
            r#"ada: ListProjects { path: ListProjectsPath { tenant: "acme" }, query: ListProjectsQuery { password: [hidden] } }"#,
            r#"ada: CreateProject { path: CreateProjectPath { tenant: "acme" } }"#,
            "bob: GetStatus",
            r#"monitor: ListProjects { path: ListProjectsPath { tenant: "acme" }, query: ListProjectsQuery { password: [hidden] } }"#,
        ]
    );
}
