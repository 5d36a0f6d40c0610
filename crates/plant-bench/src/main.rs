//! The program behind `cargo xtask bench`, which measures Plant Store beside reference
//! servers, and `cargo xtask faults`, which injects faults.
//!
//! It runs the `plant-store` beside it, through its command line and over HTTP, as an operator
//! and a caller do. It must never link the service: a figure or a fault that needs
//! access to internals says nothing about the released program.

mod bench;
mod disk;
mod faults;
mod load;
mod reference;
mod server;
mod subject;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measure Plant Store, and inject faults.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure Plant Store beside reference servers
    Bench(bench::Arguments),
    /// Inject faults, and check that Plant Store keeps its guarantees
    Faults(faults::Arguments),
    /// Run a reference server
    Reference(reference::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Faults(arguments) => faults::run(&arguments),
        Command::Reference(arguments) => reference::run(&arguments).map(|()| true),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
