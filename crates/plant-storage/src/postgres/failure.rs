//! Failures of a PostgreSQL database or the connection to it, whether they are
//! transient, and their messages for the log.

use std::error::Error;
use std::io;
use std::time::Duration;

use tokio_postgres::error::{DbError, SqlState};

/// A failure of a database operation.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// An error of the database or of the connection.
    #[error("{}", full_message(.0))]
    Database(tokio_postgres::Error),

    /// No host accepted a usable connection.
    #[error("{}", host_messages(.0))]
    Hosts(Vec<(String, Failure)>),

    /// A host did not respond in time.
    #[error("no answer within {} s", .0.as_secs())]
    NoAnswer(Duration),

    /// A setting with which acknowledged commits are not durable.
    #[error("the setting {0} lets the database acknowledge what it may lose")]
    NotDurable(&'static str),

    /// The server acknowledges a commit when fewer standbys have it than are required.
    #[error(
        "commits of the server wait for {found} synchronous standbys, and \
         store-synchronous-standbys requires {required}; set synchronous_standby_names"
    )]
    Standbys {
        /// The number of synchronous standbys that commits of the server wait for.
        found: u32,
        /// The required number.
        required: u32,
    },

    /// An encoding other than UTF-8, which can't represent all characters.
    #[error("the encoding of the database is {0}, and only UTF8 has all characters")]
    Encoding(String),

    /// A pooler gives the transactions of a connection different sessions.
    #[error(
        "a pooler gives each transaction another session of the database, and session pooling is \
         needed; set pool_mode=session in pgbouncer, or name the server itself"
    )]
    Pooled,

    /// The operation did not end before its deadline.
    #[error("the database is still busy")]
    Busy,

    /// Other programs created or freed some of the plants during the operation.
    #[error("other programs create or free the same plants again and again")]
    Raced,

    /// The database committed and warned that the commit may not be durable.
    #[error("the database warned: {0}")]
    Warned(String),
}

// Not derived: thiserror would make the error the source of this failure, whose
// message contains the error's message already.
impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        Failure::Database(error)
    }
}

impl Failure {
    /// Returns whether the operation may succeed a little later and is retried.
    /// All statements here can be repeated. If an attempt has stored a plant
    /// without an answer, the next one is
    /// [`AlreadyExists`](crate::Created::AlreadyExists).
    pub(super) fn is_transient(&self) -> bool {
        match self {
            Failure::Database(error) => match error.code() {
                Some(code) => is_transient_state(code),
                // The connection was refused or lost. A retry doesn't help after other
                // errors without a code: a value of another type than expected, for example.
                None => {
                    error.is_closed() || error.source().is_some_and(|cause| cause.is::<io::Error>())
                }
            },
            Failure::Hosts(hosts) => hosts.iter().any(|(_, failure)| failure.is_transient()),
            Failure::NoAnswer(_) | Failure::Raced | Failure::Warned(_) => true,
            _ => false,
        }
    }

    /// Returns whether the connection is kept: it is certainly usable.
    pub(super) fn leaves_connection(&self) -> bool {
        match self {
            Failure::Database(error) => error.code().is_some_and(is_conflict),
            Failure::Raced => true,
            _ => false,
        }
    }

    /// Returns the SQLSTATE of the failure, or of the first host that has one.
    pub(super) fn state(&self) -> Option<&SqlState> {
        match self {
            Failure::Database(error) => error.code(),
            Failure::Hosts(hosts) => hosts.iter().find_map(|(_, failure)| failure.state()),
            _ => None,
        }
    }
}

/// Returns whether a conflicting transaction made the database abort this one.
fn is_conflict(code: &SqlState) -> bool {
    *code == SqlState::T_R_SERIALIZATION_FAILURE || *code == SqlState::T_R_DEADLOCK_DETECTED
}

fn is_transient_state(code: &SqlState) -> bool {
    is_conflict(code)
        // Connection exceptions (class 08).
        || code.code().starts_with("08")
        || [
            // CockroachDB does not know whether the statement was committed.
            SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN,
            // A standby, or a primary that has become a standby.
            SqlState::READ_ONLY_SQL_TRANSACTION,
            SqlState::TOO_MANY_CONNECTIONS,
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
        ]
        .contains(code)
}

/// Returns the database's message with its SQLSTATE, or the messages of an error
/// of the connection and all its sources.
fn full_message(error: &tokio_postgres::Error) -> String {
    if let Some(error) = error.as_db_error() {
        return with_code(error);
    }
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        message = format!("{message}: {error}");
        source = error.source();
    }
    message
}

/// Returns a message of the database with its SQLSTATE.
pub(super) fn with_code(error: &DbError) -> String {
    format!("{} (SQLSTATE {})", error.message(), error.code().code())
}

fn host_messages(hosts: &[(String, Failure)]) -> String {
    hosts.iter().map(|(host, failure)| format!("{host}: {failure}")).collect::<Vec<_>>().join("; ")
}
