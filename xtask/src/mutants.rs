//! `cargo xtask mutants`: whether the comparison finds every change of a document
//! that a caller can notice, and none that he can't. The changes are made and
//! judged by an example of `openapi-conformance`; here is only which documents
//! they are about.

use crate::{conformance::CONTRACT, error::Error, process, workspace};
use std::path::PathBuf;

/// One with few schemas, and two with everything that can be said.
pub const OWN: [&str; 3] = [
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

/// Changes them; whether every change was judged rightly.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let documents = match arguments.documents.as_slice() {
        [] => OWN.map(|path| workspace::root().join(path)).into(),
        given => given
            .iter()
            // The example is started in the workspace's root, perhaps not from there.
            .map(|path| std::path::absolute(path).map_err(Error::file(path)))
            .collect::<Result<Vec<PathBuf>, Error>>()?,
    };
    let mut mutants =
        process::cargo("run --release --quiet --package openapi-conformance --example mutants --");
    process::verdict(mutants.args(documents))
}
