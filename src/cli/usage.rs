//! What clap has to say about a command line, in our form: help as it is, and
//! an error in one line. A token that stands where none belongs is not repeated.

use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::tokens;

/// Prints help on standard output, or an error on standard error.
pub(super) fn report(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
        _ => {
            let line = one_line(&error.render().to_string());
            eprintln!("{}", tokens::masked(&line));
        }
    }
    ExitCode::from(2)
}

/// clap's message without the usage that follows it.
fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let lines = lines.take_while(|line| {
        !line.starts_with("Usage:") && !line.starts_with("For more information")
    });
    lines
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" tip: ", "; ")
}
