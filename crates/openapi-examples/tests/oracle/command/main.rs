//! The command behind `cargo xtask oracle`: generates a server from a document, runs it, and
//! compares it with the document, or has it fuzzed.
//!
//! The exit status is 0 if all verdicts agree on every case, 1 if they don't, and 2
//! if there is no verdict.

mod client;
#[path = "../judge/mod.rs"]
#[allow(dead_code, reason = "the rest is for the test and for what is generated here")]
mod judge;
mod workbench;

use std::path::PathBuf;
use std::process::{ExitCode, ExitStatus};

use anyhow::Result;
use clap::Parser;

use judge::run::Settings;
use workbench::Workbench;

/// Compare a generated server with its OpenAPI 3.1 document
#[derive(Parser)]
struct Arguments {
    /// The document
    document: PathBuf,
    /// The number of request bodies
    #[arg(long, default_value_t = 10_000)]
    cases: usize,
    /// The seed: equal seeds generate equal request bodies
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Send the cases of this JSON file instead, and print the verdicts on them as JSON
    ///
    /// A case has `operation`, such as "POST /things", and the text `body`.
    #[arg(long, value_name = "FILE", conflicts_with = "fuzz")]
    given: Option<PathBuf>,
    /// Send bodies of libFuzzer instead, by cargo-fuzz, for this number of seconds
    #[arg(long, value_name = "SECONDS")]
    fuzz: Option<u64>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            ExitCode::from(code.filter(|code| *code <= 1).unwrap_or(2))
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let workbench = Workbench::new(&arguments.document, arguments.fuzz.is_some())?;
    match (arguments.fuzz, &arguments.given) {
        (Some(seconds), _) => workbench.fuzz(seconds),
        (None, Some(cases)) => workbench.given(cases),
        (None, None) => workbench.run(Settings { cases: arguments.cases, seed: arguments.seed }),
    }
}
