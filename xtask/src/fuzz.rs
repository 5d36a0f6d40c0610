//! `cargo xtask fuzz`: checks that the generated server accepts exactly the
//! requests that its document accepts, with coverage-guided requests of libFuzzer.
//! The crate `openapi-oracle` builds the server and compares it with the document;
//! this module provides the tool.

use crate::{conformance::CONTRACT, error::Error, process, tools, workspace};
use std::path::PathBuf;

/// The document, and the duration.
#[derive(clap::Args)]
pub struct Arguments {
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

/// Sends requests. Returns whether all verdicts agreed on every request.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let document = match &arguments.document {
        // The program is started in the workspace root, which may not be the
        // current directory.
        Some(path) => std::path::absolute(path).map_err(Error::file(path))?,
        None => workspace::root().join(CONTRACT),
    };
    let path = tools::cargo_fuzz()?;
    // By binary rather than package, for the same reason as the service.
    let mut oracle = process::cargo("run --quiet --bin openapi-oracle --");
    oracle
        .arg(document)
        .args(["--fuzz", &arguments.seconds.to_string()])
        .args(["--part", &arguments.part])
        .env("PATH", path);
    process::verdict(&mut oracle)
}
