//! Plant Store: the service.
//!
//! `openapi.yaml` is the only place where the interface is written. What speaks
//! HTTP here is derived from it; these modules are what is left to say by hand.
//!
//! - [`api`]: what is generated from the document
//! - [`handlers`]: the implementation of the generated trait
//! - [`error`]: failures to `error` values
//! - [`cli`]: the command line, one module a command
//! - [`config`]: flags and environment, as one typed value
//! - [`logging`]: where log records go
//! - [`tokens`]: what a token is, and whether one is accepted
//!
//! Nothing in this package knows SQL; that is `plant_storage`'s. A token, once
//! made, is in no log record, no error message and no `Debug` output.

pub mod api;
pub mod cli;
pub mod config;
mod descriptors;
pub mod error;
pub mod handlers;
pub mod logging;
mod tls;
pub mod tokens;
