//! The program `openapi-live`. What is found is the business of the library; here
//! are only arguments and exit codes.

mod arguments;

use arguments::Arguments;
use clap::Parser;
use openapi_live::{Report, check};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// Prints what is found; whether nothing is.
fn run(arguments: &Arguments) -> Result<bool, String> {
    // Before anything is sent: a run can't be taken back.
    let allowed = arguments.output.allowed::<Report>();
    let allowed = allowed.map_err(|error| error.to_string())?;
    let report = check(&arguments.document, &arguments.url, &arguments.settings());
    let report = report.map_err(|error| error.to_string())?;
    let printed = arguments.output.print(report, &allowed);
    printed.map_err(|error| format!("the findings can't be written: {error}"))
}
