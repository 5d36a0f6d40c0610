//! Tests of the client: its results, its errors, and what it repeats.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod answers;
mod bad_answers;
mod errors;
mod mocks;
mod retry;
mod secrets;
