//! Generates files in `OUT_DIR` from a document, for build scripts.
//!
//! Instructions to cargo go to standard output, and so do the warnings about the
//! document.

use std::fmt;
use std::path::{Path, PathBuf};

use openapi_model::{Diagnostics, Document, Selection, UnknownOperations, partition};

use crate::{check, generate_with};

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

/// The generation of code from a document in a build script.
///
/// ```no_run
/// # fn main() -> Result<(), openapi_dropshot::BuildError> {
/// openapi_dropshot::Builder::new("v1.yaml").name("v1").build()?;
/// openapi_dropshot::Builder::new("v2.yaml")
///     .name("v2")
///     .skip(["internal", "GET /health"])
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
    /// Returns the generation of `api.rs`, `openapi.json` and, for tests,
    /// `stand_in.rs` from the document at `path`.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            name: None,
            selection: Selection::default(),
            strict: true,
        }
    }

    /// Changes the names of the files, such as to `v1.rs`, `v1.json` and
    /// `v1_stand_in.rs`, so that one build script can generate code from several
    /// documents.
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

    /// Sets whether an operation that can't be generated fails the build, which is the
    /// default. Otherwise the others are generated, and a warning of cargo names each
    /// one that is left out, with the reasons.
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
        let [code, document, stand_in] = self.files();
        let read = Document::read(&self.path).map_err(BuildError::Document)?;
        let mut read = self.selection.apply(read).map_err(BuildError::Operations)?;
        if !self.strict {
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
        for (name, text) in [
            (code, generated.code),
            (document, generated.document),
            (stand_in, generated.stand_in),
        ] {
            let path = Path::new(&out_dir).join(name);
            std::fs::write(&path, text).map_err(|source| BuildError::Write { path, source })?;
        }
        Ok(())
    }

    /// Returns the names of the files for the code, the document and the stand-in.
    fn files(&self) -> [String; 3] {
        match &self.name {
            None => ["api.rs", "openapi.json", "stand_in.rs"].map(str::to_owned),
            Some(name) => [".rs", ".json", "_stand_in.rs"].map(|rest| format!("{name}{rest}")),
        }
    }
}

/// Prints a warning of cargo, which is one line.
fn warn(text: &str) {
    println!("cargo::warning={}", text.replace('\n', " "));
}

/// Generates `api.rs`, `openapi.json` and, for tests, `stand_in.rs` in `OUT_DIR`
/// from the document at `path`, as [`Builder`] does without a name.
///
/// # Errors
/// As [`Builder::build`].
pub fn build(path: &Path) -> Result<(), BuildError> {
    Builder::new(path).build()
}
