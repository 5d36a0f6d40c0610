//! The command `openapi-dropshot`: generates a dropshot server and a progenitor
//! client from an OpenAPI 3.1 document, compares documents, and checks a running
//! service.
//!
//! The command is a crate of its own, and not part of the generator of that name:
//! the dependencies of a command line would become build dependencies of every
//! generated server. The crates of the workspace do the work; this crate contains
//! arguments, files, output and exit codes, and the template of a new workspace.
//!
//! # Exit codes
//! 0 without errors and findings; 1 with errors or findings, also if a file is
//! stale; 2 if an input can't be read, an output can't be written, the arguments
//! are wrong, or a bound of memory or time is reached. An operation that a generator
//! leaves out counts as an error for `check`, and for the other commands with `--strict`.

mod arguments;
mod bundle;
mod compare;
mod diagnosis;
mod document;
mod failure;
mod fix;
mod generate;
mod generator;
mod live;
mod mistakes;
mod mock;
mod new;
mod output;
mod surface;
mod versions;

use arguments::{Arguments, Client, Command};
use clap::Parser;
use dropshot::ServerBuilder;
use failure::Failure;
use generator::Generator;
use mimalloc::MiMalloc;
use openapi_document::with_large_stack;
use std::process::ExitCode;

/// mimalloc instead of glibc's allocator: the millions of tokens of a large document's
/// code take two thirds of the time.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Whether a command found nothing to report.
enum Outcome {
    /// There are no errors and no findings.
    Clean,
    /// There are errors or findings, which are printed.
    Reported,
    /// The work begins now: this server is to be started.
    Served(Box<ServerBuilder<()>>),
}

impl From<bool> for Outcome {
    fn from(is_clean: bool) -> Self {
        if is_clean { Self::Clean } else { Self::Reported }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (command, budget) = (&arguments.command, arguments.budget());
    // A limit of the process would end a mock server after a minute of processor time. Its
    // document is read within the budget.
    if !matches!(command, Command::Mock(_)) {
        budget.limit_process();
    }
    let settings = ["--max-memory", "--max-time"];
    let name = command.into();
    let outcome = budget.within(name, settings, || with_large_stack(|| run(command)));
    let outcome = match outcome {
        Ok(Outcome::Served(server)) => mock::serve(*server),
        outcome => outcome,
    };
    match outcome {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::Reported | Outcome::Served(_)) => ExitCode::from(1),
        Err(Failure::Document) => ExitCode::from(2),
        Err(failure) => {
            // A closed pipe doesn't change the exit code.
            let _ = output::print_error(&failure.to_string());
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<Outcome, Failure> {
    match command {
        Command::Check(arguments) if arguments.fix => fix::run(arguments),
        Command::Check(arguments) => generate::check(arguments),
        Command::Server(arguments) => generate::run(Generator::Server, arguments),
        Command::Client(Client { generate, builders }) => {
            let generator = if *builders { Generator::Builders } else { Generator::Client };
            generate::run(generator, generate)
        }
        Command::Lower(arguments) => generate::run(Generator::Lower, arguments),
        Command::New(arguments) => new::run(arguments),
        Command::Crate(arguments) => new::package::run(arguments),
        Command::Bundle(arguments) => bundle::run(arguments),
        Command::Diff(arguments) => compare::diff(arguments),
        Command::Compat(arguments) => compare::compat(arguments),
        Command::Versions(arguments) => versions::run(arguments),
        Command::Live(arguments) => live::run(arguments),
        Command::Mock(arguments) => mock::read(arguments),
    }
}
