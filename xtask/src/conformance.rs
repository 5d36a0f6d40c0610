//! `cargo xtask conformance`: checks that the document emitted by the service is
//! equivalent to the contract. The crate `openapi-compare` compares the documents.

use crate::{process, workspace};
use anyhow::Result;
use fs_err as fs;
use openapi_compare::{Document, compare};
use std::process::Stdio;

/// The contract of the service.
pub const CONTRACT: &str = "openapi.yaml";

/// Prints the differences on standard output. Returns whether there are none.
pub fn run() -> Result<bool> {
    let path = workspace::root().join(CONTRACT);
    let text = fs::read_to_string(&path)?;
    let report = compare(&Document::parse(CONTRACT, &text)?, &emitted()?);
    print!("{report}");
    Ok(report.is_clean())
}

/// Returns the document that the service emits, compiled from the current source.
pub fn emitted() -> Result<Document> {
    let program = process::program("plant-store")?;
    let mut service = process::command(program, "openapi --emitted");
    let text = process::output(service.stderr(Stdio::inherit()))?;
    Ok(Document::parse("plant-store openapi --emitted", &text)?)
}
