//! The admin listener: a second server of dropshot, for operators, with handwritten
//! endpoints.
//!
//! It is off by default, has neither TLS nor credentials, and belongs on a loopback
//! address or in a network of its own. It changes nothing but the row of the store's
//! probe.

mod readiness;
mod reference;

use std::net::SocketAddr;
use std::sync::Arc;

use dropshot::{
    ApiDescription, ApiDescriptionRegisterError, Body, ConfigDropshot, HttpError, HttpServer,
    RequestContext, ServerBuilder, endpoint,
};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use http::{Response, StatusCode};
use plant_storage::Storage;
use slog::{Drain, Level, LevelFilter, Logger, o};

use crate::cli::Failure;
use crate::metrics::Metrics;
use readiness::Readiness;
pub(crate) use reference::Reference;

const TEXT: &str = "text/plain; charset=utf-8";

/// The media type of the text format of Prometheus.
const METRICS: &str = "text/plain; version=0.0.4; charset=utf-8";

type Answer = Result<Response<Body>, HttpError>;

/// The state of the admin listener.
pub(crate) struct Admin {
    metrics: Arc<Metrics>,
    readiness: Readiness,
    reference: Reference,
}

/// Binds the address and starts the server.
pub(crate) fn start(
    address: SocketAddr,
    storage: Arc<dyn Storage>,
    metrics: Arc<Metrics>,
    reference: Reference,
    log: &Logger,
) -> Result<HttpServer<Admin>, Failure> {
    let api = api().map_err(|error| Failure::Start(error.into()))?;
    let admin = Admin {
        metrics,
        readiness: Readiness::new(storage),
        reference,
    };
    let config = ConfigDropshot {
        bind_address: address,
        ..ConfigDropshot::default()
    };
    // Without the record of each request: probes and scrapes would fill the log.
    let log = LevelFilter::new(log.clone(), Level::Warning).fuse();
    let log = Logger::root(log, o!("component" => "admin"));
    Ok(ServerBuilder::new(api, admin, log).config(config).start()?)
}

fn api() -> Result<ApiDescription<Admin>, ApiDescriptionRegisterError> {
    let mut api = ApiDescription::new();
    api.register(healthz)?;
    api.register(readyz)?;
    api.register(metrics_text)?;
    reference::register(&mut api)?;
    Ok(api)
}

/// The process answers.
#[endpoint { method = GET, path = "/healthz" }]
async fn healthz(_: RequestContext<Admin>) -> Answer {
    answer(StatusCode::OK, TEXT, "healthy\n")
}

/// The store can be written.
#[endpoint { method = GET, path = "/readyz" }]
async fn readyz(rqctx: RequestContext<Admin>) -> Answer {
    match rqctx.context().readiness.check().await {
        Ok(()) => answer(StatusCode::OK, TEXT, "ready\n"),
        Err(cause) => {
            let text = format!("not ready: {cause}\n");
            answer(StatusCode::SERVICE_UNAVAILABLE, TEXT, text)
        }
    }
}

/// The metrics, in the text format of Prometheus.
#[endpoint { method = GET, path = "/metrics" }]
async fn metrics_text(rqctx: RequestContext<Admin>) -> Answer {
    let text = rqctx.context().metrics.text().await;
    let text = text.map_err(|error| HttpError::for_internal_error(error.to_string()))?;
    answer(StatusCode::OK, METRICS, text)
}

fn answer(status: StatusCode, content_type: &'static str, body: impl Into<Body>) -> Answer {
    let response = Response::builder()
        .status(status)
        .header(CONTENT_TYPE, content_type)
        .header(CACHE_CONTROL, "no-cache")
        .header(X_CONTENT_TYPE_OPTIONS, "nosniff");
    Ok(response.body(body.into())?)
}
