//! `cargo xtask oracle` and `cargo xtask fuzz`: check that the generated server accepts
//! exactly the requests that its document accepts, with random bodies, and with
//! coverage-guided requests of libFuzzer. The crate `openapi-oracle` builds the server and
//! compares it; this module selects the document and provides the tool.

use crate::{conformance::CONTRACT, process, tools, workspace};
use anyhow::Result;
use std::{path::PathBuf, process::Command};

/// The document, and the request bodies.
#[derive(clap::Args)]
pub struct Arguments {
    /// The document [default: openapi.yaml of this workspace]
    #[arg(long, value_name = "FILE")]
    document: Option<PathBuf>,
    /// The number of request bodies
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    cases: usize,
    /// The seed: equal seeds generate equal bodies
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The document, and the duration.
#[derive(clap::Args)]
pub struct FuzzArguments {
    /// The document [default: openapi.yaml of this workspace]
    #[arg(long, value_name = "FILE")]
    document: Option<PathBuf>,
    /// The generated part of a request: body or parameters
    #[arg(long, value_name = "PART", default_value = "body")]
    part: String,
    /// The duration in seconds
    #[arg(long, value_name = "N", default_value_t = 600)]
    seconds: u64,
}

/// Sends the bodies. Returns whether all verdicts agreed on every body.
pub fn run(arguments: &Arguments) -> Result<bool> {
    process::verdict(
        oracle(arguments.document.as_ref())?
            .args(["--cases", &arguments.cases.to_string()])
            .args(["--seed", &arguments.seed.to_string()]),
    )
}

/// Sends requests of libFuzzer. Returns whether all verdicts agreed on every request.
pub fn fuzz(arguments: &FuzzArguments) -> Result<bool> {
    process::verdict(
        oracle(arguments.document.as_ref())?
            .args(["--fuzz", &arguments.seconds.to_string()])
            .args(["--part", &arguments.part])
            .env("PATH", tools::cargo_fuzz()?),
    )
}

fn oracle(document: Option<&PathBuf>) -> Result<Command> {
    let document = match document {
        // The program is started in the workspace root, which may not be the
        // current directory.
        Some(path) => std::path::absolute(path)?,
        None => workspace::root().join(CONTRACT),
    };
    // By binary rather than package, for the same reason as the service.
    let mut oracle = process::cargo("run --quiet --bin openapi-oracle --");
    oracle.arg(document);
    Ok(oracle)
}
