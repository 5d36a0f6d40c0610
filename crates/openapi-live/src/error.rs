//! Why there is no verdict, as opposed to a service that was found wanting.

use openapi_model::Diagnostics;
use openapi_oracle::DocumentError;

/// What stopped a run; each message says what to do where that is known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The document can't be read, or is none.
    #[error("{0}")]
    Document(Diagnostics),
    /// A schema of the document can't be used.
    #[error(transparent)]
    Schema(#[from] DocumentError),
    /// The address is none.
    #[error(
        "`{url}` is not the address of a service: {reason}; write http://HOST:PORT or https://HOST"
    )]
    Address {
        /// As it was given.
        url: String,
        /// Why not.
        reason: String,
    },
    /// A credential can't stand in a request.
    #[error("the token given for {scheme} has a character that no header can hold")]
    Token {
        /// What it is for.
        scheme: String,
    },
    /// Operations ask for a credential that wasn't given.
    #[error("there is no credential for {}; give it by --token TOKEN, or --token NAME=TOKEN for one of several schemes", operations.join(", "))]
    NoCredential {
        /// Which, and which schemes.
        operations: Vec<String>,
    },
    /// There is no operation, or for none of them a request can be made.
    #[error("no request can be made from the document{}", notes.iter().map(|note| format!("\n  {note}")).collect::<String>())]
    NothingToSend {
        /// Why not.
        notes: Vec<String>,
    },
    /// The client can't be set up.
    #[error("no request can be sent from here: {0}")]
    Client(String),
    /// No connection comes about.
    #[error("{url} can't be reached: {reason}")]
    Unreachable {
        /// As it was given.
        url: String,
        /// What the system said.
        reason: String,
    },
    /// The service says that it has too much to do.
    #[error(
        "{operation}: the service asks for fewer requests ({status}), also after a pause; try again later, or raise its limit for this credential"
    )]
    Busy {
        /// Which operation.
        operation: String,
        /// 429.
        status: u16,
    },
}
