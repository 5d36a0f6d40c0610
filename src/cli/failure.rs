//! The errors of commands, each with a message of one line and an exit code. Exit
//! codes are assigned only here.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use dropshot::BuildError;
use plant_storage::maintenance::MaintenanceError;
use plant_storage::{DeleteError, OpenError, StorageError, TokenError};
use untrusted_text::one_line;

use super::plants::import::error::{ImportError, TargetError};
use crate::error::chain;
use crate::tls::{TlsError, without_pem};
use crate::tokens::{self, IssueError};

/// The error of a command.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The store can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),

    /// An operation of the store failed.
    #[error(transparent)]
    Store(#[from] StorageError),

    /// The service can't listen on its address.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the operating system.
        #[source]
        source: io::Error,
    },

    /// The server can't be started, for a reason other than its address.
    #[error("the server cannot be started")]
    Start(#[source] Box<dyn Error + Send + Sync>),

    /// The certificate or the key cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),

    /// A signal came before the store was open.
    #[error("stopped by {0} before the store was open")]
    NotOpened(&'static str),

    /// The server ended without a signal.
    #[error("the server stopped: {0}")]
    Stopped(String),

    /// A second signal stopped the service before all requests were answered.
    #[error("stopped at once, by a second signal; requests may be unanswered")]
    Forced,

    /// No plant has this id.
    #[error("there is no plant with the id {0}")]
    PlantUnknown(i64),

    /// Plants are not deleted, or not from all files.
    #[error(transparent)]
    Delete(#[from] DeleteError),

    /// A token can't be issued.
    #[error(transparent)]
    Issue(#[from] IssueError),

    /// A token can't be revoked.
    #[error(transparent)]
    Token(#[from] TokenError),

    /// A token without effect can't be rotated.
    #[error("the token {name:?} is revoked or has expired; create one with `token create`")]
    Inactive {
        /// The name of the token.
        name: String,
    },

    /// The file for the first token can't be created.
    #[error("the file {} for the first token cannot be created", .path.display())]
    TokenFile {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        #[source]
        source: io::Error,
    },

    /// A new token couldn't be printed and has been revoked.
    #[error(
        "{target} cannot be written; the token {name:?} is revoked, create one with another name"
    )]
    Unprinted {
        /// Where the token was to be written.
        target: String,
        /// The name of the token.
        name: String,
        /// The error of the system.
        #[source]
        output: io::Error,
    },

    /// A new token could be neither printed nor revoked.
    #[error(
        "{target} cannot be written, and the token {name:?} is active; revoke it with \
         `plant-store token revoke`"
    )]
    Unrevoked {
        /// Where the token was to be written.
        target: String,
        /// The name of the token.
        name: String,
        /// The error of the revocation.
        #[source]
        source: TokenError,
    },

    /// An import did not create all plants.
    #[error(transparent)]
    Import(#[from] ImportError),

    /// The store can't be backed up, restored or checked.
    #[error(transparent)]
    Maintenance(#[from] MaintenanceError),

    /// A restore would replace a store that is neither there nor named.
    #[error(
        "there is no store {0} to replace, and no setting names a store; give --store, or leave \
         out --replace to create this one"
    )]
    NothingToReplace(String),

    /// The manual pages can't be written.
    #[error("the manual pages cannot be written to {}", .directory.display())]
    Manual {
        /// The directory.
        directory: PathBuf,
        /// The error of the system.
        #[source]
        source: io::Error,
    },

    /// The output of the command can't be printed.
    #[error("standard output cannot be written")]
    Output(#[source] io::Error),

    /// The operating system refuses threads or signal handlers.
    #[error("the system refuses what a process needs")]
    Runtime(#[source] io::Error),
}

impl Failure {
    /// Prints the error to standard error, in one line. Returns the exit code. A
    /// token or a private key that was given as another argument, such as a file
    /// name, is masked.
    pub(super) fn report(&self) -> u8 {
        let line = chain(self);
        let line = without_pem(&line);
        eprintln!("error: {}", one_line(&tokens::masked(&line)));
        self.exit_code()
    }

    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Failure::Open(error) | Failure::Maintenance(MaintenanceError::Open(error))
                if error.is_permanent() =>
            {
                7
            }
            Failure::Open(_)
            | Failure::Store(_)
            | Failure::NothingToReplace(_)
            | Failure::Maintenance(MaintenanceError::Open(_))
            | Failure::Import(ImportError::Stopped { source: TargetError::Store(_), .. }) => 3,
            Failure::Listen { .. } => 4,
            Failure::PlantUnknown(_) => 5,
            Failure::Delete(error) => match error {
                DeleteError::Unknown(_) => 5,
                DeleteError::Unavailable(_) => 3,
                DeleteError::Copies(_) => 1,
            },
            Failure::Token(error) | Failure::Issue(IssueError::Store(error)) => match error {
                TokenError::Unknown { .. } => 5,
                TokenError::Unavailable(_) => 3,
                TokenError::NameTaken { .. } => 1,
            },
            Failure::Import(ImportError::Format(_)) => 2,
            Failure::Import(ImportError::Refused(_)) => 6,
            _ => 1,
        }
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::BindError { address, error } => Failure::Listen { address, source: error },
            error => Failure::Start(error.into()),
        }
    }
}
