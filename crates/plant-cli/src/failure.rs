//! The failures of a command, each with a message of one line and an exit code. Exit
//! codes are assigned only here.

use std::error::Error as StdError;
use std::io;
use std::process::ExitCode;

use plant_client::{CallError, ConnectError, Error, Reason, types};
use untrusted_text::one_line;

/// The failure of a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The call failed.
    Call(CallError<types::CreatePlantError>),
    /// The arguments are invalid, or the file with the body.
    Usage(anyhow::Error),
    /// The result can't be printed.
    Output(io::Error),
}

impl Failure {
    /// Prints the failure with its causes on standard error. Returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (message, retry_after) = match self {
            Failure::Call(error) => (chain(error), error.retry_after()),
            Failure::Usage(error) => (format!("{error:#}"), None),
            Failure::Output(error) => (chain(error), None),
        };
        // The message of the service is a part of it.
        let message = one_line(&message);
        match retry_after {
            Some(pause) => eprintln!("error: {message}; repeat in {} s", pause.as_secs()),
            None => eprintln!("error: {message}"),
        }
        self.exit_code().into()
    }

    fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Output(_) => 1,
            Failure::Call(error) => match error.reason() {
                _ if error.is_retryable() => 4,
                Reason::Declared(failure) if failure.status().is_client_error() => 3,
                Reason::NotSent => 2,
                _ => 1,
            },
        }
    }
}

/// Returns a message with its causes.
fn chain(error: &dyn StdError) -> String {
    let causes = std::iter::successors(Some(error), |error| (*error).source());
    let causes: Vec<_> = causes.map(ToString::to_string).collect();
    causes.join(": ")
}

impl From<Error<types::CreatePlantError>> for Failure {
    fn from(error: Error<types::CreatePlantError>) -> Self {
        Failure::Call(error.into())
    }
}

/// The error of a generated command before the call.
impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Usage(error)
    }
}

impl From<ConnectError> for Failure {
    fn from(error: ConnectError) -> Self {
        Failure::Usage(error.into())
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Failure::Usage(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}
