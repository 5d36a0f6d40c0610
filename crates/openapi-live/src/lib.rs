//! Sends requests to a running service, valid ones and ones with a single error,
//! and validates each response against the service's OpenAPI 3.1 document.
//!
//! The crate is separate from `openapi-oracle`, whose generated values it sends.
//! That crate checks generated servers with many random bodies and access to the
//! server's internals; this crate checks any server through its documented
//! interface, each boundary once, and speaks HTTP and TLS as a caller does. It uses
//! only the document and the responses, and doesn't read the document through a
//! crate that generates servers (`openapi-model` only provides the line of a
//! pointer, and `openapi-conformance` writes the findings).
//!
//! # Modules
//!
//! - `document`: operations, their parts and their security requirements, by
//!   pointer.
//! - `parameter`: serialization of values in paths, queries, headers and cookies.
//! - `cases`: requests and expected responses, one file for each area.
//! - `client`: sends a request, and reports why there is no response.
//! - `judge`: validates a response against the document.
//! - `check`: runs the whole check; `report`, `rule` and `places`: findings.
//!
//! docs/live.md documents the rules and their reasons. The command is `openapi-dropshot
//! live`.

mod cases;
mod check;
mod client;
mod document;
mod error;
mod judge;
mod parameter;
mod places;
mod report;
mod request;
mod rule;

pub use check::{Settings, check};
pub use error::Error;
pub use report::{Finding, Report};
pub use rule::Rule;
