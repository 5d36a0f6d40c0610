//! `openapi-oracle DOCUMENT`: generates a server from a document, runs it, and
//! compares it with the document, or has it fuzzed. The judge is the library.
//!
//! The exit status is 0 if all verdicts agree on every case, 1 if they don't, and 2
//! if there is no verdict.

mod client;
mod manifest;
mod workbench;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use openapi_oracle::Settings;

use crate::workbench::{Purpose, RequestPart, Workbench};

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
    /// Send requests of libFuzzer instead, by cargo-fuzz, for this number of seconds
    #[arg(long, value_name = "SECONDS")]
    fuzz: Option<u64>,
    /// The part of a request that libFuzzer generates
    #[arg(long, requires = "fuzz", default_value = "body")]
    part: RequestPart,
}

fn main() -> ExitCode {
    let Arguments {
        document,
        cases,
        seed,
        given,
        fuzz,
        part,
    } = Arguments::parse();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let outcome = match (fuzz, given) {
        (None, Some(cases)) => Workbench::new(&workspace, &document, Purpose::Compare)
            .and_then(|workbench| workbench.given(&cases)),
        (Some(seconds), _) => Workbench::new(&workspace, &document, Purpose::Fuzz)
            .and_then(|workbench| workbench.fuzz(part, seconds)),
        (None, None) => Workbench::new(&workspace, &document, Purpose::Compare)
            .and_then(|workbench| workbench.run(Settings { cases, seed })),
    };
    match outcome {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            ExitCode::from(code.filter(|code| *code <= 1).unwrap_or(2))
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
