//! The command `openapi-dropshot`: what a 3.1 document and a dropshot server
//! say differently, and what breaks callers between two versions of a document.
//!
//! It is a crate of its own, and not a part of the generator of that name: the
//! dependencies of a command line would become build dependencies of every
//! generated server. How documents are compared is the business of
//! `openapi-conformance`; here are only arguments and exit codes. It must never
//! decide by itself what is a finding.

mod arguments;

use arguments::{Arguments, Command, Common};
use clap::Parser;
use openapi_conformance::{Document, Level, Report, compare_at, compare_versions};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let is_clean = match &Arguments::parse().command {
        Command::Diff {
            document,
            emitted,
            common,
        } => run(document, emitted, common, compare_at),
        Command::Compat { old, new, common } => run(old, new, common, compare_versions),
    };
    match is_clean {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

/// Compares two files and prints what is found; whether nothing is. What is wrong
/// with any file, if they can't be read.
fn run(
    left: &Path,
    right: &Path,
    common: &Common,
    compare: fn(Level, &Document, &Document) -> Report,
) -> Result<bool, String> {
    let documents = (Document::read(left), Document::read(right));
    match (documents, common.output.allowed::<Report>()) {
        ((Ok(left), Ok(right)), Ok(allowed)) => {
            let report = compare(common.level, &left, &right);
            let printed = common.output.print(report, &allowed);
            printed.map_err(|error| format!("the findings can't be written: {error}"))
        }
        ((left, right), allowed) => {
            let faults = [left.err(), right.err(), allowed.err()];
            let texts = faults.into_iter().flatten().map(|fault| fault.to_string());
            Err(texts.collect::<Vec<_>>().join("\n"))
        }
    }
}
