//! Tests of the generator: what it refuses, and parts of what it writes.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod external;
mod names;
mod problem;
mod refused;
mod skeleton;
mod stand_in;
mod written_out;
