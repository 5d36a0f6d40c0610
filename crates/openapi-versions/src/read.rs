//! Reads the documents of the versions, once for the generator, and once as they are written for
//! the comparison.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use openapi_compare::Document as Compared;
use openapi_document::{Document as Generated, Selection, UnknownOperations};
use openapi_source::{
    Bundle, Diagnostic, Diagnostics, Location, MemberAt, read_limited, with_large_stack,
};
use semver::Version;
use untrusted_text::one_line;

/// Where a document is: `FILE`, `REVISION:FILE` for a file of a revision of git, relative to the
/// current directory, or `-` for standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source(String);

/// The documents of several versions, oldest first.
pub struct Documents {
    pub(crate) generated: Vec<Generated>,
    pub(crate) compared: Vec<Compared>,
    /// The files of which they consist, or those of git by which a revision can change.
    pub(crate) files: Vec<PathBuf>,
    /// The symbolic links on the way to the files.
    pub(crate) links: Vec<PathBuf>,
}

impl Source {
    /// Returns the source with this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// Returns the revision and the file. A file whose name has a colon is a file, if it exists.
    fn revision(&self) -> Option<(&str, &str)> {
        let (revision, file) = self.0.split_once(':')?;
        (revision.len() > 1 && !Path::new(&self.0).exists()).then_some((revision, file))
    }

    /// Returns the text of a document that is not a file.
    fn text(&self) -> Result<Option<String>, Diagnostics> {
        let bytes = match self.revision() {
            Some((revision, file)) => show(revision, file),
            None if self.0 == "-" => read_limited(io::stdin()).map_err(|error| error.to_string()),
            None => return Ok(None),
        };
        let utf8 = |bytes| String::from_utf8(bytes).map_err(|_| "the text isn't UTF-8".to_owned());
        let error = |message| Diagnostic::error(&Location::start_of(&*self.0), message).into();
        bytes.and_then(utf8).map(Some).map_err(error)
    }

    /// Returns the document as it is written. The files that a file refers to are below
    /// `directory`, by default its own; other sources have one file. With `left_out` it is read
    /// as [`Compared::read_without`] does.
    ///
    /// # Errors
    /// As for [`Compared::read_below`], and for a text that can't be read.
    pub fn compared(
        &self,
        directory: Option<&Path>,
        left_out: Option<&[&str]>,
    ) -> Result<Compared, Diagnostics> {
        let (name, path) = (&self.0, Path::new(&self.0));
        match (self.text()?, left_out) {
            (None, None) => Compared::read_below(path, directory),
            (None, Some(operations)) => Compared::read_without(path, directory, operations),
            (Some(text), None) => Compared::parse(name, &text),
            (Some(text), Some(operations)) => Compared::parse_without(name, &text, operations),
        }
    }

    /// Returns the document, once for a generator and once for the comparison: standard input can't
    /// be read twice.
    ///
    /// # Errors
    /// As for [`Generated::overlaid`] and [`Self::compared`].
    pub fn both(&self, directory: Option<&Path>) -> Result<(Generated, Compared), Diagnostics> {
        self.read(directory).map(|(generated, compared, _)| (generated, compared))
    }

    /// Returns the document, once for each reader, and its files and links.
    fn read(
        &self,
        directory: Option<&Path>,
    ) -> Result<(Generated, Compared, [Vec<PathBuf>; 2]), Diagnostics> {
        let (name, path) = (&self.0, Path::new(&self.0));
        let Some(text) = self.text()? else {
            let bundle = Bundle::read(path, directory, MemberAt::Value);
            let files = [bundle.files.clone(), bundle.links.clone()];
            // A copy of an object has space for more members, and the generator drops its document.
            let copy = bundle.clone();
            let compared = Compared::bundled(bundle)?;
            let (generated, _) = Generated::overlaid(copy, &[""; 0])?;
            return Ok((generated, compared, files));
        };
        let files = self.revision().map(|(revision, _)| moving(revision));
        let files = [files.unwrap_or_default(), Vec::new()];
        Ok((Generated::parse(name, &text)?, Compared::parse(name, &text)?, files))
    }
}

/// Returns the bytes of a file in a revision.
fn show(revision: &str, file: &str) -> Result<Vec<u8>, String> {
    let object = match Path::new(file).is_absolute() {
        true => return Err("the file of a revision is relative".to_owned()),
        false => format!("{revision}:./{file}"),
    };
    let mut git = git(&["cat-file", "blob", "--end-of-options", &object])
        .spawn()
        .map_err(|error| format!("git doesn't run: {error}"))?;
    let read = git.stdout.take().map_or(Ok(Vec::new()), read_limited);
    // Closed: git ends, also if the file has more.
    let output = git.wait_with_output().map_err(|error| error.to_string())?;
    let bytes = read.map_err(|error| error.to_string())?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("git can't read it: {}", one_line(reason.trim())));
    }
    Ok(bytes)
}

/// Returns the files of git by which a revision can become another one: none for the name of
/// an object, those of the tags for a tag, and else all references.
fn moving(revision: &str) -> Vec<PathBuf> {
    let says = |arguments: &[&str]| {
        let output = git(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then_some(text)
    };
    if matches!(revision.len(), 40 | 64) && revision.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Vec::new();
    }
    let tag = format!("refs/tags/{revision}");
    let files: &[_] = match says(&["rev-parse", "--verify", "--quiet", "--end-of-options", &tag]) {
        Some(_) => &["refs/tags", "packed-refs", "reftable"],
        None => &["HEAD", "refs", "packed-refs", "reftable"],
    };
    let arguments = files.iter().flat_map(|file| ["--git-path", file]);
    let arguments: Vec<_> = ["rev-parse"].into_iter().chain(arguments).collect();
    let paths = says(&arguments).unwrap_or_default();
    // cargo takes a missing file for one that has changed.
    paths.lines().map(PathBuf::from).filter(|path| path.exists()).collect()
}

/// Returns a command of git that runs nothing that the repository names: it connects to no
/// other, and the commands in use have no filters, hooks or pagers.
fn git(arguments: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.args(arguments)
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_PROTOCOL_FROM_USER", "0")
        .env("GIT_ALLOW_PROTOCOL", "")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    git
}

impl Documents {
    /// Reads the documents, oldest first.
    ///
    /// # Errors
    /// The errors of all documents, fewer than two of them, and versions that are not
    /// semantic versions in ascending order.
    pub fn read(sources: &[Source]) -> Result<Self, Diagnostics> {
        // On one thread, documents share what they have in common.
        with_large_stack(|| Self::read_here(sources))
    }

    fn read_here(sources: &[Source]) -> Result<Self, Diagnostics> {
        let (mut generated, mut compared) = (Vec::new(), Vec::new());
        let (mut files, mut links) = (Vec::new(), Vec::new());
        let mut errors = Diagnostics::default();
        for source in sources {
            match source.read(None) {
                Ok((one, other, [read, followed])) => {
                    generated.push(one);
                    compared.push(other);
                    files.extend(read);
                    links.extend(followed);
                }
                Err(diagnostics) => errors.extend(diagnostics),
            }
        }
        if !errors.has_errors() {
            errors.extend(check_versions(&generated));
        }
        if errors.has_errors() {
            return Err(errors);
        }
        Ok(Self { generated, compared, files, links })
    }

    /// Leaves out operations of all versions.
    ///
    /// # Errors
    /// All names that match no operation of any version.
    pub fn select(&mut self, operations: &Selection) -> Result<(), UnknownOperations> {
        operations.apply_to_all(&mut self.generated)
    }
}

/// Returns the errors in the versions of documents.
fn check_versions(documents: &[Generated]) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut last: Option<(Version, String)> = None;
    for document in documents {
        let (location, text) = version(document);
        let Some(parsed) = text.and_then(|text| Version::parse(text).ok()) else {
            let message = "`info.version` is not a semantic version, such as `1.0.0`";
            errors.push(Diagnostic::error(location, message));
            continue;
        };
        if let Some((before, at)) = &last {
            let relation = match parsed.cmp(before) {
                std::cmp::Ordering::Equal => Some("is also the version of"),
                std::cmp::Ordering::Less => Some("is older than the version of"),
                std::cmp::Ordering::Greater => None,
            };
            if let Some(relation) = relation {
                let message = format!(
                    "version {parsed} {relation} {}; the documents are given from the oldest \
                     version to the newest",
                    one_line(at)
                );
                errors.push(Diagnostic::error(location, message));
            }
        }
        last = Some((parsed, location.to_string()));
    }
    if let [only] = documents {
        let message = "only one version is given; at least two are served";
        errors.push(Diagnostic::error(version(only).0, message));
    }
    errors
}

/// Returns `info.version` and its location.
fn version(document: &Generated) -> (&Location, Option<&str>) {
    let root = document.root();
    let version = root.get("info").and_then(|info| info.get("version"));
    match version {
        Some(version) => (&version.location, version.string()),
        None => (&root.location, None),
    }
}

#[cfg(test)]
mod tests {
    use super::moving;

    /// In the repository of this crate.
    #[test]
    fn a_revision_that_can_move_has_the_files_by_which_it_does() {
        let ends_with = |revision: &str, name: &str| {
            let files = moving(revision);
            files.iter().any(|file| file.exists() && file.ends_with(name))
        };
        for revision in ["HEAD", "HEAD~1", "@{upstream}"] {
            assert!(ends_with(revision, "HEAD"), "{revision}");
            assert!(ends_with(revision, "refs"), "{revision}");
        }
        assert!(moving(&"a".repeat(40)).is_empty());
    }
}
