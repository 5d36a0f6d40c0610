//! Tests of the values of schemas, and of their validation.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod boundaries;
mod reading;
mod second_opinion;
mod writing;
