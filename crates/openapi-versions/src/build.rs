//! The generation in a build script.

use std::path::Path;

use openapi_model::BuildError;

use crate::{Documents, HEADER, Source, generate};

/// The generation of a server for several versions of a document in a build script.
///
/// ```no_run
/// # fn main() -> Result<(), openapi_versions::BuildError> {
/// openapi_versions::Versions::new()
///     .version("openapi/1.0.0.yaml")
///     .version("openapi/2.0.0.yaml")
///     .build()
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Versions {
    sources: Vec<Source>,
    header: String,
}

impl Default for Versions {
    fn default() -> Self {
        Self {
            sources: Vec::new(),
            header: HEADER.to_owned(),
        }
    }
}

impl Versions {
    /// Returns the generation without a version.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a newer version: a file, or `REVISION:FILE` for a file of a revision of git.
    /// `info.version` of the document is the version.
    #[must_use]
    pub fn version(mut self, source: impl AsRef<str>) -> Self {
        self.sources.push(Source::new(source.as_ref()));
        self
    }

    /// Sets the header field by which a request names its version, in lower case. The
    /// default is [`HEADER`].
    #[must_use]
    pub fn header(mut self, name: impl Into<String>) -> Self {
        self.header = name.into();
        self
    }

    /// Writes `api.rs`, and for each version its code and its document, to `OUT_DIR`.
    ///
    /// # Errors
    /// See [`BuildError`]. No file is written if a document has errors.
    pub fn build(&self) -> Result<(), BuildError> {
        let out_dir = std::env::var_os("OUT_DIR").ok_or(BuildError::NoOutDir)?;
        let documents = Documents::read(&self.sources);
        for file in self.sources.iter().filter_map(Source::file) {
            println!("cargo::rerun-if-changed={}", file.display());
        }
        let documents = documents.map_err(BuildError::Document)?;
        let generated = generate(&documents, &self.header).map_err(BuildError::Document)?;
        for warning in &generated.warnings {
            println!("cargo::warning={}", warning.to_string().replace('\n', " "));
        }
        for (name, text) in generated.files {
            let path = Path::new(&out_dir).join(name);
            std::fs::write(&path, text).map_err(|source| BuildError::Write { path, source })?;
        }
        Ok(())
    }
}
