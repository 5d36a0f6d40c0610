//! The command line. Scripts rely on its names, flags, output and exit codes: new
//! ones may be added, existing ones may not be removed.
//!
//! A command prints its result on standard output and, when it fails, one line on
//! standard error.

mod arguments;
mod config;
mod ephemeral;
pub(crate) mod failure;
mod maintenance;
mod manual;
mod openapi;
mod output;
mod plants;
mod progress;
mod reload;
mod serve;
mod token;
mod usage;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};

use arguments::Parsed;
pub use failure::Failure;

/// The version and the commit, for `--version`.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("BUILD_COMMIT"), ")");

/// The time for which the end of a command waits for threads that are still blocked, such
/// as one that reads from a file system that does not answer.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

const EXIT_CODES: &str = "\
A flag with [env: NAME] can also be set by this environment variable (--log-level by
PLANT_STORE_LOG_LEVEL), and each setting of the service by the configuration file (log-level).
Flags take precedence over variables, and variables over the file.

Exit codes:
  0  success
  1  any other failure
  2  invalid command line, environment or configuration file
  3  the store cannot be used
  4  the address cannot be used
  5  there is no such plant or token
  6  lines of an import are refused
  7  the store is damaged, or of another program or version";

/// Stores plants; a plant is acknowledged only when it is on stable storage.
#[derive(Debug, Parser)]
#[command(name = "plant-store", version = VERSION, after_help = EXIT_CODES, max_term_width = 100)]
struct Arguments {
    /// The configuration file, TOML [default: /etc/plant-store.toml, if it exists]
    #[arg(long, global = true, env, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the service until SIGTERM or SIGINT
    Serve(serve::Arguments),
    /// Print the effective settings with their sources
    Config(config::Arguments),
    /// Create, list and revoke tokens, also while the service runs
    Token(token::Arguments),
    /// Import plants, and read or delete them, also while the service runs
    Plants(plants::Arguments),
    /// Copy the store into a new file, also while the service runs
    Backup(maintenance::Backup),
    /// Restore a store from a backup
    Restore(maintenance::Restore),
    /// Check the integrity of the store, also while the service runs
    Check(maintenance::Check),
    /// Print the OpenAPI document of the interface
    Openapi(openapi::Arguments),
    /// Print the completions for a shell
    Completions(manual::Completions),
    /// Write the manual pages
    Man(manual::Man),
}

/// Returns the command line. A flag with `env` can be set by the variable of its name, whose value
/// no help shows.
fn command() -> clap::Command {
    with_variables(Arguments::command())
}

fn with_variables(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| match (argument.get_env(), argument.get_long()) {
        // clap keeps names for as long as the process runs.
        (Some(_), Some(flag)) => {
            let variable = &*crate::config::variable(flag).leak();
            argument.env(variable).hide_env_values(true)
        }
        _ => argument,
    });
    command.mut_subcommands(with_variables)
}

/// Parses the command line of this process and runs the command.
pub fn main() -> ExitCode {
    let parsed = match arguments::parse() {
        Ok(parsed) => parsed,
        Err(error) => return error.report(),
    };
    match run(parsed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ExitCode::from(failure.report()),
    }
}

fn run(parsed: Parsed) -> Result<(), Failure> {
    let Parsed { command, settings, warnings } = parsed;
    // A service writes them into its log.
    if !matches!(&command, Command::Serve(serve) if !serve.check) {
        for warning in &warnings {
            eprintln!("warning: {warning}");
        }
    }
    let runtime = tokio::runtime::Runtime::new().map_err(Failure::Runtime)?;
    let ended = runtime.block_on(async {
        match command {
            Command::Serve(arguments) => serve::run(arguments, settings, warnings).await,
            Command::Config(arguments) => config::run(&arguments, &settings),
            Command::Token(arguments) => token::run(arguments).await,
            Command::Plants(arguments) => plants::run(arguments).await,
            Command::Backup(arguments) => maintenance::backup(arguments).await,
            Command::Restore(arguments) => maintenance::restore(arguments).await,
            Command::Check(arguments) => maintenance::check(arguments).await,
            Command::Openapi(arguments) => openapi::run(&arguments),
            Command::Completions(arguments) => manual::completions(&arguments),
            Command::Man(arguments) => manual::man(&arguments),
        }
    });
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    ended
}
