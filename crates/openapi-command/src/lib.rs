//! The command `openapi-dropshot`: what a 3.1 document and a dropshot server
//! say differently, and what breaks callers between two versions of a document.
//!
//! It is a crate of its own, and not a part of the generator of that name: the
//! dependencies of a command line would become build dependencies of every
//! generated server. How documents are compared is the business of
//! `openapi-conformance`; here are only arguments, formats and exit codes. It
//! must never decide by itself what is a finding.

mod arguments;

use arguments::{Arguments, Command, Common};
use clap::Parser;
use openapi_conformance::{
    Allowed, Document, Format, ReadError, Report, compare_at, compare_versions,
};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was found: exit code 0.
    Clean,
    /// Something was found, or an entry of the allow file is not needed any
    /// more: exit code 1.
    Findings,
    /// There is no verdict, because a file can't be read or the arguments make
    /// no sense: exit code 2.
    Failed,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Clean => 0,
            Outcome::Findings => 1,
            Outcome::Failed => 2,
        })
    }
}

/// Runs the command with `arguments`, of which the first is the program's name.
/// Findings go to `output`, what is wrong with the run itself to `errors`.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> Outcome {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are asked for, all else is a fault.
            let is_fault = error.use_stderr();
            let written = match is_fault {
                true => write!(errors, "{error}"),
                false => write!(output, "{error}"),
            };
            return match is_fault || written.is_err() {
                true => Outcome::Failed,
                false => Outcome::Clean,
            };
        }
    };
    let outcome = match &arguments.command {
        Command::Diff {
            document,
            emitted,
            common,
        } => report(document, emitted, |left, right| {
            compare_at(common.level.into(), left, right)
        })
        .and_then(|report| finish(report, common, output, errors)),
        Command::Compat { old, new, common } => report(old, new, |left, right| {
            compare_versions(common.level.into(), left, right)
        })
        .and_then(|report| finish(report, common, output, errors)),
    };
    outcome.unwrap_or_else(|failure| {
        // There is nowhere left to say that this can't be written either.
        let _ = writeln!(errors, "{failure}");
        Outcome::Failed
    })
}

/// Compares two files; what is wrong with either, if they can't be read.
fn report(
    left: &Path,
    right: &Path,
    compare: impl FnOnce(&Document, &Document) -> Report,
) -> Result<Report, String> {
    match (Document::read(left), Document::read(right)) {
        (Ok(left), Ok(right)) => Ok(compare(&left, &right)),
        (left, right) => {
            let faults: Vec<ReadError> = [left.err(), right.err()].into_iter().flatten().collect();
            let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Err(texts.join("\n"))
        }
    }
}

fn finish(
    mut report: Report,
    common: &Common,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<Outcome, String> {
    let allowed = match &common.allow {
        Some(path) => Some(Allowed::read(path).map_err(|error| error.to_string())?),
        None => None,
    };
    let unused = allowed.map_or(Vec::new(), |allowed| allowed.apply(&mut report));
    let format: Format = common.format.into();
    write_all(&report, format, output)
        .map_err(|error| format!("the findings can't be written: {error}"))?;
    for entry in &unused {
        writeln!(errors, "{entry}").map_err(|error| error.to_string())?;
    }
    Ok(match report.is_clean() && unused.is_empty() {
        true => Outcome::Clean,
        false => Outcome::Findings,
    })
}

fn write_all(report: &Report, format: Format, output: &mut dyn Write) -> io::Result<()> {
    report.write(format, output)?;
    output.flush()
}
