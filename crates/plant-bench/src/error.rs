//! Errors that keep a command from measuring or from injecting a fault, as opposed to
//! a missed target or a broken guarantee.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

/// An error that stops a command. Each message says what to do, if that is known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program could not be started.
    #[error("cannot run {program}: {source}")]
    Run {
        /// The program.
        program: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A program ended in an unexpected way.
    #[error("{program} failed ({status}): {said}")]
    Failed {
        /// The program.
        program: String,
        /// The exit status.
        status: ExitStatus,
        /// The output of the program, or the expected behaviour.
        said: String,
    },
    /// A server did not print its address.
    #[error("{program} did not start: {said}")]
    NotStarted {
        /// The program.
        program: String,
        /// The output of the program.
        said: String,
    },
    /// A file could not be read or written.
    #[error("cannot access {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
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
    /// A plot could not be drawn.
    #[error("the plot cannot be drawn: {0}")]
    Plot(String),
    /// A reference server could not serve.
    #[error("the reference server cannot serve: {0}")]
    Reference(String),
}

impl From<plant_test_kit::Error> for Error {
    fn from(error: plant_test_kit::Error) -> Self {
        use plant_test_kit::Error as Kit;
        match error {
            Kit::Run { program, source } => Self::Run { program, source },
            Kit::Failed {
                program,
                status,
                message: said,
            } => Self::Failed {
                program,
                status,
                said,
            },
            Kit::File { path, source } => Self::File { path, source },
            Kit::NoPostgres => Self::MissingTool {
                tool: "PostgreSQL",
                remedy: "on Debian, `apt-get install postgresql`",
            },
            Kit::NotReady { log: said } => Self::NotStarted {
                program: "postgres".to_owned(),
                said,
            },
        }
    }
}

impl Error {
    /// Wraps an error of the system about a file.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }

    /// Wraps any other error of the system.
    pub fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::System { what, source }
    }
}
