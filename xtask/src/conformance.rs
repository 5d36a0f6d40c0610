//! `cargo xtask conformance`: whether the document that the service emits
//! means the same as the contract. How two documents are compared is the
//! business of the crate `openapi-conformance`; here are only its two inputs
//! and its exit code.

use crate::{error::Error, process, workspace};
use openapi_conformance::{Document, Format, Level, compare_at};
use std::{fs, io, path::PathBuf, process::Stdio};

/// The workspace's own document.
pub const CONTRACT: &str = "openapi.yaml";

/// What to compare, and how to say what was found.
#[derive(clap::Args, Default)]
pub struct Arguments {
    /// The contract [default: openapi.yaml of this workspace]
    #[arg(long, value_name = "FILE")]
    document: Option<PathBuf>,
    /// The emitted document [default: what `plant-store openapi --emitted` prints]
    #[arg(long, value_name = "FILE")]
    emitted: Option<PathBuf>,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
    /// What to show
    #[arg(long, value_enum, default_value_t)]
    level: ShownLevel,
}

/// The levels that `--level` knows.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum ShownLevel {
    /// What can make a caller fail
    Breaking,
    /// Everything that a caller can notice
    #[default]
    Contract,
    /// Texts for people, too
    Documentation,
}

/// The formats that `--format` knows.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum OutputFormat {
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

/// Prints what differs, on standard output; whether nothing does.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let contract = match &arguments.document {
        Some(path) => Document::read(path)?,
        None => contract()?,
    };
    let emitted = match &arguments.emitted {
        Some(path) => Document::read(path)?,
        None => emitted()?,
    };
    let level = match arguments.level {
        ShownLevel::Breaking => Level::Breaking,
        ShownLevel::Contract => Level::Contract,
        ShownLevel::Documentation => Level::Documentation,
    };
    let report = compare_at(level, &contract, &emitted);
    let format = match arguments.format {
        OutputFormat::Text => Format::Text,
        OutputFormat::Json => Format::Json,
        OutputFormat::Sarif => Format::Sarif,
        OutputFormat::Github => Format::Github,
    };
    report
        .write(format, &mut io::stdout().lock())
        .map_err(Error::file("standard output"))?;
    Ok(report.is_clean())
}

/// The contract, named as it is called there.
fn contract() -> Result<Document, Error> {
    let path = workspace::root().join(CONTRACT);
    let text = fs::read_to_string(&path).map_err(Error::file(path))?;
    Ok(Document::parse(CONTRACT, &text)?)
}

/// The document that the service emits, compiled from what is there now.
pub fn emitted() -> Result<Document, Error> {
    // By its binary and not by its package, whose features alone would have
    // its dependencies built again beside those of the whole workspace.
    let mut service = process::cargo("run --quiet --bin plant-store -- openapi --emitted");
    let text = process::output(service.stderr(Stdio::inherit()))?;
    Ok(Document::parse("plant-store openapi --emitted", &text)?)
}
