//! The commands of this workspace, run as `cargo xtask <COMMAND>`: the checks of
//! continuous integration, and tools for developers.
//!
//! Each command is a module; shared code is in `process`, `service`, `tools` and
//! `workspace`. This package doesn't depend on the service or on a crate that
//! compiles it: `cargo xtask` has to start immediately, and has to report errors
//! when the service does not compile.

mod accept;
mod bench;
mod ci;
mod clients;
mod compat;
mod conformance;
mod corpus;
mod drift;
mod history;
mod lint;
mod mutate_documents;
mod oracle;
mod package;
mod process;
mod publish;
mod schemathesis;
mod service;
mod suites;
mod tools;
mod workspace;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

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
    ///
    /// Exits with 0 when all of them pass, 1 when one fails.
    Ci(ci::Arguments),
    /// Compare openapi.yaml with the document that the service emits
    ///
    /// Exits with 0 without findings, 1 with findings, 2 without a verdict.
    Conformance,
    /// Check that info.version of openapi.yaml is bumped as SemVer requires
    ///
    /// Exits with 0 when it is, or when there is no release, 1 when it isn't, 2 when
    /// the check can't run.
    Compat,
    /// Lint openapi.yaml
    Lint,
    /// Compare with suites by others: JSON Schema's, and the schemas of OpenAPI documents
    ///
    /// Exits with 0 when all answers are those of the suites, except for the differences
    /// with a reason in xtask/suites/expected.yaml, 1 when not, 2 when a suite is missing.
    Suites(suites::Arguments),
    /// Generate, compile and test a server and a client of each document of a directory
    ///
    /// Exits with 0 when everything that is generated compiles and passes its test, 1
    /// when not, 2 when the check can't run.
    Corpus(corpus::Arguments),
    /// Compare consecutive versions of published documents, such as those of
    /// dropshot-api-manager
    ///
    /// With --serve, build a service of the last versions and call it with the client of each.
    ///
    /// Exits with 0 when each pair is decided within the bounds, and with --serve when each call
    /// is answered and each function is called, 1 when not, 2 when the check can't run.
    History(history::Arguments),
    /// Make the Debian package
    ///
    /// Exits with 0 when the package is made, and with --test when it also works, 2 when
    /// not.
    Package(package::Arguments),
    /// Package the crates that others depend on, compile the packages, and upload them
    ///
    /// Exits with 0 when that is done, 2 when not.
    Publish(publish::Arguments),
    /// Check that the document and the code can't diverge unnoticed
    Drift,
    /// Compare the generated server and client with the document on random bodies
    ///
    /// Exits with 0 when all verdicts agree on every body, 1 when not, 2 when
    /// there is no verdict.
    Oracle(oracle::Arguments),
    /// Check the running service against openapi.yaml with schemathesis
    ///
    /// Exits with 0 without findings, 1 with findings, 2 when it can't run.
    Schemathesis(schemathesis::Arguments),
    /// Create a plant through clients that tools of other languages generate
    ///
    /// Exits with 0 when they get the expected answers, 1 when not, 2 when they can't run.
    Clients,
    /// Check that the comparison reports each change of a document that callers can
    /// notice, and no other
    ///
    /// Exits with 0 when every change is classified correctly, 1 when one isn't, 2
    /// when the check can't run.
    MutateDocuments(mutate_documents::Arguments),
    /// Put the verdicts of the comparison to another library and to generated values
    ///
    /// Exits with 0 when nothing contradicts them, 1 when something does, 2 when the check
    /// can't run.
    SecondOpinion(mutate_documents::Arguments),
    /// Measure the service beside reference servers
    ///
    /// Exits with 0 when every target is reached, 1 when one isn't, 2 when it can't
    /// be measured.
    Bench(bench::Arguments),
    /// Inject faults of the disk, the process and the database, and check that the
    /// service keeps its guarantees
    ///
    /// Exits with 0 when it does, 1 when not, 2 when a fault can't be injected here.
    Faults(bench::Arguments),
    /// Rewrite the reviewed text from the current output
    Accept,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Ci(arguments) => ci::run(&arguments),
        Command::Conformance => conformance::run(),
        Command::Compat => compat::run(),
        Command::Lint => lint::run(),
        Command::Suites(arguments) => suites::run(&arguments),
        Command::Corpus(arguments) => corpus::run(&arguments),
        Command::History(arguments) => history::run(&arguments),
        Command::Package(arguments) => package::run(&arguments),
        Command::Publish(arguments) => publish::run(&arguments),
        Command::Drift => drift::run(false),
        Command::Oracle(arguments) => oracle::run(&arguments),
        Command::Schemathesis(arguments) => schemathesis::run(&arguments),
        Command::Clients => clients::run(),
        Command::MutateDocuments(arguments) => mutate_documents::run(&arguments),
        Command::SecondOpinion(arguments) => mutate_documents::second_opinion(&arguments),
        Command::Bench(arguments) => bench::run("bench", &arguments),
        Command::Faults(arguments) => bench::run("faults", &arguments),
        Command::Accept => accept::run(),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        // The check failed.
        Ok(false) => ExitCode::from(1),
        // It could not run.
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
