//! Generates files in `OUT_DIR` from a document, for build scripts.

use std::path::Path;

use openapi_document::{BuildError, Diagnostics, DocumentSource, GeneratedFiles};

use crate::{check, emit, generate_beside, generated};

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
    types: Option<String>,
    derives: Vec<(String, String)>,
}

impl Builder {
    /// Returns the generation of `api.rs` and `openapi.json` from a document.
    pub fn new(source: impl Into<DocumentSource>) -> Self {
        Self { source: source.into(), name: None, types: None, derives: Vec::new() }
    }

    /// Changes the names of the files, such as to `v1.rs` and `v1.json`, so that one build
    /// script can generate code from several documents.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Uses the types of a package instead of own ones: `package` is the path of its module with
    /// the types that [`build_types`](Self::build_types) has written from the same document. Types
    /// with a file of a form, which a client sends otherwise, are not among them.
    #[must_use]
    pub fn types(mut self, package: impl Into<String>) -> Self {
        self.types = Some(package.into());
        self
    }

    /// Derives a trait for a type of the module `types`, beside those that all have:
    /// `derive("Tree", "Hash")`. `path` is a derive macro that the package has. Can be repeated.
    #[must_use]
    pub fn derive(mut self, name: impl Into<String>, path: impl Into<String>) -> Self {
        self.derives.push((name.into(), path.into()));
        self
    }

    /// Writes `types.rs` and `types.json` to `OUT_DIR`: the types of the schemas, for a package
    /// that a server and a client share by [`types`](Self::types) and
    /// `openapi_progenitor_build::Builder::types`. A server needs their schemas, so the package
    /// has a feature for it: `build_types(cfg!(feature = "server"))`. The code names the crates
    /// `openapi-schema` and `serde`, where the document needs them `chrono`, `serde_json` and
    /// `uuid`, and for schemas `openapi-dropshot` and `schemars`.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn build_types(&self, has_schemas: bool) -> Result<(), BuildError> {
        let name = self.name.as_deref().unwrap_or("types");
        let [code, document] = ["rs", "json"].map(|kind| format!("{name}.{kind}"));
        self.source.build(check, |read| {
            let types = generated(read, |read| {
                emit::shared_types(&read.types, &document, has_schemas, &self.derives)
            })?;
            Ok(GeneratedFiles {
                files: vec![(code, types.code), (document.clone(), types.document)],
                // Those of the server say the same.
                warnings: Diagnostics::default(),
            })
        })
    }

    /// Writes the files to `OUT_DIR`. cargo runs the build script again when the
    /// document or an overlay changes.
    ///
    /// # Errors
    /// See [`BuildError`]. No file is written if the document has errors.
    pub fn build(&self) -> Result<(), BuildError> {
        let [code, document] = match &self.name {
            None => ["api.rs", "openapi.json"].map(str::to_owned),
            Some(name) => [".rs", ".json"].map(|rest| format!("{name}{rest}")),
        };
        self.source.build(check, |read| {
            let generated = generate_beside(read, &document, self.types.as_deref(), &self.derives)?;
            let files = vec![(code, generated.code), (document, generated.document)];
            Ok(GeneratedFiles { files, warnings: generated.warnings })
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
