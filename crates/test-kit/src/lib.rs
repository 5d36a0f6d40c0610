//! What the tests of several crates start.
//!
//! - [`answers`]: a service that sends prepared responses.
//! - [`programs`]: a search for the programs that tests start.
//!
//! With the feature `service`, for tests of Plant Store:
//!
//! - `service`: the built program `plant-store`, its commands and the running service.
//! - `admin`: requests to the admin listener.
//! - `connection`: raw HTTP/1.1 connections.
//! - `postgres`: PostgreSQL servers, and poolers in front of them.
//! - `proxy`: a proxy that loses bytes between the service and a database.
//!
//! Functions panic on errors, as tests do, except those that the programs of
//! `plant-bench` use, too.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a test that can't go on has failed"
)]

#[cfg(feature = "service")]
pub mod admin;
pub mod answers;
#[cfg(feature = "service")]
pub mod connection;
#[cfg(feature = "service")]
mod error;
#[cfg(feature = "service")]
pub mod postgres;
pub mod programs;
#[cfg(feature = "service")]
pub mod proxy;
#[cfg(feature = "service")]
pub mod service;

#[cfg(feature = "service")]
pub use error::{NoPostgres, run};
