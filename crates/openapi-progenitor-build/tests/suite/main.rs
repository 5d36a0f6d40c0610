//! Tests of the generator: what it refuses, the lowering, and the types that it has in common with
//! the server.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod invalid;
mod lower;
mod null;
mod same_types;
mod usage;
