//! The command line. It must never have a default that changes with the place
//! where it runs.

use clap::{Args, Parser, Subcommand, ValueEnum};
use openapi_conformance::{Format, Level};
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
    /// How to write the findings
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: OutputFormat,
    /// What to show
    #[arg(long, value_enum, default_value_t)]
    pub(crate) level: ShownLevel,
    /// Findings that are accepted, each with a reason; one that isn't found any
    /// more is an error
    #[arg(long, value_name = "FILE")]
    pub(crate) allow: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum OutputFormat {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// For code hosts: SARIF 2.1.0
    Sarif,
    /// For workflows on GitHub: annotations
    Github,
}

impl From<OutputFormat> for Format {
    fn from(format: OutputFormat) -> Format {
        match format {
            OutputFormat::Text => Format::Text,
            OutputFormat::Json => Format::Json,
            OutputFormat::Sarif => Format::Sarif,
            OutputFormat::Github => Format::Github,
        }
    }
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum ShownLevel {
    /// What can make a caller fail
    Breaking,
    /// Everything that a caller has to know
    #[default]
    Contract,
    /// Texts for people, too, and between versions what breaks no caller
    Documentation,
}

impl From<ShownLevel> for Level {
    fn from(level: ShownLevel) -> Level {
        match level {
            ShownLevel::Breaking => Level::Breaking,
            ShownLevel::Contract => Level::Contract,
            ShownLevel::Documentation => Level::Documentation,
        }
    }
}
