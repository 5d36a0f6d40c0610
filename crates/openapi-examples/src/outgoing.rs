//! A server whose document has webhooks and callbacks.

pub mod api {
    //! The code that `build.rs` generates from `outgoing.yaml`.

    #![allow(missing_docs, reason = "the document describes what it wants to")]

    include!(concat!(env!("OUT_DIR"), "/outgoing.rs"));
}

use api::Api;
use api::types::{SubscribeResponse, Subscription};
use dropshot::RequestContext;
use openapi_dropshot::Rejection;

/// The service.
pub enum Outgoing {}

impl Api for Outgoing {
    type Context = ();

    async fn subscribe(
        _: &RequestContext<()>,
        _: Subscription,
    ) -> Result<SubscribeResponse, Rejection> {
        Ok(SubscribeResponse::NoContent)
    }
}
