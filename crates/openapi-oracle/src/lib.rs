//! An oracle for differential tests: compares a generated server and client with the
//! document that they were generated from.
//!
//! The oracle generates request bodies from the merged schema of every operation,
//! valid bodies and bodies with a single change, in the many notations that JSON
//! allows, and compares three verdicts on each: JSON Schema 2020-12 on the document
//! as written, with the limits that [`openapi_values`] declares; the running server,
//! over a socket; and the generated client, which receives the body as a response. The
//! types of both must preserve accepted values. On a disagreement the case is shrunk and
//! reported.
//!
//! A number beyond the range of floats is rejected where a type would have to represent
//! it, and may be rejected elsewhere.
//!
//! # Entry points
//! [`serve::compare`] serves a generated stand-in in this process and compares it with
//! its document, as tests do. [`run`] compares a running server. [`fuzz`] sends the
//! inputs of a fuzzer. The command `openapi-oracle` (`src/bin/`) generates and runs all of
//! this for any document, and the test `calls` calls every operation of several.
//!
//! This library depends neither on the crates that generate a server nor on the crates
//! that are linked into it: an error of theirs must not be repeated here.

mod case;
mod client;
pub mod fuzz;
mod given;
pub mod input;
mod kept;
mod operation;
mod oracle;
mod report;
mod request;
mod run;
pub mod serve;
mod shrink;
mod verdict;
mod wire;

pub use client::{ClientType, Unread};
pub use openapi_values::{Document, DocumentError};
pub use report::Report;
pub use run::{Server, Settings, run};
pub use verdict::Decoded;

/// The reason why a document can't be tested.
#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    /// A schema is invalid.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// No operation has a JSON request body.
    #[error("no operation of the document takes a JSON body, so there is nothing to send")]
    NothingToSend,
    /// No request can be sent.
    #[error("the requests can't be sent: {0}")]
    Client(#[from] std::io::Error),
}
