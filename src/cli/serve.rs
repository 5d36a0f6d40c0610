//! `plant-store serve`: from flags to a running service, and back to rest.
//!
//! The order matters. The store is opened first, so that of two services the
//! second one changes nothing; the address is bound next; only then is the very
//! first token made and printed, since nobody would look for it in the output
//! of a start that failed. On the way down requests are answered before the
//! store is closed.

use std::sync::Arc;

use clap::Args;
use openapi_runtime::{Limits, judge_responses};
use openapi_server::{Listener, Server};
use plant_storage::{Access, Storage, TokenError};
use slog::{Logger, info, o, warn};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::{Failure, output};
use crate::api;
use crate::config::Config;
use crate::handlers::PlantStore;
use crate::logging;
use crate::tokens::{self, IssueError};

/// The name of the token that the very first start makes.
const FIRST_TOKEN: &str = "first";

/// Serve the interface.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Arguments {
    #[command(flatten)]
    config: Config,
}

pub(super) async fn run(Arguments { config }: Arguments) -> Result<(), Failure> {
    let (log, _flush) = logging::start(config.log_level).map_err(Failure::Runtime)?;
    let mut signals = Signals::listen().map_err(Failure::Runtime)?;
    let storage = plant_storage::open(&config.store.store, Access::Serve).await?;
    let server = start(&config, Arc::clone(&storage), &log)?;
    if let Some(token) = first_token(&*storage).await? {
        output::deliver(&format!("token: {}", token.reveal()))?;
    }
    output::deliver(&format!("listening on http://{}", server.local_addr()))?;
    info!(log, "ready"; "address" => %server.local_addr(), "store" => %config.store.store);

    info!(log, "stopping"; "signal" => signals.next().await);
    tokio::select! {
        () = wind_down(server, &*storage, &config, &log) => Ok(()),
        // Not by returning: what hangs now would keep the process.
        _ = signals.next() => std::process::exit(Failure::Forced.report().into()),
    }
}

/// Binds the address and begins to serve.
fn start(config: &Config, storage: Arc<dyn Storage>, log: &Logger) -> Result<Server, Failure> {
    let listener = Listener::bind(config.listen).map_err(|source| Failure::Listen {
        address: config.listen,
        source,
    })?;
    let body = Limits {
        body: config.body_limit,
        time: config.request_timeout,
    };
    let connections = openapi_server::Limits {
        connections: config.connection_limit,
        time: config.request_timeout,
    };
    if config.judge_responses {
        judge_responses(true);
    }
    api::compile_schemas().map_err(|error| Failure::Start(error.into()))?;
    let service = api::endpoints().served_by(PlantStore::new(storage, body));
    let log = log.new(o!("component" => "http"));
    Ok(listener.serve(Arc::new(service), connections, log))
}

/// The token of the very first start; none when the store has had any.
async fn first_token(storage: &dyn Storage) -> Result<Option<tokens::Token>, Failure> {
    if storage.token_any().await? {
        return Ok(None);
    }
    match tokens::issue(storage, FIRST_TOKEN, None).await {
        Ok(token) => Ok(Some(token)),
        // Somebody has just created it; then there is a token.
        Err(IssueError::Store(TokenError::NameTaken { .. })) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Stops accepting, waits for the requests that have begun, as long as one may
/// take to arrive, and closes the store.
async fn wind_down(server: Server, storage: &dyn Storage, config: &Config, log: &Logger) {
    let closed = tokio::time::timeout(config.request_timeout, server.close()).await;
    if closed.is_err() {
        warn!(
            log,
            "requests that did not arrive in time are left unanswered"
        );
    }
    storage.close().await;
    info!(log, "stopped");
}

/// The signals that stop a service.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// The name of the next signal.
    async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}
