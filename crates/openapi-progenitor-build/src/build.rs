//! Generates files in `OUT_DIR` from a document, for build scripts.
//!
//! Instructions to cargo go to standard output, and so do the warnings about the
//! document.

use std::fmt;
use std::path::{Path, PathBuf};

use openapi_model::{Diagnostics, Document, Selection, UnknownOperations, partition};

use crate::generate_with;

/// The reason for which nothing was generated. Its `Debug` is its `Display`, so that
/// a build script can return it from `main`.
#[derive(thiserror::Error)]
pub enum BuildError {
    /// The document has errors, or contains a feature that isn't supported.
    #[error("{}", .0.excerpts())]
    Document(Diagnostics),
    /// A name in [`Builder::only`] or [`Builder::skip`] matches no operation.
    #[error("{0}")]
    Operations(UnknownOperations),
    /// `OUT_DIR` is not set. It is set only in build scripts.
    #[error("OUT_DIR is not set: call this from a build script")]
    NoOutDir,
    /// A file can't be written.
    #[error("{} can't be written: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
}

impl fmt::Debug for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// The generation of a client from a document in a build script.
///
/// ```no_run
/// # fn main() -> Result<(), openapi_progenitor_build::BuildError> {
/// openapi_progenitor_build::Builder::new("openapi.yaml")
///     .name("trees")
///     .skip(["GET /health"])
///     .build()
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    path: PathBuf,
    name: Option<String>,
    selection: Selection,
    strict: bool,
}

impl Builder {
    /// Returns the generation of `client.rs` and `openapi.json` from the document at
    /// `path`.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            name: None,
            selection: Selection::default(),
            strict: true,
        }
    }

    /// Changes the names of the files, such as to `v1.rs` and `v1.json`, so that one
    /// build script can generate clients from several documents.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Generates only the operations with these names. A name is an `operationId`, a
    /// method and a path such as `GET /trees/{id}`, or a tag.
    #[must_use]
    pub fn only<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.selection.only.extend(names.into_iter().map(N::into));
        self
    }

    /// Leaves out the operations with these names, as in [`Builder::only`].
    #[must_use]
    pub fn skip<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.selection.skip.extend(names.into_iter().map(N::into));
        self
    }

    /// Sets whether an operation with an error fails the build, which is the default.
    /// Otherwise the others are generated, and a warning of cargo names each one that
    /// is left out, with the reasons.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Writes the files to `OUT_DIR`. cargo runs the build script again when the
    /// document changes.
    ///
    /// # Errors
    /// See [`BuildError`]. No file is written if the document has errors.
    pub fn build(&self) -> Result<(), BuildError> {
        println!("cargo::rerun-if-changed={}", self.path.display());
        let out_dir = std::env::var_os("OUT_DIR").ok_or(BuildError::NoOutDir)?;
        let [code, document] = self.files();
        let read = Document::read(&self.path).map_err(BuildError::Document)?;
        let mut read = self.selection.apply(read).map_err(BuildError::Operations)?;
        if !self.strict {
            let check = |part: &Document| match generate_with(part, &document) {
                Ok(generated) => generated.warnings,
                Err(diagnostics) => diagnostics,
            };
            let partition = partition(read, check).map_err(BuildError::Document)?;
            for refusal in &partition.refused {
                warn(&format!("left out: {refusal}"));
            }
            read = partition.document;
        }
        let generated = generate_with(&read, &document).map_err(BuildError::Document)?;
        for warning in &generated.warnings {
            warn(&warning.to_string());
        }
        for (name, text) in [(code, generated.code), (document, generated.document)] {
            let path = Path::new(&out_dir).join(name);
            std::fs::write(&path, text).map_err(|source| BuildError::Write { path, source })?;
        }
        Ok(())
    }

    /// Returns the names of the files for the code and the document.
    fn files(&self) -> [String; 2] {
        match &self.name {
            None => ["client.rs", "openapi.json"].map(str::to_owned),
            Some(name) => [".rs", ".json"].map(|extension| format!("{name}{extension}")),
        }
    }
}

/// Prints a warning of cargo, which is one line.
fn warn(text: &str) {
    println!("cargo::warning={}", text.replace('\n', " "));
}

/// Generates `client.rs` and `openapi.json` in `OUT_DIR` from the document at `path`,
/// as [`Builder`] does without a name.
///
/// # Errors
/// As [`Builder::build`].
pub fn build(path: &Path) -> Result<(), BuildError> {
    Builder::new(path).build()
}
