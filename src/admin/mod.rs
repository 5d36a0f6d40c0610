//! The admin listener: health, metrics and the document, for operators.
//!
//! It is off by default, has neither TLS nor credentials, and belongs on a loopback
//! address or in a network of its own. It changes nothing but the row of the store's
//! probe.

mod host;
mod listener;
mod readiness;
mod reference;

use std::net::SocketAddr;
use std::sync::Arc;

use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;
use plant_storage::Storage;
use slog::{Logger, o};
use tokio::net::TcpListener;

use crate::cli::failure::Failure;
use crate::metrics::Metrics;
use listener::Listener;
use readiness::Readiness;
pub(crate) use reference::Reference;

const TEXT: &str = "text/plain; charset=utf-8";

/// The media type of the text format of Prometheus.
const METRICS: &str = "text/plain; version=0.0.4; charset=utf-8";

type Answer = Response<Full<Bytes>>;

/// The state of the admin listener.
struct Admin {
    metrics: Arc<Metrics>,
    readiness: Readiness,
    reference: Reference,
}

/// Binds the address and starts the listener. Returns the bound address.
pub(crate) async fn start(
    address: SocketAddr,
    storage: Arc<dyn Storage>,
    metrics: Arc<Metrics>,
    reference: Reference,
    log: &Logger,
) -> Result<SocketAddr, Failure> {
    let cannot_listen = |source| Failure::Listen { address, source };
    let tcp = TcpListener::bind(address).await.map_err(cannot_listen)?;
    let bound = tcp.local_addr().map_err(cannot_listen)?;
    let admin = Admin { metrics, readiness: Readiness::new(storage), reference };
    let log = log.new(o!("component" => "admin"));
    let listener = Listener::new(tcp);
    tokio::spawn(listener::listen(listener, Arc::new(admin), log));
    Ok(bound)
}

impl Admin {
    async fn answer<B>(&self, request: &Request<B>) -> Answer {
        let host = request.headers().get(HOST);
        if !host::is_accepted(host, request.version()) {
            return answer(StatusCode::MISDIRECTED_REQUEST, TEXT, host::REFUSAL);
        }
        if request.method() != Method::GET {
            let mut refusal = answer(StatusCode::METHOD_NOT_ALLOWED, TEXT, "only GET\n");
            let allowed = HeaderValue::from_static("GET");
            refusal.headers_mut().insert(ALLOW, allowed);
            return refusal;
        }
        match request.uri().path() {
            "/healthz" => answer(StatusCode::OK, TEXT, "healthy\n"),
            "/readyz" => self.readyz().await,
            "/metrics" => self.metrics().await,
            path => match self.reference.answer(path, host) {
                Some(found) => found,
                None => answer(StatusCode::NOT_FOUND, TEXT, "not found\n"),
            },
        }
    }

    /// The store can be written.
    async fn readyz(&self) -> Answer {
        match self.readiness.check().await {
            Ok(()) => answer(StatusCode::OK, TEXT, "ready\n"),
            Err(cause) => {
                let text = format!("not ready: {cause}\n");
                answer(StatusCode::SERVICE_UNAVAILABLE, TEXT, text)
            }
        }
    }

    /// The metrics, in the text format of Prometheus.
    async fn metrics(&self) -> Answer {
        match self.metrics.text().await {
            Ok(text) => answer(StatusCode::OK, METRICS, text),
            Err(error) => {
                let text = format!("{error}\n");
                answer(StatusCode::INTERNAL_SERVER_ERROR, TEXT, text)
            }
        }
    }
}

fn answer(status: StatusCode, content_type: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(body.into()));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    for (name, value) in [
        (CONTENT_TYPE, content_type),
        (CACHE_CONTROL, "no-cache"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}
