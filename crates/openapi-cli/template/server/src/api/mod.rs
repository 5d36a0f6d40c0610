//! The code that the build script generates from the document.

pub use generated::*;

mod handlers;

#[allow(clippy::all, reason = "the names and the texts are those of the document")]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/api.rs"));
}
