//! What `build.rs` makes of `openapi.yaml`, and nothing else. To read it, see
//! `tests/output/api.rs`; to change it, change the document.

#![allow(missing_docs, reason = "the document describes what it wants to")]

include!(concat!(env!("OUT_DIR"), "/api.rs"));
