//! Mutates a document with every operator at every location, compares each change
//! with the original, and prints how many results are correct:
//!
//!     cargo run -p openapi-conformance --example mutants -- openapi.yaml
//!
//! A test does the same for documents of the suite. Exits with 1 if a result is
//! wrong, with 2 if an argument is wrong.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the modules are those of the tests"
)]

#[path = "../../tests/suite/mutants/mod.rs"]
mod mutants;

use clap::Parser;
use mutants::{noticeable, unnoticeable};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Change documents, and count the correct results
#[derive(Parser)]
struct Arguments {
    /// The documents
    #[arg(required = true)]
    documents: Vec<PathBuf>,
}

fn main() -> ExitCode {
    run(&Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let paths = arguments.documents.iter();
    let documents = paths.map(|path| read(path));
    let documents: Vec<Value> = documents.collect::<Result<_, _>>()?;
    let mut wrong = 0;
    for (path, document) in arguments.documents.iter().zip(&documents) {
        for (what, score) in [
            ("can notice", noticeable(document, 1)),
            ("can't notice", unnoticeable(document, 1)),
        ] {
            println!(
                "{}: changes that a caller {what}\n\n{}",
                path.display(),
                score.table()
            );
            for failure in &score.failures {
                println!("{failure}");
            }
            wrong += score.made - score.right;
        }
    }
    println!("{wrong} wrong results");
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

fn read(path: &Path) -> Result<Value, String> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    serde_yaml_ng::from_str(&text).map_err(|error| format!("{name}: {error}"))
}
