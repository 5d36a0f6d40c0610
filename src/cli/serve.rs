//! `plant-store serve`: starts the service, runs it, and stops it on a signal.
//!
//! The order of the steps matters. The certificate and its key are read first,
//! since reading changes nothing. The store is opened next, so that a second service
//! on the same store fails before it changes anything. Then the address is bound.
//! Only then is the very first token made and printed, since nobody would look for
//! it in the output of a failed start. At shutdown, requests are answered before the
//! store is closed.

use std::convert::Infallible;
use std::io::{self, IsTerminal};
use std::sync::Arc;

use clap::Args;
use dropshot::{BuildError, ConfigDropshot, ConfigTls, HandlerTaskMode, HttpServer, ServerBuilder};
use plant_storage::{Access, Storage, TokenError};
use slog::{Logger, info, o, warn};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::{Failure, output, token, watch};
use crate::api::api_mod;
use crate::config::Config;
use crate::descriptors;
use crate::handlers::{PlantStore, PlantStoreApi};
use crate::logging;
use crate::tls::Tls;
use crate::tokens::{self, IssueError};

/// The name of the token that the very first start makes.
const FIRST_TOKEN: &str = "first";

/// Run the service.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Arguments {
    #[command(flatten)]
    config: Config,
}

pub(super) async fn run(Arguments { config }: Arguments) -> Result<(), Failure> {
    let (log, _flush) = logging::start(config.log_level).map_err(Failure::Runtime)?;
    let mut signals = Signals::listen().map_err(Failure::Runtime)?;
    let hangup = hangup();
    let (mut tls, tls_config) = Tls::read(&config)?.unzip();
    let storage = plant_storage::open(&config.store.store, Access::Serve).await?;
    for warning in storage.warnings() {
        warn!(log, "{warning}");
    }
    let server = start(&config, tls_config, Arc::clone(&storage), &log)?;
    descriptors::raise_limit(&log);
    if let Some(token) = first_token(&*storage).await? {
        let line = format!("token: {}", token.reveal());
        token::deliver(&*storage, FIRST_TOKEN, &line).await?;
    }
    let scheme = if server.using_tls() { "https" } else { "http" };
    output::deliver(&format!("listening on {scheme}://{}", server.local_addr()))
        .map_err(Failure::Output)?;
    info!(log, "ready"; "address" => %server.local_addr(), "store" => %config.store.store);

    let renewal = async {
        match &mut tls {
            Some(tls) => tls.renew(&server, &log).await,
            None => ignore(hangup, &log).await,
        }
    };
    let signal = tokio::select! {
        signal = signals.next() => signal,
        never = renewal => match never {},
        never = watch::watch(&*storage, &log) => match never {},
        ended = server.wait_for_shutdown() => {
            return Err(Failure::Stopped(ended.err().unwrap_or_default()));
        }
    };
    info!(log, "stopping"; "signal" => signal);
    tokio::select! {
        () = wind_down(server, &*storage, &config, &log) => Ok(()),
        // `exit` instead of returning: a hanging task would keep the process alive.
        _ = signals.next() => std::process::exit(Failure::Forced.report().into()),
    }
}

/// Binds the address and starts the server.
fn start(
    config: &Config,
    tls: Option<ConfigTls>,
    storage: Arc<dyn Storage>,
    log: &Logger,
) -> Result<HttpServer<PlantStore>, Failure> {
    api_mod::compile_schemas().map_err(|error| Failure::Start(error.into()))?;
    let api = api_mod::api_description::<PlantStoreApi>()
        .map_err(|error| Failure::Start(error.into()))?;
    let validates = config.validate_responses || cfg!(debug_assertions);
    let service = PlantStore::new(storage, config.request_timeout, validates, log.clone());
    let dropshot = ConfigDropshot {
        bind_address: config.listen,
        default_request_body_max_bytes: config.body_limit,
        // A handler is cancelled when its caller disconnects. No create is left half
        // done: a create in the queue of the store is committed whole, an earlier
        // one is dropped whole, and the caller may repeat it.
        default_handler_task_mode: HandlerTaskMode::CancelOnDisconnect,
        ..ConfigDropshot::default()
    };
    ServerBuilder::new(api, service, log.new(o!("component" => "http")))
        .config(dropshot)
        .tls(tls)
        .start()
        .map_err(|error| match error {
            BuildError::BindError { address, error } => Failure::Listen {
                address,
                source: error,
            },
            error => Failure::Start(error.into()),
        })
}

/// Returns a listener for SIGHUP, or `None` if standard input is a terminal: then
/// SIGHUP means that the terminal is gone, and ends the process.
fn hangup() -> Option<Signal> {
    let is_terminal = io::stdin().is_terminal();
    // With a registered handler, the signal would not end the process.
    (!is_terminal)
        .then(|| signal(SignalKind::hangup()).ok())
        .flatten()
}

/// Logs each SIGHUP, which a supervisor sends to reload a service. Without TLS there
/// is nothing to reload.
async fn ignore(hangup: Option<Signal>, log: &Logger) -> Infallible {
    let Some(mut hangup) = hangup else {
        return std::future::pending().await;
    };
    loop {
        hangup.recv().await;
        info!(log, "SIGHUP: there is no certificate to renew");
    }
}

/// Issues the token of the very first start. Returns `None` if the store has ever had
/// a token.
async fn first_token(storage: &dyn Storage) -> Result<Option<tokens::Token>, Failure> {
    if storage.token_any().await? {
        return Ok(None);
    }
    match tokens::issue(storage, FIRST_TOKEN, None).await {
        Ok(token) => Ok(Some(token)),
        // Another process has just created it, so there is a token.
        Err(IssueError::Store(TokenError::NameTaken { .. })) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Stops accepting connections, waits up to the request timeout for requests that
/// have begun, and closes the store.
async fn wind_down(
    server: HttpServer<PlantStore>,
    storage: &dyn Storage,
    config: &Config,
    log: &Logger,
) {
    match tokio::time::timeout(config.request_timeout, server.close()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => warn!(log, "the server did not end well"; "error" => error),
        Err(_) => warn!(
            log,
            "requests that did not arrive in time are left unanswered"
        ),
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

    /// Waits for the next signal. Returns its name.
    async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}
