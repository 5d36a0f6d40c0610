//! Generates files in `OUT_DIR` from a document, for build scripts.

use std::path::Path;

use openapi_document::{BuildError, Diagnostics, Document, DocumentSource, GeneratedFiles};

use crate::{Interface, client, command_line, mocks, run};

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
    interface: Interface,
    types: Option<String>,
}

impl Builder {
    /// Returns the generation of `client.rs` and `openapi.json` from a document.
    pub fn new(source: impl Into<DocumentSource>) -> Self {
        Self { source: source.into(), name: None, interface: Interface::Positional, types: None }
    }

    /// Changes the names of the files, such as to `v1.rs` and `v1.json`, so that one
    /// build script can generate clients from several documents.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Gives builders to the methods and the types, so that an optional parameter or
    /// property that the document adds later doesn't break callers. Otherwise the methods
    /// have one argument for each parameter.
    #[must_use]
    pub fn builders(mut self) -> Self {
        self.interface = Interface::Builders;
        self
    }

    /// Uses the types of a package that the client shares with a server, instead of own ones:
    /// `package` is the path of its module with the types that
    /// `openapi_dropshot_build::Builder::build_types` has written from the same document. Those
    /// that only the service makes are not `#[non_exhaustive]`, because the server makes them.
    #[must_use]
    pub fn types(mut self, package: impl Into<String>) -> Self {
        self.types = Some(package.into());
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
        let check = |part: &Document| match run(part, self.interface) {
            Ok((lowered, _)) => lowered.warnings,
            Err(diagnostics) => diagnostics,
        };
        self.source.build(check, |read| {
            let generated = client(read, &embedded, self.interface, self.types.as_deref())?;
            Ok(GeneratedFiles {
                files: vec![(code, generated.code), (embedded.clone(), generated.document)],
                warnings: generated.warnings,
            })
        })
    }

    /// Writes `mocks.rs` to `OUT_DIR`: the trait `MockServerExt`, by which tests of callers
    /// prepare the responses of a server of the crate `httpmock`, with the types of the
    /// client. `client` is the path of the client, such as `crate`. The code names the
    /// crates `httpmock`, `regex` and `serde_json`.
    ///
    /// # Errors
    /// As [`Builder::build`].
    pub fn build_mocks(&self, client: &str) -> Result<(), BuildError> {
        self.build_file("mocks.rs", |document| mocks::code(document, client))
    }

    /// Writes `cli.rs` to `OUT_DIR`: the commands of a command line, for the client with the
    /// path `client`, such as `trees_client`. An operation has none if its success is a stream
    /// of bytes or items, or if its body is neither JSON nor a form. The client has
    /// [builders](Builder::builders). The code names the crates `anyhow`, `clap`, `serde` and
    /// `serde_json`, and, where the document needs them, `chrono`, `openapi-progenitor` and
    /// `uuid`; its entries are the functions `commands` and `execute`.
    ///
    /// # Errors
    /// As [`Builder::build`].
    pub fn build_command_line(&self, client: &str) -> Result<(), BuildError> {
        self.build_file("cli.rs", |document| command_line::code(document, client))
    }

    /// Writes a file without warnings, which those of the client repeat.
    fn build_file(
        &self,
        name: &str,
        code: impl Fn(&Document) -> Result<String, Diagnostics> + Sync,
    ) -> Result<(), BuildError> {
        let check = |part: &Document| code(part).err().unwrap_or_default();
        self.source.build(check, |read| {
            Ok(GeneratedFiles {
                files: vec![(name.to_owned(), code(read)?)],
                warnings: Diagnostics::default(),
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
