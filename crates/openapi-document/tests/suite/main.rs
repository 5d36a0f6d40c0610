//! Tests of what is read from a document, and of each fault that it can have.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod corpus;
mod directions;
mod docs;
mod faults;
mod identifiers;
mod lifting;
mod lint;
mod nesting;
mod operations;
mod overlay;
mod partition;
mod positions;
mod rust_type;
