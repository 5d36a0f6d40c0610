//! `cargo xtask bench` and `cargo xtask faults`: the cost of a create, and the
//! durability of plants under faults. The crate `plant-bench` implements both; this
//! module builds it together with the service, for measurements in the profile `release`,
//! which is what is deployed.

use crate::{process, workspace};
use anyhow::Result;

/// The arguments of `plant-bench`.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    /// See `cargo xtask bench --help` and `cargo xtask faults --help`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Runs a command of plant-bench. Returns whether every target is reached, or every
/// guarantee kept.
pub fn run(command: &str, arguments: &Arguments) -> Result<bool> {
    if arguments.arguments == ["--generated"] {
        let bench = "bench --package openapi-examples --no-default-features --bench generated";
        process::require(&mut process::cargo(bench))?;
        return Ok(true);
    }
    // By binaries rather than packages, whose dependencies have other features.
    let build = "build --release --bin plant-store --bin plant-bench";
    process::require(&mut process::cargo(build))?;
    let program = workspace::target()?.join("release/plant-bench");
    process::verdict(process::command(program, command).args(&arguments.arguments))
}

/// Runs the faults that take less than a minute, with the build of the tests.
/// Returns whether every promise is kept.
pub fn faults_in_brief() -> Result<bool> {
    process::program("plant-store")?;
    let program = process::program("plant-bench")?;
    process::verdict(&mut process::command(program, "faults --brief"))
}
