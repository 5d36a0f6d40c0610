//! `cargo xtask bench` and `cargo xtask faults`: what a create costs, and what
//! survives when something breaks. The work is done by the crate `plant-bench`;
//! here it is built, together with the service it is about. It must never measure
//! a build that isn't the released one.

use crate::{error::Error, process, workspace};

/// What to measure or break, in the words of `plant-bench`.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    /// See `cargo xtask bench --help` and `cargo xtask faults --help`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Runs one of plant-bench's commands; whether every bar is reached, or every
/// promise kept.
pub fn run(command: &str, arguments: &Arguments) -> Result<bool, Error> {
    // By binaries and not by packages, for the same reason as the service.
    let build = "build --release --bin plant-store --bin plant-bench";
    process::require(&mut process::cargo(build))?;
    let program = workspace::root().join("target/release/plant-bench");
    let mut bench = process::command(program, command);
    process::verdict(bench.args(&arguments.arguments))
}

/// Breaks in a minute what can be broken in a minute, under the build that the
/// tests have made already; whether every promise is kept.
pub fn faults_in_brief() -> Result<bool, Error> {
    let build = "build --bin plant-store --bin plant-bench";
    process::require(&mut process::cargo(build))?;
    let program = workspace::root().join("target/debug/plant-bench");
    process::verdict(&mut process::command(program, "faults --brief"))
}
