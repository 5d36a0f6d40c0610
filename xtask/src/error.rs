//! Why a command could not do its work, as opposed to a check that failed.

use std::{io, path::PathBuf};

/// What stopped a command; each message says what to do where that is known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program could not be started or listened to.
    #[error("cannot run `{command}`: {source}")]
    Run {
        /// The command line.
        command: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// A program that had to succeed did not.
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
        /// What the operating system said.
        source: io::Error,
    },
    /// A document could not be read.
    #[error(transparent)]
    Document(#[from] openapi_conformance::ReadError),
    /// A change does not fit its file any more.
    #[error("{0}")]
    Case(String),
    /// A check fails where nothing was changed.
    #[error("this fails without any change; mend it first: {check}")]
    FailsAnyway {
        /// The check.
        check: String,
    },
    /// The history ends before the last release, if there is one.
    #[error(
        "this clone is shallow and has no release, which proves nothing; get the rest by `git \
         fetch --unshallow --tags`, or in a workflow on GitHub by `fetch-depth: 0`"
    )]
    ShallowClone,
    /// A document's version can't be compared.
    #[error(
        "{document}: info.version is no version like \"1.2.3\", in quotes where YAML takes it for \
         a number (https://semver.org)"
    )]
    Version {
        /// The document.
        document: String,
    },
    /// A tool is not installed, and could not be.
    #[error("{tool} is not installed: {reason}")]
    MissingTool {
        /// The tool.
        tool: &'static str,
        /// Why it could not be installed, or how to install it.
        reason: String,
    },
}

impl Error {
    /// Wraps what the operating system said about `path`.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}
