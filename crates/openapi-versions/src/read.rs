//! Reads the documents of the versions, once for the generator and once for the comparison,
//! which share no reader of OpenAPI.

use std::path::{Path, PathBuf};
use std::process::Command;

use openapi_conformance::Document as Compared;
use openapi_model::Document as Generated;
use openapi_source::{Bundle, Diagnostic, Diagnostics, Location, MemberAt};
use semver::Version;
use untrusted_text::one_line;

/// Where a document is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A file in a revision of git.
    Revision {
        /// The revision.
        revision: String,
        /// The file, relative to the current directory.
        file: String,
    },
}

/// The documents of several versions, oldest first.
pub struct Documents {
    pub(crate) generated: Vec<Generated>,
    pub(crate) compared: Vec<Compared>,
    /// The files of which they consist, unless they are of a revision.
    pub(crate) files: Vec<PathBuf>,
}

impl Source {
    /// Returns the source of `FILE` or `REVISION:FILE`. A file whose name has a colon is a
    /// file, if it exists.
    pub fn new(text: &str) -> Self {
        match text.split_once(':') {
            Some((revision, file)) if !Path::new(text).exists() && revision.len() > 1 => {
                Self::Revision {
                    revision: revision.to_owned(),
                    file: file.to_owned(),
                }
            }
            _ => Self::File(text.into()),
        }
    }

    /// Returns the document, once for each reader, and its files.
    fn read(&self) -> Result<(Generated, Compared, Vec<PathBuf>), Diagnostics> {
        match self {
            Self::File(path) => {
                let compared = Compared::read(path)?;
                let bundle = Bundle::read(path, None, MemberAt::Value);
                let files = bundle.files.clone();
                let (generated, _) = Generated::overlaid(bundle, &[""; 0])?;
                Ok((generated, compared, files))
            }
            Self::Revision { revision, file } => {
                let name = format!("{revision}:{file}");
                let text = show(revision, file).map_err(|message| {
                    Diagnostic::error(&Location::start_of(name.as_str()), message)
                })?;
                let compared = Compared::parse(&name, &text)?;
                Ok((Generated::parse(&name, &text)?, compared, Vec::new()))
            }
        }
    }
}

/// Returns the text of a file in a revision.
fn show(revision: &str, file: &str) -> Result<String, String> {
    let object = match Path::new(file).is_absolute() {
        true => return Err("the file of a revision is relative".to_owned()),
        false => format!("{revision}:./{file}"),
    };
    let mut git = Command::new("git");
    git.args(["show", "--end-of-options", &object]);
    let output = git
        .output()
        .map_err(|error| format!("git doesn't run: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("git can't read it: {}", one_line(reason.trim())));
    }
    String::from_utf8(output.stdout).map_err(|_| "the file isn't UTF-8".to_owned())
}

impl Documents {
    /// Reads the documents, oldest first.
    ///
    /// # Errors
    /// The errors of all documents, fewer than two of them, and versions that are not
    /// semantic versions in ascending order.
    pub fn read(sources: &[Source]) -> Result<Self, Diagnostics> {
        let (mut generated, mut compared, mut files) = (Vec::new(), Vec::new(), Vec::new());
        let mut errors = Diagnostics::default();
        for source in sources {
            match source.read() {
                Ok((one, other, read)) => {
                    generated.push(one);
                    compared.push(other);
                    files.extend(read);
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
        Ok(Self {
            generated,
            compared,
            files,
        })
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
