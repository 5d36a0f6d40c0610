//! The reasons why a command can't finish, as opposed to a check that fails.

use std::{io, path::PathBuf};

/// The reason why a command can't finish. Each message contains the remedy if it is
/// known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program could not be started, or its output not be read.
    #[error("cannot run `{command}`: {source}")]
    Run {
        /// The command line.
        command: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A required program failed.
    #[error("`{command}` failed")]
    Failed {
        /// The command line.
        command: String,
    },
    /// A file under the workspace could not be read or written.
    #[error("cannot access {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A document could not be read.
    #[error(transparent)]
    Document(#[from] openapi_compare::Diagnostics),
    /// The target directory is unknown.
    #[error("cargo metadata fails: {0}")]
    Metadata(#[from] cargo_metadata::Error),
    /// An edit no longer fits its file.
    #[error("{0}")]
    Case(String),
    /// The clone is shallow and contains no release.
    #[error(
        "this clone is shallow and has no release, which proves nothing; get the rest by `git \
         fetch --unshallow --tags`, or in a workflow on GitHub by `fetch-depth: 0`"
    )]
    ShallowClone,
    /// The version of a document is invalid.
    #[error(
        "{document}: info.version is no version like \"1.2.3\", in quotes where YAML takes it for \
         a number (https://semver.org)"
    )]
    Version {
        /// The document.
        document: String,
    },
    /// The installed package does not do what it should.
    #[error("the Debian package: {0}")]
    Package(String),
    /// A tool is not installed and could not be installed.
    #[error("{tool} is not installed: {reason}")]
    MissingTool {
        /// The tool.
        tool: &'static str,
        /// The reason, or how to install the tool.
        reason: String,
    },
}

impl Error {
    /// Wraps an error of the operating system about `path`.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}
