//! `plant-store serve`: starts the service, runs it, and stops it on a signal.
//!
//! The order of the steps matters. The certificate and its key are read first,
//! since reading changes nothing. The store is opened next, so that a second service
//! on the same store fails before it changes anything. Then the address is bound.
//! Only then is the very first token made and printed, since nobody would look for
//! it in the output of a failed start. At shutdown, requests are answered before the
//! store is closed.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use dropshot::{ConfigDropshot, ConfigTls, HandlerTaskMode, HttpServer, ServerBuilder};
use plant_storage::{Access, OpenError, Storage, TokenError};
use sd_notify::NotifyState;
use slog::{Logger, info, warn};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::MissedTickBehavior;

use super::arguments::EffectiveSetting;
use super::token::{self, TokenFile};
use super::{Failure, ephemeral, output, reload, watch};
use crate::admin::{self, Reference};
use crate::api::api_mod;
use crate::config::Config;
use crate::descriptors;
use crate::error::chain;
use crate::handlers::{PlantStore, PlantStoreApi};
use crate::logging;
use crate::metrics::Metrics;
use crate::preflight;
use crate::tls::Tls;
use crate::tokens::{self, IssueError};

/// The name of the token that the very first start makes.
const FIRST_TOKEN: &str = "first";

/// The pause between two attempts to reach a database server.
const STORE_PAUSE: Duration = Duration::from_millis(500);

/// The time for the last output of a service that stops: recording the last uses of tokens, and the
/// error of a second signal.
const OUTPUT_TIMEOUT: Duration = Duration::from_secs(1);

/// Run the service.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) config: Config,

    /// Check the settings and the certificate, and do not start
    #[arg(long)]
    pub(super) check: bool,

    /// For tests of callers: a store in memory that is gone at the end, on a free port unless
    /// --listen is given; prints the URL and a token as one line of JSON
    #[arg(long, conflicts_with_all = ["store", "store_file", "first_token_file"])]
    ephemeral: bool,
}

/// Runs the service with settings that have these warnings.
pub(super) async fn run(
    arguments: Arguments,
    settings: Vec<EffectiveSetting>,
    warnings: Vec<String>,
) -> Result<(), Failure> {
    let Arguments { config, check, ephemeral: is_ephemeral } = arguments;
    if check {
        let tls = Tls::read(&config).await?;
        if let Some(warning) = tls.and_then(|(tls, _)| tls.warning()) {
            eprintln!("warning: {warning}");
        }
        return output::write(|stdout| writeln!(stdout, "the settings are valid"));
    }
    let started = logging::start(config.log_level, config.log_format, config.log_requests);
    let logging::Log { logger: log, level: log_level, counts: log_counts, guard: flush } =
        started.map_err(Failure::Runtime)?;
    for hidden in warnings {
        warn!(log, "{hidden}");
    }
    let mut signals = Signals::listen().map_err(Failure::Runtime)?;
    let hangup = reload::hangup();
    let (mut tls, tls_config) = Tls::read(&config).await?.unzip();
    let (storage, store_name) = if is_ephemeral {
        (plant_storage::in_memory(), "memory".to_owned())
    } else {
        let storage = tokio::select! {
            opened = open(&config, &log) => opened?,
            signal = signals.next() => return Err(Failure::NotOpened(signal)),
        };
        (storage, config.store.name())
    };
    for warning in storage.warnings() {
        warn!(log, "{warning}");
    }
    let metrics = Metrics::new(Arc::clone(&storage), &log_counts);
    let metrics = Arc::new(metrics.map_err(|error| Failure::Start(error.into()))?);
    if let Some(tls) = &tls {
        tls.report_validity(&metrics, &log);
    }
    let server = start(&config, tls_config, &storage, &metrics, &log)?;
    let scheme = if server.using_tls() { "https" } else { "http" };
    let admin = match config.admin {
        Some(address) => {
            let reference = Reference {
                scheme,
                service: server.local_addr(),
                origins: config.cors_origin.clone(),
            };
            let (storage, metrics) = (Arc::clone(&storage), Arc::clone(&metrics));
            Some(admin::start(address, storage, metrics, reference, &log).await?)
        }
        None => None,
    };
    descriptors::raise_limit(&log);
    let url = format!("{scheme}://{}", server.local_addr());
    if is_ephemeral {
        ephemeral::announce(&*storage, &url, admin).await?;
    } else {
        make_first_token(&*storage, &config).await?;
        print(&format!("listening on {url}"))?;
        if let Some(address) = admin {
            print(&format!("admin on http://{address}"))?;
        }
    }
    warn_of_exposure(&server, admin, &log);
    info!(log, "ready"; "address" => %server.local_addr(), "store" => store_name);
    notify(&[NotifyState::Ready]);
    if let Some(limit) = sd_notify::watchdog_enabled() {
        // By the threads that serve, until the process ends.
        tokio::spawn(feed_watchdog(limit));
    }

    let has_tls = tls.is_some();
    let renewal = async {
        match &mut tls {
            Some(tls) => tls.renew(&server, &metrics, &log).await,
            None => std::future::pending().await,
        }
    };
    let signal = tokio::select! {
        signal = signals.next() => signal,
        never = renewal => match never {},
        never = reload::reload(hangup, settings, &log_level, has_tls, &log) => match never {},
        never = watch::watch(&*storage, &log) => match never {},
        never = server.app_private().tokens.record_uses_forever() => match never {},
        ended = server.wait_for_shutdown() => {
            return Err(Failure::Stopped(ended.err().unwrap_or_default()));
        }
    };
    info!(log, "stopping"; "signal" => signal);
    notify(&[NotifyState::Stopping]);
    tokio::select! {
        () = wind_down(server, &*storage, &config, &log) => Ok(()),
        // `exit` instead of returning: a hanging task would keep the process alive.
        _ = signals.next() => {
            drop(flush);
            // A write to standard error waits until somebody reads it, so the exit does not wait
            // for the write.
            let report = tokio::task::spawn_blocking(|| Failure::Forced.report());
            let _ = tokio::time::timeout(OUTPUT_TIMEOUT, report).await;
            std::process::exit(Failure::Forced.exit_code().into())
        }
    }
}

/// Binds the address and starts the server.
fn start(
    config: &Config,
    tls: Option<ConfigTls>,
    storage: &Arc<dyn Storage>,
    metrics: &Arc<Metrics>,
    log: &Logger,
) -> Result<HttpServer<PlantStore>, Failure> {
    api_mod::compile_schemas().map_err(|error| Failure::Start(error.into()))?;
    let mut api = api_mod::api_description::<PlantStoreApi>()
        .map_err(|error| Failure::Start(error.into()))?;
    if !config.cors_origin.is_empty() {
        preflight::register(&mut api).map_err(|error| Failure::Start(error.into()))?;
    }
    let service = PlantStore::new(Arc::clone(storage), config, Arc::clone(metrics), log.clone());
    let dropshot = ConfigDropshot {
        bind_address: config.listen,
        default_request_body_max_bytes: config.body_limit,
        // Without a task for each request. A handler ends when its caller disconnects; what has
        // to be done all the same is not done by handlers.
        default_handler_task_mode: HandlerTaskMode::CancelOnDisconnect,
        ..ConfigDropshot::default()
    };
    Ok(ServerBuilder::new(api, service, log.clone()).config(dropshot).tls(tls).start()?)
}

/// Opens the store. Waits for a database server that cannot be reached.
async fn open(config: &Config, log: &Logger) -> Result<Arc<dyn Storage>, Failure> {
    let (store, begun) = (&config.store.store, Instant::now());
    let mut is_waiting = false;
    loop {
        let error = match plant_storage::open(store, Access::Serve).await {
            Ok(storage) => return Ok(storage),
            Err(error) => error,
        };
        let can_come = store.is_server() && matches!(error, OpenError::Failed { .. });
        if !can_come || begun.elapsed() >= config.store_wait {
            return Err(error.into());
        }
        if !is_waiting {
            is_waiting = true;
            warn!(log, "the database cannot be reached, waiting for it"; "error" => chain(&error),
                "store_wait_s" => config.store_wait.as_secs());
        }
        tokio::time::sleep(STORE_PAUSE).await;
    }
}

/// Logs the listeners that other hosts can reach without TLS.
fn warn_of_exposure(server: &HttpServer<PlantStore>, admin: Option<SocketAddr>, log: &Logger) {
    let is_exposed = |address: &SocketAddr| !address.ip().is_loopback();
    let address = server.local_addr();
    if !server.using_tls() && is_exposed(&address) {
        warn!(log, "the listener has no TLS and is not on a loopback address: whoever can read \
            the network can read tokens; use --tls-certificate, or a proxy with TLS";
            "address" => %address);
    }
    if let Some(address) = admin.filter(is_exposed) {
        warn!(log, "the admin listener is not on a loopback address: it has neither TLS nor \
            credentials"; "address" => %address);
    }
}

/// Tells systemd about the state of the service, if systemd has started it.
fn notify(states: &[NotifyState]) {
    // Without the answer of systemd there is nothing else to do.
    let _ = sd_notify::notify(states);
}

/// Sends the messages after whose absence, for `limit`, systemd restarts the service. Never
/// returns.
async fn feed_watchdog(limit: Duration) {
    let mut interval = tokio::time::interval(limit / 3);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        notify(&[NotifyState::Watchdog]);
    }
}

/// Prints a line that must not be lost.
fn print(line: &str) -> Result<(), Failure> {
    output::deliver(format!("{line}\n").as_bytes()).map_err(Failure::Output)
}

/// Issues and delivers the token of the very first start, unless the store has ever had
/// a token.
async fn make_first_token(storage: &dyn Storage, config: &Config) -> Result<(), Failure> {
    if storage.token_any().await? {
        return Ok(());
    }
    // Before the token, whose name would be used up if there is no file for it.
    let mut file = config.first_token_file.as_deref().map(TokenFile::create).transpose()?;
    let token = match tokens::issue(storage, FIRST_TOKEN, None).await {
        Ok(issued) => issued.token,
        // Another process has just created it, so there is a token.
        Err(IssueError::Store(TokenError::NameTaken { .. })) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let write = || match &mut file {
        Some(file) => file.write(&token),
        None => output::deliver(format!("token: {}\n", token.reveal()).as_bytes()),
    };
    token::deliver(storage, FIRST_TOKEN, config.first_token_file.as_deref(), write).await
}

/// Stops accepting connections, waits up to the request timeout for requests that
/// have begun, and closes the store.
async fn wind_down(
    server: HttpServer<PlantStore>,
    storage: &dyn Storage,
    config: &Config,
    log: &Logger,
) {
    // The store may be the reason to stop: nothing waits for it.
    let uses = server.app_private().tokens.record_uses();
    if tokio::time::timeout(OUTPUT_TIMEOUT, uses).await.is_err() {
        warn!(log, "the last uses of tokens are not recorded");
    }
    match tokio::time::timeout(config.request_timeout, server.close()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => warn!(log, "the server did not end well"; "error" => error),
        Err(_) => warn!(log, "requests that did not arrive in time are left unanswered"),
    }
    storage.close().await;
    info!(log, "stopped");
}

/// The signals that stop a service or an import.
pub(super) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    pub(super) fn listen() -> std::io::Result<Self> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for the next signal. Returns its name.
    pub(super) async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}
