//! Sends requests to a running service, valid ones and ones with a single error,
//! and validates each response against the service's OpenAPI 3.1 document.
//!
//! The crate sends the values that `openapi-values` generates. `cargo xtask oracle` checks
//! generated servers with many random bodies and access to the
//! server's internals; this crate checks any server through its documented
//! interface, each boundary once, and speaks HTTP and TLS as a caller does. It uses
//! only the document and the responses, and no crate that generates servers.
//!
//! # Modules
//!
//! - `cases`: requests and expected responses, one file for each area.
//! - `client`: sends a request, and reports why there is no response.
//! - `mask`: replaces tokens in what a service sends.
//! - `validate`: validates a response against the document.
//! - `check`: runs the whole check; `report`, `rule` and `source`: findings.
//!
//! docs/live.md documents the rules and their reasons. The command is `openapi-dropshot
//! live`.

// The examples of the README are compiled, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod cases;
mod check;
mod client;
mod error;
mod mask;
mod report;
mod request;
mod rule;
mod settings;
mod source;
mod validate;

pub use check::check;
pub use error::Error;
pub use report::{Finding, Report};
pub use rule::Rule;
pub use settings::Settings;
