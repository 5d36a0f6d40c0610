//! The generated subcommands, with names, help and values as the command line has them.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Arg, Command};

use crate::EXIT_CODES;
use crate::output::Output;

pub(crate) use generated::{Cli, CliCommand, CliConfig};

#[allow(
    clippy::all,
    clippy::unwrap_used,
    dead_code,
    missing_docs,
    unused_imports,
    unused_mut,
    unused_variables
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/cli.rs"));
}

/// The file with a whole body, an argument that progenitor adds.
const BODY: &str = "json-body";

/// An argument that progenitor adds and that has no effect.
const TEMPLATE: &str = "json-body-template";

/// Returns the name of the subcommand of an operation.
pub(crate) fn name(operation: CliCommand) -> String {
    operation.operation_id().replace('_', "-")
}

/// Returns the subcommand of an operation.
pub(crate) fn subcommand(operation: CliCommand) -> Command {
    let generated = Cli::<Output>::get_command(operation);
    let arguments = generated.get_arguments();
    let arguments = arguments.filter(|argument| argument.get_id() != TEMPLATE);
    let arguments: Vec<_> = arguments.cloned().collect();
    let of_body = arguments.iter().filter(|argument| is_of_body(argument));
    let of_body: Vec<_> = of_body.map(|argument| argument.get_id().clone()).collect();
    let arguments = arguments.into_iter().map(|argument| {
        if argument.get_id() != BODY {
            let name = kept(argument.get_id().as_str().to_uppercase());
            // Otherwise the minus of a negative number begins a flag.
            return argument.value_name(name).allow_negative_numbers(true);
        }
        argument
            .value_name("FILE")
            .help("A file with the whole body as JSON, or - for standard input")
            .value_parser(PathBufValueParser::new().map(file))
            .conflicts_with_all(&of_body)
    });
    let about = generated.get_about().map(ToString::to_string);
    let about = about.unwrap_or_default();
    Command::new(kept(name(operation)))
        .about(about.lines().next().unwrap_or_default().to_owned())
        .long_about(about)
        .after_help(EXIT_CODES)
        .args(arguments)
}

/// Returns whether an argument is a property of the body. The arguments of optional
/// parameters are taken for properties, too.
fn is_of_body(argument: &Arg) -> bool {
    argument.get_id() != BODY && !argument.is_required_set()
}

/// Returns a name for clap, which keeps it for as long as the process runs.
fn kept(name: String) -> &'static str {
    name.leak()
}

/// Returns the file that an argument names.
fn file(path: PathBuf) -> PathBuf {
    match path.to_str() {
        Some("-") => "/dev/stdin".into(),
        _ => path,
    }
}
