//! `cargo xtask mutate-documents`: checks that the comparison reports every change of a
//! document that a caller can notice, and no other. An example of
//! `openapi-conformance` generates and evaluates the changes; this module selects
//! the documents.

use crate::{conformance::CONTRACT, error::Error, process, workspace};
use std::path::PathBuf;

/// A document with few schemas, and two with all supported features.
const OWN: [&str; 3] = [
    CONTRACT,
    "crates/openapi-conformance/tests/suite/documents/operations.yaml",
    "crates/openapi-conformance/tests/suite/documents/keywords.yaml",
];

/// Which documents to change.
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
            // The example is started in the workspace root, which may not be the
            // current directory.
            .map(|path| std::path::absolute(path).map_err(Error::file(path)))
            .collect::<Result<Vec<PathBuf>, Error>>()?,
    };
    let mut mutants =
        process::cargo("run --release --quiet --package openapi-conformance --example mutants --");
    process::verdict(mutants.args(documents))
}
