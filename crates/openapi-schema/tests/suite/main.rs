//! Tests of the validation of values and texts.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod formats;
mod texts;
