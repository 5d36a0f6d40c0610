//! Tests against small services written by hand: a service that conforms to its
//! document has no findings, and each service with a single error has a finding of
//! the expected rule, at the right location, with a request that shows it.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod choices;
mod conforming;
mod curl;
mod declared;
mod limits;
mod links;
mod right;
mod rules;
mod schema;
mod service;
mod streams;
mod wrong;
