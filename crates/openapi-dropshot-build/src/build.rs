//! Generates files in `OUT_DIR` from a document, for build scripts.

use std::path::Path;

use openapi_document::{BuildError, DocumentSource, GeneratedFiles};

use crate::{check, generate_with};

/// The generation of a server from a document in a build script.
///
/// ```no_run
/// use openapi_dropshot_build::{Builder, DocumentSource};
///
/// # fn main() -> Result<(), openapi_dropshot_build::BuildError> {
/// Builder::new("v1.yaml").name("v1").build()?;
/// let public = DocumentSource::new("v2.yaml").skip(["internal", "GET /health"]);
/// Builder::new(public).name("v2").build()
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    source: DocumentSource,
    name: Option<String>,
    stand_in: bool,
}

impl Builder {
    /// Returns the generation of `api.rs` and `openapi.json` from a document.
    pub fn new(source: impl Into<DocumentSource>) -> Self {
        Self {
            source: source.into(),
            name: None,
            stand_in: false,
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

    /// Also writes `stand_in.rs`, [`crate::stand_in`], for tests of which
    /// requests are accepted.
    #[must_use]
    pub fn stand_in(mut self) -> Self {
        self.stand_in = true;
        self
    }

    /// Writes the files to `OUT_DIR`. cargo runs the build script again when the
    /// document or an overlay changes.
    ///
    /// # Errors
    /// See [`BuildError`]. No file is written if the document has errors.
    pub fn build(&self) -> Result<(), BuildError> {
        let [code, document, stand_in] = match &self.name {
            None => ["api.rs", "openapi.json", "stand_in.rs"].map(str::to_owned),
            Some(name) => [".rs", ".json", "_stand_in.rs"].map(|rest| format!("{name}{rest}")),
        };
        self.source.build(check, |read| {
            let generated = generate_with(read, &document)?;
            let mut files = vec![(code, generated.code), (document, generated.document)];
            if self.stand_in {
                files.push((stand_in, crate::stand_in(read)?));
            }
            Ok(GeneratedFiles {
                files,
                warnings: generated.warnings,
            })
        })
    }
}

/// Generates `api.rs` and `openapi.json` in `OUT_DIR` from the document at `path`, as
/// [`Builder`] does without other settings.
///
/// # Errors
/// As [`Builder::build`].
pub fn build(path: &Path) -> Result<(), BuildError> {
    Builder::new(path).build()
}
