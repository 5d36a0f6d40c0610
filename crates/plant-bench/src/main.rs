//! Measures Plant Store beside reference servers, and breaks what it stands on:
//! the program behind `cargo xtask bench` and `cargo xtask faults`.
//!
//! It drives the released binary from outside, by its command line and over
//! HTTP, as an operator and a caller would, and must never link the service: a
//! figure or a fault that needs a way in of its own says nothing about what is
//! shipped.

mod bench;
mod disk;
mod error;
mod faults;
mod load;
mod postgres;
mod reference;
mod server;
mod statistics;
mod subject;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use error::Error;

/// Measure Plant Store, and break what it stands on.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure it beside reference servers
    Bench(bench::Arguments),
    /// Break what it stands on, and look whether it keeps its promises
    Faults(faults::Arguments),
    /// Serve the same interface as far as a measurement needs it
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
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
