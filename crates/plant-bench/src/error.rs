//! Why something could not be measured or broken, as opposed to a bar that was
//! missed or a promise that was not kept.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

/// What stopped a command; each message says what to do where that is known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program could not be started.
    #[error("cannot run {program}: {source}")]
    Run {
        /// The program.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// A program ended otherwise than it should have.
    #[error("{program} failed ({status}): {said}")]
    Failed {
        /// The program.
        program: String,
        /// How it ended.
        status: ExitStatus,
        /// What it wrote, or what was expected of it.
        said: String,
    },
    /// A server did not say where it listens.
    #[error("{program} did not start: {said}")]
    NotStarted {
        /// The program.
        program: String,
        /// What it wrote instead.
        said: String,
    },
    /// A file could not be read or written.
    #[error("cannot access {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The system refused something without a file.
    #[error("the system refuses {what}: {source}")]
    System {
        /// What was asked of it.
        what: &'static str,
        /// What it said.
        source: io::Error,
    },
    /// A disk of ours could not be mounted.
    #[error("cannot mount a FUSE file system at {}: {source}; be root, or install fuse3", path.display())]
    Mount {
        /// Where.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A tool is not there.
    #[error("{tool} is not installed: {remedy}")]
    MissingTool {
        /// The tool.
        tool: &'static str,
        /// How to install it.
        remedy: &'static str,
    },
    /// A program said something that could not be understood.
    #[error("{program} said something unexpected: {said}")]
    Unexpected {
        /// The program.
        program: &'static str,
        /// What it said.
        said: String,
    },
    /// What the system counts for a process could not be read.
    #[error("the process has no figures: {0}")]
    Process(#[from] procfs::ProcError),
    /// A database could not be used.
    #[error("the database cannot be used: {0}")]
    Database(#[from] rusqlite::Error),
    /// There is no client for a service.
    #[error(transparent)]
    Client(#[from] plant_client::ConnectError),
    /// A plot could not be drawn.
    #[error("the plot cannot be drawn: {0}")]
    Plot(String),
    /// A reference server could not serve.
    #[error("the reference server cannot serve: {0}")]
    Reference(String),
}

impl Error {
    /// Wraps what the system said about a file.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }

    /// Wraps what the system said about anything else.
    pub fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::System { what, source }
    }
}
