//! Plant Store: the service.
//!
//! The interface is defined only in `openapi.yaml`. The HTTP code is generated from
//! it; these modules are the handwritten rest.
//!
//! - `api`: the code generated from the document
//! - `handlers`: the implementation of the generated trait
//! - `metrics`: what is counted and measured
//! - `error`: the mapping of failures to `error` values
//! - `cors`: which pages may call the service from a browser
//! - `admin`: the listener for operators, with health, metrics and the document
//! - [`cli`]: the command line, one module per command
//! - `config`: flags and environment variables as one typed value
//! - `logging`: log records and their destination
//! - [`tokens`]: format, issue and verification of tokens
//!
//! SQL is only in `plant_storage`. A token appears in no log record, no error message
//! and no `Debug` output.

mod admin;
mod api;
pub mod cli;
mod config;
mod cors;
mod descriptors;
mod document;
mod error;
mod handlers;
mod logging;
mod metrics;
mod preflight;
mod tls;
pub mod tokens;

/// The version of the service.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that the service was built from, abbreviated, or `unknown` outside of a
/// repository.
const COMMIT: &str = env!("BUILD_COMMIT");
