//! Errors that keep a command from measuring or from injecting a fault, as opposed to
//! a missed target or a broken guarantee.

use std::io;
use std::path::PathBuf;

/// An error that stops a command. Each message says what to do, if that is known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program failed, or a file could not be read or written.
    #[error(transparent)]
    Kit(#[from] test_kit::Error),
    /// A server did not print its address.
    #[error("{program} did not start: {said}")]
    NotStarted {
        /// The program.
        program: String,
        /// The output of the program.
        said: String,
    },
    /// The operating system refused a request that is not about a file.
    #[error("the system refuses {what}: {source}")]
    System {
        /// The request.
        what: &'static str,
        /// The error of the system.
        source: io::Error,
    },
    /// A [`Disk`](crate::disk::Disk) could not be mounted.
    #[error("cannot mount a FUSE file system at {}: {source}; be root, or install fuse3", path.display())]
    Mount {
        /// The mount point.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A tool is not installed.
    #[error("{tool} is not installed: {remedy}")]
    MissingTool {
        /// The tool.
        tool: &'static str,
        /// How to install it.
        remedy: &'static str,
    },
    /// The output of a program could not be parsed.
    #[error("{program} said something unexpected: {said}")]
    Unexpected {
        /// The program.
        program: &'static str,
        /// The unexpected output.
        said: String,
    },
    /// The system's statistics of a process could not be read.
    #[error("the process has no figures: {0}")]
    Process(#[from] procfs::ProcError),
    /// A database could not be used.
    #[error("the database cannot be used: {0}")]
    Database(#[from] rusqlite::Error),
    /// A client for a service could not be created.
    #[error(transparent)]
    Client(#[from] plant_client::ConnectError),
    /// A reference server could not serve.
    #[error("the reference server cannot serve: {0}")]
    Reference(String),
}

impl Error {
    /// Wraps an error of the system about a file.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| test_kit::Error::File { path, source }.into()
    }

    /// Wraps any other error of the system.
    pub fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::System { what, source }
    }
}
