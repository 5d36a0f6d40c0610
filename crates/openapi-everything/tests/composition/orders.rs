//! Each rejection is reported by a declared response, with its headers and a body that has
//! its status.

use dropshot::{ClientErrorStatusCode, HttpError, RequestContext};
use openapi_runtime::{Rejection, StatusCode, testing};
use serde_json::{Value, json};

use api::types::{
    Conflict, GetOrderPath, GetOrderResponse, NotFound, Order, Problem, PutOrderPath,
    PutOrderResponse, TooManyRequests,
};

mod api {
    #![allow(missing_docs, clippy::large_enum_variant)]
    include!(concat!(env!("OUT_DIR"), "/orders.rs"));
}

enum Orders {}

/// Returns the order with an id.
fn find(id: &str) -> Result<Order, HttpError> {
    let refused = |status| Err(HttpError::for_client_error_with_status(None, status));
    match id {
        "missing" => Err(HttpError::for_not_found(None, "no such order".to_owned())),
        "taken" => refused(ClientErrorStatusCode::CONFLICT),
        "busy" => refused(ClientErrorStatusCode::TOO_MANY_REQUESTS),
        "gone" => refused(ClientErrorStatusCode::GONE),
        "away" => Err(HttpError::for_unavail(None, "away".to_owned())),
        _ => Ok(Order { count: 1 }),
    }
}

impl api::Api for Orders {
    type Context = ();

    fn status_for(_: &RequestContext<()>, rejection: &Rejection) -> StatusCode {
        match rejection {
            Rejection::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => rejection.status(),
        }
    }

    fn problem_for(rejection: &Rejection, status: StatusCode) -> Problem {
        Problem {
            status: status.as_u16().into(),
            title: rejection.to_string(),
        }
    }

    fn conflict_for(rejection: &Rejection, _: StatusCode) -> Conflict {
        let other = rejection.to_string();
        Conflict { other }
    }

    fn not_found(
        rqctx: &RequestContext<()>,
        rejection: &Rejection,
        status: StatusCode,
    ) -> NotFound {
        NotFound {
            body: Self::problem_for(rejection, status),
            x_searched: rqctx.endpoint.operation_id.clone(),
        }
    }

    fn too_many_requests(
        _: &RequestContext<()>,
        rejection: &Rejection,
        status: StatusCode,
    ) -> TooManyRequests {
        TooManyRequests {
            body: Self::problem_for(rejection, status),
            retry_after: rejection.retry_after().unwrap_or(60),
            x_remaining: 0,
        }
    }

    async fn put_order(
        _: &RequestContext<()>,
        path: PutOrderPath,
        _: Order,
    ) -> Result<PutOrderResponse, Rejection> {
        find(&path.id)?;
        Ok(PutOrderResponse::NoContent)
    }

    async fn get_order(
        _: &RequestContext<()>,
        path: GetOrderPath,
    ) -> Result<GetOrderResponse, Rejection> {
        Ok(GetOrderResponse::Ok(find(&path.id)?))
    }
}

/// A request, and the status, the header and the body of its response.
type Case = (
    reqwest::RequestBuilder,
    u16,
    Option<(&'static str, &'static str)>,
    Value,
);

async fn require(cases: impl IntoIterator<Item = Case>) {
    for (request, status, header, members) in cases {
        let response = request.send().await.unwrap();
        let place = format!("{} {members}", response.url());
        assert_eq!(response.status(), status, "{place}");
        if let Some((name, value)) = header {
            assert_eq!(response.headers()[name], value, "{place}");
        }
        let body: Value = response.json().await.unwrap();
        for (name, value) in members.as_object().unwrap() {
            assert_eq!(body[name], *value, "{place}");
        }
    }
}

/// Starts the service. Returns requests with a method, an id and a body.
fn service() -> (
    dropshot::HttpServer<()>,
    impl Fn(&str, &str, &str) -> reqwest::RequestBuilder,
) {
    let api = api::api_mod::api_description::<Orders>().unwrap();
    let server = testing::serve(api, ()).unwrap();
    let origin = format!("http://{}/orders", server.local_addr());
    let client = reqwest::Client::new();
    let request = move |method: &str, id: &str, body: &str| {
        client
            .request(method.parse().unwrap(), format!("{origin}/{id}"))
            .header("content-type", "application/json")
            .body(body.to_owned())
    };
    (server, request)
}

#[tokio::test]
async fn a_status_with_a_response_of_its_own_never_has_that_of_default_or_of_a_range() {
    let (_server, request) = service();
    let order = json!({ "count": 1 }).to_string();
    let put = |id| request("PUT", id, &order);
    let get = |id| request("GET", id, "");
    let of = |status: u16| json!({ "status": status });
    require([
        (
            put("missing"),
            404,
            Some(("x-searched", "putOrder")),
            of(404),
        ),
        (
            get("missing"),
            404,
            Some(("x-searched", "getOrder")),
            of(404),
        ),
        (put("taken"), 409, None, json!({ "other": "Conflict" })),
        (put("busy"), 429, Some(("retry-after", "60")), of(429)),
        // Others have the response of their range, or `default`.
        (get("taken"), 409, Some(("x-remaining", "0")), of(409)),
        (put("gone"), 410, None, of(410)),
        (put("away"), 503, None, of(503)),
        // The declared 503 needs `Retry-After`, which the error lacks.
        (get("away"), 500, None, of(500)),
    ])
    .await;
}

#[tokio::test]
async fn the_service_chooses_among_the_declared_statuses() {
    let (_server, request) = service();
    let put = |body| request("PUT", "1", body);
    let of = |status: u16| json!({ "status": status });
    let text = put("{}").header("content-type", "text/plain");
    require([
        (put(r#"{ "count": 0 }"#), 422, None, of(422)),
        (put("count"), 400, None, of(400)),
        // 415 is not declared: 400 is, and the body says so.
        (text, 400, None, of(400)),
    ])
    .await;
}
