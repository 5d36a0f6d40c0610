//! The commands of this workspace, run as `cargo xtask <COMMAND>`: what
//! continuous integration runs, and what a developer runs by hand.
//!
//! One module a command; what several share is in `process`, `tools`, `tests`
//! and `workspace`. It must never depend on the service or on a crate that
//! compiles it: `cargo xtask` has to start at once, and has to be able to say
//! what is wrong when the service does not compile.

mod accept;
mod ci;
mod conformance;
mod drift;
mod error;
mod lint;
mod oracle;
mod process;
mod test_count;
mod tools;
mod workspace;

use clap::{Parser, Subcommand};
use drift::Mode;
use std::process::ExitCode;
use test_count::TestCount;

/// The commands of this workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run every check that continuous integration runs
    Ci,
    /// Compare openapi.yaml with the document that the service emits
    ///
    /// Exits with 0 when they mean the same, 1 when not, 2 when one can't be read.
    Conformance(conformance::Arguments),
    /// Lint openapi.yaml
    Lint,
    /// Show that the document and the code cannot part unnoticed
    Drift {
        /// Rewrite the reviewed text from what is found now
        #[arg(long)]
        accept: bool,
    },
    /// Hold the generated server to its document with random request bodies
    ///
    /// Exits with 0 when all verdicts agree on every body, 1 when not, 2 when
    /// there is no verdict.
    Oracle(oracle::Arguments),
    /// Rewrite the reviewed text from what the code gives now
    Accept,
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Ci => ci::run(),
        Command::Conformance(arguments) => exit_code(conformance::run(&arguments)),
        Command::Lint => exit_code(lint::run()),
        Command::Drift { accept } => {
            let mode = if accept {
                Mode::Overwrite
            } else {
                Mode::Compare
            };
            exit_code(drift::run(mode, &mut TestCount::default()))
        }
        Command::Oracle(arguments) => exit_code(oracle::run(&arguments)),
        Command::Accept => exit_code(accept::run()),
    }
}

/// 0 when the check passed, 1 when it did not, 2 when it could not be made.
fn exit_code(outcome: Result<bool, error::Error>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
