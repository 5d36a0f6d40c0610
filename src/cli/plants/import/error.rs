//! The failures of an import.

use std::io;
use std::path::PathBuf;

use plant_client::{CallError, ConnectError, types};
use plant_storage::CreateError;

use crate::cli::plants::format::ReadError;

/// An import did not create all plants.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The format is neither given nor known by the name of the file.
    #[error("the name {} does not tell the format; give --format", .0.display())]
    Format(PathBuf),

    /// The file, or the rest of it, can't be read.
    #[error("the file {} cannot be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error.
        #[source]
        source: ReadError,
    },

    /// A signal came before the end of the file.
    #[error("stopped by {0}; run the command again to continue")]
    Interrupted(&'static str),

    /// Plants can't be created any more.
    #[error("line {line} cannot be stored; run the command again to continue")]
    Stopped {
        /// The number of the line.
        line: u64,
        /// The error of the store or the service.
        #[source]
        source: TargetError,
    },

    /// The file with the token can't be read.
    #[error("the file {} with the token cannot be read", path.display())]
    Token {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        #[source]
        source: io::Error,
    },

    /// The service can't be called.
    #[error(transparent)]
    Connect(#[from] ConnectError),

    /// The file has lines whose plants are not created.
    #[error("lines refused: {0}; all others are stored")]
    Refused(u64),
}

/// No plant can be created.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The store fails.
    #[error(transparent)]
    Store(CreateError),
    /// The service fails.
    #[error(transparent)]
    Service(#[from] CallError<types::CreatePlantError>),
}
