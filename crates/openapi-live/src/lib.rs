//! Sends requests to a running service, valid ones and ones with a single fault,
//! and judges each answer by the service's OpenAPI 3.1 document.
//!
//! It is a crate of its own beside `openapi-oracle`, whose values it sends: that
//! one holds generated servers to all that their types can hold, by many random
//! bodies and with a look into the server; this one holds any server to what a
//! caller is told, by each boundary once, and speaks HTTP and TLS as a caller
//! does. It must never look at anything but the document and the answers, and
//! never take from a crate that makes servers what the document says
//! (`openapi-model` only tells it the line on which something stands, and
//! `openapi-conformance` writes what it found).
//!
//! # Rooms
//!
//! - `document`: the operations, their parts and their credentials, by place.
//! - `parameter`: values as they stand in paths, queries, headers and cookies.
//! - `cases`: what is sent, one file for each area, and what is expected of it.
//! - `client`: sends a request, and says why there is no answer.
//! - `judge`: an answer against the document.
//! - `check`: all of it in order; `report`, `rule` and `places`: what was found.
//!
//! docs/live.md says by which rules answers are judged, and why.

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
