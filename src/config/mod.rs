//! The settings of the service as typed values. Each has one name: `--body-limit`,
//! `PLANT_STORE_BODY_LIMIT`, and `body-limit` in the configuration file. Invalid values
//! are reported here, before anything is opened or bound.

mod environment;
mod file;
mod store;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::BoolishValueParser;
use clap::{Args, Command};
use slog::Level;

use crate::cors::Origin;
use crate::logging::LogFormat;
use crate::tokens::TokenLimits;

pub(crate) use environment::{UnknownVariable, require_known, variable};
pub(crate) use file::{ConfigFile, FileError};
pub use store::StoreArgument;

/// The maximum of `--body-limit`, in bytes: the waiting creates of one service share
/// a queue of this size.
const MAX_BODY_LIMIT: usize = 64 << 20;

/// The maximum of `--request-timeout`, in seconds.
const MAX_REQUEST_TIMEOUT: u64 = 3600;

/// The maximum of `--store-wait`, in seconds.
const MAX_STORE_WAIT: u64 = 3600;

/// The configuration of the service.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 selects a free port
    #[arg(long, env, value_name = "IP:PORT", default_value = "127.0.0.1:8080", value_parser = listen)]
    pub listen: SocketAddr,

    /// The store of plants and tokens.
    #[command(flatten)]
    pub store: StoreArgument,

    /// How long a start waits for a PostgreSQL server that cannot be reached, in seconds, at
    /// most an hour
    #[arg(long, env, value_name = "SECONDS", default_value = "0", value_parser = store_wait)]
    pub store_wait: Duration,

    /// The maximum size of a request body in bytes, at most 64 MiB
    #[arg(long, env, value_name = "BYTES", default_value = "1048576", value_parser = body_limit)]
    pub body_limit: usize,

    /// The time limit for receiving a request body in seconds, at most an hour
    #[arg(long, env, value_name = "SECONDS", default_value = "30", value_parser = request_timeout)]
    pub request_timeout: Duration,

    /// The creates of one token in a second; more are refused as overload. NAME=NUMBER gives a
    /// token its own limit, as in 500,importer=5000 [default: off]
    #[arg(long, env, value_name = "LIMITS")]
    pub token_rate: Option<TokenLimits>,

    /// The bytes in the bodies of one token in a second, as --token-rate [default: off]
    #[arg(long, env, value_name = "LIMITS")]
    pub token_bytes: Option<TokenLimits>,

    /// The address for operators: health, metrics and the document, without TLS and
    /// credentials [default: off]
    #[arg(long, env, value_name = "IP:PORT", value_parser = listen)]
    pub admin: Option<SocketAddr>,

    /// The origins of pages that may call the service from a browser, separated by commas
    /// [default: none]
    #[arg(long, env, value_name = "ORIGIN", value_delimiter = ',')]
    pub cors_origin: Vec<Origin>,

    /// TLS: the certificate chain in PEM, the server's own certificate first
    #[arg(long, env, value_name = "FILE")]
    pub tls_certificate: Option<PathBuf>,

    /// TLS: the private key in PEM (PKCS#8, SEC1 or PKCS#1)
    #[arg(long, env, value_name = "FILE")]
    pub tls_key: Option<PathBuf>,

    /// The file for the token of the very first start, which is created with mode 0600
    /// [default: standard output]
    #[arg(long, env, value_name = "FILE")]
    pub first_token_file: Option<PathBuf>,

    /// Validate each response before it is sent; an invalid response becomes a 500
    #[arg(
        long,
        env,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_value = "false",
        default_missing_value = "true",
        action = clap::ArgAction::Set,
        hide_possible_values = true,
        value_parser = BoolishValueParser::new()
    )]
    pub validate_responses: bool,

    /// The minimum level of log records: critical, error, warning, info, debug or trace
    #[arg(long, env, value_name = "LEVEL", default_value = "info", value_parser = log_level)]
    pub log_level: Level,

    /// Log each connection and each request to a path without an operation; the records of
    /// created plants and of refusals do not depend on it
    #[arg(
        long,
        env,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_value = "true",
        default_missing_value = "true",
        action = clap::ArgAction::Set,
        hide_possible_values = true,
        value_parser = BoolishValueParser::new()
    )]
    pub log_requests: bool,

    /// The format of the log: auto (text on a terminal, journal for journald, otherwise JSON),
    /// journal (JSON with priorities), json or text
    #[arg(long, env, value_name = "FORMAT", default_value = "auto", hide_possible_values = true)]
    pub log_format: LogFormat,
}

/// A setting without the one that it needs.
#[derive(Debug, thiserror::Error)]
#[error("--{given} is set and --{missing} is not; TLS needs both")]
pub(crate) struct Incomplete {
    given: &'static str,
    missing: &'static str,
}

impl Config {
    /// Requires that settings that belong together are set together.
    pub(crate) fn require_complete(&self) -> Result<(), Incomplete> {
        let (certificate, key) = ("tls-certificate", "tls-key");
        match (&self.tls_certificate, &self.tls_key) {
            (Some(_), None) => Err(Incomplete { given: certificate, missing: key }),
            (None, Some(_)) => Err(Incomplete { given: key, missing: certificate }),
            _ => Ok(()),
        }
    }
}

/// Returns the names of all settings, in the order of their help.
pub(crate) fn names() -> Vec<String> {
    let command = Config::augment_args(Command::new("settings"));
    command.get_arguments().filter_map(|argument| argument.get_long()).map(str::to_owned).collect()
}

/// Returns the name that is most similar to an unknown name, as the end of a message.
fn suggestion<'n>(unknown: &str, names: impl Iterator<Item = &'n str>) -> String {
    /// Names that are less similar than this mean something else.
    const SIMILAR: f64 = 0.8;
    let rated = names.map(|name| (strsim::jaro_winkler(unknown, name), name));
    let best = rated.max_by(|(one, _), (other, _)| one.total_cmp(other));
    match best.filter(|(similarity, _)| *similarity > SIMILAR) {
        Some((_, name)) => format!("; a similar one is {name}"),
        None => String::new(),
    }
}

fn listen(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "write IP:PORT, for example 127.0.0.1:8080 or [::1]:8080")
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
        _ => Err(format!("write whole seconds from 1 to {MAX_REQUEST_TIMEOUT}")),
    }
}

fn store_wait(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds @ 0..=MAX_STORE_WAIT) => Ok(Duration::from_secs(seconds)),
        _ => Err(format!("write whole seconds from 0 to {MAX_STORE_WAIT}")),
    }
}

fn log_level(text: &str) -> Result<Level, &'static str> {
    text.parse().map_err(|()| "write critical, error, warning, info, debug or trace")
}
