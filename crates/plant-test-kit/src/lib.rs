//! The test kit of Plant Store: what the tests of several crates start and check.
//!
//! - [`service`]: the built program `plant-store`, its commands and the running service.
//! - [`admin`]: requests to the admin listener.
//! - [`connection`]: raw HTTP/1.1 connections.
//! - [`postgres`]: PostgreSQL servers, and poolers in front of them.
//! - [`proxy`]: a proxy that loses bytes between the service and a database.
//! - [`contract`](mod@contract): the tests that every storage backend has to pass.
//!
//! Functions panic on errors, as tests do, except those that the programs of
//! `plant-bench` use, too.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a test that can't go on has failed"
)]

pub mod admin;
pub mod connection;
pub mod contract;
mod error;
pub mod postgres;
pub mod proxy;
pub mod service;

pub use error::{Error, run};
