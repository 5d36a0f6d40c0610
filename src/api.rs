//! The code that `build.rs` generates from `openapi.yaml`, and access to its validation for
//! plants that arrive in a file. A readable copy of the code is `tests/output/api.rs`. To
//! change the code, change the document.

#![allow(missing_docs, reason = "descriptions are optional in the document")]

include!(concat!(env!("OUT_DIR"), "/api.rs"));

/// Decodes a plant from JSON, with the schema and the functions for the body of
/// `createPlant`.
pub(crate) fn decode_new_plant(json: &[u8]) -> Result<types::NewPlant, Rejection> {
    openapi_dropshot::decode_json(json, &CREATE_PLANT_BODY)
}
