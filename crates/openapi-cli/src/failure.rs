//! The errors that end a command with exit code 2.

use openapi_document::{Diagnostics, UnknownOperations};
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The document or an overlay can't be read; the diagnostics are printed.
    #[error("the document can't be read")]
    Document,
    #[error("error: {}", .0.to_string().replace('\n', "\nerror: "))]
    Operations(#[from] UnknownOperations),
    #[error("error: {} can't be read: {source}", .path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("error: {} can't be written: {source}", .path.display())]
    Write { path: PathBuf, source: std::io::Error },
    #[error("error: the output can't be written: {0}")]
    Print(#[from] std::io::Error),
    /// The message of another crate.
    #[error("{0}")]
    Message(String),
}

impl From<Diagnostics> for Failure {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Message(diagnostics.excerpts())
    }
}

impl Failure {
    pub(crate) fn of(error: impl std::fmt::Display) -> Self {
        Self::Message(format!("error: {error}"))
    }
}
