//! Flags and environment variables as typed values. Invalid values are reported here,
//! before anything is opened or bound.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use plant_storage::StoreUrl;
use slog::Level;

/// The maximum of `--body-limit`, in bytes: the waiting creates of one service share
/// a queue of this size.
const MAX_BODY_LIMIT: usize = 64 << 20;

/// The maximum of `--request-timeout`, in seconds.
const MAX_REQUEST_TIMEOUT: u64 = 3600;

/// The configuration of the service.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 selects a free port
    #[arg(
        long, env = "PLANT_STORE_LISTEN", hide_env_values = true, value_name = "IP:PORT",
        default_value = "127.0.0.1:8080", value_parser = listen
    )]
    pub listen: SocketAddr,

    /// The store of plants and tokens.
    #[command(flatten)]
    pub store: StoreArgument,

    /// The maximum size of a request body in bytes, at most 64 MiB
    #[arg(
        long, env = "PLANT_STORE_BODY_LIMIT", hide_env_values = true, value_name = "BYTES",
        default_value = "1048576",
        value_parser = body_limit
    )]
    pub body_limit: usize,

    /// The time limit for receiving a request body in seconds, at most an hour
    #[arg(
        long, env = "PLANT_STORE_REQUEST_TIMEOUT", hide_env_values = true, value_name = "SECONDS",
        default_value = "30", value_parser = request_timeout
    )]
    pub request_timeout: Duration,

    /// TLS: the certificate chain in PEM, the server's own certificate first
    #[arg(
        long,
        env = "PLANT_STORE_TLS_CERTIFICATE",
        hide_env_values = true,
        value_name = "FILE",
        requires = "tls_key"
    )]
    pub tls_certificate: Option<PathBuf>,

    /// TLS: the private key in PEM (PKCS#8, SEC1 or PKCS#1)
    #[arg(
        long,
        env = "PLANT_STORE_TLS_KEY",
        hide_env_values = true,
        value_name = "FILE",
        requires = "tls_certificate"
    )]
    pub tls_key: Option<PathBuf>,

    /// Validate each response before it is sent; an invalid response becomes a 500
    #[arg(
        long,
        env = "PLANT_STORE_VALIDATE_RESPONSES",
        hide_env_values = true,
        alias = "judge-responses"
    )]
    pub validate_responses: bool,

    /// The minimum level of log records: critical, error, warning, info, debug or trace
    #[arg(
        long, env = "PLANT_STORE_LOG_LEVEL", hide_env_values = true, value_name = "LEVEL",
        default_value = "info", value_parser = log_level
    )]
    pub log_level: Level,
}

/// The store, for all commands that use one.
#[derive(Args, Clone, Debug)]
pub struct StoreArgument {
    /// The store of plants and tokens: sqlite:PATH or postgres://USER@HOST/DATABASE
    #[arg(
        long,
        env = "PLANT_STORE_STORE",
        hide_env_values = true,
        value_name = "URL",
        default_value = "sqlite:plants.db"
    )]
    pub store: StoreUrl,
}

fn listen(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "write IP:PORT, for example 127.0.0.1:8080 or [::1]:8080")
}

fn body_limit(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(bytes @ 1..=MAX_BODY_LIMIT) => Ok(bytes),
        _ => Err(format!("write whole bytes from 1 to {MAX_BODY_LIMIT}")),
    }
}

fn request_timeout(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds @ 1..=MAX_REQUEST_TIMEOUT) => Ok(Duration::from_secs(seconds)),
        _ => Err(format!(
            "write whole seconds from 1 to {MAX_REQUEST_TIMEOUT}"
        )),
    }
}

fn log_level(text: &str) -> Result<Level, &'static str> {
    text.parse()
        .map_err(|()| "write critical, error, warning, info, debug or trace")
}
