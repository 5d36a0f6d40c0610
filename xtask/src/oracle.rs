//! `cargo xtask oracle`: checks that the generated server accepts exactly the requests that
//! its document accepts, with random bodies, or with coverage-guided bodies of libFuzzer. The
//! example `oracle` of `openapi-examples` builds the server and compares it; this module selects
//! the document and provides the tool.

use crate::{conformance::CONTRACT, process, tools, workspace};
use anyhow::Result;
use std::path::PathBuf;

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
    /// Send bodies of libFuzzer instead, for this number of seconds
    #[arg(long, value_name = "SECONDS")]
    fuzz: Option<u64>,
}

/// Sends the bodies. Returns whether all verdicts agreed on every body.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let document = match &arguments.document {
        // The program is started in the workspace root, which may not be the
        // current directory.
        Some(path) => std::path::absolute(path)?,
        None => workspace::root().join(CONTRACT),
    };
    // By target rather than package, for the same reason as the service.
    let mut oracle = process::cargo("run --quiet --example oracle --");
    oracle.arg(document);
    match arguments.fuzz {
        Some(seconds) => {
            oracle.args(["--fuzz", &seconds.to_string()]).env("PATH", tools::cargo_fuzz()?)
        }
        None => oracle
            .args(["--cases", &arguments.cases.to_string()])
            .args(["--seed", &arguments.seed.to_string()]),
    };
    process::verdict(&mut oracle)
}
