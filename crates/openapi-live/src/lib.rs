//! Sends requests to a running service, valid ones and ones with a single fault,
//! and judges each answer by the service's OpenAPI 3.1 document.
//!
//! It is a crate of its own beside `openapi-oracle`, whose values it sends: that
//! one holds generated servers to all that their types can hold, by many random
//! bodies and with a look into the server; this one holds any server to what a
//! caller is told, by each boundary once, and speaks HTTP and TLS as a caller
//! does. It must never look at anything but the document and the answers, and
//! never take from a crate that makes servers what the document says
//! (`openapi-model` only tells it the line on which something stands).
//!
//! # Rooms
//!
//! - `document`: the operations, their parts and their credentials, by place.
//! - `parameter`: values as they stand in paths, queries, headers and cookies.
//! - `cases`: what is sent, one file for each area, and what is expected of it.
//! - `client`: sends a request, and says why there is no answer.
//! - `judge`: an answer against the document.
//! - `check`: all of it in order; `report` and `rule`: what was found.
//!
//! docs/live.md says by which rules answers are judged, and why.

mod arguments;
mod cases;
mod check;
mod client;
mod document;
mod error;
mod judge;
mod parameter;
mod report;
mod request;
mod rule;

pub use check::{Settings, check};
pub use error::Error;
pub use report::{Finding, Format, Place, Report};
pub use rule::Rule;

use arguments::Arguments;
use clap::Parser;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was found: exit code 0.
    Clean,
    /// Something was found: exit code 1.
    Findings,
    /// There is no verdict: exit code 2.
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
    let format = arguments.format.into();
    let outcome = check(&arguments.document, &arguments.url, &arguments.settings())
        .map_err(|error| error.to_string())
        .and_then(|report| {
            let written = report.write(format, output).and_then(|()| output.flush());
            written.map_err(|error| format!("the findings can't be written: {error}"))?;
            Ok(match report.is_clean() {
                true => Outcome::Clean,
                false => Outcome::Findings,
            })
        });
    outcome.unwrap_or_else(|failure| {
        // There is nowhere left to say that this can't be written either.
        let _ = writeln!(errors, "error: {failure}");
        Outcome::Failed
    })
}
