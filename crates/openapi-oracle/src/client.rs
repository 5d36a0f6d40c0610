//! The client's treatment of a body: as returned to a caller, after validation
//! against the document, and as decoded by the type alone.
//!
//! The types that progenitor generates express less than the document and are not
//! strict about JSON. Therefore the decision to reject a body has to agree, whereas
//! other deviations of the type are a [`Difference`], which is only counted.

use std::fmt;

use serde_json::Value;

use crate::kept::Loss;

/// The type of a generated client for the body of an operation.
pub struct ClientType {
    /// The operation, such as `POST /things`.
    pub operation: &'static str,
    /// Returns the value that a caller receives for a response with this body,
    /// serialized again, or the reason why there is none.
    pub reads: fn(&[u8]) -> Result<Value, Unread>,
    /// Decodes a body with the type alone.
    pub takes: fn(&[u8]) -> Result<(), String>,
}

/// The reason why a caller of a client receives no value.
#[derive(Clone, Debug)]
pub enum Unread {
    /// The body violates the client's document.
    Refused(String),
    /// The body is valid, and the type can't represent it.
    NotHeld(String),
}

/// The client's verdict on a case.
#[derive(Clone, Debug)]
pub(crate) struct ClientVerdict {
    /// Whether a caller receives a value, or the reason why not.
    pub reads: Result<(), Unread>,
    /// Whether the returned value equals the body, if the document accepts the
    /// body.
    pub kept: Result<(), Loss>,
    /// Whether the type alone decodes the body, or the reason why not.
    pub takes: Result<(), String>,
}

/// A deviation of a client's type from the document, without the values. Equal
/// differences are counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Difference {
    /// The type can't represent a value that the document accepts; a caller
    /// receives an error.
    NotHeld(String),
    /// The type contains another value than the body.
    NotKept(String),
    /// The type alone accepts a value that the document rejects by this rule; a
    /// caller receives an error nevertheless.
    Wider(String),
    /// The type alone rejects a value that the document accepts; a caller receives
    /// the value.
    Narrower(String),
}

impl Difference {
    pub fn not_held(message: &str) -> Self {
        Self::NotHeld(kind(message))
    }

    pub fn not_kept(message: &str) -> Self {
        Self::NotKept(match message.split_once(" instead of ") {
            Some(_) => "another value".to_owned(),
            None => format!("a member {message}"),
        })
    }

    pub fn narrower(message: &str) -> Self {
        Self::Narrower(kind(message))
    }
}

/// Returns the kind of error in a message of serde. Values in the message are in
/// backquotes or quotes, a position is at its end.
fn kind(message: &str) -> String {
    let message = message.split(" at line ").next().unwrap_or(message);
    let parts = message.split(['`', '"']).enumerate();
    parts
        .map(|(index, part)| if index % 2 == 0 { part } else { "…" })
        .collect()
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotHeld(reason) => write!(formatter, "it can't hold what is valid: {reason}"),
            Self::NotKept(message) => write!(formatter, "it does not keep the value: {message}"),
            Self::Wider(rule) => write!(formatter, "alone it takes what is faulty: {rule}"),
            Self::Narrower(reason) => write!(formatter, "alone it refuses what is valid: {reason}"),
        }
    }
}
