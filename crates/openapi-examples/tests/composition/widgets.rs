//! A service with two versions, which counts the calls of its operations.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use dropshot::{ApiDescription, ConfigDropshot, HttpServer, RequestContext, ServerBuilder};
use openapi_dropshot::{Rejection, RequestLimits, StatusCode};
use slog::{Discard, Logger, o};

use crate::errors::find;
use crate::metrics::count_call;

pub mod v1 {
    //! Version 1, as `build.rs` generates it.
    #![allow(missing_docs, clippy::large_enum_variant)]
    include!(concat!(env!("OUT_DIR"), "/v1.rs"));
}

pub mod v2 {
    //! Version 2, as `build.rs` generates it.
    #![allow(missing_docs, clippy::large_enum_variant)]
    include!(concat!(env!("OUT_DIR"), "/v2.rs"));
}

/// The state of the server.
pub struct Widgets {
    /// The number of calls by operation id.
    pub calls: Mutex<BTreeMap<String, u64>>,
    /// The time to receive a body.
    pub body_time: Duration,
}

impl Default for Widgets {
    fn default() -> Self {
        Self { calls: Mutex::default(), body_time: Duration::from_secs(30) }
    }
}

/// The implementation of both versions.
pub enum Service {}

impl v1::Api for Service {
    type Context = Widgets;

    fn error_for(rejection: &Rejection, _: StatusCode) -> v1::types::Error {
        let detail = rejection.to_string();
        v1::types::Error { detail }
    }

    async fn create_widget(
        rqctx: &RequestContext<Widgets>,
        body: v1::types::Widget,
    ) -> Result<v1::types::CreateWidgetResponse, Rejection> {
        count_call(rqctx);
        Ok(v1::types::CreateWidgetResponse::Created(body))
    }

    async fn get_widget(
        rqctx: &RequestContext<Widgets>,
        v1::types::GetWidgetPath { id }: v1::types::GetWidgetPath,
    ) -> Result<v1::types::GetWidgetResponse, Rejection> {
        count_call(rqctx);
        let size = find(&id)?;
        Ok(v1::types::GetWidgetResponse::Ok(v1::types::Widget { id, size }))
    }
}

impl v2::Api for Service {
    type Context = Widgets;

    fn error_for(rejection: &Rejection, _: StatusCode) -> v2::types::Error {
        let detail = rejection.to_string();
        v2::types::Error { detail }
    }

    fn limits(rqctx: &RequestContext<Widgets>) -> RequestLimits {
        RequestLimits { time: rqctx.context().body_time, ..RequestLimits::of(rqctx) }
    }

    async fn create_widget(
        rqctx: &RequestContext<Widgets>,
        body: v2::types::Widget,
    ) -> Result<v2::types::CreateWidgetResponse, Rejection> {
        count_call(rqctx);
        Ok(v2::types::CreateWidgetResponse::Created(body))
    }

    async fn get_widget(
        rqctx: &RequestContext<Widgets>,
        v2::types::GetWidgetPath { widget_id: id }: v2::types::GetWidgetPath,
    ) -> Result<v2::types::GetWidgetResponse, Rejection> {
        count_call(rqctx);
        let size = square(find(&id)?);
        Ok(v2::types::GetWidgetResponse::Ok(v2::types::Widget { id, size }))
    }

    async fn get_latest_widget(
        rqctx: &RequestContext<Widgets>,
    ) -> Result<v2::types::GetLatestWidgetResponse, Rejection> {
        count_call(rqctx);
        let (id, size) = ("newest".to_owned(), square(3));
        Ok(v2::types::GetLatestWidgetResponse::Ok(v2::types::Widget { id, size }))
    }
}

fn square(side: i32) -> v2::types::Size {
    v2::types::Size::Area(v2::types::Area { width: side, height: side })
}

/// Returns a logger that discards its records.
pub fn log() -> Logger {
    Logger::root(Discard, o!())
}

/// Starts a server without versions.
pub fn start(api: ApiDescription<Widgets>, config: ConfigDropshot) -> HttpServer<Widgets> {
    let builder = ServerBuilder::new(api, Widgets::default(), log());
    builder.config(config).start().unwrap()
}

/// Returns the URL of a resource of a server.
pub fn url(server: &HttpServer<Widgets>, path: &str) -> String {
    format!("http://{}{path}", server.local_addr())
}
