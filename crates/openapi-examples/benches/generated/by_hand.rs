//! The server of `orders.yaml` as it is written without a generator: the same types, and
//! dropshot's own extractors. It validates nothing beyond the types.

use dropshot::{
    ApiDescription, ApiDescriptionRegisterError, HttpError, HttpResponseCreated, HttpResponseOk,
    Path, Query, RequestContext, TypedBody, endpoint,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
struct Customer {
    customer: String,
}

#[derive(Deserialize, JsonSchema)]
struct Selection {
    limit: Option<i32>,
    state: Option<State>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Paid,
    Sent,
}

#[derive(Serialize, JsonSchema)]
struct Count {
    customer: String,
    count: i32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Order {
    id: uuid::Uuid,
    customer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<chrono::DateTime<chrono::Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    lines: Vec<Line>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Line {
    article: String,
    quantity: i32,
    price: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

#[endpoint { method = GET, path = "/customers/{customer}/orders" }]
async fn count_orders(
    _: RequestContext<()>,
    path: Path<Customer>,
    query: Query<Selection>,
) -> Result<HttpResponseOk<Count>, HttpError> {
    let Customer { customer } = path.into_inner();
    let Selection { limit, state } = query.into_inner();
    let count = if state.is_some() { limit.unwrap_or(1) } else { 0 };
    Ok(HttpResponseOk(Count { customer, count }))
}

#[endpoint { method = POST, path = "/orders" }]
async fn create_order(
    _: RequestContext<()>,
    body: TypedBody<Order>,
) -> Result<HttpResponseCreated<Order>, HttpError> {
    Ok(HttpResponseCreated(body.into_inner()))
}

pub fn api_description() -> Result<ApiDescription<()>, ApiDescriptionRegisterError> {
    let mut api = ApiDescription::new();
    api.register(count_orders)?;
    api.register(create_order)?;
    Ok(api)
}
