//! The code that the build script generates from the document.

#![allow(
    clippy::large_enum_variant,
    reason = "a value of a response enum exists for a moment"
)]

include!(concat!(env!("OUT_DIR"), "/api.rs"));

mod handlers;
