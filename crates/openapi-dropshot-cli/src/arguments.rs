//! The command line. No default depends on where the command runs.

use clap::{Args, Parser, Subcommand};
use openapi_findings::{Level, Output};
use std::path::PathBuf;

/// Compare OpenAPI documents by meaning, and show each difference by an example
///
/// Documents are OpenAPI 3.0.x or 3.1.x, YAML or JSON.
///
/// Exits with 0 when nothing is found, 1 when something is, 2 when a document
/// can't be read.
#[derive(Parser)]
#[command(name = "openapi-dropshot", version, term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// What differs between a document and what a dropshot server emits
    ///
    /// The emitted document is read by the conventions of dropshot: a header
    /// parameter `Authorization` shows that a bearer credential is asked for,
    /// and 4XX and 5XX stand for the errors that it doesn't name.
    Diff {
        /// The document that people wrote
        document: PathBuf,
        /// The document that the server emits
        emitted: PathBuf,
        #[command(flatten)]
        common: Common,
    },
    /// What breaks callers between two versions of a document
    ///
    /// What breaks no caller (an operation more, a wider request, a narrower
    /// response) is shown at the level documentation.
    Compat {
        /// The version that callers know
        old: PathBuf,
        /// The version that is to be served
        new: PathBuf,
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Args)]
pub(crate) struct Common {
    /// What to show
    #[arg(long, value_enum, default_value_t)]
    pub(crate) level: Level,
    #[command(flatten)]
    pub(crate) output: Output,
}
