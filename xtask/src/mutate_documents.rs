//! `cargo xtask mutate-documents`: checks that the comparison reports every change of a
//! document that a caller can notice, and no other. Tests of `openapi-compare`
//! generate and evaluate the changes; this module selects the documents.

use crate::{conformance::CONTRACT, error::Error, process, workspace};
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
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let documents = match arguments.documents.as_slice() {
        [] => OWN.map(|path| workspace::root().join(path)).into(),
        given => given
            .iter()
            // The tests have another current directory.
            .map(|path| std::path::absolute(path).map_err(Error::file(path)))
            .collect::<Result<Vec<PathBuf>, Error>>()?,
    };
    let documents: Vec<_> = documents
        .iter()
        .map(|it| it.display().to_string())
        .collect();
    let test = "test --release --quiet --package openapi-compare --test suite mutants_found \
                -- --nocapture";
    process::succeeds(process::cargo(test).env("MUTATED_DOCUMENTS", documents.join("\n")))
}
