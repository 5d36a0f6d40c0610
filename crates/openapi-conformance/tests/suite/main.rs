//! What the comparison promises, seen from outside: one module for each
//! promise.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod corpus;
mod dropshot;
mod fixture;
mod large;
mod lifting;
mod mutations;
mod operations;
mod oracle;
mod reading;
mod reports;
mod schemas;
