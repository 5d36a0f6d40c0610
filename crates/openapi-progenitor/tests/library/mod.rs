//! The generated client of another document, and its generation.

#![allow(clippy::all, clippy::unwrap_used, dead_code, missing_docs, unreachable_patterns)]

include!("../output/client.rs");

/// Generates the code of the client and the embedded document.
pub fn generate() -> (String, String) {
    let path = std::path::Path::new("tests/library/openapi.yaml");
    let document = openapi_document::Document::read(path).unwrap();
    let generated = openapi_progenitor_build::generate(&document).unwrap();
    (generated.code, generated.document)
}
