//! The client's treatment of a body, as returned to a caller.

use serde_json::Value;

use crate::kept::Loss;

/// The type of a generated client for the body of an operation.
pub struct ClientType {
    /// The operation, such as `POST /things`.
    pub operation: &'static str,
    /// Returns the value that a caller receives for a response with this body,
    /// serialized again, or the reason why there is none.
    pub reads: fn(&[u8]) -> Result<Value, Unread>,
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
}
