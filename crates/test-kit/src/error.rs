//! Errors of programs that the kit runs.

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};

/// The reason why a program did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program could not be started.
    #[error("cannot run {program}: {source}")]
    Run {
        /// The program.
        program: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The program failed.
    #[error("{program} failed ({status}): {message}")]
    Failed {
        /// The program.
        program: String,
        /// The exit status.
        status: ExitStatus,
        /// The standard error of the program.
        message: String,
    },
    /// A file could not be read or written.
    #[error("cannot access {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// PostgreSQL is not installed.
    #[error("PostgreSQL is not installed; on Debian, `apt-get install postgresql`")]
    NoPostgres,
    /// A server was not ready in time.
    #[error("PostgreSQL is not ready: {log}")]
    NotReady {
        /// The log of the server.
        log: String,
    },
}

impl Error {
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}

/// Runs a program. Returns its standard output without surrounding white space.
///
/// # Errors
/// The program can't be started, or fails.
pub fn run(command: &mut Command) -> Result<String, Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        }
        Ok(output) => Err(Error::Failed {
            program,
            status: output.status,
            message: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        }),
        Err(source) => Err(Error::Run { program, source }),
    }
}
