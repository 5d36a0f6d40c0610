//! The generation in a build script.

use openapi_document::{Budget, BuildError, Selection, rerun_if_changed};
use openapi_source::with_large_stack;

use crate::{Documents, HEADER, NAME, Source, generate};

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
    name: String,
    header: String,
    selection: Selection,
    budget: Budget,
}

impl Default for Versions {
    fn default() -> Self {
        Self {
            sources: Vec::new(),
            name: NAME.to_owned(),
            header: HEADER.to_owned(),
            selection: Selection::default(),
            budget: Budget::default(),
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
    pub fn version(mut self, source: impl Into<String>) -> Self {
        self.sources.push(Source::new(source));
        self
    }

    /// Changes the name of the file `api.rs`, so that one build script can generate several
    /// services.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Sets the header field by which a request names its version, in lower case. The
    /// default is [`HEADER`].
    #[must_use]
    pub fn header(mut self, name: impl Into<String>) -> Self {
        self.header = name.into();
        self
    }

    /// Leaves out the operations with these names in all versions, such as a WebSocket that is
    /// registered by hand; see [`Selection`].
    #[must_use]
    pub fn skip<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.selection.skip.extend(names.into_iter().map(N::into));
        self
    }

    /// Sets the memory and the time of the processor that the generation may use.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Writes the files to `OUT_DIR`: for each version its code and its document, and `api.rs`,
    /// which contains all versions. cargo runs the build script again when a file
    /// changes, or a revision is made another one.
    ///
    /// # Errors
    /// See [`BuildError`]. No file is written if a document has errors.
    pub fn build(&self) -> Result<(), BuildError> {
        // A thread doesn't use memory again that another one has freed.
        self.budget.within_build_script(|| with_large_stack(|| self.build_here()))
    }

    fn build_here(&self) -> Result<(), BuildError> {
        let mut documents = Documents::read(&self.sources).map_err(BuildError::Document)?;
        let selected = documents.select(&self.selection);
        selected.map_err(BuildError::Operations)?;
        rerun_if_changed(&documents.files, documents.links.iter().cloned())?;
        let generated = generate(&mut documents, &self.name, &self.header);
        generated.map_err(BuildError::Document)?.files.write()
    }
}
