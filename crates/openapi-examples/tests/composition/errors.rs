//! Helper functions that return dropshot's error, called with `?`.

use dropshot::{ApiDescription, ClientErrorStatusCode, HttpError, Method, RequestContext};
use http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use http::{Request, Response};
use openapi_dropshot::{
    Bytes, Endpoints, HandlerResult, Hooks, Operation, OperationResponse, RequestBody,
    ResponseBuilder, ResponseSpec, StatusCode, testing,
};

use crate::widgets::{Service, Widgets, v1, v2};

/// Returns the size of a widget.
pub fn find(id: &str) -> Result<i32, HttpError> {
    match id {
        "missing" => Err(HttpError::for_not_found(None, format!("no widget {id}"))),
        "busy" => {
            let error = HttpError::for_unavail(None, "the store is busy".to_owned());
            Err(error.with_header(RETRY_AFTER, "7").unwrap_or_else(internal))
        }
        "secret" => {
            let status = ClientErrorStatusCode::UNAUTHORIZED;
            let error = HttpError::for_client_error_with_status(None, status);
            let challenge = "Bearer realm=\"widgets\"";
            Err(error.with_header(WWW_AUTHENTICATE, challenge).unwrap_or_else(internal))
        }
        // Version 2 requires a challenge for 401.
        "unnamed" => {
            let status = ClientErrorStatusCode::UNAUTHORIZED;
            Err(HttpError::for_client_error_with_status(None, status))
        }
        "broken" => Err(HttpError::for_internal_error("the disk is gone".to_owned())),
        _ => Ok(3),
    }
}

fn internal(error: http::Error) -> HttpError {
    HttpError::for_internal_error(error.to_string())
}

async fn get(api: ApiDescription<Widgets>, path: &str) -> Response<Bytes> {
    let server = testing::serve(api, Widgets::default()).unwrap();
    let request = Request::get(path).body("").unwrap();
    testing::send(&server, request).await.unwrap()
}

#[tokio::test]
async fn an_error_keeps_its_status_and_headers_where_the_document_declares_them() {
    let header = |response: &Response<Bytes>, name| response.headers().get(name).cloned();
    for (id, status, retry_after, challenge, detail) in [
        ("missing", 404, None, None, "Not Found"),
        ("busy", 503, Some("7"), None, "Service Unavailable"),
        ("secret", 401, None, Some("Bearer realm=\"widgets\""), "Unauthorized"),
        ("broken", 500, None, None, "Internal Server Error"),
    ] {
        let api = v1::api_mod::api_description::<Service>().unwrap();
        let response = get(api, &format!("/widgets/{id}")).await;
        assert_eq!(response.status(), status, "{id}");
        let values = [retry_after, challenge].map(|value| value.map(|it| it.parse().unwrap()));
        let sent = [RETRY_AFTER, WWW_AUTHENTICATE].map(|name| header(&response, name));
        assert_eq!(sent, values, "{id}");
        let body: v1::types::Error = serde_json::from_slice(response.body()).unwrap();
        assert_eq!(body.detail, detail);
    }
}

#[tokio::test]
async fn an_error_whose_status_is_not_declared_gets_the_declared_status_of_its_class() {
    let challenge = "Bearer realm=\"widgets\"";
    for (id, status, sent) in [
        ("missing", 400, None),
        ("unnamed", 400, None),
        ("secret", 401, Some(challenge)),
        ("busy", 503, None),
    ] {
        let api = v2::api_mod::api_description::<Service>().unwrap();
        let response = get(api, &format!("/widgets/{id}")).await;
        assert_eq!(response.status(), status, "{id}");
        let challenge = response.headers().get(WWW_AUTHENTICATE);
        assert_eq!(challenge.map(|value| value.to_str().unwrap()), sent, "{id}");
        serde_json::from_slice::<v2::types::Error>(response.body()).unwrap();
    }
}

/// The responses of an operation that declares no error, in generated form.
enum PingResponse {
    NoContent,
}

impl OperationResponse for PingResponse {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::from([ResponseSpec::empty("204")])
    }

    fn into_builder(self) -> ResponseBuilder {
        match self {
            Self::NoContent => ResponseBuilder::empty(StatusCode::NO_CONTENT),
        }
    }
}

static PING: Operation = Operation::new::<(), PingResponse>("ping", Method::GET, "/ping");

async fn ping(rqctx: RequestContext<Widgets>, body: RequestBody) -> HandlerResult {
    let outcome = async {
        find("busy")?;
        Ok(PingResponse::NoContent)
    };
    let hooks = Hooks {
        validates_responses: |_| true,
        status_for: |_, rejection| rejection.status(),
        on_response: |rqctx: &RequestContext<Widgets>, outcome, _| outcome.log(&rqctx.log),
    };
    let response = PING.run(&rqctx, hooks, outcome, |_| None).await;
    body.finish(&rqctx, response).await
}

#[tokio::test]
async fn an_error_of_an_operation_without_declared_errors_is_the_bare_status() {
    let endpoints = Endpoints::new("Ping", "1.0.0").endpoint(&PING, ping);
    let response = get(endpoints.api_description().unwrap(), "/ping").await;
    assert_eq!(response.status(), 503);
    assert!(response.body().is_empty());
}
