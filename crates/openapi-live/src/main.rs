//! The program `openapi-live`: command line and exit codes around the library.

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

/// Prints the findings. Returns whether there are none.
fn run(arguments: &Arguments) -> Result<bool, String> {
    // The allow file is read before anything is sent: requests can't be undone.
    let allowed = arguments.output.allowed::<Report>();
    let allowed = allowed.map_err(|error| error.to_string())?;
    let report = check(&arguments.document, &arguments.url, &arguments.settings());
    let report = report.map_err(|error| error.to_string())?;
    let printed = arguments.output.print(report, &allowed);
    printed.map_err(|error| format!("the findings can't be written: {error}"))
}
