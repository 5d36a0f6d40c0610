//! Each rejection is reported by a declared response, with its headers and a body that has
//! its status.

use dropshot::{ClientErrorStatusCode, HttpError, RequestContext};
use openapi_dropshot::{RangeStatus, Rejection, StatusCode, testing};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::{Value, json};

use api::types::{
    Change, ChangeJson, Conflict, ConflictResponse, CopyOrderPath, CopyOrderQuery,
    CopyOrderResponse, DeleteOrderPath, DeleteOrderResponse, GetOrderPath, GetOrderResponse,
    HeadOrderNotFound, HeadOrderPath, HeadOrderResponse, NotFound, Order, PatchOrderPath,
    PatchOrderQuery, PatchOrderResponse, Problem, PutOrderPath, PutOrderResponse, TextBody,
    TooManyRequests, Unavailable, Urgency,
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

/// The error of an id that another order has.
#[derive(Debug, thiserror::Error)]
#[error("the order {other} has this id")]
struct Taken {
    other: String,
}

impl From<Taken> for Rejection {
    fn from(taken: Taken) -> Self {
        Self::new(StatusCode::CONFLICT, taken)
    }
}

/// Refuses an id that another order has.
fn vacant(id: &str) -> Result<(), Taken> {
    match id.strip_prefix("like-") {
        Some(other) => Err(Taken { other: other.to_owned() }),
        None => Ok(()),
    }
}

fn problem(status: i32, title: &str) -> Problem {
    let title = title.to_owned();
    Problem { status, title }
}

/// Returns the response to a caller who sends too many requests.
fn too_many_requests() -> TooManyRequests {
    TooManyRequests { body: problem(429, "slow down"), retry_after: 7, x_remaining: 0 }
}

/// Returns the response that describes a change of an order.
fn changed(id: &str, urgency: Urgency, change: Change) -> Result<TextBody, Rejection> {
    find(id)?;
    let note = match change {
        Change::Json(ChangeJson { note }) => note,
        Change::Text(note) => note,
    };
    let urgency = match urgency {
        Urgency::Low => "low",
        Urgency::High => "high",
    };
    let title = format!("{urgency}: {note}");
    Ok(TextBody::Json(problem(418, &title)))
}

fn another(other: &str) -> ConflictResponse {
    ConflictResponse { body: Conflict { other: other.to_owned() }, x_other: Some(other.to_owned()) }
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
        Problem { status: status.as_u16().into(), title: rejection.to_string() }
    }

    fn conflict_for(rejection: &Rejection, _: StatusCode) -> Conflict {
        let taken = rejection.downcast_ref::<Taken>();
        Conflict { other: taken.map_or_else(|| rejection.to_string(), |taken| taken.other.clone()) }
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
        if path.id == "often" {
            return Ok(too_many_requests().into());
        }
        find(&path.id)?;
        vacant(&path.id)?;
        Ok(PutOrderResponse::NoContent)
    }

    async fn get_order(
        _: &RequestContext<()>,
        path: GetOrderPath,
    ) -> Result<GetOrderResponse, Rejection> {
        if path.id == "often" {
            return Ok(GetOrderResponse::ClientError {
                status: RangeStatus::of::<429>(),
                response: too_many_requests(),
            });
        }
        vacant(&path.id)?;
        Ok(GetOrderResponse::Ok(find(&path.id)?))
    }

    fn head_order_not_found(
        rqctx: &RequestContext<()>,
        _: &Rejection,
        _: StatusCode,
    ) -> HeadOrderNotFound {
        HeadOrderNotFound { x_searched: rqctx.endpoint.operation_id.clone() }
    }

    async fn head_order(
        _: &RequestContext<()>,
        path: HeadOrderPath,
    ) -> Result<HeadOrderResponse, Rejection> {
        find(&path.id)?;
        Ok(HeadOrderResponse::NoContent)
    }

    async fn delete_order(
        _: &RequestContext<()>,
        path: DeleteOrderPath,
    ) -> Result<DeleteOrderResponse, Rejection> {
        Ok(match path.id.as_str() {
            "often" => too_many_requests().into(),
            "away" => Unavailable { body: problem(503, "away"), retry_after: 3 }.into(),
            // Two statuses have this response.
            "newer" => DeleteOrderResponse::Conflict(another("newer")),
            "locked" => DeleteOrderResponse::Locked(another("locked")),
            "broken" => DeleteOrderResponse::ServerError {
                status: RangeStatus::of::<500>(),
                body: TextBody::Text("broken".to_owned()),
            },
            id => {
                find(id)?;
                DeleteOrderResponse::NoContent
            }
        })
    }

    async fn patch_order(
        _: &RequestContext<()>,
        path: PatchOrderPath,
        query: PatchOrderQuery,
        body: Change,
    ) -> Result<PatchOrderResponse, Rejection> {
        Ok(PatchOrderResponse::Otherwise {
            status: StatusCode::IM_A_TEAPOT,
            body: changed(&path.id, query.urgency, body)?,
        })
    }

    async fn copy_order(
        _: &RequestContext<()>,
        path: CopyOrderPath,
        query: CopyOrderQuery,
        body: Change,
    ) -> Result<CopyOrderResponse, Rejection> {
        Ok(CopyOrderResponse::Otherwise {
            status: StatusCode::IM_A_TEAPOT,
            body: changed(&path.id, query.urgency, body)?,
        })
    }
}

/// A request, and the status, the header and the body of its response.
type Case = (reqwest::RequestBuilder, u16, Option<(&'static str, &'static str)>, Value);

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
fn service() -> (dropshot::HttpServer<()>, impl Fn(&str, &str, &str) -> reqwest::RequestBuilder) {
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
        (put("missing"), 404, Some(("x-searched", "putOrder")), of(404)),
        (get("missing"), 404, Some(("x-searched", "getOrder")), of(404)),
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
async fn an_error_of_the_service_reaches_the_function_for_the_body_with_its_type() {
    let (_server, request) = service();
    let taken = "the order 8 has this id";
    require([
        (request("PUT", "like-8", r#"{ "count": 1 }"#), 409, None, json!({ "other": "8" })),
        // The range has a body of another type.
        (
            request("GET", "like-8", ""),
            409,
            Some(("x-remaining", "0")),
            json!({ "status": 409, "title": taken }),
        ),
    ])
    .await;
}

#[tokio::test]
async fn operations_share_the_responses_that_are_components() {
    let (_server, request) = service();
    let order = json!({ "count": 1 }).to_string();
    let put = |id| request("PUT", id, &order);
    let get = |id| request("GET", id, "");
    let delete = |id| request("DELETE", id, "");
    let of = |status: u16| json!({ "status": status });
    let other = |other| (Some(("x-other", other)), json!({ "other": other }));
    let often = Some(("retry-after", "7"));
    let ((newer, newer_body), (locked, locked_body)) = (other("newer"), other("locked"));
    require([
        (put("often"), 429, often, of(429)),
        (get("often"), 429, often, of(429)),
        (delete("often"), 429, often, of(429)),
        (delete("away"), 503, Some(("retry-after", "3")), of(503)),
        (delete("newer"), 409, newer, newer_body),
        (delete("locked"), 423, locked, locked_body),
        // Rejections have them, too.
        (delete("missing"), 404, Some(("x-searched", "deleteOrder")), of(404)),
        (delete("taken"), 409, None, json!({ "other": "Conflict" })),
        (delete("busy"), 429, Some(("retry-after", "60")), of(429)),
    ])
    .await;
    let broken = delete("broken").send().await.unwrap();
    assert_eq!(broken.status(), 500);
    assert_eq!(broken.text().await.unwrap(), "broken");
    let missing = request("HEAD", "missing", "").send().await.unwrap();
    assert_eq!(missing.status(), 404);
    assert_eq!(missing.headers()["x-searched"], "headOrder");
}

#[tokio::test]
async fn operations_share_the_types_of_parameters_and_of_bodies_that_are_components() {
    let (_server, request) = service();
    let change = json!({ "note": "more" }).to_string();
    let low = json!({ "title": "low: more" });
    let high = json!({ "title": "high: more" });
    let is_text = (CONTENT_TYPE, HeaderValue::from_static("text/plain"));
    let text = request("POST", "1/copies?urgency=low", "more");
    let text = text.headers(HeaderMap::from_iter([is_text]));
    require([
        (request("PATCH", "1?urgency=high", &change), 418, None, high),
        (text, 418, None, low),
        (request("PATCH", "missing?urgency=low", &change), 404, None, json!({ "status": 404 })),
        (request("POST", "1/copies?urgency=none", "{}"), 400, None, json!({ "status": 400 })),
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
