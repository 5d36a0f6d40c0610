//! The door for a `build.rs`: a document in, files in `OUT_DIR` out.
//!
//! It prints what cargo wants to know on standard output, and the diagnostics
//! as warnings and errors of the build.

use std::path::{Path, PathBuf};

use openapi_model::{Diagnostics, Document};

use crate::generate;

/// Why nothing was generated.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The document is faulty, or says what can't be generated.
    #[error("{0}")]
    Document(Diagnostics),
    /// `OUT_DIR` is not set; this is for build scripts.
    #[error("OUT_DIR is not set: call this from a build script")]
    NoOutDir,
    /// A file can't be written.
    #[error("{} can't be written: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Generates `api.rs`, `openapi.json` and, for tests, `stand_in.rs` in `OUT_DIR` from the document at
/// `path`, and makes cargo do it again when the document changes.
///
/// # Errors
/// As [`BuildError`] says; nothing is written then.
pub fn build(path: &Path) -> Result<(), BuildError> {
    println!("cargo::rerun-if-changed={}", path.display());
    let out_dir = std::env::var_os("OUT_DIR").ok_or(BuildError::NoOutDir)?;
    let document = Document::read(path).map_err(BuildError::Document)?;
    let generated = generate(&document).map_err(BuildError::Document)?;
    for warning in &generated.warnings {
        println!("cargo::warning={}", warning.to_string().replace('\n', " "));
    }
    for (name, text) in [
        ("api.rs", generated.code),
        ("openapi.json", generated.document),
        ("stand_in.rs", generated.stand_in),
    ] {
        let path = Path::new(&out_dir).join(name);
        std::fs::write(&path, text).map_err(|source| BuildError::Write { path, source })?;
    }
    Ok(())
}
