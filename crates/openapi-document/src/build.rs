//! The part of a build script that is the same for every generator: the settings of a
//! document, and the files in `OUT_DIR`.
//!
//! Instructions to cargo go to standard output, and so do the warnings about the
//! document. Only [`instruct_cargo`] writes them.

use std::fmt;
use std::path::{Path, PathBuf};

use untrusted_text::one_line;

use crate::{
    Budget, Bundle, Diagnostics, Document, MemberAt, Selection, UnknownOperations, partition,
    repair_hint, with_large_stack,
};

/// The reason for which a build script generated nothing. Its `Debug` is its `Display`,
/// so that a build script can return it from `main`.
#[derive(thiserror::Error)]
pub enum BuildError {
    /// The document or an overlay has errors, or the document contains a feature that
    /// isn't supported.
    #[error("{}{}", .0.excerpts(), hint(.0))]
    Document(Diagnostics),
    /// A name in [`DocumentSource::only`] or [`DocumentSource::skip`] matches no
    /// operation.
    #[error("{0}")]
    Operations(UnknownOperations),
    /// `OUT_DIR` is not set. It is set only in build scripts.
    #[error("OUT_DIR is not set: call this from a build script")]
    NoOutDir,
    /// The value of an instruction to cargo has a control character.
    #[error("{} is no instruction to cargo: it has a control character", one_line(.0))]
    Instruction(String),
    /// A file can't be written.
    #[error("{} can't be written: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
}

/// Returns the advice for errors that can be repaired, after an empty line.
fn hint(diagnostics: &Diagnostics) -> String {
    let hint = repair_hint(diagnostics.repairable());
    hint.map_or_else(String::new, |hint| format!("\n\n{hint}"))
}

impl fmt::Debug for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// The document of a build script: the file, its overlays, and the operations to
/// generate. A path alone converts to the source of all its operations.
///
/// ```
/// use openapi_document::DocumentSource;
///
/// let source = DocumentSource::new("openapi.yaml")
///     .overlay("corrections.yaml")
///     .skip(["internal", "GET /health"]);
/// ```
#[derive(Clone, Debug)]
pub struct DocumentSource {
    path: PathBuf,
    root: Option<PathBuf>,
    overlays: Vec<PathBuf>,
    selection: Selection,
    strict: bool,
    budget: Budget,
}

/// The files that a generator generates from a document.
#[derive(Clone, Debug)]
pub struct GeneratedFiles {
    /// The names and texts of the files.
    pub files: Vec<(String, String)>,
    /// Warnings where the files express less than the document.
    pub warnings: Diagnostics,
}

impl<P: Into<PathBuf>> From<P> for DocumentSource {
    fn from(path: P) -> Self {
        Self::new(path)
    }
}

impl DocumentSource {
    /// Returns the source of all operations of the document at `path`.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            root: None,
            overlays: Vec::new(),
            selection: Selection::default(),
            strict: true,
            budget: Budget::default(),
        }
    }

    /// Sets the directory below which the files are that the document refers to. By default
    /// it is that of the document.
    #[must_use]
    pub fn root(mut self, directory: impl Into<PathBuf>) -> Self {
        self.root = Some(directory.into());
        self
    }

    /// Applies an OpenAPI Overlay 1.0 or 1.1 to the document before it is read, so that
    /// a document of others can be corrected without editing it. Several overlays apply
    /// in the order of the calls.
    #[must_use]
    pub fn overlay(mut self, path: impl Into<PathBuf>) -> Self {
        self.overlays.push(path.into());
        self
    }

    /// Generates only the operations with these names. A name is an `operationId`, a
    /// method and a path such as `GET /trees/{id}`, or a tag.
    #[must_use]
    pub fn only<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.selection.only.extend(names.into_iter().map(N::into));
        self
    }

    /// Leaves out the operations with these names, as in [`DocumentSource::only`].
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

    /// Sets the memory and the time of the processor that the generation may use. Each
    /// document of a build script has a budget of its own.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Writes the files of a generator to `OUT_DIR`. `check` returns the diagnostics of
    /// the generator, as for [`partition`]. cargo runs the build script again when a
    /// file of the document or an overlay changes.
    ///
    /// # Errors
    /// See [`BuildError`]. No file is written if the document has errors.
    pub fn build(
        &self,
        check: impl Fn(&Document) -> Diagnostics + Send,
        generate: impl FnOnce(&Document) -> Result<GeneratedFiles, Diagnostics> + Send,
    ) -> Result<(), BuildError> {
        let work = || with_large_stack(|| self.build_here(check, generate));
        self.budget.within_build_script(work)
    }

    fn build_here(
        &self,
        check: impl Fn(&Document) -> Diagnostics,
        generate: impl FnOnce(&Document) -> Result<GeneratedFiles, Diagnostics>,
    ) -> Result<(), BuildError> {
        let bundle = Bundle::read(&self.path, self.root.as_deref(), MemberAt::Value);
        let overlays = self.overlays.iter();
        let links = overlays.flat_map(|path| openapi_source::links(path));
        let links = bundle.links.iter().cloned().chain(links);
        rerun_if_changed(bundle.files.iter().chain(&self.overlays), links)?;
        let (whole, warnings) =
            Document::overlaid(bundle, &self.overlays).map_err(BuildError::Document)?;
        warn_each(&warnings)?;
        let selected = self.selection.apply(whole).map_err(BuildError::Operations)?;
        let document = if self.strict {
            selected
        } else {
            let partition = partition(selected, check).map_err(BuildError::Document)?;
            for refusal in &partition.refused {
                warn(&format!("left out: {refusal}"))?;
            }
            partition.document
        };
        generate(&document).map_err(BuildError::Document)?.write()
    }
}

impl GeneratedFiles {
    /// Writes the files to `OUT_DIR`, and the warnings to standard output as those of cargo.
    ///
    /// # Errors
    /// [`BuildError::NoOutDir`] and [`BuildError::Write`].
    pub fn write(&self) -> Result<(), BuildError> {
        let out_dir = std::env::var_os("OUT_DIR").ok_or(BuildError::NoOutDir)?;
        warn_each(&self.warnings)?;
        for (name, text) in &self.files {
            let path = Path::new(&out_dir).join(name);
            std::fs::write(&path, text).map_err(|source| BuildError::Write { path, source })?;
        }
        Ok(())
    }
}

/// Asks cargo to run the build script again when a file changes, or one of the symbolic links
/// on the way to the files is made to lead elsewhere.
///
/// # Errors
/// See [`instruct_cargo`].
pub fn rerun_if_changed<P: AsRef<Path>>(
    files: impl IntoIterator<Item = P>,
    links: impl IntoIterator<Item = PathBuf>,
) -> Result<(), BuildError> {
    let rerun = |path: &Path| instruct_cargo("rerun-if-changed", &path.display().to_string());
    for file in files {
        rerun(file.as_ref())?;
    }
    let out_dir = std::env::var_os("OUT_DIR").map(PathBuf::from);
    for link in links {
        // cargo looks at the target of a link, unless it looks for links in a directory. One
        // that contains the output has always changed, as what doesn't exist.
        let directory = link.parent().unwrap_or(&link);
        match &out_dir {
            Some(out_dir) if out_dir.starts_with(directory) => rerun(&out_dir.join("always"))?,
            _ => rerun(directory)?,
        }
    }
    Ok(())
}

/// Prints an instruction to cargo, such as `rerun-if-changed`.
///
/// # Errors
/// [`BuildError::Instruction`] if the value has a control character: what follows a line
/// break would be an instruction of its own.
pub fn instruct_cargo(name: &str, value: &str) -> Result<(), BuildError> {
    if value.contains(char::is_control) {
        return Err(BuildError::Instruction(value.to_owned()));
    }
    println!("cargo::{name}={value}");
    Ok(())
}

fn warn_each(warnings: &Diagnostics) -> Result<(), BuildError> {
    warnings.into_iter().try_for_each(|warning| warn(&warning.to_string()))
}

/// Prints a warning of cargo, which is one line.
fn warn(text: &str) -> Result<(), BuildError> {
    instruct_cargo("warning", &one_line(&text.replace('\n', " ")))
}

#[cfg(test)]
mod tests {
    use super::{BuildError, instruct_cargo};

    #[test]
    fn an_instruction_to_cargo_is_one_line() {
        for value in ["x\ncargo::rustc-link-arg=-Bparts\n.yaml", "x\r.yaml", "\u{85}"] {
            let refused = instruct_cargo("rerun-if-changed", value);
            assert!(matches!(refused, Err(BuildError::Instruction(_))), "{value:?}");
        }
    }
}
