//! Why a command failed, as one line and an exit code. The only place that
//! knows exit codes.

use std::error::Error;
use std::io;
use std::net::SocketAddr;

use plant_storage::maintenance::MaintenanceError;
use plant_storage::{OpenError, StorageError, TokenError};

use crate::tls::{TlsError, without_pem};
use crate::tokens::{self, IssueError};

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The store can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),

    /// The store can't do what it has to.
    #[error(transparent)]
    Store(#[from] StorageError),

    /// The service can't listen where it should.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why, in the words of the system.
        #[source]
        source: io::Error,
    },

    /// The server can't be started, for another reason than its address.
    #[error("the server cannot be started")]
    Start(#[source] Box<dyn Error + Send + Sync>),

    /// The certificate or the key cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),

    /// The server ended without a signal.
    #[error("the server stopped: {0}")]
    Stopped(String),

    /// Somebody insisted on stopping before everything was answered.
    #[error("stopped at once, by a second signal; requests may be unanswered")]
    Forced,

    /// There is no such plant.
    #[error("there is no plant with the id {0}")]
    PlantUnknown(i64),

    /// A token can't be issued.
    #[error(transparent)]
    Issue(#[from] IssueError),

    /// A token can't be revoked.
    #[error(transparent)]
    Token(#[from] TokenError),

    /// A token can't be printed, and is revoked.
    #[error(
        "standard output cannot be written; the token {name:?} is revoked, create one with \
         another name"
    )]
    Unprinted {
        /// The name of the token.
        name: String,
        /// What the system said.
        #[source]
        output: io::Error,
    },

    /// A token can't be printed, and can't be revoked either.
    #[error(
        "standard output cannot be written, and the token {name:?} is active; revoke it with \
         `plant-store token revoke`"
    )]
    Unrevoked {
        /// The name of the token.
        name: String,
        /// Why the token is not revoked.
        #[source]
        source: TokenError,
    },

    /// The store can't be backed up, restored or checked.
    #[error(transparent)]
    Maintenance(#[from] MaintenanceError),

    /// What was asked for can't be printed.
    #[error("standard output cannot be written")]
    Output(#[source] io::Error),

    /// The system lets us have no threads or no signals.
    #[error("the system refuses what a process needs")]
    Runtime(#[source] io::Error),
}

impl Failure {
    /// Says on standard error what went wrong, in one line, and returns the
    /// exit code. A token or a private key that was given as something else, a
    /// file's name for example, is not repeated.
    pub(super) fn report(&self) -> u8 {
        let line = chain(self);
        eprintln!("error: {}", tokens::masked(&without_pem(&line)));
        self.exit_code()
    }

    fn exit_code(&self) -> u8 {
        match self {
            Failure::Open(_)
            | Failure::Store(_)
            | Failure::Maintenance(MaintenanceError::Open(_)) => 3,
            Failure::Listen { .. } => 4,
            Failure::PlantUnknown(_) => 5,
            Failure::Token(error) | Failure::Issue(IssueError::Store(error)) => match error {
                TokenError::Unknown { .. } => 5,
                TokenError::Unavailable(_) => 3,
                TokenError::NameTaken { .. } => 1,
            },
            Failure::Start(_)
            | Failure::Tls(_)
            | Failure::Stopped(_)
            | Failure::Forced
            | Failure::Issue(IssueError::Random(_))
            | Failure::Maintenance(_)
            | Failure::Unprinted { .. }
            | Failure::Unrevoked { .. }
            | Failure::Output(_)
            | Failure::Runtime(_) => 1,
        }
    }
}

/// An error and its causes in one line.
fn chain(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| (*error).source());
    causes
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}
