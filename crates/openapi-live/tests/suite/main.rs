//! Promised: a service that keeps to its document is told nothing, and each way
//! in which one doesn't is told by its rule, at the right place, with a request
//! that shows it. The services are small, written here by hand, and right but for
//! one thing.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod allowed;
mod command;
mod right;
mod rules;
mod schema;
mod service;
mod wrong;
