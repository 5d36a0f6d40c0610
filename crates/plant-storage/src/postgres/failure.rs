//! What can go wrong between here and the database, whether trying again can
//! help, and how it reads in the log.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use tokio_postgres::error::{DbError, SqlState};

use crate::Cause;

/// Something that the database could not do.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The database, or the way to it.
    #[error("{}", said(.0))]
    Database(tokio_postgres::Error),

    /// No host took a connection that can be used.
    #[error("{}", each(.0))]
    Hosts(Vec<(String, Failure)>),

    /// A host did not answer in time.
    #[error("no answer within {} s", .0.as_secs())]
    NoAnswer(Duration),

    /// A setting with which an acknowledgement means nothing.
    #[error("the setting {0} lets the database acknowledge what it may lose")]
    NotDurable(&'static str),

    /// An encoding that doesn't have all characters.
    #[error("the encoding of the database is {0}, and only UTF8 has all characters")]
    Encoding(String),

    /// What was asked for is not decided yet.
    #[error("the database is still busy")]
    Busy,

    /// The database did what it was asked and warned that it may not last.
    #[error("the database warned: {0}")]
    Warned(String),
}

// Not by thiserror, which would make the error the cause of what repeats it.
impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        Failure::Database(error)
    }
}

impl Failure {
    /// Whether the same can succeed a little later, and is to be repeated:
    /// statements here may be, whatever became of the first one.
    pub(super) fn is_transient(&self) -> bool {
        match self {
            Failure::Database(error) => match error.code() {
                Some(code) => is_transient_state(code),
                // The connection, then: it was not made, or it was lost.
                None => true,
            },
            Failure::Hosts(hosts) => hosts.iter().any(|(_, failure)| failure.is_transient()),
            Failure::NoAnswer(_) | Failure::Warned(_) => true,
            Failure::NotDurable(_) | Failure::Encoding(_) | Failure::Busy => false,
        }
    }

    /// Whether the connection is as good as before.
    pub(super) fn leaves_connection(&self) -> bool {
        match self {
            Failure::Database(error) => error.code().is_some_and(is_conflict),
            _ => false,
        }
    }

    /// The database's own code for what went wrong, by whatever host.
    pub(super) fn state(&self) -> Option<&SqlState> {
        match self {
            Failure::Database(error) => error.code(),
            Failure::Hosts(hosts) => hosts.iter().find_map(|(_, failure)| failure.state()),
            _ => None,
        }
    }

    /// The cause for the log.
    pub(super) fn cause(self) -> Cause {
        Arc::new(self)
    }
}

/// A transaction gave way to another one and has done nothing.
fn is_conflict(code: &SqlState) -> bool {
    *code == SqlState::T_R_SERIALIZATION_FAILURE || *code == SqlState::T_R_DEADLOCK_DETECTED
}

fn is_transient_state(code: &SqlState) -> bool {
    is_conflict(code)
        // Connections that break (class 08).
        || code.code().starts_with("08")
        || [
            // What CockroachDB answers when it doesn't know itself.
            SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN,
            // A standby, or a primary that has become one.
            SqlState::READ_ONLY_SQL_TRANSACTION,
            SqlState::TOO_MANY_CONNECTIONS,
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
        ]
        .contains(code)
}

/// What the database or the system said, with the code that tells more.
fn said(error: &tokio_postgres::Error) -> String {
    if let Some(error) = error.as_db_error() {
        return with_code(error);
    }
    let mut said = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        said = format!("{said}: {error}");
        source = error.source();
    }
    said
}

/// A message of the database and its SQLSTATE.
pub(super) fn with_code(error: &DbError) -> String {
    format!("{} (SQLSTATE {})", error.message(), error.code().code())
}

fn each(hosts: &[(String, Failure)]) -> String {
    let said = hosts
        .iter()
        .map(|(host, failure)| format!("{host}: {failure}"));
    said.collect::<Vec<_>>().join("; ")
}
