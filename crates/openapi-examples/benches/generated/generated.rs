//! The server that is generated from `orders.yaml`.

use dropshot::RequestContext;
use openapi_dropshot::Rejection;

mod api {
    #![allow(missing_docs, reason = "the document describes what it wants to")]

    include!(concat!(env!("OUT_DIR"), "/measured.rs"));
}

use api::Api;
use api::types::{
    Count, CountOrdersPath, CountOrdersQuery, CountOrdersResponse, CreateOrderResponse, Order,
    Problem,
};

pub use api::api_mod::api_description;

pub enum Orders {}

impl Api for Orders {
    type Context = ();

    fn problem_for(rejection: &Rejection, _: http::StatusCode) -> Problem {
        let message = rejection.to_string();
        Problem { message }
    }

    async fn count_orders(
        _: &RequestContext<()>,
        CountOrdersPath { customer }: CountOrdersPath,
        CountOrdersQuery { limit, state }: CountOrdersQuery,
    ) -> Result<CountOrdersResponse, Rejection> {
        let count = if state.is_some() { limit.unwrap_or(1) } else { 0 };
        Ok(CountOrdersResponse::Ok(Count { customer, count }))
    }

    async fn create_order(
        _: &RequestContext<()>,
        body: Order,
    ) -> Result<CreateOrderResponse, Rejection> {
        Ok(CreateOrderResponse::Created(body))
    }
}
