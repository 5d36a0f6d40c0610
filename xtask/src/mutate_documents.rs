//! `cargo xtask mutate-documents`: checks that the comparison reports every change of a
//! document that a caller can notice, and no other. `cargo xtask second-opinion`: compares its
//! verdicts with those of another library. Tests of `openapi-compare` do the work; this module
//! selects the documents.

use crate::{conformance::CONTRACT, process, workspace};
use anyhow::Result;
use std::path::PathBuf;

/// A document with few schemas, and two with all supported features.
const OWN: [&str; 3] = [
    CONTRACT,
    "crates/openapi-compare/tests/suite/documents/operations.yaml",
    "crates/openapi-compare/tests/suite/documents/keywords.yaml",
];

/// The selection of the documents.
#[derive(clap::Args)]
pub struct Arguments {
    /// The documents [default: openapi.yaml of this workspace, and those of the
    /// comparison's tests]
    #[arg(value_name = "FILE")]
    documents: Vec<PathBuf>,
}

/// Changes the documents. Returns whether every change was classified correctly.
pub fn run(arguments: &Arguments) -> Result<bool> {
    test("mutants_found", "MUTATED_DOCUMENTS", arguments)
}

/// Compares the documents with changed copies. Returns whether nothing contradicts a verdict.
pub fn second_opinion(arguments: &Arguments) -> Result<bool> {
    test("second_opinion", "SECOND_OPINION", arguments)
}

/// Runs a test, which reads the paths of the documents from a variable.
fn test(name: &str, variable: &str, arguments: &Arguments) -> Result<bool> {
    let mut documents = arguments.documents.clone();
    if documents.is_empty() {
        documents = OWN.map(|path| workspace::root().join(path)).into();
    }
    let mut paths = String::new();
    for document in documents {
        // The tests have another current directory.
        let path = fs_err::canonicalize(document)?;
        paths += &format!("{}\n", path.display());
    }
    let test = format!(
        "test --release --quiet --package openapi-compare --test suite {name} -- --nocapture"
    );
    process::succeeds(process::cargo(&test).env(variable, paths))
}
