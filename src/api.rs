//! The code that `build.rs` generates from `openapi.yaml`, and nothing else. A
//! readable copy is `tests/output/api.rs`. To change the code, change the document.

#![allow(missing_docs, reason = "descriptions are optional in the document")]

include!(concat!(env!("OUT_DIR"), "/api.rs"));
