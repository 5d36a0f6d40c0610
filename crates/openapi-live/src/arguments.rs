//! The command line. Tokens never appear in help or error messages.

use clap::Parser;
use openapi_findings::Output;
use openapi_live::Settings;
use std::path::PathBuf;
use std::time::Duration;

/// Hold a running service to its OpenAPI 3.1 document
///
/// For each operation it sends valid requests, values at and just beyond each
/// bound, other types, other content types, other methods, and good and bad
/// credentials, and judges the answers by the document.
///
/// It WRITES TO THE SERVICE: whatever a valid request makes is made, many times
/// over. Values that may be any are drawn at random, so that they don't meet what
/// is there; values at bounds can't be.
///
/// Exits with 0 when nothing is found, 1 when something is, 2 when there is no
/// verdict.
#[derive(Parser)]
#[command(name = "openapi-live", version, term_width = 100)]
pub(crate) struct Arguments {
    /// The document
    pub(crate) document: PathBuf,
    /// Where the service is: scheme, host and port, and what stands before the
    /// document's paths
    pub(crate) url: String,
    /// A credential that the service accepts; NAME=TOKEN for one security scheme
    ///
    /// A bearer token, an API key, or for HTTP Basic the base64 of user:password.
    /// May be given more than once. Others can read the arguments of a process: the
    /// environment variable is safer.
    #[arg(
        long = "token",
        value_name = "TOKEN",
        env = "OPENAPI_LIVE_TOKEN",
        hide_env_values = true,
        value_delimiter = '\n'
    )]
    tokens: Vec<String>,
    /// Which values to draw: the same seed makes the same requests [default: others
    /// each time; the report says which]
    ///
    /// What a service has kept from before may hide a fault: it refuses a request that
    /// it would have taken. Give a seed to see a finding again in an empty store.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How long to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Arguments {
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            tokens: self.tokens.clone(),
            seed: self.seed,
            timeout: Duration::from_secs(self.timeout),
        }
    }
}
