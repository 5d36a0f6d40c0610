//! The reasons for which a command can't do what it is asked to: exit code 2.

use openapi_model::UnknownOperations;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The document isn't UTF-8, YAML, JSON, or OpenAPI 3.1: the diagnostics as text.
    #[error("{0}")]
    Document(String),
    #[error("error: {}", .0.to_string().replace('\n', "\nerror: "))]
    Operations(#[from] UnknownOperations),
    #[error("error: {} can't be read: {source}", .path.display())]
    Read {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("error: {} can't be written: {source}", .path.display())]
    Write {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("error: the output can't be written: {0}")]
    Print(#[from] std::io::Error),
    /// A message of a crate that does the work.
    #[error("{0}")]
    Message(String),
}
