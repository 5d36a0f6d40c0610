//! The command `openapi-dropshot`: compares a 3.1 document with the document that a
//! dropshot server emits, and finds changes between two versions of a document that
//! break callers.
//!
//! The command is a crate of its own, and not part of the generator of that name:
//! the dependencies of a command line would become build dependencies of every
//! generated server. The comparison is in `openapi-conformance`; this crate
//! contains only arguments and exit codes.

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

/// Compares two files and prints the findings. Returns whether there are none, or
/// the errors of all files that can't be read.
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
            let errors = [left.err(), right.err(), allowed.err()];
            let texts = errors.into_iter().flatten().map(|error| error.to_string());
            Err(texts.collect::<Vec<_>>().join("\n"))
        }
    }
}
