//! Plant Store: the service.
//!
//! The interface is defined only in `openapi.yaml`. The HTTP code is generated from
//! it; these modules are the handwritten rest.
//!
//! - [`api`]: the code generated from the document
//! - [`handlers`]: the implementation of the generated trait
//! - [`error`]: the mapping of failures to `error` values
//! - [`cli`]: the command line, one module per command
//! - [`config`]: flags and environment variables as one typed value
//! - [`logging`]: log records and their destination
//! - [`tokens`]: format, issue and verification of tokens
//!
//! SQL is only in `plant_storage`. A token appears in no log record, no error message
//! and no `Debug` output.

pub mod api;
pub mod cli;
pub mod config;
mod descriptors;
pub mod error;
pub mod handlers;
pub mod logging;
mod tls;
pub mod tokens;
