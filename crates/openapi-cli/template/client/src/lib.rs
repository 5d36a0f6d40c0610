//! The client. It validates each request before it is sent, and each response before
//! the caller gets it.

pub use generated::*;

#[allow(
    clippy::all,
    dead_code,
    unreachable_patterns,
    unused_comparisons,
    unused_mut,
    reason = "generated code uses what some documents need"
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}
