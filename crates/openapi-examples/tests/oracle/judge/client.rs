//! The client's treatment of a body, as returned to a caller.

use serde_json::Value;

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
    /// The body is valid, and the type can't represent it, or represents another value.
    NotHeld(String),
}
