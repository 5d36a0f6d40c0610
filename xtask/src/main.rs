//! The commands of this workspace, run as `cargo xtask <COMMAND>`: the checks of
//! continuous integration, and tools for developers.
//!
//! Each command is a module; shared code is in `process`, `tools`, `tests` and
//! `workspace`. This package doesn't depend on the service or on a crate that
//! compiles it: `cargo xtask` has to start immediately, and has to report errors
//! when the service does not compile.

mod accept;
mod bench;
mod ci;
mod compat;
mod conformance;
mod copy;
mod drift;
mod edit;
mod engines;
mod error;
mod fuzz;
mod lint;
mod mutants;
mod mutations;
mod oracle;
mod process;
mod schemathesis;
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
    /// Compare openapi.yaml with the document that the service emits, or with its answers
    ///
    /// Exits with 0 when nothing is found, 1 when something is, 2 when there is no
    /// verdict.
    Conformance(conformance::Arguments),
    /// Hold the version of openapi.yaml to what has changed since the last release
    ///
    /// Exits with 0 when it fits, or when there is no release, 1 when it doesn't,
    /// 2 when there is no verdict.
    Compat,
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
    /// Hold the generated server to its document with requests that libFuzzer makes
    ///
    /// Exits with 0 when all verdicts agree on every one, 1 when not, 2 when
    /// there is no verdict.
    Fuzz(fuzz::Arguments),
    /// Hold the running service to openapi.yaml with schemathesis's requests
    ///
    /// Exits with 0 when nothing is found, 1 when something is, 2 when it can't
    /// be run.
    Schemathesis(schemathesis::Arguments),
    /// Hold the comparison of documents to changes of which each can be noticed or not
    ///
    /// Exits with 0 when every one is judged rightly, 1 when one isn't, 2 when
    /// there is no verdict.
    Mutants(mutants::Arguments),
    /// Break the code in many ways, one at a time, and look what notices each
    ///
    /// Takes about an hour; writes docs/code-mutations.md. Exits with 0 when
    /// every one is noticed, 1 when one isn't, 2 when that can't be seen.
    Mutations(mutations::Arguments),
    /// Ask other engines about the same changes, and write docs/engines.md
    ///
    /// Exits with 0 when every disagreement is explained, 1 when one isn't, 2 when
    /// an engine can't be asked.
    Engines,
    /// Measure the service beside reference servers, and write docs/bench
    ///
    /// Exits with 0 when every bar is reached, 1 when one isn't, 2 when it can't
    /// be measured.
    Bench(bench::Arguments),
    /// Break what the service stands on, and look whether it keeps its promises
    ///
    /// Exits with 0 when it does, 1 when not, 2 when that can't be seen here.
    Faults(bench::Arguments),
    /// Rewrite the reviewed text from what the code gives now
    Accept,
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Ci => ci::run(),
        Command::Conformance(arguments) => exit_code(conformance::run(&arguments)),
        Command::Compat => exit_code(compat::run()),
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
        Command::Fuzz(arguments) => exit_code(fuzz::run(&arguments)),
        Command::Schemathesis(arguments) => exit_code(schemathesis::run(&arguments)),
        Command::Mutants(arguments) => exit_code(mutants::run(&arguments)),
        Command::Mutations(arguments) => exit_code(mutations::run(&arguments)),
        Command::Engines => exit_code(engines::run()),
        Command::Bench(arguments) => exit_code(bench::run("bench", &arguments)),
        Command::Faults(arguments) => exit_code(bench::run("faults", &arguments)),
        Command::Accept => exit_code(accept::run()),
    }
}

/// Returns the exit code: 0 if the check passed, 1 if it failed, 2 if it could not
/// run.
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
