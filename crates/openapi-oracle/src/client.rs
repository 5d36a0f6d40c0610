//! What a generated client makes of a body: as a caller gets it, through what
//! holds the client to the document, and by the type alone.
//!
//! The types that progenitor generates are neither all that the document says
//! nor strict JSON. So whether a body is refused has to agree, and for what its
//! type makes of the rest there is [`Difference`], which is only counted.

use std::fmt;

use serde_json::Value;

use crate::kept::Loss;

/// The type of a generated client for the body of an operation.
pub struct ClientType {
    /// The operation, such as `POST /things`.
    pub operation: &'static str,
    /// What a caller gets when an answer has a body: what the type holds,
    /// written again, or why there is none.
    pub reads: fn(&[u8]) -> Result<Value, Unread>,
    /// Whether a body can be read as the type alone, or why not.
    pub takes: fn(&[u8]) -> Result<(), String>,
}

/// Why a caller of a client gets no value.
#[derive(Clone, Debug)]
pub enum Unread {
    /// The body is not as the client's document declares.
    Refused(String),
    /// It is, and the type can't hold it.
    NotHeld(String),
}

/// What a client says of a case.
#[derive(Clone, Debug)]
pub(crate) struct ClientVerdict {
    /// Whether a caller gets a value, or why not.
    pub reads: Result<(), Unread>,
    /// Whether the value is the one in the body, where the document accepts it.
    pub kept: Result<(), Loss>,
    /// Whether the type alone takes the body, or why not.
    pub takes: Result<(), String>,
}

/// A way in which a client's type parts from the document, without the values.
/// Two of the same are counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Difference {
    /// It can't hold what the document accepts; a caller gets an error.
    NotHeld(String),
    /// It holds another value than the body has.
    NotKept(String),
    /// It alone takes what the document refuses by that rule; a caller gets an
    /// error all the same.
    Wider(String),
    /// It alone refuses what the document accepts; a caller gets the value.
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

/// The kind of fault in a message of serde's. Values stand in it in backquotes or
/// quotes, a place at its end.
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
