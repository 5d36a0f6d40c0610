//! Generates files in `OUT_DIR` from a document, for build scripts.

use std::path::Path;

use openapi_model::{BuildError, Document, DocumentSource, GeneratedFiles};

use crate::generate_with;

/// The generation of a client from a document in a build script.
///
/// ```no_run
/// use openapi_progenitor_build::{Builder, DocumentSource};
///
/// # fn main() -> Result<(), openapi_progenitor_build::BuildError> {
/// let public = DocumentSource::new("openapi.yaml").skip(["GET /health"]);
/// Builder::new(public).name("trees").build()
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    source: DocumentSource,
    name: Option<String>,
}

impl Builder {
    /// Returns the generation of `client.rs` and `openapi.json` from a document.
    pub fn new(source: impl Into<DocumentSource>) -> Self {
        Self {
            source: source.into(),
            name: None,
        }
    }

    /// Changes the names of the files, such as to `v1.rs` and `v1.json`, so that one
    /// build script can generate clients from several documents.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Writes the files to `OUT_DIR`. cargo runs the build script again when the
    /// document or an overlay changes.
    ///
    /// # Errors
    /// See [`BuildError`]. No file is written if the document has errors.
    pub fn build(&self) -> Result<(), BuildError> {
        let [code, embedded] = match &self.name {
            None => ["client.rs", "openapi.json"].map(str::to_owned),
            Some(name) => [".rs", ".json"].map(|extension| format!("{name}{extension}")),
        };
        let check = |part: &Document| match generate_with(part, &embedded) {
            Ok(generated) => generated.warnings,
            Err(diagnostics) => diagnostics,
        };
        self.source.build(check, |read| {
            let generated = generate_with(read, &embedded)?;
            Ok(GeneratedFiles {
                files: vec![
                    (code, generated.code),
                    (embedded.clone(), generated.document),
                ],
                warnings: generated.warnings,
            })
        })
    }
}

/// Generates `client.rs` and `openapi.json` in `OUT_DIR` from the document at `path`,
/// as [`Builder`] does without other settings.
///
/// # Errors
/// As [`Builder::build`].
pub fn build(path: &Path) -> Result<(), BuildError> {
    Builder::new(path).build()
}
